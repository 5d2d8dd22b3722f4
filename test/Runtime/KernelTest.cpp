/// The CUDA kernels' bodies, run on the host, against serial recursion; and the
/// emulator that runs them.
#include "WarpEmulator.h"
#include "run_kernel.h"
#include "test_trees.h"

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/fsm_lockstep.h>
#include <regtt/rt/core/greedy_ropes.h>
#include <regtt/rt/core/lockstep.h>
#include <regtt/rt/core/recursion.h>
#include <regtt/rt/core/sibling_lockstep.h>
#include <regtt/rt/core/sibling_ropes.h>
#include <regtt/rt/core/split_ropes.h>
#include <regtt/rt/core/static_lockstep.h>
#include <regtt/rt/core/static_ropes.h>
#include <regtt/rt/cuda/kernel.h>

#include <gtest/gtest.h>

using namespace pointtree;
using namespace testtrees;
namespace rt = regtt::rt;
namespace cuda = regtt::rt::cuda;

namespace {

template <class Traversal, class Engine, class Stacks>
std::vector<typename Traversal::Query::Result>
runKernel(const void *root, const typename Traversal::Uniforms &uniforms,
          const std::vector<typename Traversal::Query> &queries,
          unsigned blocks) {
  return emulated::runKernel<Traversal, Engine, Stacks>(
      {reinterpret_cast<rt::NodeRef>(root)}, uniforms, queries, blocks);
}

template <class Engine, class Stacks>
void expectCorrelation(std::size_t count, unsigned blocks) {
  std::vector<UserPoint> points = uniformPoints(count, 1);
  const Tree tree(points);
  std::vector<correlate::Query> queries;
  for (const UserPoint &p : points)
    queries.push_back({{p.coord[0], p.coord[1], p.coord[2]}, 0});
  const auto results = runKernel<correlate::Traversal, Engine, Stacks>(
      tree.root, {0.2f}, queries, blocks);
  for (std::size_t i = 0; i < count; ++i) {
    correlateSerially(&points[i], tree.root, 0.2f);
    ASSERT_EQ(results[i].corr, points[i].corr) << i;
  }
}

// 333 queries end in the middle of a warp; two blocks make threads take turns,
// six leave whole warps without a query.
TEST(KernelTest, AutoropesWithSharedStacks) {
  for (unsigned blocks : {2, 6})
    expectCorrelation<rt::Autoropes, cuda::SharedStacks>(333, blocks);
}
TEST(KernelTest, AutoropesWithGlobalStacks) {
  for (unsigned blocks : {2, 6})
    expectCorrelation<rt::Autoropes, cuda::GlobalStacks>(333, blocks);
}
TEST(KernelTest, AutoropesWithRingStacks) {
  for (unsigned blocks : {2, 6})
    expectCorrelation<rt::Autoropes, cuda::RingStacks>(333, blocks);
}
TEST(KernelTest, StaticRopesWithoutStacks) {
  for (unsigned blocks : {2, 6})
    expectCorrelation<rt::StaticRopes, cuda::NoStacks>(333, blocks);
}

TEST(KernelTest, SplitRopesWithoutStacks) {
  for (unsigned blocks : {2, 6})
    expectCorrelation<rt::SplitRopes, cuda::NoStacks>(333, blocks);
}

TEST(KernelTest, GreedyRopesWithSharedStacks) {
  for (unsigned blocks : {1, 2})
    expectCorrelation<rt::GreedyRopes, cuda::SharedStacks>(333, blocks);
}
TEST(KernelTest, GreedyRopesWithGlobalStacks) {
  for (unsigned blocks : {1, 2})
    expectCorrelation<rt::GreedyRopes, cuda::GlobalStacks>(333, blocks);
}
TEST(KernelTest, Recursion) {
  for (unsigned blocks : {2, 6})
    expectCorrelation<rt::Recursion, cuda::NoStacks>(333, blocks);
}
TEST(KernelTest, LockstepWithSharedStacks) {
  for (unsigned blocks : {1, 3})
    expectCorrelation<rt::Lockstep, cuda::SharedStacks>(105, blocks);
}
TEST(KernelTest, LockstepWithGlobalStacks) {
  expectCorrelation<rt::Lockstep, cuda::GlobalStacks>(100, 2);
}
TEST(KernelTest, FsmLockstepWithSharedStacks) {
  for (unsigned blocks : {1, 3})
    expectCorrelation<rt::FsmLockstep, cuda::SharedStacks>(105, blocks);
}
TEST(KernelTest, FsmLockstepWithGlobalStacks) {
  expectCorrelation<rt::FsmLockstep, cuda::GlobalStacks>(100, 2);
}
TEST(KernelTest, StaticLockstepWithoutStacks) {
  for (unsigned blocks : {1, 3})
    expectCorrelation<rt::StaticLockstep, cuda::NoStacks>(105, blocks);
}

TEST(KernelTest, SiblingRopesWithSharedStacks) {
  for (unsigned blocks : {2, 6})
    expectCorrelation<rt::SiblingRopes, cuda::SharedStacks>(333, blocks);
}
TEST(KernelTest, SiblingRopesWithGlobalStacks) {
  expectCorrelation<rt::SiblingRopes, cuda::GlobalStacks>(333, 2);
}
TEST(KernelTest, SiblingRopesWithRingStacks) {
  expectCorrelation<rt::SiblingRopes, cuda::RingStacks>(333, 2);
}
TEST(KernelTest, SiblingLockstepWithSharedStacks) {
  for (unsigned blocks : {1, 3})
    expectCorrelation<rt::SiblingLockstep, cuda::SharedStacks>(105, blocks);
}
TEST(KernelTest, SiblingLockstepWithGlobalStacks) {
  expectCorrelation<rt::SiblingLockstep, cuda::GlobalStacks>(100, 2);
}

/// The same search, which adds up how far each visit is from the root: an
/// argument that depends on the path alone.
struct Levels : correlate::Traversal {
  struct Args {
    int level;
  };
  static constexpr bool uniformArgs = true;

  template <class Children>
  struct Operator : correlate::Traversal::Operator<Children> {
    using Traversal = Levels;
    REGTT_OP Args start(const Query &) const { return {1}; }
    template <class Ropes>
    REGTT_OP void enter(Query &p, rt::Link, const correlate::Node<Children> &n,
                        const Args &args, Ropes &ropes) const {
      p.corr += args.level;
      if (!correlate::canCorrelate(p, n, this->u))
        return;
      if (n.children.has(0))
        ropes.visit(0, n.children[0], {args.level + 1});
      if (n.children.has(1))
        ropes.visit(1, n.children[1], {args.level + 1});
    }
  };
};
struct LevelsOfEachLane : Levels {
  static constexpr bool uniformArgs = false;
  template <class Children> struct Operator : Levels::Operator<Children> {
    using Traversal = LevelsOfEachLane;
  };
};

void addLevels(UserPoint *p, const UserNode *n, float radius, int level) {
  if (!n)
    return;
  p->corr += level;
  if (!canCorrelate(p, n, radius))
    return;
  addLevels(p, n->left, radius, level + 1);
  addLevels(p, n->right, radius, level + 1);
}

/// Tests that ask for an argument, too, before anything is done: below a level
/// that each query has of its own nothing is visited.
struct LimitedLevels : Levels {
  static constexpr bool uniformArgs = false;
  template <class Children>
  struct Operator : correlate::Traversal::Operator<Children> {
    using Traversal = LimitedLevels;
    REGTT_OP Args start(const Query &p) const { return {p.coord[0] < 0.5f}; }
    REGTT_OP bool truncates(const Query &p, rt::Link,
                            const correlate::Node<Children> &n,
                            const Args &args) const {
      return args.level > 5 || !correlate::canCorrelate(p, n, this->u);
    }
    template <class Ropes>
    REGTT_OP void proceed(Query &p, rt::Link,
                          const correlate::Node<Children> &n, const Args &args,
                          Ropes &ropes) const {
      p.corr = p.corr * 3 + args.level;
      if (n.children.has(0))
        ropes.visit(0, n.children[0], {args.level + 1});
      if (n.children.has(1))
        ropes.visit(1, n.children[1], {args.level + 2});
    }
  };
};

void addLimited(UserPoint *p, const UserNode *n, float radius, int level) {
  if (!n || level > 5 || !canCorrelate(p, n, radius))
    return;
  p->corr = p->corr * 3 + level;
  addLimited(p, n->left, radius, level + 1);
  addLimited(p, n->right, radius, level + 2);
}

template <class Engine, class Stacks> void expectLimitedLevels() {
  std::vector<UserPoint> points = uniformPoints(70, 3);
  for (unsigned seed = 0; seed < 4; ++seed) {
    const RaggedTree tree(points, seed);
    std::vector<correlate::Query> queries;
    for (const UserPoint &p : points)
      queries.push_back({{p.coord[0], p.coord[1], p.coord[2]}, p.corr});
    const auto results =
        runKernel<LimitedLevels, Engine, Stacks>(tree.root, {0.3f}, queries, 1);
    for (std::size_t i = 0; i < points.size(); ++i) {
      UserPoint expected = points[i];
      addLimited(&expected, tree.root, 0.3f, points[i].coord[0] < 0.5f);
      ASSERT_EQ(results[i].corr, expected.corr) << Engine::name << " " << i;
    }
  }
}

TEST(KernelTest, TestsOfFamiliesWithArguments) {
  expectLimitedLevels<rt::SiblingRopes, cuda::SharedStacks>();
  expectLimitedLevels<rt::SiblingLockstep, cuda::SharedStacks>();
  expectLimitedLevels<rt::SiblingLockstep, cuda::GlobalStacks>();
}

template <class Traversal, class Engine, class Stacks> void expectLevels() {
  std::vector<UserPoint> points = uniformPoints(60, 1);
  for (unsigned seed = 0; seed < 2; ++seed) {
    const RaggedTree tree(points, seed);
    std::vector<correlate::Query> queries;
    for (const UserPoint &p : points)
      queries.push_back({{p.coord[0], p.coord[1], p.coord[2]}, p.corr});
    const auto results =
        runKernel<Traversal, Engine, Stacks>(tree.root, {0.1f}, queries, 1);
    for (std::size_t i = 0; i < points.size(); ++i) {
      UserPoint expected = points[i];
      addLevels(&expected, tree.root, 0.1f, 1);
      ASSERT_EQ(results[i].corr, expected.corr) << Engine::name << " " << i;
    }
  }
}

/// Three children, absent ones among them, each with a quarter of its parent's
/// argument.
struct Quarters : guarded::Traversal {
  struct Args {
    double size;
  };
  static constexpr bool hasGuards = false;
  static constexpr bool slotsClosed = true;
  static constexpr bool uniformArgs = true;

  template <class Children>
  struct Operator : guarded::Traversal::Operator<Children> {
    using Traversal = Quarters;
    REGTT_OP Args start(const Query &) const { return {1}; }
    template <class Ropes>
    REGTT_OP void enter(Query &q, rt::Link, const guarded::Node<Children> &n,
                        const Args &args, Ropes &ropes) const {
      q.trace = q.trace * 31 + n.id;
      if (n.value * q.best >= args.size) {
        q.best += args.size / 64;
        return;
      }
      REGTT_UNROLL
      for (int i = 0; i < 3; ++i)
        if (n.children.has(i))
          ropes.visit(i, n.children[i], {args.size * 0.25});
    }
  };
};

void visitQuarters(guarded::UserQuery *q, const guarded::UserNode *n,
                   double size) {
  q->trace = q->trace * 31 + n->id;
  if (n->value * q->best >= size) {
    q->best += size / 64;
    return;
  }
  for (const guarded::UserNode *child : n->child)
    if (child)
      visitQuarters(q, child, size * 0.25);
}

TEST(KernelTest, LanesTruncateAtDifferentNodes) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const GuardedTree tree(seed);
    std::vector<guarded::Query> queries;
    for (int i = 0; i < 40; ++i)
      queries.push_back({0.0001 * (1 << i % 13), unsigned(i)});
    const auto expectKernel = [&]<class Engine, class Stacks>() {
      const auto results =
          runKernel<Quarters, Engine, Stacks>(tree.root, {}, queries, 1);
      for (std::size_t i = 0; i < queries.size(); ++i) {
        guarded::UserQuery query = {queries[i].best, queries[i].trace};
        visitQuarters(&query, tree.root, 1);
        ASSERT_EQ(results[i].best, query.best) << Engine::name << " " << i;
        ASSERT_EQ(results[i].trace, query.trace) << Engine::name << " " << i;
      }
    };
    expectKernel.template operator()<rt::Autoropes, cuda::SharedStacks>();
    expectKernel.template operator()<rt::Lockstep, cuda::SharedStacks>();
    expectKernel.template operator()<rt::FsmLockstep, cuda::SharedStacks>();
  }
}

TEST(KernelTest, ArgumentsThatAWarpSharesOrEachLaneHas) {
  expectLevels<Levels, rt::Autoropes, cuda::SharedStacks>();
  expectLevels<Levels, rt::Autoropes, cuda::RingStacks>();
  expectLevels<Levels, rt::GreedyRopes, cuda::SharedStacks>();
  expectLevels<Levels, rt::Recursion, cuda::NoStacks>();
  expectLevels<Levels, rt::Lockstep, cuda::SharedStacks>();
  expectLevels<LevelsOfEachLane, rt::Lockstep, cuda::SharedStacks>();
  expectLevels<Levels, rt::FsmLockstep, cuda::SharedStacks>();
  expectLevels<LevelsOfEachLane, rt::FsmLockstep, cuda::SharedStacks>();
  expectLevels<LevelsOfEachLane, rt::FsmLockstep, cuda::GlobalStacks>();
}

template <class Engine, class Stacks> void expectGuards() {
  const GuardedTree tree(5);
  std::vector<guarded::Query> queries;
  for (int i = 0; i < 100; ++i)
    queries.push_back({0.01 * i, unsigned(i)});
  const auto results =
      runKernel<guarded::Traversal, Engine, Stacks>(tree.root, {}, queries, 1);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    guarded::UserQuery query = {queries[i].best, queries[i].trace};
    guarded::visitSerially(&query, tree.root);
    ASSERT_EQ(results[i].best, query.best);
    ASSERT_EQ(results[i].trace, query.trace);
  }
}

TEST(KernelTest, GuardsAndArgumentsOnSharedStacks) {
  expectGuards<rt::Autoropes, cuda::SharedStacks>();
  expectGuards<rt::GreedyRopes, cuda::SharedStacks>();
  expectGuards<rt::Lockstep, cuda::SharedStacks>();
}
TEST(KernelTest, GuardsAndArgumentsOnGlobalStacks) {
  expectGuards<rt::Autoropes, cuda::GlobalStacks>();
  expectGuards<rt::GreedyRopes, cuda::GlobalStacks>();
  expectGuards<rt::Lockstep, cuda::GlobalStacks>();
}
TEST(KernelTest, GuardsAndArgumentsOfARecursion) {
  expectGuards<rt::Recursion, cuda::NoStacks>();
}

/// The nearest point, and of two equally near ones the first that a query meets
/// in its own order. `AnyOrder`: of those, any.
template <class Traversal, class Engine, class Stacks> void expectNearest() {
  const NearestTree tree(200, 12);
  std::vector<nearest::UserQuery> expected = nearestQueries(100, 13);
  std::vector<nearest::Query> queries;
  for (const nearest::UserQuery &q : expected)
    queries.push_back({{q.coord[0], q.coord[1]}, q.best, q.bestId});
  const auto results =
      runKernel<Traversal, Engine, Stacks>(tree.root, {}, queries, 1);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    nearestSerially(&expected[i], tree.root);
    ASSERT_EQ(results[i].best, expected[i].best) << i;
    ASSERT_EQ(results[i].bestId, expected[i].bestId) << i;
  }
}

struct NearestInAnyOrder : nearest::Traversal {
  static constexpr bool anyOrder = true;
  template <class Children>
  struct Operator : nearest::Traversal::Operator<Children> {
    using Traversal = NearestInAnyOrder;
  };
};

TEST(KernelTest, LanesOfAWarpDisagreeOnTheOrderOfChildren) {
  expectNearest<nearest::Traversal, rt::Lockstep, cuda::SharedStacks>();
  expectNearest<nearest::Traversal, rt::GreedyRopes, cuda::SharedStacks>();
  expectNearest<nearest::Traversal, rt::Recursion, cuda::NoStacks>();
}
TEST(KernelTest, LanesOfAWarpVoteOnTheOrderOfChildren) {
  expectNearest<NearestInAnyOrder, rt::Lockstep, cuda::SharedStacks>();
  expectNearest<NearestInAnyOrder, rt::Lockstep, cuda::GlobalStacks>();
}

TEST(WarpEmulatorTest, BallotCollectsTheVotesOfTheMask) {
  std::array<unsigned, 64> all{}, some{};
  warpemulator::runWarps(1, 64, 0, [&](const warpemulator::Context &c) {
    const unsigned t = c.threadInBlock();
    all[t] = c.ballot(~0u, t % 3 == 0);
    const unsigned even = 0x55555555u;
    some[t] = c.ballot(t % 2 ? ~even : even, t % 32 < 8);
  });
  for (unsigned t = 0; t < 64; ++t) {
    unsigned expected = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
      expected |= unsigned((t / 32 * 32 + lane) % 3 == 0) << lane;
    EXPECT_EQ(all[t], expected);
    EXPECT_EQ(some[t], t % 2 ? 0xAAu : 0x55u);
  }
}

TEST(WarpEmulatorTest, ShuffleReadsAnotherLanesValue) {
  std::array<double, 32> got{};
  warpemulator::runWarps(1, 32, 0, [&](const warpemulator::Context &c) {
    double value = 0.5 * c.threadInBlock();
    for (int round = 0; round < 3; ++round) {
      value = c.shfl(~0u, value, int(c.threadInBlock() + 1));
      c.syncwarp(~0u);
    }
    got[c.threadInBlock()] = value;
  });
  for (unsigned t = 0; t < 32; ++t)
    EXPECT_EQ(got[t], 0.5 * ((t + 3) % 32));
}

TEST(WarpEmulatorTest, LanesOfAWarpShareTheBlocksMemory) {
  warpemulator::runWarps(2, 32, 32 * sizeof(int),
                         [&](const warpemulator::Context &c) {
                           int *shared = static_cast<int *>(c.shared());
                           shared[c.threadInBlock()] = int(c.thread());
                           c.syncwarp(~0u);
                           const int other = shared[31 - c.threadInBlock()];
                           const int base = int(c.thread() / 32 * 32);
                           EXPECT_EQ(other, base + 31 - int(c.threadInBlock()));
                         });
}

} // namespace
