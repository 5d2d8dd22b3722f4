/// Keys by which queries are sorted: where they go in a tree, where they lie on
/// a curve; and the sort on CPU threads.
#include "linearised_tree.h"
#include "test_trees.h"

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/curve.h>
#include <regtt/rt/core/history.h>
#include <regtt/rt/core/inspect.h>
#include <regtt/rt/core/split_ropes.h>
#include <regtt/rt/core/static_ropes.h>
#include <regtt/rt/core/warp.h>
#include <regtt/rt/host/bucket_schedule.h>
#include <regtt/rt/host/places.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

using namespace pointtree;
using namespace testtrees;
namespace rt = regtt::rt;

namespace {

/// Correlation, of which it is known that visits lead nowhere else.
struct Stable : correlate::Traversal {
  static constexpr bool stableCalls = true;
  template <class Children>
  struct Operator : correlate::Traversal::Operator<Children> {
    using Traversal = Stable;
  };
};

struct OneWorker {
  std::size_t first, last;
  static constexpr std::size_t step = 1;
};

/// The keys of all queries, on the records of an engine.
template <class Traversal, class Engine, class Queries>
std::vector<rt::PlaceKey> keysOf(const void *root,
                                 const typename Traversal::Uniforms &uniforms,
                                 const Queries &queries, int levels) {
  using Children = typename Engine::template Children<Traversal::numSlots>;
  using Inspector = rt::Inspector<Traversal, Children>;
  const LinearisedTree<Traversal, Children> tree(
      {reinterpret_cast<rt::NodeRef>(root)});
  EXPECT_EQ(tree.error, "");
  const auto op = tree.op(uniforms);

  std::vector<rt::Place> places(queries.size());
  struct Plain {
    const Queries &queries;
    auto load(std::size_t i) const { return queries[i]; }
  } plain{queries};
  const rt::InspectedObjects<Plain> inspected{
      plain, places.data(), Inspector::top(tree.order.numNodes, levels)};
  using Stack = rt::LinearStack<rt::StackValues<Traversal>>;
  std::vector<typename Stack::Entry> entries(
      rt::stackEntries<Traversal>(tree.order));
  const OneWorker all{0, queries.size()};
  if constexpr (Inspector::stackKind == rt::StackKind::PerQuery) {
    Stack stack(entries.data());
    Inspector::run(op, inspected, all, stack);
    EXPECT_TRUE(stack.empty());
  } else {
    rt::NoStack stack;
    Inspector::run(op, inspected, all, stack);
  }
  std::vector<rt::PlaceKey> keys;
  for (const rt::Place &place : places)
    keys.push_back(place.key);
  return keys;
}

/// The leaves of the top that a query enters, by recursion.
struct Leaves {
  const UserPoint &query;
  float radius;
  rt::TreeTop top;
  std::vector<rt::Link> found = {};
  rt::Link next = 0; ///< the number of the next node in preorder

  static rt::Link sizeOf(const UserNode *node) {
    return node ? 1 + sizeOf(node->left) + sizeOf(node->right) : 0;
  }
  void visit(const UserNode *node) {
    if (!node)
      return;
    const rt::Link self = next, size = sizeOf(node);
    correlate::Uniforms u{radius};
    correlate::Node<rt::Links<2>> record{};
    std::copy_n(node->min, 3, record.min);
    std::copy_n(node->max, 3, record.max);
    const correlate::Query q{{query.coord[0], query.coord[1], query.coord[2]},
                             0};
    const bool enters = correlate::canCorrelate(q, record, u);
    const bool isInner = node->left || node->right;
    if (size <= top.leafNodes) {
      if (size == 1 || (enters && isInner))
        found.push_back(self);
    } else if (enters) {
      ++next;
      visit(node->left);
      visit(node->right);
    }
    next = self + size;
  }
  rt::PlaceKey key() {
    rt::PlaceKey result = 0;
    for (unsigned p = 0; p < top.parts; ++p) {
      const rt::PlaceKey all = (rt::PlaceKey(1) << top.bits) - 1;
      result = result << top.bits |
               (p < found.size() ? rt::PlaceKey(found[p] >> top.shift) : all);
    }
    return result;
  }
};

TEST(ReorderTest, KeysNameTheFirstLeavesThatAreEntered) {
  for (int levels : {1, 4, 7, 12, 32})
    for (bool clustered : {false, true}) {
      std::vector<UserPoint> points =
          clustered ? clusteredPoints(400, 5) : uniformPoints(400, 5);
      const Tree tree(points);
      std::vector<correlate::Query> queries;
      std::vector<rt::PlaceKey> expected;
      for (const UserPoint &p : points) {
        queries.push_back({{p.coord[0], p.coord[1], p.coord[2]}, 7});
        Leaves leaves{p, 0.1f,
                      rt::TreeTop::of(Leaves::sizeOf(tree.root), levels, true)};
        leaves.visit(tree.root);
        expected.push_back(leaves.key());
      }
      const correlate::Uniforms u{0.1f};
      EXPECT_EQ(
          (keysOf<Stable, rt::StaticRopes>(tree.root, u, queries, levels)),
          expected);
      EXPECT_EQ((keysOf<Stable, rt::SplitRopes>(tree.root, u, queries, levels)),
                expected);
      EXPECT_EQ((keysOf<Stable, rt::Autoropes>(tree.root, u, queries, levels)),
                expected);
    }
}

TEST(ReorderTest, KeysOfRaggedTreesAgree) {
  for (unsigned seed = 1; seed < 6; ++seed) {
    std::vector<UserPoint> points = uniformPoints(100, seed);
    const RaggedTree tree(points, seed);
    std::vector<correlate::Query> queries;
    for (const UserPoint &p : points)
      queries.push_back({{p.coord[0], p.coord[1], p.coord[2]}, 0});
    for (int levels : {3, 10}) {
      const auto keys =
          keysOf<Stable, rt::StaticRopes>(tree.root, {0.3f}, queries, levels);
      EXPECT_EQ(
          (keysOf<Stable, rt::SplitRopes>(tree.root, {0.3f}, queries, levels)),
          keys);
      EXPECT_EQ(
          (keysOf<Stable, rt::Autoropes>(tree.root, {0.3f}, queries, levels)),
          keys);
    }
  }
}

/// The visits of a query in the top of a tree, by recursion.
struct Visits {
  const correlate::Query &query;
  float radius;
  rt::Link leafNodes;
  std::vector<bool> opened = {};

  void visit(const UserNode *node) {
    if (!node)
      return;
    correlate::Node<rt::Links<2>> record{};
    std::copy_n(node->min, 3, record.min);
    std::copy_n(node->max, 3, record.max);
    const bool opens =
        correlate::canCorrelate(query, record, correlate::Uniforms{radius}) &&
        (node->left || node->right);
    opened.push_back(opens);
    if (opens && Leaves::sizeOf(node) > leafNodes) {
      visit(node->left);
      visit(node->right);
    }
  }
};

/// The histories of all queries, on the records of an engine: [query][word].
template <class Engine>
std::vector<rt::PlaceKey> historiesOf(const void *root, float radius,
                                      const std::vector<correlate::Query> &all,
                                      int levels) {
  using Children = typename Engine::template Children<2>;
  using Inspector = rt::Inspector<Stable, Children>;
  static_assert(!rt::whyNoHistory<Stable, Children>(false));
  const LinearisedTree<Stable, Children> tree(
      {reinterpret_cast<rt::NodeRef>(root)});
  const auto size = rt::HistorySize::of(tree.order.numNodes, levels);
  struct Plain {
    const std::vector<correlate::Query> &queries;
    auto load(std::size_t i) const { return queries[i]; }
  } plain{all};
  std::vector<rt::Place> places(all.size());
  std::vector<rt::PlaceKey> words(all.size() * size.words, 77);
  const rt::RecordedObjects<Plain> recorded{plain, places.data(), words.data(),
                                            size.top, size.words};
  using Stack = rt::LinearStack<rt::StackValues<Stable>>;
  std::vector<typename Stack::Entry> entries(
      rt::stackEntries<Stable>(tree.order));
  const OneWorker worker{0, all.size()};
  if constexpr (Inspector::stackKind == rt::StackKind::PerQuery) {
    Stack stack(entries.data());
    Inspector::run(tree.op({radius}), recorded, worker, stack);
    EXPECT_TRUE(stack.empty());
  } else {
    rt::NoStack stack;
    Inspector::run(tree.op({radius}), recorded, worker, stack);
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_EQ(places[i], (rt::Place{words[i * size.words], i}));
  return words;
}

TEST(ReorderTest, AHistoryHasABitForEachVisitInTheTop) {
  std::vector<UserPoint> points = clusteredPoints(900, 8);
  std::vector<correlate::Query> queries;
  for (const UserPoint &p : points)
    queries.push_back({{p.coord[0], p.coord[1], p.coord[2]}, 0});
  const Tree tree(points);
  const rt::Link numNodes = Leaves::sizeOf(tree.root);
  for (int levels : {1, 4, 6, 7, 20})
    for (float radius : {0.01f, 0.2f, 9.f}) {
      const auto size = rt::HistorySize::of(numNodes, levels);
      EXPECT_EQ(size.words, levels < 6    ? 1u
                            : levels == 6 ? 2u
                            : levels == 7 ? 4u
                                          : rt::HistorySize::mostWords);
      std::vector<rt::PlaceKey> expected;
      for (const correlate::Query &query : queries) {
        Visits visits{query, radius, size.top.leafNodes};
        visits.visit(tree.root);
        visits.opened.resize(64 * size.words);
        for (unsigned w = 0; w < size.words; ++w) {
          rt::PlaceKey word = 0;
          for (unsigned bit = 0; bit < 64; ++bit)
            word = word << 1 | visits.opened[w * 64 + bit];
          expected.push_back(word);
        }
      }
      EXPECT_EQ(
          historiesOf<rt::StaticRopes>(tree.root, radius, queries, levels),
          expected);
      EXPECT_EQ(historiesOf<rt::Autoropes>(tree.root, radius, queries, levels),
                expected);
    }
}

TEST(ReorderTest, GuidedSearchesHaveNoHistory) {
  EXPECT_STREQ((rt::whyNoHistory<nearest::Traversal, rt::Links<2>>(false)),
               "visits change which nodes are visited");
}

TEST(ReorderTest, GuidedSearchesAreSortedByTheFirstLeaf) {
  const NearestTree tree(500, 3);
  std::vector<nearest::Query> queries;
  for (const UserPoint &p : uniformPoints(300, 4)) {
    const nearest::Query q{{p.coord[0], p.coord[1]}, 1e300, -1};
    queries.push_back(q);
  }
  const auto keys =
      keysOf<nearest::Traversal, rt::Autoropes>(tree.root, {}, queries, 20);
  std::vector<rt::PlaceKey> sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  const auto distinct =
      std::unique(sorted.begin(), sorted.end()) - sorted.begin();
  // As many as leaves that random queries come to first; equal ones agree.
  EXPECT_GT(distinct, 100);
  queries.insert(queries.end(), queries.begin(), queries.end());
  const auto twice =
      keysOf<nearest::Traversal, rt::Autoropes>(tree.root, {}, queries, 20);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    EXPECT_EQ(twice[i], keys[i]);
    EXPECT_EQ(twice[i + keys.size()], keys[i]);
  }
}

struct Mixed {
  struct Query {
    double position[2];
    int other;
    float weight;
  };
  static constexpr std::array<rt::Coordinate, 2> coordinates = {{
      {offsetof(Query, position), rt::Coordinate::Double, 2},
      {offsetof(Query, weight), rt::Coordinate::Float, 1},
  }};
};

TEST(ReorderTest, TheCurveInterleavesTheBitsOfAllNumbers) {
  static_assert(rt::numCoordinates<Mixed>() == 3);
  auto box = rt::CurveBox<3>::empty();
  for (int c = 0; c < 3; ++c) {
    box.add(c, 0);
    box.add(c, 7);
  }
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    const unsigned x = random() % 8, y = random() % 8, w = random() % 8;
    const Mixed::Query q{{double(x), double(y)}, -1, float(w)};
    rt::PlaceKey expected = 0;
    for (int bit = 2; bit >= 0; --bit)
      for (unsigned c : {x, y, w})
        expected = expected << 1 | (c >> bit & 1);
    EXPECT_EQ(rt::curveKey<Mixed>(&q, box, 3), expected);
  }
}

TEST(ReorderTest, NumbersThatAreNoneAreNoPlace) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double most = std::numeric_limits<double>::max();
  std::vector<Mixed::Query> queries = {{{nan, 1e30}, 0, 1},
                                       {{2, most}, 0, -3e38f},
                                       {{5, 1}, 0, 3e38f},
                                       {{3, -most}, 0, 0}};
  struct Plain {
    const std::vector<Mixed::Query> &queries;
    const Mixed::Query &load(std::size_t i) const { return queries[i]; }
  } plain{queries};
  std::vector<rt::Place> places(queries.size());
  rt::Pool pool;
  rt::placeOnCurve<Mixed>(pool, plain, 21, places);
  for (const rt::Place &place : places)
    EXPECT_LT(place.key, rt::PlaceKey(1) << 63);
  EXPECT_GT(places[2].key, places[1].key);
}

TEST(ReorderTest, PlacesAreSortedByKeyThenByQuery) {
  std::mt19937_64 random(2);
  rt::Pool pool;
  for (int threads : {1, 3, 8})
    for (std::size_t count : {0, 1, 2, 8191, 8193, 100000}) {
      pool.setWorkers(threads);
      std::vector<rt::Place> places(count);
      for (std::size_t i = 0; i < count; ++i)
        places[i] = {random() % (i % 2 ? 100 : ~0ull), i};
      std::vector<rt::Place> expected = places;
      std::sort(expected.begin(), expected.end());
      rt::sortPlaces(pool, places);
      EXPECT_EQ(places, expected) << count << " by " << threads;
    }
}

TEST(ReorderTest, QueriesThatComeInOrderAreFound) {
  std::mt19937_64 random(6);
  rt::Pool pool;
  pool.setWorkers(3);
  for (std::size_t count : {40000, 200001})
    for (int keyBits : {12, 36, 60}) {
      std::vector<rt::Place> places(count);
      for (rt::Place &place : places)
        place.key = random() >> (64 - keyBits);
      EXPECT_FALSE(rt::areInOrder(pool, places, keyBits));
      rt::sortPlaces(pool, places);
      EXPECT_TRUE(rt::areInOrder(pool, places, keyBits));
      // Neighbours that change places change nothing about it.
      for (std::size_t i = 0; i + 8 < count; i += 8)
        std::shuffle(places.begin() + long(i), places.begin() + long(i + 8),
                     random);
      EXPECT_TRUE(rt::areInOrder(pool, places, keyBits));
      std::reverse(places.begin(), places.end());
      EXPECT_TRUE(rt::areInOrder(pool, places, keyBits));
      std::shuffle(places.begin(), places.end(), random);
      EXPECT_FALSE(rt::areInOrder(pool, places, keyBits));
    }
}

TEST(ReorderTest, PlacesAreSortedByAllWordsOfTheirKeys) {
  std::mt19937_64 random(3);
  rt::Pool pool;
  pool.setWorkers(3);
  for (unsigned numWords : {1u, 2u, 5u}) {
    const std::size_t count = 50000;
    std::vector<rt::PlaceKey> words(count * numWords);
    for (rt::PlaceKey &word : words)
      word = random() % 3 << 62;
    std::vector<rt::Place> places(count);
    for (std::size_t i = 0; i < count; ++i)
      places[i] = {words[i * numWords], i};
    const auto key = [&](const rt::Place &place) {
      const auto first = words.begin() + long(place.query * numWords);
      return std::vector(first, first + numWords);
    };
    rt::sortPlaces(pool, places, words.data(), numWords);
    for (std::size_t turn = 1; turn < count; ++turn)
      ASSERT_LT(std::pair(key(places[turn - 1]), places[turn - 1].query),
                std::pair(key(places[turn]), places[turn].query));
  }
}

TEST(ReorderTest, TheHostSchedulesByBucketsAndClusters) {
  std::mt19937_64 random(4);
  rt::Pool pool;
  for (int threads : {1, 4})
    for (int levels : {1, 5, 14, 30})
      for (std::size_t count : {0, 1, 33, 5000, 300000}) {
        pool.setWorkers(threads);
        // Few different names: clusters that all threads sort together.
        const unsigned most = count == 300000 ? 2 : 40;
        const rt::TreeTop top = rt::TreeTop::of(1 << 30, levels, levels != 14);
        std::vector<rt::PlaceKey> keys(count);
        for (rt::PlaceKey &key : keys)
          for (unsigned p = 0; p < top.parts; ++p)
            key = key << top.bits | random() % std::min(1u << top.bits, most);
        rt::BucketSchedule schedule(pool, top, keys.data(), count);
        schedule.add(count / 3);
        schedule.add(count);
        std::vector<std::uint32_t> order(count);
        schedule.finish(order.data());

        std::vector<std::uint32_t> found = order;
        std::sort(found.begin(), found.end());
        for (std::size_t i = 0; i < count; ++i)
          ASSERT_EQ(found[i], i); // each has one turn
        // Sorted by each name among those that agree in the names before, and
        // as they came where no more are together than a warp has lanes.
        std::vector<std::size_t> starts = {0, count};
        unsigned left = top.keyBits();
        for (bool isFirst = true; left != 0; isFirst = false) {
          const unsigned ofName = left % top.bits ? left % top.bits : top.bits;
          left -= std::min(ofName, 11u);
          std::vector<std::size_t> next = {0};
          for (std::size_t s = 0; s + 1 < starts.size(); ++s) {
            const bool isCut =
                !isFirst && starts[s + 1] - starts[s] <= rt::warpSize;
            for (std::size_t t = starts[s] + 1; t < starts[s + 1]; ++t) {
              const auto a = keys[order[t - 1]] >> left;
              const auto b = keys[order[t]] >> left;
              if (isCut) {
                ASSERT_LT(order[t - 1], order[t]);
              } else {
                ASSERT_LE(a, b);
                if (a != b)
                  next.push_back(t);
              }
            }
            if (starts[s + 1] != next.back())
              next.push_back(starts[s + 1]);
          }
          starts = next;
        }
      }
}

} // namespace
