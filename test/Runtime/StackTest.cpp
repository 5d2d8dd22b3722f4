/// Stacks of ropes against a vector, entry by entry.
#include <regtt/rt/core/stack.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <vector>

namespace rt = regtt::rt;

namespace {

constexpr std::size_t most = 40; ///< entries

template <class Args> struct Column {
  std::vector<rt::Link> links;
  std::vector<Args> args;
  explicit Column(std::size_t entries, std::size_t stride)
      : links(entries * stride, 77), args(entries * stride) {}
};

/// A stack whose top Room entries lie in a ring, of column 1 of 3.
template <class Args, std::uint32_t Room> struct Ring {
  Column<Args> ring{Room, 3}, rest{most, 3};
  rt::RingStack<Args, Room> stack{
      {ring.links.data() + 1, ring.args.data() + 1, 3},
      {rest.links.data() + 1, rest.args.data() + 1, 3}};
};

template <class Args, std::uint32_t Room, class Make, class Is>
void expectLikeVector(const Make &make, const Is &is) {
  std::mt19937 random(Room);
  for (int round = 0; round < 200; ++round) {
    Ring<Args, Room> ring;
    std::vector<rt::Link> expected;
    // Rounds that tend to grow and rounds that tend to shrink.
    const unsigned tendency = 2 + unsigned(round) % 7;
    for (rt::Link n = 0; n < 400; ++n) {
      ASSERT_EQ(ring.stack.empty(), expected.empty());
      if (expected.size() < most && random() % 10 < tendency) {
        ring.stack.push(n, make(n));
        expected.push_back(n);
      } else if (!expected.empty()) {
        Args args{};
        ASSERT_EQ(ring.stack.pop(args), expected.back());
        ASSERT_TRUE(is(args, expected.back()));
        expected.pop_back();
      }
    }
  }
}

TEST(StackTest, ARingKeepsTheTopAndTheRestLiesElsewhere) {
  const auto make = [](rt::Link n) { return n * 0.5; };
  const auto is = [](double a, rt::Link n) { return a == n * 0.5; };
  expectLikeVector<double, 1>(make, is);
  expectLikeVector<double, 4>(make, is);
  expectLikeVector<double, 8>(make, is);
}

TEST(StackTest, ARingOfRopesWithoutArguments) {
  const auto make = [](rt::Link) { return rt::NoArgs{}; };
  const auto is = [](rt::NoArgs, rt::Link) { return true; };
  expectLikeVector<rt::NoArgs, 2>(make, is);
  expectLikeVector<rt::NoArgs, 8>(make, is);
}

TEST(StackTest, WhatWaitsIsDropped) {
  Ring<rt::NoArgs, 4> ring;
  rt::NoArgs none;
  for (rt::Link round = 0; round < 3; ++round) {
    for (rt::Link n = 0; n < most; ++n)
      ring.stack.push(100 * round + n, none);
    ring.stack.clear();
    EXPECT_TRUE(ring.stack.empty());
  }
  ring.stack.push(7, none);
  EXPECT_EQ(ring.stack.next(), 7u);
  EXPECT_EQ(ring.stack.pop(none), 7u);
  EXPECT_TRUE(ring.stack.empty());
}

TEST(StackTest, OnlyItsOwnColumnIsWritten) {
  Ring<rt::NoArgs, 4> ring;
  for (rt::Link n = 0; n < most; ++n)
    ring.stack.push(n, {});
  for (std::size_t i = 0; i < ring.rest.links.size(); ++i)
    if (i % 3 != 1 || i / 3 >= most - 4) {
      EXPECT_EQ(ring.rest.links[i], 77u) << i;
    }
}

} // namespace
