// What lanes at nodes of their own need: records that become columns, stacks
// side by side, and elements of arrays that each lane chooses.
#include "test_lanes.h"

#include <regtt/rt/lanes/calls.h>
#include <regtt/rt/lanes/lane_stacks.h>
#include <regtt/rt/lanes/rows.h>

#include <cstring>
#include <vector>

LANES_SUITE(LaneRows);

namespace {

/// Fields of all widths, wherever words of 4 bytes may have them.
template <class Children> struct alignas(16) Record {
  double weight;
  bool isLeaf;
  signed char axis;
  unsigned short kind;
  float at[3];
  long key;
  Children children;
};
struct LaneRecord {
  using Single = Record<rt::Links<2>>;
  using Lanes = LaneRecord;
  Lane<double> weight;
  Lane<bool> isLeaf;
  Lane<signed char> axis;
  Lane<unsigned short> kind;
  Lane<float> at[3];
  Lane<long> key;
  rt::LaneLinks<2> children;

  template <class Other, class F> static void eachField(const F &f) {
    f(&LaneRecord::weight, &Other::weight);
    f(&LaneRecord::isLeaf, &Other::isLeaf);
    f(&LaneRecord::axis, &Other::axis);
    f(&LaneRecord::kind, &Other::kind);
    f(&LaneRecord::at, &Other::at);
    f(&LaneRecord::key, &Other::key);
    f(&LaneRecord::children, &Other::children);
  }
};

/// Of so many words, whose last four are not all a group of four; or of so few
/// that they are read field by field.
template <int Words> struct Odd {
  std::uint32_t word[Words];
};
template <int Words> struct LaneOdd {
  using Single = Odd<Words>;
  using Lanes = LaneOdd;
  Lane<std::uint32_t> word[Words];

  template <class Other, class F> static void eachField(const F &f) {
    f(&LaneOdd::word, &Other::word);
  }
};

/// As many records as there are, where nothing may be read behind the last.
template <class Each> class Tree {
public:
  template <int> using Group = Each;

  explicit Tree(int count) : records(memory.template last<Each>(count)) {
    groups[0] = records;
  }

private:
  GuardedMemory memory;

public:
  Each *const records;
  const void *groups[1];
};

LANES_TEST(LaneRows, RecordsBecomeColumns) {
  Tree<LaneRecord::Single> tree(40);
  std::mt19937 random(5);
  for (int k = 0; k < 40; ++k) {
    LaneRecord::Single &r = tree.records[k];
    r.weight = double(random()) / 7;
    r.isLeaf = random() % 2;
    r.axis = (signed char)random();
    r.kind = (unsigned short)random();
    for (float &x : r.at)
      x = float(random()) / 3;
    r.key = long(random()) << 31 | long(random());
    for (rt::Link &link : r.children.link)
      link = random() % 3 ? rt::Link(random()) : rt::none;
  }
  Values<int> values(3);
  for (int round = 0; round < 200; ++round) {
    const Mask runs = values.mask();
    Lane<rt::Link> nodes;
    for (int k = 0; k < 16; ++k)
      nodes.set(k, runs.has(k) ? rt::Link(random() % 40) : rt::none);
    const auto n = rt::loadRows<LaneRecord, 0>(runs, tree, nodes);
    const Lane<int> slot = Lane<int>(nodes) & 1;
    const Lane<rt::Link> chosen = rt::childAt(n.children, slot);
    for (int k = 0; k < 16; ++k) {
      const auto &r = tree.records[runs.has(k) ? nodes[k] : 0];
      ASSERT_EQ(n.weight[k], r.weight);
      ASSERT_EQ(n.isLeaf[k], r.isLeaf);
      ASSERT_EQ(n.axis[k], r.axis);
      ASSERT_EQ(n.kind[k], r.kind);
      ASSERT_EQ(n.key[k], r.key);
      for (int c = 0; c < 3; ++c)
        ASSERT_EQ(n.at[c][k], r.at[c]);
      for (int s = 0; s < 2; ++s) {
        ASSERT_EQ(n.children[s][k], r.children.link[s]);
        ASSERT_EQ(n.children.has(s)[k], r.children.has(s));
      }
      ASSERT_EQ(chosen[k], r.children.link[slot[k]]);
    }
  }
}

template <int Words> void checkWords() {
  Tree<Odd<Words>> tree(17);
  std::mt19937 random(Words);
  for (int k = 0; k < 17; ++k)
    for (std::uint32_t &word : tree.records[k].word)
      word = std::uint32_t(random());
  Lane<rt::Link> nodes;
  for (int k = 0; k < 16; ++k)
    nodes.set(k, rt::Link(16 - k));
  const auto n = rt::loadRows<LaneOdd<Words>, 0>(Mask::all(), tree, nodes);
  for (int k = 0; k < 16; ++k)
    for (int w = 0; w < Words; ++w)
      ASSERT_EQ(n.word[w][k], tree.records[16 - k].word[w]);
}

LANES_TEST(LaneRows, RecordsOfAllLengths) {
  checkWords<1>();
  checkWords<3>();
  checkWords<4>();
  checkWords<5>();
  checkWords<7>();
  checkWords<8>();
  checkWords<18>();
}

/// Lanes at different heights, whose ropes hold different things, against a
/// stack for each.
LANES_TEST(LaneRows, StacksOfDifferentRopes) {
  struct Rope {
    bool isWide;
    std::uint32_t link;
    double wide;
    short narrow;
    float single;
  };
  rt::LaneStacks stacks(rt::lane::Widths{3, 1});
  std::vector<Rope> expected[16];
  Values<int> values(17);
  std::mt19937 random(9);
  for (int round = 0; round < 4000; ++round) {
    Mask lanes = values.mask();
    // More come than go, then all go.
    if (random() % 100 < (round < 2500 ? 60u : 30u)) {
      const bool isWide = random() % 2;
      Lane<std::uint32_t> link;
      Lane<double> wide;
      Lane<short> narrow;
      Lane<float> single;
      for (int k = 0; k < 16; ++k) {
        link.set(k, std::uint32_t(random()));
        wide.set(k, double(random()));
        narrow.set(k, short(random()));
        single.set(k, float(random()));
        if (lanes.has(k))
          expected[k].push_back(
              {isWide, link[k], wide[k], narrow[k], single[k]});
      }
      stacks.reserve(1);
      stacks.put(lanes, 0, link);
      if (isWide)
        stacks.put(lanes, 0, wide);
      else
        stacks.put(lanes, 2, single);
      stacks.put(lanes, 1, narrow);
      stacks.raise(lanes);
    } else {
      lanes &= Lane<bool>::of(stacks.filled().bits());
      stacks.lower(lanes);
      const auto link = stacks.get<std::uint32_t>(lanes, 0);
      const auto wide = stacks.get<double>(lanes, 0);
      const auto narrow = stacks.get<short>(lanes, 1);
      const auto single = stacks.get<float>(lanes, 2);
      for (int k = 0; k < 16; ++k) {
        if (!lanes.has(k))
          continue;
        const Rope rope = expected[k].back();
        expected[k].pop_back();
        ASSERT_EQ(link[k], rope.link);
        ASSERT_EQ(narrow[k], rope.narrow);
        if (rope.isWide)
          ASSERT_EQ(wide[k], rope.wide);
        else
          ASSERT_EQ(single[k], rope.single);
      }
    }
    for (int k = 0; k < 16; ++k)
      ASSERT_EQ(stacks.filled().has(k), !expected[k].empty());
  }
}

/// Short arrays are compared, long ones looked up; lanes that do not run may
/// have any number.
template <class T, int N> void checkElements() {
  Values<T> values(31);
  std::mt19937 random(N);
  for (int round = 0; round < 50; ++round) {
    Lane<T> array[N];
    std::array<std::array<T, 16>, N> expected;
    for (int e = 0; e < N; ++e) {
      expected[std::size_t(e)] = values.sixteen();
      array[e] = lanesOf(expected[std::size_t(e)]);
    }
    const Mask runs = values.mask();
    Lane<int> number;
    for (int k = 0; k < 16; ++k)
      number.set(k, runs.has(k) ? int(random() % N) : INT_MIN);
    const Lane<T> found = rt::arrayElement(runs, array, number);
    const auto stored = values.sixteen();
    for (int k = 0; k < 16; ++k)
      if (runs.has(k)) {
        T &element = expected[std::size_t(number[k])][std::size_t(k)];
        ASSERT_TRUE(isSame(found[k], element));
        element = stored[std::size_t(k)];
      }
    rt::arrayElements(runs, array, number) = lanesOf(stored);
    for (int e = 0; e < N; ++e)
      for (int k = 0; k < 16; ++k)
        ASSERT_TRUE(
            isSame(array[e][k], expected[std::size_t(e)][std::size_t(k)]));
  }
}

LANES_TEST(LaneRows, ElementsOfArrays) {
  checkElements<float, 3>();
  checkElements<double, 8>();
  checkElements<int, 1>();
  checkElements<bool, 2>();
  checkElements<signed char, 5>();
  checkElements<long, 9>();
  checkElements<float, 20>();
}

} // namespace
