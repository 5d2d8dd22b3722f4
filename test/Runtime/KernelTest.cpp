/// The CUDA kernels' bodies, run on the host, against serial recursion; and the
/// emulator that runs them.
#include "WarpEmulator.h"
#include "run_kernel.h"
#include "test_trees.h"

#include <regtt/rt/core/autoropes.h>
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
TEST(KernelTest, StaticRopesWithoutStacks) {
  for (unsigned blocks : {2, 6})
    expectCorrelation<rt::StaticRopes, cuda::NoStacks>(333, blocks);
}

template <class Stacks> void expectGuards() {
  const GuardedTree tree(5);
  std::vector<guarded::Query> queries;
  for (int i = 0; i < 100; ++i)
    queries.push_back({0.01 * i, unsigned(i)});
  const auto results = runKernel<guarded::Traversal, rt::Autoropes, Stacks>(
      tree.root, {}, queries, 1);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    guarded::UserQuery query = {queries[i].best, queries[i].trace};
    guarded::visitSerially(&query, tree.root);
    ASSERT_EQ(results[i].best, query.best);
    ASSERT_EQ(results[i].trace, query.trace);
  }
}

TEST(KernelTest, GuardsAndArgumentsOnSharedStacks) {
  expectGuards<cuda::SharedStacks>();
}
TEST(KernelTest, GuardsAndArgumentsOnGlobalStacks) {
  expectGuards<cuda::GlobalStacks>();
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
