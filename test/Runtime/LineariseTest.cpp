/// The walk over the user's tree, and the records it fills.
#include "linearised_tree.h"
#include "test_trees.h"

#include <regtt/rt/host/address_set.h>

#include <gtest/gtest.h>

using namespace pointtree;
using namespace testtrees;
namespace rt = regtt::rt;
using correlate::Traversal;

namespace {

using LinkNode = correlate::Node<rt::Links<2>>;
using RopeNode = correlate::Node<rt::Rope<2>>;

template <class Children>
struct Linearised : LinearisedTree<Traversal, Children> {
  explicit Linearised(const void *root, const rt::OrderLimits &limits = {},
                      int threads = 1)
      : LinearisedTree<Traversal, Children>(
            {reinterpret_cast<rt::NodeRef>(root)}, limits, threads) {}
  decltype(auto) node(rt::Link n) const {
    return this->records.template load<0>(n);
  }
  static std::size_t numShared(const void *root) {
    const rt::UserTree tree = {reinterpret_cast<rt::NodeRef>(root)};
    return rt::detail::countShared(rt::NodeReader<Traversal>(tree), 1 << 20);
  }
};

/// node 0: left 1 (left 2), right 3 (right 4).
struct SmallTree {
  UserPoint points[2] = {{{1, 2, 3}, 0}, {{4, 5, 6}, 0}};
  UserNode nodes[5] = {};
  SmallTree() {
    nodes[0].left = &nodes[1];
    nodes[0].right = &nodes[3];
    nodes[1].left = &nodes[2];
    nodes[3].right = &nodes[4];
    nodes[2].point = &points[0];
    nodes[4].point = &points[1];
    for (int i = 0; i < 5; ++i)
      nodes[i].min[0] = float(i);
  }
};

TEST(LineariseTest, NumbersNodesInPreorder) {
  const SmallTree tree;
  const Linearised<rt::Links<2>> l(tree.nodes);
  ASSERT_EQ(l.error, "");
  ASSERT_EQ(l.order.numNodes, 5u);
  EXPECT_EQ(l.order.depth, 3u);
  EXPECT_EQ(l.numShared(tree.nodes), 0u);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(l.node(i).min[0], float(i));
  }
}

TEST(LineariseTest, LinksChildrenBySlot) {
  const SmallTree tree;
  const Linearised<rt::Links<2>> l(tree.nodes);
  EXPECT_EQ(l.node(0).children.link[0], 1u);
  EXPECT_EQ(l.node(0).children.link[1], 3u);
  EXPECT_EQ(l.node(1).children.link[0], 2u);
  EXPECT_EQ(l.node(1).children.link[1], rt::none);
  EXPECT_EQ(l.node(3).children.link[0], rt::none);
  EXPECT_EQ(l.node(3).children.link[1], 4u);
  EXPECT_EQ(l.node(4).children.link[1], rt::none);
}

TEST(LineariseTest, RopesLeadPastTheSubtree) {
  const SmallTree tree;
  const Linearised<rt::Rope<2>> l(tree.nodes);
  const rt::Link next[] = {rt::none, 3, 3, rt::none, rt::none};
  const std::uint32_t present[] = {3, 1, 0, 2, 0};
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(l.node(i).children.next, next[i]) << i;
    EXPECT_EQ(l.node(i).children.present, present[i]) << i;
  }
}

TEST(LineariseTest, SplitsRecords) {
  std::vector<UserPoint> points = uniformPoints(3000, 1);
  const Tree tree(points);
  const RaggedTree ragged(points, 2);
  const SmallTree small;
  for (int threads : {1, 3})
    for (const void *root : {static_cast<const void *>(tree.root),
                             static_cast<const void *>(ragged.root),
                             static_cast<const void *>(&small.nodes[0]),
                             static_cast<const void *>(&small.nodes[4])}) {
      const Linearised<rt::Rope<2>> whole(root, {}, threads);
      const Linearised<rt::SplitRope<2>> split(root, {}, threads);
      ASSERT_EQ(split.error, "");
      EXPECT_EQ(split.records.isFull,
                root == tree.root || root == &small.nodes[4]);
      ASSERT_EQ(split.order.numNodes, whole.order.numNodes);
      for (rt::Link n = 0; n < whole.order.numNodes; ++n) {
        const auto &a = split.node(n);
        const auto &b = whole.node(n);
        const rt::Link next = split.records.after(a, n);
        ASSERT_EQ(next == split.records.end ? rt::none : next, b.children.next)
            << n;
        ASSERT_EQ(a.children.present, b.children.present) << n;
        ASSERT_EQ(0, std::memcmp(a.min, b.min, sizeof b.min)) << n;
        ASSERT_EQ(0, std::memcmp(a.max, b.max, sizeof b.max)) << n;
      }
    }
}

TEST(LineariseTest, CopiesDataBehindPointersAndZerosBehindNull) {
  const SmallTree tree;
  const Linearised<rt::Links<2>> l(tree.nodes);
  EXPECT_EQ(l.records.load<1>(2).point_coord[2], 3.0f);
  EXPECT_EQ(l.records.load<1>(4).point_coord[0], 4.0f);
  for (float x : l.records.load<1>(0).point_coord)
    EXPECT_EQ(x, 0.0f);
}

TEST(LineariseTest, ReadsChildrenFromArrays) {
  const testtrees::GuardedTree tree(3);
  rt::Order order;
  rt::Pool pool;
  const rt::UserTree user = {reinterpret_cast<rt::NodeRef>(tree.root)};
  ASSERT_EQ(
      (rt::order<guarded::Traversal, rt::Links<3>>(order, user, {}, pool)), "");
  EXPECT_EQ(order.numNodes, tree.nodes.size());
}

TEST(LineariseTest, AnEmptyTreeHasNoNodes) {
  const Linearised<rt::Links<2>> l(nullptr);
  EXPECT_EQ(l.error, "");
  EXPECT_EQ(l.order.numNodes, 0u);
  EXPECT_EQ(l.order.depth, 0u);
}

TEST(LineariseTest, TakesAChainOfHundredThousandNodes) {
  std::vector<UserNode> nodes(100000);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    nodes[i] = {{},
                {},
                nullptr,
                nullptr,
                i + 1 < nodes.size() ? &nodes[i + 1] : nullptr};
  const Linearised<rt::Rope<2>> l(nodes.data());
  ASSERT_EQ(l.error, "");
  EXPECT_EQ(l.order.depth, 100000u);
  EXPECT_EQ(l.node(0).children.next, rt::none);
  EXPECT_EQ(l.node(99999).children.next, rt::none);
}

TEST(LineariseTest, RefusesACycle) {
  SmallTree tree;
  tree.nodes[4].left = &tree.nodes[0];
  const Linearised<rt::Links<2>> l(tree.nodes);
  EXPECT_NE(l.error.find("cycle"), std::string::npos) << l.error;
}

TEST(LineariseTest, RefusesANodeThatIsItsOwnChild) {
  SmallTree tree;
  tree.nodes[2].right = &tree.nodes[2];
  const Linearised<rt::Links<2>> l(tree.nodes);
  EXPECT_NE(l.error.find("cycle"), std::string::npos) << l.error;
}

TEST(LineariseTest, RefusesACycleBelowASharedNode) {
  SmallTree tree;
  tree.nodes[3].left = &tree.nodes[1]; // shared, no cycle
  tree.nodes[4].left = &tree.nodes[3];
  const Linearised<rt::Links<2>> l(tree.nodes);
  EXPECT_NE(l.error.find("cycle"), std::string::npos) << l.error;
}

TEST(LineariseTest, UnfoldsASharedSubtree) {
  SmallTree tree;
  tree.nodes[3].left = &tree.nodes[1];
  const Linearised<rt::Links<2>> l(tree.nodes);
  ASSERT_EQ(l.error, "");
  EXPECT_EQ(l.order.numNodes, 7u);
  EXPECT_EQ(l.numShared(tree.nodes), 2u);
  EXPECT_EQ(l.node(3).children.link[0], 4u);
  EXPECT_EQ(l.node(3).children.link[1], 6u);
  EXPECT_EQ(l.records.load<1>(5).point_coord[0], 1.0f);
}

TEST(LineariseTest, UnfoldsASentinelThatAllLeavesShare) {
  std::vector<UserNode> nodes(2000);
  UserNode sentinel = {};
  for (std::size_t i = 0; i < nodes.size(); ++i)
    nodes[i] = {{},
                {},
                nullptr,
                &sentinel,
                i + 1 < nodes.size() ? &nodes[i + 1] : &sentinel};
  const Linearised<rt::Links<2>> l(nodes.data());
  ASSERT_EQ(l.error, "");
  EXPECT_EQ(l.order.numNodes, 4001u);
  EXPECT_EQ(l.numShared(nodes.data()), 2000u);
}

TEST(LineariseTest, StopsAnExponentialUnfoldingAtTheMemoryThereIs) {
  std::vector<UserNode> nodes(64);
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i)
    nodes[i].left = nodes[i].right = &nodes[i + 1];
  rt::OrderLimits limits;
  limits.availableBytes = 60 << 20;
  const Linearised<rt::Links<2>> l(nodes.data(), limits);
  EXPECT_NE(l.error.find("second parent"), std::string::npos) << l.error;
  EXPECT_NE(l.error.find("0.1 GiB of memory"), std::string::npos) << l.error;
}

TEST(LineariseTest, RefusesMoreNodesThanLinksCanName) {
  const SmallTree tree;
  rt::OrderLimits limits;
  limits.maxNodes = 4;
  EXPECT_NE(Linearised<rt::Links<2>>(tree.nodes, limits).error, "");
  limits.maxNodes = 5;
  EXPECT_EQ(Linearised<rt::Links<2>>(tree.nodes, limits).error, "");
}

TEST(AddressSetTest, TellsNeighboursApartAndForgetsWhenReset) {
  rt::AddressSet set;
  std::vector<double> objects(100000);
  for (int round = 0; round < 2; ++round) {
    set.reset(sizeof(double));
    for (double &object : objects)
      ASSERT_TRUE(set.insert(&object));
    for (double &object : objects)
      ASSERT_FALSE(set.insert(&object));
  }
  set.erase(&objects[5]);
  EXPECT_FALSE(set.contains(&objects[5]));
  EXPECT_TRUE(set.contains(&objects[6]));
}

TEST(AddressSetTest, FindsAddressesThatLieFarApart) {
  rt::AddressSet set;
  set.reset(8);
  for (std::uintptr_t i = 0; i < 5000; ++i)
    ASSERT_TRUE(set.insert(reinterpret_cast<void *>(i << 20)));
  for (std::uintptr_t i = 0; i < 5000; ++i)
    ASSERT_TRUE(set.contains(reinterpret_cast<void *>(i << 20)));
}

} // namespace
