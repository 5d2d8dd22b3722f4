/// Query programs that enter several trees, under the CPU launcher and in the
/// bodies of the CUDA kernels, against serial recursion; and several trees in
/// one order.
#include "operators/forest.h"
#include "run_kernel.h"
#include "test_call.h"
#include "test_trees.h"

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/static_ropes.h>
#include <regtt/rt/cpu/launch.h>

#include <gtest/gtest.h>

#include <deque>

using namespace testtrees;
namespace rt = regtt::rt;
namespace cuda = regtt::rt::cuda;
using forest::UserNode;
using forest::UserQuery;

namespace {

std::vector<UserQuery> someQueries() {
  std::vector<UserQuery> queries;
  for (unsigned i = 0; i < 100; ++i)
    queries.push_back({0.013 * i, i});
  return queries;
}

/// The roots of a call, as a host file hands them over.
struct RootGroups {
  explicit RootGroups(const std::vector<std::vector<const UserNode *>> &names)
      : groups(names.size()) {
    for (std::size_t g = 0; g < names.size(); ++g) {
      regtt_root *at = regtt_make_roots(&groups[g], names[g].size());
      for (std::size_t k = 0; k < names[g].size(); ++k)
        at[k].node = names[g][k];
    }
  }
  std::vector<regtt_roots> groups;
};

/// Runs the program on a CPU, with one thread and several, and as a kernel.
void expectSerialAnswer(const UserNode *first,
                        const std::vector<const UserNode *> &trees) {
  const std::vector<UserQuery> queries = someQueries();
  std::vector<UserQuery> expected = queries;
  for (UserQuery &query : expected)
    forest::runSerially(&query, first, trees);
  const forest::Uniforms uniforms = {int(trees.size())};
  for (const int threads : {1, 3}) {
    rt::session().pool.setWorkers(threads);
    std::vector<UserQuery> onCpu = queries;
    TestCall test(nullptr, onCpu, &uniforms);
    RootGroups roots({{first}, trees});
    test.call.roots = roots.groups.data();
    test.call.num_roots = 2;
    ASSERT_EQ((rt::cpu::launch<forest::Traversal, rt::Autoropes>(test.call)),
              REGTT_DONE);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      ASSERT_EQ(onCpu[i].best, expected[i].best) << i;
      ASSERT_EQ(onCpu[i].trace, expected[i].trace) << i;
    }
    regtt_end(&test.call);
    EXPECT_EQ(roots.groups[1].at, nullptr);
  }
  std::vector<guarded::Query> loaded;
  for (const UserQuery &query : queries)
    loaded.push_back({query.best, query.trace});
  rt::Trees table;
  const auto add = [&](const UserNode *root) {
    if (root)
      table.add(reinterpret_cast<rt::NodeRef>(root));
    else
      table.addNull();
  };
  table.group();
  add(first);
  table.group();
  for (const UserNode *tree : trees)
    add(tree);
  rt::UserTree several = {};
  several.roots = table.roots();
  const auto shared =
      emulated::runKernel<forest::Traversal, rt::Autoropes, cuda::SharedStacks>(
          several, uniforms, loaded, 1, table);
  for (std::size_t i = 0; i < queries.size(); ++i)
    ASSERT_EQ(shared[i].trace, expected[i].trace) << i;
}

TEST(ProgramTest, EntersTreesInTheOrderOfTheProgram) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    std::deque<GuardedTree> owned;
    std::vector<const UserNode *> trees;
    for (unsigned t = 0; t < 5; ++t)
      trees.push_back(owned.emplace_back(100 * t + seed).root);
    expectSerialAnswer(trees[2], trees);
  }
}

TEST(ProgramTest, PassesOverNullRoots) {
  const GuardedTree one(3), other(4);
  expectSerialAnswer(nullptr, {one.root, nullptr, other.root, nullptr});
  expectSerialAnswer(one.root, {nullptr});
}

TEST(ProgramTest, RunsWithoutAnyTree) {
  expectSerialAnswer(nullptr, {});
  expectSerialAnswer(nullptr, {nullptr, nullptr});
}

TEST(ProgramTest, LinearisesATreeOnceHoweverOftenItIsNamed) {
  const GuardedTree one(5), other(6);
  expectSerialAnswer(one.root, {one.root, other.root, one.root, other.root});
  EXPECT_EQ(rt::session().order.numTrees, 2u);
  EXPECT_EQ(rt::session().order.numNodes,
            one.nodes.size() + other.nodes.size());
}

TEST(ProgramTest, EntersPartsOfATree) {
  const GuardedTree tree(7);
  std::vector<const UserNode *> parts;
  for (const UserNode &node : tree.nodes)
    parts.push_back(&node);
  expectSerialAnswer(tree.root, parts);
}

/// Counts points within reach, tree after tree.
template <int NumTrees> struct Counting : correlate::Traversal {
  static constexpr int numRootGroups = 1;
  template <class Children>
  struct Operator : correlate::Traversal::Operator<Children> {
    using Traversal = Counting;
    rt::Roots<1> roots;
    template <class Calls>
    REGTT_OP void program(correlate::Query &p, const Calls &calls) const {
      for (std::uint32_t t = 0; t < NumTrees; ++t) {
        calls.visit(roots.at(0, t));
        p.corr = p.corr * 3 % 1000003;
      }
    }
  };
};

template <class Engine> struct ForestTest : testing::Test {};
using Engines = testing::Types<rt::Autoropes, rt::StaticRopes>;
TYPED_TEST_SUITE(ForestTest, Engines);

TYPED_TEST(ForestTest, ARopeOutOfATreeLeadsNowhere) {
  constexpr int numTrees = 50;
  std::deque<std::vector<correlate::UserPoint>> points;
  std::deque<pointtree::Tree> trees;
  std::vector<regtt_root> names(numTrees);
  for (int t = 0; t < numTrees; ++t) {
    points.push_back(pointtree::uniformPoints(std::size_t(t * t % 97), 40 + t));
    names[t].node = trees.emplace_back(points.back()).root;
  }
  regtt_roots group = {names.data(), names.size(), nullptr};
  const std::vector<correlate::UserPoint> queries =
      pointtree::uniformPoints(200, 1);
  std::vector<correlate::UserPoint> expected = queries;
  const correlate::Uniforms uniforms = {0.3f};
  for (correlate::UserPoint &query : expected)
    for (const pointtree::Tree &tree : trees) {
      pointtree::correlateSerially(&query, tree.root, uniforms.rad);
      query.corr = query.corr * 3 % 1000003;
    }
  for (const int threads : {1, 2, 3}) {
    rt::session().pool.setWorkers(threads);
    std::vector<correlate::UserPoint> onCpu = queries;
    TestCall test(nullptr, onCpu, &uniforms);
    test.call.roots = &group;
    test.call.num_roots = 1;
    ASSERT_EQ((rt::cpu::launch<Counting<numTrees>, TypeParam>(test.call)),
              REGTT_DONE);
    for (std::size_t i = 0; i < queries.size(); ++i)
      ASSERT_EQ(onCpu[i].corr, expected[i].corr) << i;
  }
}

} // namespace
