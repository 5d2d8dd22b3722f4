// Random numbers that are the same on every machine for the same seed
// (SplitMix64; Steele, Lea and Flood 2014). C11 and C++17.
#ifndef SAMPLES_COMMON_RANDOM_H
#define SAMPLES_COMMON_RANDOM_H

#include "program.h"

#include <math.h>

typedef struct {
  uint64_t state;
} Random;

static inline Random seeded(uint64_t seed) {
  Random random;
  random.state = mixBits(seed + 0x9e3779b97f4a7c15u);
  return random;
}

static inline uint64_t randomBits(Random *random) {
  random->state += 0x9e3779b97f4a7c15u;
  return mixBits(random->state);
}

/// Uniform in [0, 1).
static inline double randomUniform(Random *random) {
  return (double)(randomBits(random) >> 11) * 0x1p-53;
}

/// Uniform among 0 .. below - 1.
static inline uint64_t randomBelow(Random *random, uint64_t below) {
  return (uint64_t)(randomUniform(random) * (double)below);
}

/// Normal, with mean 0 and deviation 1 (Marsaglia's polar method).
static inline double randomNormal(Random *random) {
  double x, y, square;
  do {
    x = 2 * randomUniform(random) - 1;
    y = 2 * randomUniform(random) - 1;
    square = x * x + y * y;
  } while (square >= 1 || square == 0);
  return x * sqrt(-2 * log(square) / square);
}

static inline void shuffle(int *ids, int count, Random *random) {
  int i;
  for (i = count - 1; i > 0; --i) {
    int other = (int)randomBelow(random, (uint64_t)i + 1);
    int id = ids[i];
    ids[i] = ids[other];
    ids[other] = id;
  }
}

#endif
