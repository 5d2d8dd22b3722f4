/// regtt_count against the loops themselves, run by this test's compiler.
#include <regtt/rt/abi.h>
#include <regtt/rt/head.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace {

template <class Number> regtt_number numberOf() {
  return {std::is_floating_point_v<Number> ? REGTT_REAL
          : std::is_signed_v<Number>       ? REGTT_SIGNED
                                           : REGTT_UNSIGNED,
          int(sizeof(Number))};
}

/// A head whose iterations find nothing by the counter.
template <class Counter, class Last> regtt_head headOf(int test, int step) {
  regtt_head head{};
  head.test = test;
  head.step = step;
  head.counter = numberOf<Counter>();
  head.compared = numberOf<decltype(Counter() + Last())>();
  return head;
}

struct Counted {
  std::size_t count;
  std::string fault;
};

template <class Counter, class Last>
Counted counted(const regtt_head &head, Counter first, Last last) {
  regtt_site site{};
  site.head = &head;
  regtt_call call{};
  call.site = &site;
  if constexpr (std::is_floating_point_v<Last>)
    regtt_count_to_real(&call, std::size_t(first), last);
  else
    regtt_count(&call, std::size_t(first), std::size_t(last));
  return {call.count, call.fault ? call.fault : ""};
}

template <class Counter, class Last>
bool passes(int test, Counter i, Last last) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
  switch (test) {
  case REGTT_LESS:
    return i < last;
  case REGTT_LESS_EQUAL:
    return i <= last;
  case REGTT_GREATER:
    return i > last;
  case REGTT_GREATER_EQUAL:
    return i >= last;
  default:
    return i != last;
  }
#pragma GCC diagnostic pop
}

/// The loop: how often it runs; at most once more than there are values.
template <class Counter, class Last>
std::size_t loop(const regtt_head &head, Counter first, Last last,
                 bool &wraps) {
  const std::size_t most = std::size_t(1) << (8 * sizeof(Counter));
  std::size_t count = 0;
  Counter i = first;
  long before = 0;
  wraps = false;
  while (count <= most) {
    const bool goesOn = passes(head.test, i, last);
    if (head.counts_in_test)
      i = Counter(i + head.step);
    if (!goesOn)
      break;
    wraps |= count != 0 && i != before + head.step;
    before = i;
    ++count;
    if (!head.counts_in_test)
      i = Counter(i + head.step);
  }
  return count;
}

template <class Counter, class Last> void compareHeads(std::uint32_t seed) {
  std::mt19937 random(seed);
  const int steps[] = {1, -1, 2, -2, 3, -5, 100, -100, 128, 255, 256, 40000};
  const std::size_t most = std::size_t(1) << (8 * sizeof(Counter));
  const int rounds = sizeof(Counter) == 1 ? 20000 : 300;
  for (int round = 0; round < rounds; ++round) {
    regtt_head head =
        headOf<Counter, Last>(int(random() % 5), steps[random() % 12]);
    head.counts_in_test = random() % 4 == 0;
    const auto first = Counter(random());
    const Last last = random() % 2 ? Last(int(random() % 700) - 300)
                                   : Last(first + int(random() % 9) - 4);
    bool wraps;
    const std::size_t expected = loop(head, first, last, wraps);
    const Counted found = counted(head, first, last);
    const std::string shown =
        std::to_string(+first) + " to " + std::to_string(last) + ", test " +
        std::to_string(head.test) + ", step " + std::to_string(head.step);
    if (expected > most) {
      ASSERT_EQ(found.fault,
                "the loop does not end: whatever its counter comes to passes "
                "the test")
          << shown;
      continue;
    }
    ASSERT_EQ(found.fault, "") << shown;
    ASSERT_EQ(found.count, expected) << shown;
    head.in_memory = 1;
    ASSERT_EQ(counted(head, first, last).fault.empty(), !wraps) << shown;
    ASSERT_EQ(counted(head, first, last).count, wraps ? 0 : expected) << shown;
  }
}

template <class Counter> void compareAll(std::uint32_t seed) {
  compareHeads<Counter, std::int8_t>(seed);
  compareHeads<Counter, std::uint8_t>(seed + 1);
  compareHeads<Counter, std::int16_t>(seed + 2);
  compareHeads<Counter, std::uint16_t>(seed + 3);
  compareHeads<Counter, int>(seed + 4);
  compareHeads<Counter, unsigned>(seed + 5);
  compareHeads<Counter, long>(seed + 6);
  compareHeads<Counter, unsigned long>(seed + 7);
  compareHeads<Counter, float>(seed + 8);
  compareHeads<Counter, double>(seed + 9);
}

TEST(Head, NarrowCountersAgreeWithTheLoop) {
  compareAll<std::int8_t>(1);
  compareAll<std::uint8_t>(11);
  compareAll<std::int16_t>(21);
  compareAll<std::uint16_t>(31);
}

TEST(Head, WideCountersAreComputed) {
  const std::size_t all = std::numeric_limits<std::size_t>::max();
  const auto count = [](auto head, auto first, auto last) {
    const Counted found = counted(head, first, last);
    EXPECT_EQ(found.fault, "");
    return found.count;
  };
  const auto sizes = [](int test, int step) {
    return headOf<std::size_t, std::size_t>(test, step);
  };
  EXPECT_EQ(count(sizes(REGTT_LESS, 1), std::size_t(0), all), all);
  EXPECT_EQ(count(sizes(REGTT_NOT_EQUAL, -1), std::size_t(3), all), 4u);
  EXPECT_EQ(count(sizes(REGTT_LESS, 3), std::size_t(0), all - 2),
            (all - 3) / 3 + 1);
  // 3 k = 1 modulo 2^64: once round and on.
  EXPECT_EQ(count(sizes(REGTT_NOT_EQUAL, 3), std::size_t(0), std::size_t(1)),
            all / 3 * 2 + 1);
  EXPECT_EQ(
      counted(sizes(REGTT_NOT_EQUAL, 2), std::size_t(0), std::size_t(1)).count,
      0u);
  EXPECT_NE(counted(sizes(REGTT_LESS_EQUAL, 1), std::size_t(0), all).fault, "");
  // An int below zero is a large number beside a std::size_t.
  EXPECT_EQ(count(headOf<int, std::size_t>(REGTT_LESS, 1), -1, std::size_t(9)),
            0u);
  EXPECT_EQ(count(headOf<std::size_t, int>(REGTT_LESS, 1), std::size_t(5), -1),
            all - 5);
  EXPECT_EQ(count(headOf<int, unsigned>(REGTT_LESS, 1), 0, 0x7fffffffu),
            0x7fffffffu);
}

TEST(Head, TheTestRoundsAsTheLanguageDoes) {
  const std::int64_t large = (std::int64_t(1) << 53) - 2;
  const regtt_head toDouble = headOf<std::int64_t, double>(REGTT_LESS_EQUAL, 1);
  // 2^53 + 1 is 2^53 as a double.
  EXPECT_EQ(counted(toDouble, large, 0x1p53).count, 4u);
  const regtt_head toFloat = headOf<int, float>(REGTT_LESS, 1);
  EXPECT_EQ(counted(toFloat, (1 << 24) - 2, 0x1p24f).count, 2u);
  EXPECT_EQ(counted(toFloat, 0, 2.5f).count, 3u);
  EXPECT_EQ(counted(toFloat, 0, std::nanf("")).count, 0u);
  EXPECT_EQ(counted(toFloat, 0, std::nanf("")).fault, "");
  EXPECT_NE(
      counted(headOf<int, float>(REGTT_NOT_EQUAL, 1), 0, std::nanf("")).fault,
      "");
}

TEST(Head, OverflowIsSaid) {
  const int most = std::numeric_limits<int>::max();
  EXPECT_EQ(counted(headOf<int, int>(REGTT_LESS, 100), 0, most - 10).fault,
            "the loop's counter overflows");
  EXPECT_EQ(counted(headOf<int, int>(REGTT_LESS, 1), 0, most).count,
            std::size_t(most));
  // After the last iteration.
  EXPECT_EQ(counted(headOf<int, unsigned>(REGTT_LESS, 1), 0, 0x80000000u).fault,
            "the loop's counter overflows");
}

TEST(Head, WhatIterationsFindInMemory) {
  regtt_head head = headOf<unsigned, unsigned>(REGTT_NOT_EQUAL, 1);
  EXPECT_EQ(counted(head, ~0u - 1, 2u).count, 4u);
  head.in_memory = 1;
  EXPECT_EQ(counted(head, ~0u - 1, 2u).fault,
            "the loop's counter wraps around, and what its iterations find by "
            "it does not lie side by side; count in a wider type");
  head.in_memory = 0;
  head.parameter = numberOf<int>();
  EXPECT_EQ(counted(head, ~0u - 1, 2u).count, 4u);
  head.parameter = numberOf<long>();
  EXPECT_NE(counted(head, ~0u - 1, 2u).fault, "");

  head.in_memory = head.found_by_parameter = 1;
  head.parameter = numberOf<int>();
  EXPECT_EQ(counted(head, 5u, 9u).count, 4u);
  EXPECT_EQ(counted(head, 0x7ffffffeu, 0x80000001u).fault,
            "the loop counts to numbers that the traversal's parameter cannot "
            "hold; count in the parameter's type");

  // Four elements at 4 * i, in an unsigned.
  head.found_by_parameter = 0;
  head.factor = 4;
  EXPECT_EQ(counted(head, 0x3ffffff0u, 0x40000000u).count, 16u);
  EXPECT_EQ(counted(head, 0x40000000u, 0x40000004u).count, 4u);
  EXPECT_EQ(counted(head, 0x3ffffff0u, 0x40000001u).fault,
            "the index of an iteration's elements wraps around; compute it in "
            "64 bits");
}

} // namespace
