/// Queries that visit the top of a tree, are sorted and go on where they left
/// off, against the same engine from the root: as kernels' bodies on an emulated
/// grid.
#include "WarpEmulator.h"
#include "run_kernel.h"
#include "test_trees.h"

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/hand_over.h>
#include <regtt/rt/core/split_ropes.h>
#include <regtt/rt/core/static_lockstep.h>
#include <regtt/rt/core/static_ropes.h>
#include <regtt/rt/cuda/kernel.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

using namespace pointtree;
using namespace testtrees;
namespace rt = regtt::rt;
namespace cuda = regtt::rt::cuda;

namespace {

/// Chains the numbers of all nodes that a query visits: another order, or a
/// visit more or less, is another result.
struct Chained : correlate::Traversal {
  template <class Children>
  struct Operator : correlate::Traversal::Operator<Children> {
    using Traversal = Chained;
    template <class Ropes>
    REGTT_OP void enter(Query &p, rt::Link self,
                        const correlate::Node<Children> &n, const Args &args,
                        Ropes &ropes) const {
      p.corr = int(unsigned(p.corr) * 31 + self + 1);
      correlate::Traversal::Operator<Children>::enter(p, self, n, args, ropes);
    }
  };
};

/// Adds up squares of their numbers: the same in any order.
struct Summed : correlate::Traversal {
  static constexpr bool orderFree = true;
  template <class Children>
  struct Operator : correlate::Traversal::Operator<Children> {
    using Traversal = Summed;
    template <class Ropes>
    REGTT_OP void enter(Query &p, rt::Link self,
                        const correlate::Node<Children> &n, const Args &args,
                        Ropes &ropes) const {
      p.corr = int(unsigned(p.corr) + (self + 7) * (self + 7));
      correlate::Traversal::Operator<Children>::enter(p, self, n, args, ropes);
    }
  };
};

/// The results, and how many parts queries were handed over with at most.
struct Outcome {
  std::vector<int> results;
  unsigned mostParts = 0;
};

template <class Traversal, class Engine>
Outcome handOver(const void *root, float radius,
                 std::vector<correlate::Query> queries, int levels) {
  using Children = typename Engine::template Children<2>;
  using Visitor = rt::TopVisitor<Traversal, Children>;
  const LinearisedTree<Traversal, Children> tree(
      {reinterpret_cast<rt::NodeRef>(root)});
  EXPECT_EQ(tree.error, "");
  const auto op = tree.op({radius});
  const auto count = std::uint32_t(queries.size());
  std::vector<rt::PlaceKey> keys(count);
  std::vector<std::uint32_t> order(count);
  std::vector<rt::Link> memory(rt::RestArrays::bytes(count) / sizeof(rt::Link));
  const rt::RestArrays rests = {memory.data()};
  const cuda::TopQueries<correlate::Query> inTop = {
      queries.data(), keys.data(), order.data(),
      Visitor::top(tree.order.numNodes, levels), rests};
  warpemulator::runLaneByLane(2, emulated::blockThreads, 0,
                              [&](const warpemulator::Context &context) {
                                cuda::runThread<Visitor, cuda::NoStacks>(
                                    op, inTop, count, {nullptr, 0}, context);
                              });
  std::stable_sort(
      order.begin(), order.end(),
      [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });

  std::vector<correlate::Query::Result> results(count);
  const cuda::RestQueries<correlate::Query> rest = {
      {queries.data(), results.data(), order.data()}, rests};
  const auto body = [&](const warpemulator::Context &context) {
    cuda::runThread<rt::RestOf<Engine>, cuda::NoStacks>(op, rest, count,
                                                        {nullptr, 0}, context);
  };
  if (Engine::needsWarp)
    warpemulator::runWarps(2, emulated::blockThreads, 0, body);
  else
    warpemulator::runLaneByLane(2, emulated::blockThreads, 0, body);

  Outcome outcome;
  for (std::uint32_t q = 0; q < count; ++q) {
    outcome.results.push_back(results[q].corr);
    unsigned parts = 0;
    while (parts < rests.room && rests.root(parts, q) != rt::none)
      ++parts;
    outcome.mostParts = std::max(outcome.mostParts, parts);
  }
  return outcome;
}

/// Runs both traversals with an engine, at several depths of the top. Returns
/// the most parts.
template <class Engine>
unsigned expectAsFromTheRoot(const void *root, float radius,
                             const std::vector<UserPoint> &points) {
  std::vector<correlate::Query> queries;
  for (const UserPoint &p : points)
    queries.push_back({{p.coord[0], p.coord[1], p.coord[2]}, 5});
  const auto fromRoot = [&]<class Traversal>(Traversal) {
    std::vector<int> results;
    for (const auto &result :
         emulated::runKernel<Traversal, rt::StaticRopes, cuda::NoStacks>(
             {reinterpret_cast<rt::NodeRef>(root)}, {radius}, queries, 2))
      results.push_back(result.corr);
    return results;
  };
  const std::vector<int> chained = fromRoot(Chained());
  const std::vector<int> summed = fromRoot(Summed());
  unsigned most = 0;
  for (int levels : {1, 2, 5, 9, 32}) {
    const Outcome inOrder =
        handOver<Chained, Engine>(root, radius, queries, levels);
    EXPECT_EQ(inOrder.results, chained) << levels;
    EXPECT_EQ(inOrder.mostParts, 0u) << levels;
    const Outcome free =
        handOver<Summed, Engine>(root, radius, queries, levels);
    EXPECT_EQ(free.results, summed) << levels;
    most = std::max(most, free.mostParts);
  }
  return most;
}

template <class Engine> class HandOverTest : public testing::Test {};
using Engines =
    testing::Types<rt::StaticRopes, rt::SplitRopes, rt::StaticLockstep>;
TYPED_TEST_SUITE(HandOverTest, Engines);

TYPED_TEST(HandOverTest, QueriesGoOnWhereTheyLeftOff) {
  for (bool clustered : {false, true}) {
    std::vector<UserPoint> points =
        clustered ? clusteredPoints(105, 3) : uniformPoints(105, 3);
    const Tree tree(points);
    const unsigned parts =
        expectAsFromTheRoot<TypeParam>(tree.root, 0.2f, points);
    EXPECT_GT(parts, 3u);
  }
}

TYPED_TEST(HandOverTest, WhoEntersMorePartsThanHaveRoomGoesOnBehindThem) {
  std::vector<UserPoint> points = uniformPoints(70, 4);
  const Tree tree(points);
  EXPECT_EQ(expectAsFromTheRoot<TypeParam>(tree.root, 2.0f, points),
            rt::RestArrays::room);
}

TYPED_TEST(HandOverTest, TreesOfOneNodeAndOfAnyShape) {
  std::vector<UserPoint> points = uniformPoints(40, 5);
  std::vector<UserPoint> one(points.begin(), points.begin() + 1);
  const Tree single(one);
  expectAsFromTheRoot<TypeParam>(single.root, 0.1f, points);
  for (unsigned seed = 1; seed < 5; ++seed) {
    const RaggedTree ragged(points, seed);
    expectAsFromTheRoot<TypeParam>(ragged.root, 0.9f, points);
  }
}

struct WithArgs : correlate::Traversal {
  struct Args {
    int level;
  };
};

TEST(WhyNotHandedOverTest, RopesThatWaitAndArgumentsAreNot) {
  using Ropes = rt::StaticRopes::Children<2>;
  using Links = rt::Autoropes::Children<2>;
  EXPECT_EQ((rt::whyNotHandedOver<Chained, Ropes>()), nullptr);
  EXPECT_NE((rt::whyNotHandedOver<Chained, Links>()), nullptr);
  EXPECT_NE((rt::whyNotHandedOver<WithArgs, Ropes>()), nullptr);
}

} // namespace
