// The command line of a sample: a table of options, from which --help is
// printed and into whose variables the values go. What cannot be taken ends the
// program with one message. C11 and C++17.
#ifndef SAMPLES_COMMON_OPTIONS_H
#define SAMPLES_COMMON_OPTIONS_H

#include "program.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>

typedef enum { WHOLE, SEED, NUMBER, CHOICE, TEXT, FLAG } OptionKind;

typedef struct {
  OptionKind kind;
  const char *name;  // with its dashes
  const char *value; // the word for the value in --help
  const char *help;
  void *target;
  double least, most;  // of a WHOLE or NUMBER, both included
  const char *choices; // of a CHOICE: words with ", " between them
} Option;

/// An int from `least` to `most`.
static inline Option wholeOption(const char *name, const char *value,
                                 const char *help, int *target, int least,
                                 int most) {
  Option o = {WHOLE,  name,          value,        help,
              target, (double)least, (double)most, NULL};
  return o;
}

static inline Option seedOption(uint64_t *target) {
  Option o = {SEED,   "--seed", "S", "seed of all random numbers (1)",
              target, 0,        0,   NULL};
  return o;
}

/// A finite double from `least` to `most`.
static inline Option numberOption(const char *name, const char *value,
                                  const char *help, double *target,
                                  double least, double most) {
  Option o = {NUMBER, name, value, help, target, least, most, NULL};
  return o;
}

/// One of the words of `choices`, which have ", " between them.
static inline Option choiceOption(const char *name, const char *value,
                                  const char *help, const char **target,
                                  const char *choices) {
  Option o = {CHOICE, name, value, help, (void *)target, 0, 0, choices};
  return o;
}

/// A text that is not empty, such as a file's name.
static inline Option textOption(const char *name, const char *value,
                                const char *help, const char **target) {
  Option o = {TEXT, name, value, help, (void *)target, 0, 0, NULL};
  return o;
}

static inline Option flagOption(const char *name, const char *help,
                                bool *target) {
  Option o = {FLAG, name, "", help, target, 0, 0, NULL};
  return o;
}

static inline void printUsage(const char *summary, const Option *options,
                              int count) {
  int i;
  printf("usage: %s [options]\n\n%s\n\n", programName, summary);
  for (i = 0; i < count; ++i)
    printf("  %-10s %-7s %s\n", options[i].name, options[i].value,
           options[i].help);
  printf("  %-10s %-7s %s\n", "--help", "", "print this text");
}

/// Reads digits alone, up to `most`.
static inline bool parseWhole(const char *text, uint64_t most,
                              uint64_t *value) {
  errno = 0;
  *value = strtoull(text, NULL, 10);
  return *text && strspn(text, "0123456789") == strlen(text) &&
         errno != ERANGE && *value <= most;
}

static inline bool parseNumber(const char *text, double *value) {
  char *end = NULL;
  *value = strtod(text, &end);
  return *text && !*end && !strpbrk(text, " \t\n") && isfinite(*value);
}

/// Is `word` one of `choices`, which have ", " between them?
static inline bool isChoice(const char *word, const char *choices) {
  size_t length = strlen(word);
  const char *at = choices;
  while (length && at) {
    if (strncmp(at, word, length) == 0 && strchr(",", at[length]))
      return true;
    at = strchr(at, ',');
    at = at ? at + 2 : NULL;
  }
  return false;
}

static inline void setOption(const Option *o, const char *text) {
  uint64_t whole = 0;
  double number = 0;
  switch (o->kind) {
  case WHOLE:
    if (!parseWhole(text, (uint64_t)o->most, &whole) ||
        whole < (uint64_t)o->least)
      fail("%s: '%s' is not a whole number from %.0f to %.0f", o->name, text,
           o->least, o->most);
    *(int *)o->target = (int)whole;
    break;
  case SEED:
    if (!parseWhole(text, UINT64_MAX, &whole))
      fail("%s: '%s' is not a whole number from 0 to %llu", o->name, text,
           (unsigned long long)UINT64_MAX);
    *(uint64_t *)o->target = whole;
    break;
  case NUMBER:
    if (!parseNumber(text, &number) || number < o->least || number > o->most) {
      if (isinf(o->most))
        fail("%s: '%s' is not a finite number of %g or more", o->name, text,
             o->least);
      fail("%s: '%s' is not a number from %g to %g", o->name, text, o->least,
           o->most);
    }
    *(double *)o->target = number;
    break;
  case CHOICE:
    if (!isChoice(text, o->choices))
      fail("%s: '%s' is not one of %s", o->name, text, o->choices);
    *(const char **)o->target = text;
    break;
  case TEXT:
    if (!*text)
      fail("%s: the name is empty", o->name);
    *(const char **)o->target = text;
    break;
  case FLAG:
    break;
  }
}

/// Reads the command line into the targets of `options`: [count]. The targets
/// hold the defaults before.
static inline void parseOptions(int argc, char **argv, const char *summary,
                                const Option *options, int count) {
  int i, k;
  if (argc > 0 && argv[0]) {
    const char *slash = strrchr(argv[0], '/');
    programName = slash ? slash + 1 : argv[0];
  }
  for (i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--help") == 0) {
      printUsage(summary, options, count);
      exit(0);
    }
    for (k = 0; k < count && strcmp(argv[i], options[k].name) != 0; ++k)
      ;
    if (k == count)
      fail("unknown option '%s' (--help lists the options)", argv[i]);
    if (options[k].kind == FLAG) {
      *(bool *)options[k].target = true;
      continue;
    }
    if (i + 1 == argc)
      fail("%s: a value is missing", argv[i]);
    setOption(&options[k], argv[++i]);
  }
}

#endif
