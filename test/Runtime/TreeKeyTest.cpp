/// What tells a tree that stays from another, and which writes may have changed
/// it.
#include "test_call.h"
#include "test_trees.h"

#include <regtt/rt/host/address_range.h>
#include <regtt/rt/host/pool.h>
#include <regtt/rt/host/tree_key.h>

#include <gtest/gtest.h>

#include <vector>

using namespace pointtree;
namespace rt = regtt::rt;
using correlate::Traversal;

namespace {

struct ByUniforms : Traversal {
  static constexpr bool linearisesByUniforms = true;
};

rt::TreeKey keyOf(const regtt_call &call) {
  return rt::treeKeyOf<Traversal, rt::Links<2>>(call);
}

TEST(TreeKeyTest, RootVersionAndFormTellTreesApart) {
  int nodes[2];
  regtt_call call = {};
  call.root = &nodes[0];
  const rt::TreeKey key = keyOf(call);
  EXPECT_TRUE(key == keyOf(call));
  EXPECT_FALSE(key == (rt::treeKeyOf<Traversal, rt::Rope<2>>(call)));
  EXPECT_FALSE(key == (rt::treeKeyOf<ByUniforms, rt::Links<2>>(call)));
  call.version = 1;
  EXPECT_FALSE(key == keyOf(call));
  call.version = 0;
  call.root = &nodes[1];
  EXPECT_FALSE(key == keyOf(call));
}

TEST(TreeKeyTest, UniformsCountWhereLinearisingReadsThem) {
  int node;
  Traversal::Uniforms first = {0.5f}, second = {0.25f};
  regtt_call a = {}, b = {};
  a.root = b.root = &node;
  a.uniforms = &first;
  b.uniforms = &second;
  EXPECT_TRUE(keyOf(a) == keyOf(b));
  const auto byUniforms = [](const regtt_call &call) {
    return rt::treeKeyOf<ByUniforms, rt::Links<2>>(call);
  };
  EXPECT_FALSE(byUniforms(a) == byUniforms(b));
  b.uniforms = &first;
  EXPECT_TRUE(byUniforms(a) == byUniforms(b));
}

TEST(AddressRangeTest, HoldsWhatThreadsAdd) {
  rt::AddressRange range;
  EXPECT_EQ(range.size(), 0u);
  std::vector<char> memory(1 << 16);
  rt::Pool pool;
  pool.setWorkers(3);
  pool.parallelFor(memory.size() / 4 - 10, 64,
                   [&](int, std::size_t first, std::size_t last) {
                     for (std::size_t i = first; i < last; ++i)
                       range.add(&memory[4 * i + 20], 4);
                   });
  range.add(&memory[0], 0); // nothing
  EXPECT_EQ(range.begin(), &memory[20]);
  EXPECT_EQ(range.size(), memory.size() - 40);
  range.clear();
  EXPECT_EQ(range.size(), 0u);
}

} // namespace
