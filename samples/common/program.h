// What the programs of all samples do the same way: errors, memory, times,
// files of results and checksums. C11 and C++17.
#ifndef SAMPLES_COMMON_PROGRAM_H
#define SAMPLES_COMMON_PROGRAM_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *programName = "sample"; // main sets it, by parseOptions

/// Ends the program with one message and exit code 1.
__attribute__((noreturn, format(printf, 1, 2))) static inline void
fail(const char *format, ...) {
  va_list values;
  va_start(values, format);
  fflush(stdout);
  fprintf(stderr, "%s: error: ", programName);
  vfprintf(stderr, format, values);
  fputc('\n', stderr);
  va_end(values);
  exit(1);
}

__attribute__((noreturn)) static inline void failMemory(void) {
  fail("not enough memory");
}

/// Zeroed memory for `count` objects; free() gives it back.
static inline void *allocate(size_t count, size_t size) {
  void *memory = calloc(count ? count : 1, size);
  if (!memory)
    failMemory();
  return memory;
}

/// Wall time in milliseconds since some fixed moment.
static inline double milliseconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static inline int compareTimes(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/// Prints the median of some times, in milliseconds, on standard error: what
/// depends on the machine stays out of the results.
static inline void printTime(const char *what, double *times, int count) {
  double median;
  qsort(times, (size_t)count, sizeof *times, compareTimes);
  median = (times[(count - 1) / 2] + times[count / 2]) / 2;
  fprintf(stderr, "%-10s %.3f ms", what, median);
  if (count > 1)
    fprintf(stderr, " (median of %d)", count);
  fputc('\n', stderr);
}

static inline void printTimeSince(const char *what, double start) {
  double time = milliseconds() - start;
  printTime(what, &time, 1);
}

/// Opens a file for results before they are computed, so that a wrong name is
/// told at once. Null if the name is empty.
static inline FILE *openOutput(const char *name) {
  FILE *out;
  if (!*name)
    return NULL;
  out = fopen(name, "wb");
  if (!out)
    fail("cannot write '%s'", name);
  return out;
}

static inline void closeOutput(FILE *out, const char *name) {
  int failed = ferror(out);
  if (fclose(out) != 0 || failed)
    fail("cannot write '%s'", name);
}

/// Ends main: nothing that was printed may be lost.
static inline int finish(void) {
  if (fflush(stdout) != 0 || ferror(stdout))
    fail("cannot write the results");
  return 0;
}

/// Mixes the bits of a word (the finaliser of SplitMix64).
static inline uint64_t mixBits(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/// Adds one query's result to a checksum that does not depend on the order in
/// which results are added.
static inline void addResult(uint64_t *checksum, int query, uint64_t result) {
  *checksum += mixBits(mixBits((uint64_t)query + 1) ^ result);
}

static inline uint64_t floatBits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline uint64_t doubleBits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline void printChecksum(uint64_t checksum) {
  printf("checksum   %016llx\n", (unsigned long long)checksum);
}

#endif
