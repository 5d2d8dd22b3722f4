// Structs and arrays of lanes against the same of one query: what is assigned,
// chosen, and looked up in columns, for random values and masks.
#include "lane_structs.h"

namespace {

LANES_SUITE(LaneStructs);

LANES_TEST(LaneStructs, BytesOfOneLane) {
  EXPECT_EQ(rt::lane::singleBytes<LaneWhole<Lane>>(), bytesInWhole);
  EXPECT_EQ(rt::lane::singleBytes<LaneWhole<rt::Column>>(), bytesInWhole);
  EXPECT_EQ((rt::lane::singleBytes<Lane<short>[3][2]>()), 12u);
  EXPECT_EQ(rt::lane::singleBytes<Lane<bool>>(), 1u);
}

LANES_TEST(LaneStructs, EachNumberInOrder) {
  Whole single = nextWhole(1);
  LaneWhole<Lane> lanes;
  std::vector<const void *> ofSingle, beside;
  rt::lane::eachSingle<LaneWhole<Lane>>(
      single, [&](auto &value) { ofSingle.push_back(&value); });
  rt::lane::eachElement(single, lanes,
                        [&](auto &value, auto &) { beside.push_back(&value); });
  EXPECT_EQ(ofSingle, beside);
  EXPECT_EQ(ofSingle.size(), std::size_t(numbersInWhole));
  std::vector<const void *> own, paired, others;
  rt::lane::eachElement(lanes, [&](auto &value) { own.push_back(&value); });
  rt::lane::eachElement(lanes, single, [&](auto &value, auto &other) {
    paired.push_back(&value);
    others.push_back(&other);
  });
  EXPECT_EQ(own, paired);
  EXPECT_EQ(others, ofSingle);
  EXPECT_EQ(ofSingle.front(), &single.count);
  EXPECT_EQ(ofSingle[1], &single.all);
  EXPECT_EQ(ofSingle[2], &single.size);
  EXPECT_EQ(ofSingle.back(), &single.wide);
}

LANES_TEST(LaneStructs, TheSameInAllLanes) {
  for (unsigned round = 1; round <= 20; ++round) {
    const Whole one = nextWhole(round);
    const LaneWhole<Lane> lanes = one;
    for (int k = 0; k < 16; ++k)
      ASSERT_TRUE(isSameIn(lanes, k, one));
  }
}

LANES_TEST(LaneStructs, AssignmentsWhereLanesRun) {
  Values<int> values(20);
  for (unsigned round = 1; round <= 60; ++round) {
    const Wholes a = sixteenWholes(round), b = sixteenWholes(1000 + round);
    const Mask runs = values.mask();
    LaneWhole<Lane> lanes = lanesOf(a);
    rt::where(runs, lanes) = lanesOf(b);
    for (int k = 0; k < 16; ++k)
      ASSERT_TRUE(isSameIn(lanes, k, (runs.has(k) ? b : a)[std::size_t(k)]));
    lanes = lanesOf(a);
    rt::where(runs, lanes) = b[0]; // of the user's own type
    for (int k = 0; k < 16; ++k)
      ASSERT_TRUE(isSameIn(lanes, k, runs.has(k) ? b[0] : a[std::size_t(k)]));
    rt::where(Mask::all(), lanes) = lanes;
    for (int k = 0; k < 16; ++k)
      ASSERT_TRUE(isSameIn(lanes, k, runs.has(k) ? b[0] : a[std::size_t(k)]));
    const LaneWhole<Lane> from = lanesOf(b);
    rt::where(runs, lanes.many) = from.many;
    rt::where(runs, lanes.flags[1]) = a[3].flags[0];
    for (int k = 0; k < 16; ++k) {
      const auto at = std::size_t(k);
      Whole wanted = runs.has(k) ? b[0] : a[at];
      if (runs.has(k)) {
        for (int i = 0; i < 6; ++i)
          wanted.many[i / 3][i % 3] = b[at].many[i / 3][i % 3];
        wanted.flags[1] = a[3].flags[0];
      }
      ASSERT_TRUE(isSameIn(lanes, k, wanted));
    }
  }
}

LANES_TEST(LaneStructs, OneOrTheOther) {
  Values<bool> values(21);
  for (unsigned round = 1; round <= 60; ++round) {
    const Wholes a = sixteenWholes(round), b = sixteenWholes(1000 + round);
    const auto own = values.sixteen();
    using Whole16 = LaneWhole<Lane>;
    const Whole16 chosen =
        rt::select<Whole16>(::lanesOf(own), lanesOf(a), lanesOf(b));
    const Whole16 single = rt::select<Whole16>(::lanesOf(own), a[0], b[1]);
    const Whole16 alike = rt::select<Whole16>(own[0], a[2], lanesOf(b));
    for (std::size_t k = 0; k < 16; ++k) {
      ASSERT_TRUE(isSameIn(chosen, int(k), own[k] ? a[k] : b[k]));
      ASSERT_TRUE(isSameIn(single, int(k), own[k] ? a[0] : b[1]));
      ASSERT_TRUE(isSameIn(alike, int(k), own[0] ? a[2] : b[k]));
    }
  }
}

/// Sixteen queries, of a block of `count`, whose numbers lie in columns at the
/// end of pages: each column has a page of its own behind it.
class WholeColumns {
public:
  explicit WholeColumns(int count) : count(count) {}

  void take(LaneWhole<rt::Column> &query, const Lane<int> &numbers,
            Mask there) {
    std::size_t next = 0;
    rt::lane::eachElement(query, [&](auto &column) {
      using T = typename std::remove_cvref_t<decltype(column)>::Value;
      column.set(memory[next++].template last<T>(count), &numbers, there);
    });
  }
  /// The query of this number.
  Whole get(int number) const {
    Whole result;
    std::size_t next = 0;
    rt::lane::eachSingle<LaneWhole<Lane>>(result, [&](auto &value) {
      using T = std::remove_cvref_t<decltype(value)>;
      value = memory[next++].template last<T>(count)[number];
    });
    return result;
  }
  void set(int number, Whole whole) {
    std::size_t next = 0;
    rt::lane::eachSingle<LaneWhole<Lane>>(whole, [&](auto &value) {
      using T = std::remove_cvref_t<decltype(value)>;
      memory[next++].template last<T>(count)[number] = value;
    });
  }

private:
  int count;
  GuardedMemory memory[numbersInWhole];
};

LANES_TEST(LaneStructs, ColumnsOfLanesThatRun) {
  Values<int> values(22);
  for (unsigned round = 1; round <= 40; ++round) {
    const int count = 1 + int(values.random() % 20);
    WholeColumns columns(count);
    std::vector<Whole> kept;
    for (int k = 0; k < count; ++k) {
      kept.push_back(nextWhole(unsigned(k) * 77 + round));
      columns.set(k, kept.back());
    }
    const Mask there = values.mask() & Mask::first(count);
    std::array<int, 16> number = numbersBelow(count, there, values.random);
    rt::eachLane(there, [&](int k) { number[std::size_t(k)] = count - 1 - k; });
    const Lane<int> numbers = ::lanesOf(number);
    LaneWhole<rt::Column> query;
    columns.take(query, numbers, there);
    const LaneWhole<Lane> held = query;
    rt::eachLane(there, [&](int k) {
      EXPECT_TRUE(isSameIn(held, k, kept[std::size_t(count - 1 - k)]));
      EXPECT_TRUE(isSameIn(query, k, kept[std::size_t(count - 1 - k)]));
    });
    const Mask some = there & values.mask();
    const Wholes b = sixteenWholes(round);
    rt::where(some, query) = lanesOf(b);
    rt::where(some, query.flags[0]) = query.flags[1];
    for (int k = 0; k < 16 && k < count; ++k) {
      Whole wanted = kept[std::size_t(count - 1 - k)];
      if (some.has(k)) {
        wanted = b[std::size_t(k)];
        wanted.flags[0] = wanted.flags[1];
      }
      const Whole got = columns.get(count - 1 - k);
      EXPECT_TRUE(isSameIn(LaneWhole<Lane>(got), 0, wanted));
    }
  }
}

} // namespace
