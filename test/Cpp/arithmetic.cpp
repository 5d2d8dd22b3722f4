// Arithmetic between every two types, as the original computes it and as what
// is printed of the language does.
// RUN: regtt-cc -std=c++20 --emit=ir --target=cpu %s -o %t.ir
// RUN: regtt-opt --emit=cpp %t.ir > %t.cpp
// RUN: g++ -std=c++20 -Wall -Wextra -Werror -Wno-type-limits -fsyntax-only %t.cpp
// RUN: g++ -std=c++20 -O1 -fwrapv -Wno-unknown-pragmas -DPRINTED='"%t.cpp"' %s -o %t.out
// RUN: %t.out
#ifdef PRINTED
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
namespace original {
#endif

using i8 = signed char;
using u8 = unsigned char;
using i16 = short;
using u16 = unsigned short;
using u32 = unsigned;
using i64 = long;
using u64 = unsigned long;
using ill = long long;
using ull = unsigned long long;
using i128 = __int128;
using u128 = unsigned __int128;

unsigned long mixed(unsigned long h, unsigned long v) {
  return (h ^ v) * 1099511628211ul + (h >> 29);
}

// Of two integers; signed overflow wraps (-fwrapv).
#define INTEGERS(A, B)                                                         \
  unsigned long of_##A##_##B(A a, B b, int n) {                                \
    unsigned long h = 7;                                                       \
    h = mixed(h, a + b);                                                       \
    h = mixed(h, a - b);                                                       \
    h = mixed(h, a * b);                                                       \
    h = mixed(h, (a & b) + 2 * (a | b) - (a ^ b));                             \
    h = mixed(h, b != 0 && b != (B)-1 ? a / b + a % b : 0);                    \
    h = mixed(h, (a << n) + (b >> n));                                         \
    h = mixed(h, (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a > b));         \
    h = mixed(h, -a + ~b);                                                     \
    h = mixed(h, a ? a : b);                                                   \
    h = mixed(h, (A)(a + b) + (B)(a - b));                                     \
    h = mixed(h, (a > 3 && b > 3 || !a) + (a && b));                           \
    A x = a;                                                                   \
    x += b;                                                                    \
    h = mixed(h, x);                                                           \
    x = x * b;                                                                 \
    x -= a;                                                                    \
    h = mixed(h, x);                                                           \
    x <<= n;                                                                   \
    x |= b;                                                                    \
    x >>= 1;                                                                   \
    x++;                                                                       \
    h = mixed(h, x--);                                                         \
    B y = a;                                                                   \
    y ^= x;                                                                    \
    h = mixed(h, y % 7 + x / 3 - 1 + (y > -1) + (x == 200) + (y - (x - 5)));   \
    return h;                                                                  \
  }

// Of a number with a point and any other.
#define NUMBERS(F, A)                                                          \
  double of_##F##_##A(F f, A a) {                                              \
    F x = a;                                                                   \
    x += f * a - a / (f + 3);                                                  \
    A y = a;                                                                   \
    y += f;                                                                    \
    y *= 0.5;                                                                  \
    double h = x + y + (f < a) + 2 * (a <= f);                                 \
    h = h * 0.75f + (A)(f * 2) - (f ? f : a) + (int)f / 2;                     \
    return h + (x - (f - a)) + -f * -x;                                        \
  }

#define EACH(M, A)                                                             \
  M(A, i8) M(A, u8) M(A, char) M(A, i16) M(A, u16) M(A, int) M(A, u32)         \
  M(A, i64) M(A, u64) M(A, ill) M(A, ull) M(A, i128) M(A, u128) M(A, wchar_t)  \
  M(A, char16_t) M(A, char32_t)

#define ALL(M)                                                                 \
  EACH(M, i8) EACH(M, u8) EACH(M, char) EACH(M, i16) EACH(M, u16)              \
  EACH(M, int) EACH(M, u32) EACH(M, i64) EACH(M, u64) EACH(M, ill)             \
  EACH(M, ull) EACH(M, i128) EACH(M, u128) EACH(M, wchar_t)                    \
  EACH(M, char16_t) EACH(M, char32_t)

ALL(INTEGERS)
EACH(NUMBERS, float)
EACH(NUMBERS, double)
NUMBERS(float, float)
NUMBERS(float, double)
NUMBERS(double, float)

bool bools(bool a, bool b, int n) {
  bool c = a & b;
  c |= n & 2;
  c ^= n > 3;
  c += n;
  return (a < b) + (c == b) + ~(int)a * b - a > n || (a | b) != c || -b < n;
}

#pragma regtt traversal
double all(long a, long b, int n) {
  double h = bools(a, b, n) + bools(a & 1, b & 1, n);
#define CALL(A, B) h += of_##A##_##B(a, b, n % 7) % 1048573;
#define CALL_NUMBERS(F, A) h += of_##F##_##A(a * 0.5 + b, b % 100);
  ALL(CALL)
  EACH(CALL_NUMBERS, float)
  EACH(CALL_NUMBERS, double)
  CALL_NUMBERS(float, float)
  CALL_NUMBERS(float, double)
  CALL_NUMBERS(double, float)
  return h;
}

#ifdef PRINTED
} // namespace original
namespace printed {
#include PRINTED
}

int main() {
  const long values[] = {0,     1,      -1,     2,     3,      -7,
                         100,   127,    128,    -128,  200,    255,
                         256,   32767,  -32768, 65535, 40000,  2147483647,
                         -2147483648l,  4294967295l,   123456789012l};
  int failures = 0;
  for (const long a : values)
    for (const long b : values)
      for (int n = 0; n < 7; ++n) {
        const double first = original::all(a, b, n);
        const double second = printed::all(a, b, n);
        failures += std::memcmp(&first, &second, sizeof first) != 0;
      }
  if (failures)
    std::printf("%d of the results differ\n", failures);
  return failures != 0;
}
#endif
