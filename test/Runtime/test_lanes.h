// What tests of lanes compare: random values of all types with the ends of each
// among them, random masks, and memory that may not be read. Files that use it
// are compiled once for each instruction set (REGTT_TEST_ISA), and their tests
// skipped where the processor lacks it.
#pragma once

#include <regtt/rt/lanes/lanes.h>

#include <gtest/gtest.h>

#include <sys/mman.h>

#include <array>
#include <bit>
#include <climits>
#include <limits>
#include <random>

namespace rt = regtt::rt;
using rt::Lane;
using rt::Mask;

namespace {

bool isHere() {
#if defined(REGTT_LANES_AVX512)
  return __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
#elif defined(REGTT_LANES_AVX2)
  return __builtin_cpu_supports("avx2");
#else
  return true;
#endif
}

/// Values with the ends of their type among them.
template <class T> class Values {
public:
  explicit Values(unsigned seed) : random(seed) {}

  T next() {
    if constexpr (std::is_same_v<T, bool>) {
      return random() % 2 != 0;
    } else if constexpr (std::is_floating_point_v<T>) {
      using Limits = std::numeric_limits<T>;
      const T ends[] = {T(0),
                        -T(0),
                        Limits::infinity(),
                        -Limits::infinity(),
                        Limits::quiet_NaN(),
                        Limits::denorm_min(),
                        -Limits::min() / 2,
                        Limits::max(),
                        Limits::lowest(),
                        T(1),
                        T(-2.5)};
      if (random() % 3 == 0)
        return ends[random() % std::size(ends)];
      return T(std::uniform_real_distribution<double>(-1000, 1000)(random));
    } else {
      using Limits = std::numeric_limits<T>;
      const T ends[] = {T(0),          T(1),          T(-1),
                        Limits::min(), Limits::max(), T(Limits::max() - 1)};
      if (random() % 3 == 0)
        return ends[random() % std::size(ends)];
      return T(random());
    }
  }

  /// Numbers that every type can have.
  T small() {
    if constexpr (std::is_same_v<T, bool>)
      return random() % 2 != 0;
    else
      return T(random() % 100);
  }

  std::array<T, 16> sixteen() {
    std::array<T, 16> result;
    for (T &value : result)
      value = next();
    return result;
  }

  Mask mask() {
    const unsigned some[] = {0, 0xffff, 1, 0x8000};
    return Mask(random() % 4 == 0 ? some[random() % 4] : unsigned(random()));
  }

  std::mt19937_64 random;
};

template <class T> Lane<T> lanesOf(const std::array<T, 16> &values) {
  Lane<T> result(T(0));
  for (int k = 0; k < 16; ++k)
    result.set(k, values[std::size_t(k)]);
  return result;
}

/// Whether two values are the same bits, or both no number.
template <class T> bool isSame(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (a != a || b != b)
      return a != a && b != b;
    return std::memcmp(&a, &b, sizeof a) == 0;
  } else {
    return a == b;
  }
}

template <class T> struct TypeName;
#define REGTT_NAME(T)                                                          \
  template <> struct TypeName<T> {                                             \
    static constexpr const char *is = #T;                                      \
  };
REGTT_NAME(bool)
REGTT_NAME(char)
REGTT_NAME(signed char)
REGTT_NAME(unsigned char)
REGTT_NAME(short)
REGTT_NAME(unsigned short)
REGTT_NAME(int)
REGTT_NAME(unsigned)
REGTT_NAME(long)
REGTT_NAME(unsigned long)
REGTT_NAME(long long)
REGTT_NAME(unsigned long long)
REGTT_NAME(float)
REGTT_NAME(double)

template <class T, class Expected>
void expectLanes(const Lane<T> &got, const Expected &expected,
                 const char *what) {
  for (int k = 0; k < 16; ++k) {
    const auto wanted = expected(std::size_t(k));
    static_assert(std::is_same_v<T, std::remove_cvref_t<decltype(wanted)>>);
    ASSERT_TRUE(isSame(got[k], wanted))
        << what << " of " << TypeName<T>::is << ", lane " << k << ": "
        << +got[k] << " is not " << +wanted;
  }
}

/// Calls f(T()) for each of the types.
template <class... T> struct Types {
  template <class F> static void each(const F &f) { (f(T()), ...); }
};
using Wide = Types<int, unsigned, long, unsigned long, float, double>;
using All = Types<bool, char, signed char, unsigned char, short, unsigned short,
                  int, unsigned, long, unsigned long, long long,
                  unsigned long long, float, double>;

/// Two pages, of which the second may not be read: what ends at its start.
class GuardedMemory {
public:
  static constexpr std::size_t page = 4096;
  GuardedMemory()
      : memory(
            static_cast<char *>(mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    mprotect(memory + page, page, PROT_NONE);
  }
  ~GuardedMemory() { munmap(memory, 2 * page); }
  template <class T> T *last(int count) const {
    return reinterpret_cast<T *>(memory + page) - count;
  }

private:
  char *memory;
};

/// Tests of a file, once for each instruction set:
///
///     LANES_SUITE(Lanes);
///     LANES_TEST(Lanes, Masks) { ... }     Lanes_Avx2.Masks
class OnThisProcessor : public testing::Test {
protected:
  void SetUp() override {
    if (!isHere())
      GTEST_SKIP() << "this processor has no " << rt::lane::isaName;
  }
};
#define LANES_JOINED(suite, isa) suite##_##isa
#define LANES_NAME(suite, isa) LANES_JOINED(suite, isa)
#define LANES_SUITE(suite)                                                     \
  class LANES_NAME(suite, REGTT_TEST_ISA) : public OnThisProcessor {}
#define LANES_TEST(suite, name)                                                \
  LANES_TEST_OF(LANES_NAME(suite, REGTT_TEST_ISA), name)
#define LANES_TEST_OF(suite, name) TEST_F(suite, name)

} // namespace
