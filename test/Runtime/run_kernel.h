/// Runs a kernel's body on an emulated grid over a tree that is linearised on
/// the host.
#pragma once

#include "WarpEmulator.h"
#include "linearised_tree.h"

#include <regtt/rt/cuda/kernel.h>
#include <regtt/rt/host/trees.h>

#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

namespace emulated {
namespace rt = regtt::rt;
namespace cuda = regtt::rt::cuda;

inline constexpr unsigned blockThreads = 64;

/// Linearises, runs the grid, returns the results. `trees`: of a query program.
template <class Traversal, class Engine, class Stacks>
std::vector<typename Traversal::Query::Result>
runKernel(const rt::UserTree &tree,
          const typename Traversal::Uniforms &uniforms,
          const std::vector<typename Traversal::Query> &queries,
          unsigned blocks, rt::Trees trees = {}) {
  using Children = typename Engine::template Children<Traversal::numSlots>;
  std::vector<typename Traversal::Query::Result> results(queries.size());
  const testtrees::LinearisedTree<Traversal, Children> linearised(tree);
  EXPECT_EQ(linearised.error, "");
  if (linearised.order.numNodes == 0 && !rt::hasProgram<Traversal>)
    return results;
  auto op = linearised.op(uniforms);
  if constexpr (rt::hasProgram<Traversal>) {
    trees.link(rt::rootLinks(linearised.order));
    op.roots = trees.at<Traversal::numRootGroups>(trees.links().data());
  }

  const cuda::QueryArrays<typename Traversal::Query> arrays = {queries.data(),
                                                               results.data()};
  std::size_t entries = 0, sharedBytes = 0;
  rt::Buffer<std::byte> stacks;
  cuda::StackSpace space = {nullptr, 0};
  if constexpr (cuda::keepsStacks<Engine>) {
    using Layout = typename cuda::StacksOf<Engine, Traversal>::type;
    entries = Layout::entries(linearised.order);
    if (std::is_same_v<Stacks, cuda::SharedStacks>)
      sharedBytes = Layout::bytes(entries, blockThreads);
    if (std::is_same_v<Stacks, cuda::RingStacks>)
      sharedBytes = Layout::bytes(cuda::RingStacks::room, blockThreads);
    space = {stacks.reserve(Layout::bytes(entries, blocks * blockThreads)),
             std::uint32_t(entries)};
  }
  const auto body = [&](const warpemulator::Context &context) {
    cuda::runThread<Engine, Stacks>(op, arrays, std::uint32_t(queries.size()),
                                    space, context);
  };
  if (Engine::needsWarp)
    warpemulator::runWarps(blocks, blockThreads, sharedBytes, body);
  else
    warpemulator::runLaneByLane(blocks, blockThreads, sharedBytes, body);
  return results;
}

} // namespace emulated
