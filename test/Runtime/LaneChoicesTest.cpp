// What lanes choose against the same of one query: elements, and what stands
// behind a condition. Elements end at a page that may not be read, and lanes
// that do not run have numbers that lead there.
#include "lane_structs.h"

namespace {

LANES_SUITE(LaneChoices);

//===--- Elements ---------------------------------------------------------===//

template <class T> void checkElements() {
  Values<T> values(30);
  for (int round = 0; round < 40; ++round) {
    std::array<std::array<T, 16>, 5> kept;
    Lane<T> array[5];
    for (std::size_t i = 0; i < 5; ++i)
      array[i] = lanesOf(kept[i] = values.sixteen());
    const Mask runs = values.mask();
    const auto at = numbersBelow(5, runs, values.random);
    const auto place = [&](auto k) -> auto & { return array[k]; };
    expectLanes(
        rt::element(runs, place, lanesOf(at)),
        [&](auto k) {
          return runs.has(int(k)) ? kept[std::size_t(at[k])][k] : T(0);
        },
        "element");
    const auto by = values.sixteen();
    rt::elements(runs, place, lanesOf(at)) = lanesOf(by);
    for (std::size_t i = 0; i < 5; ++i)
      expectLanes(
          array[i],
          [&](auto k) {
            return runs.has(int(k)) && at[k] == int(i) ? by[k] : kept[i][k];
          },
          "elements =");
    rt::elements(runs, place, lanesOf(at)) = by[0];
    rt::elements(runs, place, lanesOf(at)) += lanesOf(kept[0]);
    for (std::size_t i = 0; i < 5; ++i)
      expectLanes(
          array[i],
          [&](auto k) {
            return runs.has(int(k)) && at[k] == int(i) ? T(by[0] + kept[0][k])
                                                       : kept[i][k];
          },
          "elements +=");
  }
}

LANES_TEST(LaneChoices, ElementsOfAllTypes) {
  All::each([](auto value) { checkElements<decltype(value)>(); });
}

/// a op= b of elements, where op is there for T.
template <class T> void checkElementAssignments() {
  Values<T> values(31);
  for (int round = 0; round < 40; ++round) {
    const auto a = values.sixteen(), b = values.sixteen();
    const Mask runs = values.mask();
    const auto at = numbersBelow(1, runs, values.random);
    Lane<T> array[1];
    const auto place = [&](auto k) -> auto & { return array[k]; };
    const auto check = [&](const auto &assign, const char *what) {
      array[0] = lanesOf(a);
      assign(rt::elements(runs, place, lanesOf(at)), lanesOf(b), T(3));
      expectLanes(
          array[0],
          [&](auto k) {
            T wanted = a[k];
            if (runs.has(int(k)))
              assign(wanted, b[k], T(3));
            return wanted;
          },
          what);
    };
    check([](auto &&x, auto y, T) { x += y; }, "+=");
    check([](auto &&x, auto y, T) { x -= y; }, "-=");
    check([](auto &&x, auto y, T) { x *= y; }, "*=");
    check([](auto &&x, auto, T same) { x /= same; }, "/=");
    if constexpr (std::is_integral_v<T>) {
      check([](auto &&x, auto, T same) { x %= same; }, "%=");
      check([](auto &&x, auto y, T) { x &= y; }, "&=");
      check([](auto &&x, auto y, T) { x |= y; }, "|=");
      check([](auto &&x, auto y, T) { x ^= y; }, "^=");
      check([](auto &&x, auto, T same) { x <<= same; }, "<<=");
      check([](auto &&x, auto y, T) { x >>= (y & 7); }, ">>=");
    }
  }
}

LANES_TEST(LaneChoices, AssignmentsToElements) {
  Wide::each([](auto value) { checkElementAssignments<decltype(value)>(); });
}

LANES_TEST(LaneChoices, ElementsThatAreStructs) {
  Values<int> values(32);
  for (unsigned round = 1; round <= 40; ++round) {
    const Wholes kept[2] = {sixteenWholes(round), sixteenWholes(500 + round)};
    LaneWhole<Lane> array[2] = {lanesOf(kept[0]), lanesOf(kept[1])};
    const Mask runs = values.mask();
    const auto at = numbersBelow(2, runs, values.random);
    const auto in = numbersBelow(3, runs, values.random);
    const auto place = [&](auto k) -> auto & { return array[k]; };
    const LaneWhole<Lane> got = rt::element(runs, place, ::lanesOf(at));
    const Wholes by = sixteenWholes(900 + round);
    rt::elements(runs, place, ::lanesOf(at)) = lanesOf(by);
    for (std::size_t k = 0; k < 16; ++k) {
      const bool isIn = runs.has(int(k));
      if (isIn) {
        ASSERT_TRUE(isSameIn(got, int(k), kept[at[k]][k]));
      }
      for (int i = 0; i < 2; ++i)
        ASSERT_TRUE(isSameIn(array[i], int(k),
                             isIn && at[k] == i ? by[k] : kept[i][k]));
    }
    // By two numbers, of which one may be the same for all lanes.
    rt::elements(
        runs, [&](auto k, auto k2) -> auto & { return array[k].many[1][k2]; },
        ::lanesOf(at), ::lanesOf(in)) = 7;
    const Lane<int> seven = rt::element(
        runs, [&](auto k, auto k2) -> auto & { return array[1].many[k][k2]; },
        1, ::lanesOf(in));
    for (std::size_t k = 0; k < 16; ++k) {
      if (runs.has(int(k))) {
        ASSERT_EQ(seven[int(k)], at[k] == 1 ? 7 : kept[1][k].many[1][in[k]]);
      }
    }
  }
}

/// Of memory that all lanes share, and that has `count` of them.
LANES_TEST(LaneChoices, StructsThatAreThereForLanesThatRun) {
  const GuardedMemory guarded;
  Values<int> values(33);
  for (unsigned round = 1; round <= 40; ++round) {
    const int count = 1 + int(values.random() % 8);
    Whole *const last = guarded.last<Whole>(count);
    for (int k = 0; k < count; ++k)
      last[k] = nextWhole(round + unsigned(k));
    const Mask runs = values.mask();
    const auto at = numbersBelow(count, runs, values.random);
    const auto got = rt::applied<LaneWhole<Lane>>(
        runs, [&](auto k) { return last[k]; }, ::lanesOf(at));
    const Lane<short> few = rt::apply(
        runs, [&](auto k, auto k2) { return last[k].flags[k2].few; },
        ::lanesOf(at), 1);
    for (std::size_t k = 0; k < 16; ++k)
      if (runs.has(int(k))) {
        ASSERT_TRUE(isSameIn(got, int(k), last[at[k]]));
        ASSERT_EQ(few[int(k)], last[at[k]].flags[1].few);
      }
  }
}

LANES_TEST(LaneChoices, ElementsInColumns) {
  const GuardedMemory first, second;
  Values<long> values(34);
  for (int round = 0; round < 60; ++round) {
    const int count = 1 + int(values.random() % 16);
    long *const memory[2] = {first.last<long>(count), second.last<long>(count)};
    const Mask there = Mask::first(count), runs = there & values.mask();
    auto number = numbersBelow(count, there, values.random);
    for (int k = 0; k < count; ++k) {
      number[std::size_t(k)] = k;
      memory[0][k] = k;
      memory[1][k] = 100 + k;
    }
    const Lane<int> numbers = lanesOf(number);
    rt::Column<long> columns[2];
    for (int i = 0; i < 2; ++i)
      columns[i].set(memory[i], &numbers, there);
    const auto at = numbersBelow(2, runs, values.random);
    const auto place = [&](auto k) -> auto & { return columns[k]; };
    expectLanes(
        rt::element(runs, place, lanesOf(at)),
        [&](auto k) { return runs.has(int(k)) ? 100 * at[k] + long(k) : 0l; },
        "element");
    rt::elements(runs, place, lanesOf(at)) -= 1000;
    for (int k = 0; k < count; ++k)
      for (int i = 0; i < 2; ++i)
        ASSERT_EQ(memory[i][k],
                  100 * i + k -
                      (runs.has(k) && at[std::size_t(k)] == i ? 1000 : 0));
  }
}

//===--- Behind a condition -----------------------------------------------===//

LANES_TEST(LaneChoices, WhatIsAskedBehindACondition) {
  const GuardedMemory guarded;
  Values<bool> values(35);
  for (int round = 0; round < 200; ++round) {
    const Mask runs = values.mask();
    const auto c = values.sixteen();
    const bool same = values.next();
    bool *const last = guarded.last<bool>(4);
    for (int k = 0; k < 4; ++k)
      last[k] = values.next();
    // Only lanes that come to it have an element.
    std::array<int, 16> at{};
    const auto ask = [&](const auto &first, bool isAnd) {
      Mask asked = Mask::none();
      const auto then = [&](Mask some) {
        EXPECT_TRUE(some);
        asked = some;
        return rt::apply(some, [&](auto k) { return last[k]; }, lanesOf(at));
      };
      const Lane<bool> got = isAnd ? rt::andThen(runs, first, then)
                                   : rt::orElse(runs, first, then);
      for (int k = 0; k < 16; ++k) {
        const bool is = rt::lane::inLane(first, k);
        EXPECT_EQ(asked.has(k), runs.has(k) && is == isAnd);
        const bool wanted = is == isAnd ? last[at[std::size_t(k)] & 3] : is;
        EXPECT_EQ(got[k], runs.has(k) && wanted);
      }
    };
    for (bool isAnd : {true, false}) {
      for (std::size_t k = 0; k < 16; ++k)
        at[k] = runs.has(int(k)) && c[k] == isAnd
                    ? int(values.random() % 4)
                    : INT_MAX - 3 + int(values.random() % 4);
      ask(lanesOf(c), isAnd);
      for (std::size_t k = 0; k < 16; ++k)
        at[k] = runs.has(int(k)) && same == isAnd ? int(values.random() % 4)
                                                  : INT_MIN;
      ask(same, isAnd);
    }
    // Sides that are the same for all lanes, or a set of them.
    const Mask others = values.mask();
    EXPECT_EQ(rt::andThen(runs, lanesOf(c), [&](Mask) { return same; }).bits(),
              (runs & lanesOf(c) & same).bits());
    EXPECT_EQ(rt::orElse(runs, same, [&](Mask) { return others; }).bits(),
              same ? runs.bits() : (runs & others).bits());
  }
}

template <class A, class B> void checkChoice() {
  Values<A> as(36);
  Values<B> bs(37);
  Values<bool> conditions(38);
  for (int round = 0; round < 30; ++round) {
    const auto a = as.sixteen();
    const auto b = bs.sixteen();
    const auto c = conditions.sixteen();
    const Mask runs = conditions.mask();
    Mask yes = Mask::none(), no = Mask::none();
    const auto take = [&](const auto &condition, const auto &otherwise) {
      yes = no = Mask::none();
      return rt::choice(
          runs, condition,
          [&](Mask some) {
            EXPECT_TRUE(some);
            yes = some;
            return lanesOf(a);
          },
          [&](Mask some) {
            EXPECT_TRUE(some);
            no = some;
            return otherwise;
          });
    };
    const auto expect = [&](const auto &got, const auto &is,
                            const auto &otherwise) {
      using T = decltype(true ? A() : B());
      expectLanes(
          got,
          [&](auto k) {
            return !runs.has(int(k)) ? T(0) : is(k) ? T(a[k]) : T(otherwise(k));
          },
          "choice");
      for (int k = 0; k < 16; ++k) {
        EXPECT_EQ(yes.has(k), runs.has(k) && is(std::size_t(k)));
        EXPECT_EQ(no.has(k), runs.has(k) && !is(std::size_t(k)));
      }
    };
    expect(
        take(lanesOf(c), lanesOf(b)), [&](auto k) { return c[k]; },
        [&](auto k) { return b[k]; });
    expect(
        take(c[0], b[1]), [&](auto) { return c[0]; },
        [&](auto) { return b[1]; });
  }
}

LANES_TEST(LaneChoices, OneSideOrTheOther) {
  Wide::each([](auto value) { checkChoice<decltype(value), int>(); });
  checkChoice<bool, bool>();
  checkChoice<short, short>();
  checkChoice<char, unsigned char>();
  checkChoice<double, float>();
  checkChoice<unsigned, long>();
}

LANES_TEST(LaneChoices, OneStructOrTheOther) {
  Values<bool> values(39);
  for (unsigned round = 1; round <= 40; ++round) {
    const Wholes a = sixteenWholes(round);
    const Whole b = nextWhole(500 + round);
    const auto c = values.sixteen();
    const Mask runs = values.mask();
    const auto got = rt::choice<LaneWhole<Lane>>(
        runs, ::lanesOf(c), [&](Mask) { return lanesOf(a); },
        [&](Mask) { return b; });
    for (std::size_t k = 0; k < 16; ++k) {
      if (runs.has(int(k))) {
        ASSERT_TRUE(isSameIn(got, int(k), c[k] ? a[k] : b));
      }
    }
  }
}

//===--- Of what all lanes have alike -------------------------------------===//

LANES_TEST(LaneChoices, DivisionWhereLanesRun) {
  Values<int> values(40);
  for (int round = 0; round < 100; ++round) {
    auto a = values.sixteen(), b = values.sixteen();
    const Mask runs = values.mask();
    for (std::size_t k = 0; k < 16; ++k) // others divide by 0, and by -1
      if (runs.has(int(k)) && (b[k] == 0 || b[k] == -1))
        b[k] = 5;
      else if (!runs.has(int(k)))
        b[k] = -int(values.random() % 2);
    if (!runs.has(0))
      a[0] = INT_MIN;
    const auto in = [&](const auto &value) {
      return [&](auto k) { return runs.has(int(k)) ? value(k) : 0; };
    };
    expectLanes(rt::divide(runs, lanesOf(a), lanesOf(b)),
                in([&](auto k) { return a[k] / b[k]; }), "/");
    expectLanes(rt::remainder(runs, a[1], lanesOf(b)),
                in([&](auto k) { return a[1] % b[k]; }), "%");
    expectLanes(rt::divide(runs, lanesOf(a), 7),
                in([&](auto k) { return a[k] / 7; }), "/ 7");
    expectLanes(rt::divide(runs, a[1], 7), in([&](auto) { return a[1] / 7; }),
                "of all alike");
    expectLanes(
        rt::remainder(Mask::none(), a[1], 0), [](auto) { return 0; },
        "of no lane");
  }
}

template <class T> void checkFunctionsOfOne() {
  Values<T> values(41);
  for (int round = 0; round < 100; ++round) {
    const T a = values.next(), b = values.next();
    static_assert(
        std::is_same_v<decltype(rt::sqrt(a)), decltype(std::sqrt(a))>);
    ASSERT_TRUE(isSame(rt::sqrt(a), std::sqrt(a)));
    ASSERT_TRUE(isSame(rt::fabs(a), std::fabs(a)));
    ASSERT_TRUE(isSame(rt::floor(a), std::floor(a)));
    ASSERT_TRUE(isSame(rt::ceil(a), std::ceil(a)));
    ASSERT_TRUE(isSame(rt::trunc(a), std::trunc(a)));
    ASSERT_TRUE(isSame(rt::min(a, b), std::min(a, b)));
    ASSERT_TRUE(isSame(rt::max(a, b), std::max(a, b)));
  }
}

LANES_TEST(LaneChoices, FunctionsOfWhatAllHaveAlike) {
  checkFunctionsOfOne<float>();
  checkFunctionsOfOne<double>();
  EXPECT_EQ(rt::abs(-3), 3);
  EXPECT_EQ(rt::abs(-3.5f), 3.5f);
  EXPECT_EQ(rt::abs(long(INT_MIN)), -long(INT_MIN));
  EXPECT_EQ(rt::sqrt(4), 2.0);
}

} // namespace
