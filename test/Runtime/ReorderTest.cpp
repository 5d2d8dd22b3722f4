/// Keys by which queries are sorted: where they go in a tree, where they lie on
/// a curve; and the sort on CPU threads.
#include "linearised_tree.h"
#include "test_trees.h"

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/curve.h>
#include <regtt/rt/core/inspect.h>
#include <regtt/rt/core/split_ropes.h>
#include <regtt/rt/core/static_ropes.h>
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

} // namespace
