// Engines that share inner loops out among threads, on emulated blocks: an
// operator as the compiler prints it, against the loop as it is written.
#include "InnerLoops.h"

#include <regtt/rt/core/block_mapped.h>
#include <regtt/rt/core/consolidated_block.h>
#include <regtt/rt/core/consolidated_grid.h>
#include <regtt/rt/core/consolidated_warp.h>
#include <regtt/rt/core/delayed_global.h>
#include <regtt/rt/core/delayed_shared.h>
#include <regtt/rt/core/dpar_naive.h>
#include <regtt/rt/core/dpar_opt.h>
#include <regtt/rt/core/dual_queue.h>
#include <regtt/rt/core/stream.h>
#include <regtt/rt/core/tiled.h>
#include <regtt/rt/core/warp_mapped.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace {
using namespace innerloops;

std::vector<Graph> graphs() {
  std::vector<Graph> result;
  result.emplace_back(std::vector<int>{});
  result.emplace_back(std::vector<int>{0});
  result.emplace_back(std::vector<int>{5});
  std::vector<int> skewed(42, 3), even(34, 32), empty(33, 0);
  skewed[1] = 0;
  skewed[7] = 90;
  skewed[33] = 300;
  skewed[40] = 2100; // long
  skewed[41] = 65;
  result.emplace_back(skewed, 2);
  result.emplace_back(even, 3);
  result.emplace_back(empty, 4);
  return result;
}

template <class Loop, class Engine>
void expectSame(unsigned blocks, unsigned room = 1u << 20) {
  for (const Graph &graph : graphs()) {
    const Outcome wanted = serially<Loop>(graph);
    const Outcome got = run<Loop, Engine>(graph, blocks, room);
    EXPECT_EQ(wanted, got) << Engine::name << ", " << graph.size();
  }
}

template <class Engine>
void expectAllSame(unsigned blocks, unsigned room = 1u << 20) {
  expectSame<Ordered, Engine>(blocks, room);
  expectSame<Regrouped, Engine>(blocks, room);
  expectSame<Counted, Engine>(blocks, room);
}

/// Of an engine that launches children: how many for graphs()[3].
template <class Engine>
std::size_t children(unsigned room, unsigned most = 1u << 20) {
  const Graph graph = graphs()[3];
  const std::vector<Query> queries = queriesOf(graph);
  std::vector<Query::Result> results(queries.size());
  const cuda::QueryArrays<Query> arrays = {queries.data(), results.data()};
  return emulatedengine::run<Engine>(Ordered::Operator{&graph, nullptr}, arrays,
                                     std::uint32_t(queries.size()), 1, room,
                                     most);
}

/// The same whether the device launches all children, one, or none.
template <class Engine> void expectSameOfChildren() {
  expectAllSame<Engine>(2);
  for (const unsigned room : {1u, 0u})
    expectSame<Ordered, Engine>(2, room);
}

TEST(InnerRanges, Tiled) { expectAllSame<rt::Tiled>(2); }
TEST(InnerRanges, WarpMapped) { expectAllSame<rt::WarpMapped>(1); }
TEST(InnerRanges, BlockMapped) { expectAllSame<rt::BlockMapped>(2); }
TEST(InnerRanges, Stream) { expectAllSame<rt::Stream>(1); }
TEST(InnerRanges, DelayedShared) { expectAllSame<rt::DelayedShared>(1); }
TEST(InnerRanges, DelayedGlobal) { expectAllSame<rt::DelayedGlobal>(2); }
TEST(InnerRanges, DualQueue) { expectAllSame<rt::DualQueue>(1); }
TEST(InnerRanges, DparNaive) { expectSameOfChildren<rt::DparNaive>(); }
TEST(InnerRanges, DparOpt) { expectSameOfChildren<rt::DparOpt>(); }
TEST(InnerRanges, ConsolidatedWarp) {
  expectSameOfChildren<rt::ConsolidatedWarp>();
}
TEST(InnerRanges, ConsolidatedBlock) {
  expectSameOfChildren<rt::ConsolidatedBlock>();
}
TEST(InnerRanges, ConsolidatedGrid) {
  expectSameOfChildren<rt::ConsolidatedGrid>();
}
TEST(InnerRanges, Children) {
  // Long are 33 and 40, of one block and one warp.
  EXPECT_EQ(children<rt::DparNaive>(9), 2u);
  EXPECT_EQ(children<rt::DparNaive>(1), 1u);
  EXPECT_EQ(children<rt::DparNaive>(9, 1), 1u);
  EXPECT_EQ(children<rt::DparNaive>(9, 0), 0u);
  EXPECT_EQ(children<rt::DparOpt>(9), 1u);
  EXPECT_EQ(children<rt::ConsolidatedWarp>(9), 1u);
  EXPECT_EQ(children<rt::ConsolidatedBlock>(9), 1u);
  EXPECT_EQ(children<rt::ConsolidatedGrid>(9), 1u);
  EXPECT_EQ(children<rt::ConsolidatedGrid>(0), 0u);
}

TEST(InnerBounds, Sizes) {
  using Less = rt::InnerBounds<int, int, rt::Until::Less>;
  EXPECT_EQ((Less{3, 7}.size()), 4u);
  EXPECT_EQ((Less{7, 3}.size()), 0u);
  EXPECT_EQ((Less{INT32_MIN, INT32_MAX}.size()), 0xffffffffu);
  EXPECT_EQ(Less::at(-3, 5), 2);
  using Most = rt::InnerBounds<unsigned, long, rt::Until::LessEqual>;
  EXPECT_EQ((Most{3, 2}.size()), 0u);
  EXPECT_EQ((Most{0, -1}.size()), 0u);
  EXPECT_EQ((Most{3, 3}.size()), 1u);
  using Other = rt::InnerBounds<std::uint8_t, int, rt::Until::NotEqual>;
  EXPECT_EQ((Other{250, 255}.size()), 5u);
  EXPECT_EQ(Other::at(250, 7), 1);
  EXPECT_EQ((Other{250, 5}.size()), 11u); // the counter comes around
  using Wide = rt::InnerBounds<int, std::uint64_t, rt::Until::NotEqual>;
  EXPECT_EQ((Wide{-3, 5}.size()), 8u);
}

} // namespace
