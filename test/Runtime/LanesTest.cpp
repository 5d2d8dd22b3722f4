// Every operation of lanes against the same on numbers, for random values and
// masks.
#include "test_lanes.h"

namespace {

LANES_SUITE(Lanes);

template <class A, class B> void checkOperators() {
  Values<A> as(1);
  Values<B> bs(2);
  for (int round = 0; round < 40; ++round) {
    const auto a = as.sixteen();
    const auto b = bs.sixteen();
    const Lane<A> x = lanesOf(a);
    const Lane<B> y = lanesOf(b);
    const B same = b[3];
    expectLanes(x + y, [&](auto k) { return a[k] + b[k]; }, "+");
    expectLanes(x - y, [&](auto k) { return a[k] - b[k]; }, "-");
    expectLanes(x * y, [&](auto k) { return a[k] * b[k]; }, "*");
    expectLanes(x + same, [&](auto k) { return a[k] + same; }, "+ same");
    expectLanes(same - x, [&](auto k) { return same - a[k]; }, "same -");
    expectLanes(x == y, [&](auto k) { return a[k] == b[k]; }, "==");
    expectLanes(x != y, [&](auto k) { return a[k] != b[k]; }, "!=");
    expectLanes(x < y, [&](auto k) { return a[k] < b[k]; }, "<");
    expectLanes(x <= y, [&](auto k) { return a[k] <= b[k]; }, "<=");
    expectLanes(x > y, [&](auto k) { return a[k] > b[k]; }, ">");
    expectLanes(x >= same, [&](auto k) { return a[k] >= same; }, ">=");
    if constexpr (std::is_floating_point_v<decltype(A() + B())>) {
      expectLanes(x / y, [&](auto k) { return a[k] / b[k]; }, "/");
    } else {
      if (!(std::is_same_v<A, bool> && std::is_same_v<B, bool>)) {
        expectLanes(
            Lane<decltype(A() + B())>(x & y),
            [&](auto k) { return a[k] & b[k]; }, "&");
        expectLanes(
            Lane<decltype(A() + B())>(x | y),
            [&](auto k) { return a[k] | b[k]; }, "|");
        expectLanes(
            Lane<decltype(A() + B())>(x ^ y),
            [&](auto k) { return a[k] ^ b[k]; }, "^");
      }
      std::array<int, 16> counts;
      for (int &count : counts)
        count = int(bs.random() % (CHAR_BIT * sizeof(+A())));
      const Lane<int> by = lanesOf(counts);
      expectLanes(x << by, [&](auto k) { return a[k] << counts[k]; }, "<<");
      expectLanes(x >> by, [&](auto k) { return a[k] >> counts[k]; }, ">>");
      expectLanes(x >> 3, [&](auto k) { return a[k] >> 3; }, ">> 3");
      expectLanes(x / 7, [&](auto k) { return a[k] / 7; }, "/ 7");
      expectLanes(x % 10, [&](auto k) { return a[k] % 10; }, "% 10");
      // Lanes that do not run divide by 0 and by -1.
      Mask runs = as.mask();
      using T = decltype(A() + B());
      for (int k = 0; k < 16; ++k)
        if (T(b[std::size_t(k)]) == T(0) || T(b[std::size_t(k)]) == T(-1))
          runs -= Mask::only(k);
      expectLanes(
          rt::divide(runs, x, y),
          [&](auto k) { return runs.has(int(k)) ? a[k] / b[k] : T(0); },
          "divide");
      expectLanes(
          rt::remainder(runs, x, y),
          [&](auto k) { return runs.has(int(k)) ? a[k] % b[k] : T(0); },
          "remainder");
    }
    const Lane<bool> some = x < y;
    expectLanes(
        rt::select(some, x, y),
        [&](auto k) { return a[k] < b[k] ? a[k] : b[k]; }, "select");
  }
}

LANES_TEST(Lanes, OperatorsOfAllWideTypes) {
  Wide::each([](auto a) { checkOperators<decltype(a), decltype(a)>(); });
}

LANES_TEST(Lanes, OperatorsOfTwoTypes) {
  checkOperators<int, unsigned>();
  checkOperators<unsigned, long>();
  checkOperators<long, double>();
  checkOperators<float, double>();
  checkOperators<float, int>();
  checkOperators<unsigned long, float>();
}

LANES_TEST(Lanes, NarrowTypesAreIntsInOperators) {
  checkOperators<signed char, signed char>();
  checkOperators<unsigned char, int>();
  checkOperators<short, unsigned short>();
  checkOperators<unsigned short, float>();
  checkOperators<bool, int>();
  checkOperators<bool, bool>();
  checkOperators<char, double>();
  checkOperators<long long, unsigned long long>();
}

LANES_TEST(Lanes, UnaryOperators) {
  All::each([](auto type) {
    using T = decltype(type);
    Values<T> values(3);
    for (int round = 0; round < 40; ++round) {
      const auto a = values.sixteen();
      const Lane<T> x = lanesOf(a);
      expectLanes(!x, [&](auto k) { return !a[k]; }, "!");
      if constexpr (!std::is_same_v<T, bool>) {
        expectLanes(-x, [&](auto k) { return -a[k]; }, "-");
        expectLanes(+x, [&](auto k) { return +a[k]; }, "+");
        Lane<T> counted = x;
        ++counted;
        expectLanes(counted, [&](auto k) { return T(a[k] + 1); }, "++");
        if constexpr (std::is_integral_v<T>)
          expectLanes(~x, [&](auto k) { return ~a[k]; }, "~");
      }
    }
  });
}

LANES_TEST(Lanes, ConversionsOfAllTypes) {
  All::each([](auto from) {
    All::each([](auto to) {
      using From = decltype(from);
      using To = decltype(to);
      Values<From> values(4);
      for (int round = 0; round < 40; ++round) {
        auto a = values.sixteen();
        // What the other type cannot have has no value in C++.
        if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>)
          for (From &value : a)
            value = From(values.small()) + From(0.75);
        expectLanes(
            Lane<To>(lanesOf(a)), [&](auto k) { return To(a[k]); },
            "a conversion");
        const From same = a[5];
        expectLanes(
            Lane<To>(same), [&](auto) { return To(same); }, "all alike");
      }
    });
  });
}

LANES_TEST(Lanes, AssignmentsWhereLanesRun) {
  All::each([](auto type) {
    using T = decltype(type);
    Values<T> values(5);
    for (int round = 0; round < 40; ++round) {
      const auto a = values.sixteen();
      const auto b = values.sixteen();
      const Mask mask = values.mask();
      Lane<T> x = lanesOf(a);
      rt::where(mask, x) = lanesOf(b);
      expectLanes(
          x, [&](auto k) { return mask.has(int(k)) ? b[k] : a[k]; }, "where");
      x = lanesOf(a);
      rt::where(mask, x) += lanesOf(b);
      expectLanes(
          x, [&](auto k) { return mask.has(int(k)) ? T(a[k] + b[k]) : a[k]; },
          "where +=");
      x = lanesOf(a);
      rt::where(mask, x) = b[0];
      expectLanes(
          x, [&](auto k) { return mask.has(int(k)) ? b[0] : a[k]; },
          "where, all alike");
      x = lanesOf(a);
      x *= lanesOf(b);
      expectLanes(x, [&](auto k) { return T(a[k] * b[k]); }, "*=");
    }
  });
}

LANES_TEST(Lanes, Masks) {
  Values<unsigned> values(6);
  for (int round = 0; round < 200; ++round) {
    const Mask a = values.mask(), b = values.mask();
    std::array<bool, 16> own;
    for (bool &value : own)
      value = values.random() % 2 != 0;
    const Lane<bool> x = lanesOf(own);
    int count = 0;
    for (int k = 0; k < 16; ++k) {
      EXPECT_EQ((a & b).has(k), a.has(k) && b.has(k));
      EXPECT_EQ((a | b).has(k), a.has(k) || b.has(k));
      EXPECT_EQ((a - b).has(k), a.has(k) && !b.has(k));
      EXPECT_EQ((a & x).has(k), a.has(k) && own[std::size_t(k)]);
      EXPECT_EQ((a - x).has(k), a.has(k) && !own[std::size_t(k)]);
      EXPECT_EQ((x && !x)[k], false);
      EXPECT_EQ((x || true)[k], true);
      count += a.has(k);
    }
    EXPECT_EQ(a.size(), count);
    EXPECT_EQ(bool(a), count != 0);
    EXPECT_EQ(a & true, a);
    EXPECT_EQ(a & false, Mask::none());
    int visited = 0;
    rt::eachLane(a, [&](int k) {
      EXPECT_TRUE(a.has(k));
      ++visited;
    });
    EXPECT_EQ(visited, count);
  }
  EXPECT_EQ(Mask::first(16), Mask::all());
  EXPECT_EQ(Mask::first(0), Mask::none());
  EXPECT_EQ(Mask::first(3).bits(), 7u);
}

template <class T> void checkMemory() {
  const GuardedMemory guarded;
  Values<T> values(7);
  for (int round = 0; round < 60; ++round) {
    const int count = int(values.random() % 17);
    T *const last = guarded.last<T>(count);
    std::array<T, 16> kept{};
    for (int k = 0; k < count; ++k)
      kept[std::size_t(k)] = last[k] = values.next();
    const Mask runs = values.mask() & Mask::first(count);
    const auto held = [&](auto k) { return runs.has(int(k)) ? kept[k] : T(0); };
    expectLanes(rt::loadLanes(runs, last), held, "loadLanes");

    const auto whole = values.sixteen();
    expectLanes(
        rt::loadAll(whole.data()), [&](auto k) { return whole[k]; }, "loadAll");

    // Numbers in the lanes that do not run lead anywhere.
    std::array<int, 16> numbers;
    for (int k = 0; k < 16; ++k)
      numbers[std::size_t(k)] = runs.has(k)
                                    ? int(values.random() % unsigned(count))
                                    : int(values.random());
    const auto there = [&](auto k) {
      return runs.has(int(k)) ? last[numbers[k]] : T(0);
    };
    const Lane<int> number = lanesOf(numbers);
    expectLanes(rt::gather(runs, last, number), there, "gather");
    expectLanes(rt::gather(runs, last, Lane<long>(number)), there,
                "gather by long");
    std::array<unsigned, 16> wide;
    for (int k = 0; k < 16; ++k)
      wide[std::size_t(k)] = unsigned(numbers[std::size_t(k)]);
    expectLanes(rt::gather(runs, last, lanesOf(wide)), there,
                "gather by unsigned");

    const auto others = values.sixteen();
    rt::storeLanes(runs, lanesOf(others), last);
    for (int k = 0; k < count; ++k)
      ASSERT_TRUE(isSame(last[k], runs.has(k) ? others[std::size_t(k)]
                                              : kept[std::size_t(k)]));
    std::array<T, 32> compressed{};
    ASSERT_EQ(rt::compress(runs, lanesOf(others), compressed.data()),
              runs.size());
    int next = 0;
    rt::eachLane(runs, [&](int k) {
      ASSERT_TRUE(
          isSame(compressed[std::size_t(next++)], others[std::size_t(k)]));
    });
    for (int k = 0; k < count; ++k)
      last[k] = T(0);
    std::array<int, 16> distinct;
    for (int k = 0; k < 16; ++k)
      distinct[std::size_t(k)] = runs.has(k) ? count - 1 - k : INT_MAX;
    rt::scatter(runs, lanesOf(others), last, lanesOf(distinct));
    for (int k = 0; k < count; ++k)
      ASSERT_TRUE(isSame(last[count - 1 - k],
                         runs.has(k) ? others[std::size_t(k)] : T(0)));
  }
}

LANES_TEST(Lanes, MemoryOfLanesThatRun) {
  checkMemory<signed char>();
  checkMemory<unsigned short>();
  checkMemory<int>();
  checkMemory<unsigned>();
  checkMemory<long>();
  checkMemory<unsigned long>();
  checkMemory<float>();
  checkMemory<double>();
}

template <class T> void checkMath() {
  Values<T> values(8);
  for (int round = 0; round < 100; ++round) {
    const auto a = values.sixteen();
    const auto b = values.sixteen();
    const Lane<T> x = lanesOf(a), y = lanesOf(b);
    expectLanes(rt::sqrt(x), [&](auto k) { return std::sqrt(a[k]); }, "sqrt");
    expectLanes(rt::fabs(x), [&](auto k) { return std::fabs(a[k]); }, "fabs");
    expectLanes(
        rt::floor(x), [&](auto k) { return std::floor(a[k]); }, "floor");
    expectLanes(rt::ceil(x), [&](auto k) { return std::ceil(a[k]); }, "ceil");
    expectLanes(
        rt::trunc(x), [&](auto k) { return std::trunc(a[k]); }, "trunc");
    expectLanes(
        rt::min(x, y), [&](auto k) { return std::min(a[k], b[k]); }, "min");
    expectLanes(
        rt::max(x, y), [&](auto k) { return std::max(a[k], b[k]); }, "max");
    const Mask runs = values.mask();
    expectLanes(
        rt::apply(
            runs, [](T p, T q) { return std::hypot(p, q); }, x, b[0]),
        [&](auto k) {
          return runs.has(int(k)) ? std::hypot(a[k], b[0]) : T(0);
        },
        "apply");
  }
}

LANES_TEST(Lanes, FunctionsOfTheLibrary) {
  checkMath<float>();
  checkMath<double>();
  Values<int> values(9);
  for (int round = 0; round < 50; ++round) {
    const auto a = values.sixteen();
    const Lane<int> x = lanesOf(a);
    expectLanes(
        rt::sqrt(x), [&](auto k) { return std::sqrt(double(a[k])); }, "sqrt");
    expectLanes(
        rt::abs(x),
        [&](auto k) { return a[k] < 0 ? int(0u - unsigned(a[k])) : a[k]; },
        "abs");
  }
}

} // namespace
