// Files of lines and the numbers in them; errors name file and line. C11 and
// C++17.
#ifndef SAMPLES_COMMON_TEXT_FILES_H
#define SAMPLES_COMMON_TEXT_FILES_H

#include "program.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>

typedef struct {
  const char *name;
  FILE *stream;
  int number; // of the line at hand, from 1
  char *line; // without its end; the caller may write to it
  int room;
} TextFile;

/// Ends the program with a message about the line at hand.
__attribute__((noreturn, format(printf, 2, 3))) static inline void
failAt(const TextFile *file, const char *format, ...) {
  char what[200];
  va_list values;
  va_start(values, format);
  vsnprintf(what, sizeof what, format, values);
  va_end(values);
  fail("%s:%d: %s", file->name, file->number, what);
}

/// Room for one more element of `size` bytes in an array that grows; `room` is
/// how many fit.
static inline void *makeRoom(void *array, int count, int *room, size_t size) {
  if (count < *room)
    return array;
  if (*room > INT_MAX / 2)
    fail("too many lines");
  *room = *room ? 2 * *room : 64;
  array = realloc(array, (size_t)*room * size);
  if (!array)
    failMemory();
  return array;
}

static inline TextFile openText(const char *name) {
  TextFile file = {name, fopen(name, "rb"), 0, NULL, 0};
  if (!file.stream)
    fail("cannot read '%s'", name);
  return file;
}

/// Reads the next line; false at the end of the file.
static inline bool nextLine(TextFile *file) {
  int length = 0, c;
  ++file->number;
  while ((c = getc(file->stream)) != EOF && c != '\n') {
    file->line = (char *)makeRoom(file->line, length + 1, &file->room, 1);
    file->line[length++] = (char)c;
  }
  if (ferror(file->stream))
    fail("cannot read '%s'", file->name);
  if (c == EOF && length == 0)
    return false;
  file->line = (char *)makeRoom(file->line, length, &file->room, 1);
  file->line[length] = 0;
  if (file->number == 1 && strncmp(file->line, "\xef\xbb\xbf", 3) == 0)
    memmove(file->line, file->line + 3, (size_t)length - 2); // byte order mark
  return true;
}

static inline void closeText(TextFile *file) {
  fclose(file->stream);
  free(file->line);
}

/// A finite number with nothing after it.
static inline bool parseFloat(const char *text, float *value) {
  char *end = NULL;
  *value = strtof(text, &end);
  return *text && !*end && isfinite(*value);
}

#endif
