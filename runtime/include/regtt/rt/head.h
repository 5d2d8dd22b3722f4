/* The head of an annotated loop that counts, `for (i = first; i < last; i +=
 * step)`: what regtt_count needs to compute in the counter's type, which may
 * wrap around, and in the one that the test compares in. Plain C89; abi.h has
 * the rest of the boundary.
 */
#ifndef REGTT_RT_HEAD_H
#define REGTT_RT_HEAD_H

enum regtt_kind { REGTT_UNSIGNED = 0, REGTT_SIGNED = 1, REGTT_REAL = 2 };

/** A type of numbers: a regtt_kind and its size; of REGTT_REAL, that of float
 * or of double. */
struct regtt_number {
  int kind;
  int bytes;
};

/** What an iteration asks first: whether its counter is less than the last
 * value, and so on. */
enum regtt_test {
  REGTT_LESS = 0,
  REGTT_LESS_EQUAL = 1,
  REGTT_GREATER = 2,
  REGTT_GREATER_EQUAL = 3,
  REGTT_NOT_EQUAL = 4
};

/** What is known of a head when it is compiled; static data, never written. */
struct regtt_head {
  int test;                    /**< a regtt_test */
  int step;                    /**< what an iteration adds to the counter */
  int counts_in_test;          /**< `for (i = n; i-- > 0;)` */
  struct regtt_number counter; /**< an integer type */
  /** What the counter and the last value are converted to by the test. */
  struct regtt_number compared;
  /** Whether iteration k finds something at `first + k * step` in memory, where
   * no counter wraps around. */
  int in_memory;
  /** Nonzero: in memory it is at `factor * i`, computed in 32 bits that wrap
   * around. */
  unsigned factor;
  /** The parameter that a traversal takes the counter as, an integer; 0 bytes:
   * none does. */
  struct regtt_number parameter;
  /** Whether something in memory is found by that parameter. */
  int found_by_parameter;
};

#endif
