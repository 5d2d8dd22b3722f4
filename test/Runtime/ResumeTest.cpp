/// Traversals with resume points, under the CPU launcher and in the bodies of
/// the CUDA kernels, against serial recursion.
#include "operators/resuming.h"
#include "run_kernel.h"
#include "test_call.h"
#include "test_trees.h"

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/greedy_ropes.h>
#include <regtt/rt/core/lockstep.h>
#include <regtt/rt/core/recursion.h>
#include <regtt/rt/cpu/launch.h>

#include <gtest/gtest.h>

#include <deque>
#include <random>

using namespace resuming;
using namespace testtrees;
namespace cuda = regtt::rt::cuda;

namespace {

std::vector<UserQuery> someQueries() {
  std::vector<UserQuery> queries;
  for (unsigned i = 0; i < 80; ++i)
    queries.push_back({0.0125 * i, i});
  return queries;
}

/// Runs `queries` on a CPU and as a kernel with either kind of stack; `inStep`:
/// also in lockstep, which takes long here.
template <class Traversal>
void expectAnswers(const void *root, const std::vector<UserQuery> &queries,
                   const std::vector<UserQuery> &expected,
                   bool inStep = false) {
  rt::session().pool.setWorkers(2);
  std::vector<UserQuery> onCpu = queries;
  TestCall test(root, onCpu);
  ASSERT_EQ((rt::cpu::launch<Traversal, rt::Autoropes>(test.call)), REGTT_DONE);
  std::vector<Query> loaded;
  for (const UserQuery &query : queries)
    loaded.push_back({query.best, query.trace});
  const rt::UserTree tree = {reinterpret_cast<rt::NodeRef>(root)};
  for (std::size_t i = 0; i < queries.size(); ++i) {
    ASSERT_EQ(onCpu[i].best, expected[i].best) << i;
    ASSERT_EQ(onCpu[i].trace, expected[i].trace) << i;
  }
  const auto expectKernel = [&]<class Engine, class Stacks>() {
    const auto results =
        emulated::runKernel<Traversal, Engine, Stacks>(tree, {}, loaded, 1);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      ASSERT_EQ(results[i].best, expected[i].best) << Engine::name << i;
      ASSERT_EQ(results[i].trace, expected[i].trace) << Engine::name << i;
    }
  };
  expectKernel.template operator()<rt::Autoropes, cuda::SharedStacks>();
  expectKernel.template operator()<rt::Autoropes, cuda::GlobalStacks>();
  if (inStep)
    expectKernel.template operator()<rt::GreedyRopes, cuda::SharedStacks>();
  if constexpr (Traversal::numSlots != 0) {
    expectKernel.template operator()<rt::Recursion, cuda::NoStacks>();
    if (!inStep)
      return;
    expectKernel.template operator()<rt::Lockstep, cuda::SharedStacks>();
    expectKernel.template operator()<rt::Lockstep, cuda::GlobalStacks>();
  }
}

TEST(ResumeTest, WorkBetweenCallsSeesTheStateOfItsMoment) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const GuardedTree tree(seed);
    const std::vector<UserQuery> queries = someQueries();
    std::vector<UserQuery> expected = queries;
    for (UserQuery &query : expected)
      resuming::visitSerially(&query, tree.root, 0);
    expectAnswers<resuming::Traversal>(tree.root, queries, expected, false);
  }
}

TEST(ResumeTest, LanesOfAWarpComeBackToResumePointsOfTheirOwn) {
  const guarded::UserNode leaves[3] = {
      {0.9, {0, 0}, 3, {}}, {0.1, {0, 0}, 4, {}}, {0.4, {0, 0}, 5, {}}};
  guarded::UserNode inner = {0.7, {0.3, 0}, 2, {}},
                    root = {0.8, {0.5, 0}, 1, {}};
  for (int k = 0; k < 3; ++k)
    inner.child[k] = const_cast<guarded::UserNode *>(&leaves[k]);
  root.child[0] = const_cast<guarded::UserNode *>(&leaves[0]);
  root.child[2] = &inner;
  const std::vector<UserQuery> queries = someQueries();
  std::vector<UserQuery> expected = queries;
  for (UserQuery &query : expected)
    resuming::visitSerially(&query, &root, 0);
  expectAnswers<resuming::Traversal>(&root, queries, expected, true);
}

/// Nodes with up to `most` children, absent ones among them; a long path where
/// `most` is 1.
struct ListTree {
  std::deque<ListNode> nodes;

  ListTree(unsigned count, unsigned most, unsigned seed) {
    std::mt19937 random(seed);
    nodes.push_back({1, {}});
    for (std::size_t n = 0; n < nodes.size() && nodes.size() < count; ++n)
      for (unsigned i = most == 1 ? 1 : random() % (most + 1); i > 0; --i) {
        const bool absent = most > 1 && random() % 4 == 0;
        if (!absent)
          nodes.push_back({unsigned(nodes.size()) + 1, {}});
        nodes[n].child.push_back(absent ? nullptr : &nodes.back());
      }
  }
};

template <bool OneByOne> void expectLists() {
  for (unsigned most : {1, 2, 5, 40})
    for (unsigned seed = 0; seed < 5; ++seed) {
      const ListTree tree(400, most, seed);
      const std::vector<UserQuery> queries = someQueries();
      std::vector<UserQuery> expected = queries;
      for (UserQuery &query : expected)
        visitListSerially(&query, &tree.nodes[0], OneByOne);
      expectAnswers<List<OneByOne>>(&tree.nodes[0], queries, expected);
    }
}

TEST(ResumeTest, WorkAfterAListOfChildrenWaitsForAllOfThem) {
  expectLists<false>();
}
TEST(ResumeTest, WorkAfterEachChildOfAListMayEndTheLoop) {
  expectLists<true>();
}

TEST(ResumeTest, AResumePointWithoutCallsIsTakenAtOnce) {
  const guarded::UserNode leaf = {0.5, {0, 0}, 3, {}};
  std::vector<UserQuery> queries = {{1, 0}}, expected = queries;
  resuming::visitSerially(&expected[0], &leaf, 0);
  expectAnswers<resuming::Traversal>(&leaf, queries, expected);
}

/// Ropes without arguments, some to children, some back to either of two resume
/// points: which one is each lane's own.
struct Plain : guarded::Traversal {
  struct Resume0 {};
  struct Resume1 {};
  using Args = rt::NoArgs;
  using Resumes = rt::ResumePoints<Resume0, Resume1>;
  static constexpr int maxRopes = 1;
  static constexpr bool hasGuards = false;

  template <class Children> struct Operator {
    using Traversal = Plain;
    Records<Children> tree;
    Uniforms u;

    REGTT_OP Args start(const Query &) const { return {}; }
    template <class Ropes>
    REGTT_OP void enter(Query &q, rt::Link, const Node<Children> &n,
                        const Args &, Ropes &ropes) const {
      note(q.trace, n.id);
      if (q.trace % 3 != 0) {
        ropes.visit(0, n.children[0]);
        ropes.resume(Resume0{});
      } else {
        ropes.visit(0, n.children[2]);
        ropes.resume(Resume1{});
      }
    }
    template <class Ropes>
    REGTT_OP void resume(Query &q, rt::Link, const Node<Children> &n,
                         const Resume0 &, Ropes &ropes) const {
      note(q.trace, 5);
      ropes.visit(0, n.children[1]);
      ropes.resume(Resume1{});
    }
    template <class Ropes>
    REGTT_OP void resume(Query &q, rt::Link, const Node<Children> &,
                         const Resume1 &, Ropes &) const {
      note(q.trace, 7);
    }
  };
};

void visitPlain(UserQuery *q, const UserNode *n) {
  if (!n)
    return;
  note(q->trace, n->id);
  if (q->trace % 3 != 0) {
    visitPlain(q, n->child[0]);
    note(q->trace, 5);
    visitPlain(q, n->child[1]);
  } else {
    visitPlain(q, n->child[2]);
  }
  note(q->trace, 7);
}

TEST(ResumeTest, LanesWithoutArgumentsComeBackToPointsOfTheirOwn) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const GuardedTree tree(seed);
    if (tree.nodes.size() > 60)
      continue;
    std::vector<UserQuery> queries = someQueries();
    queries.resize(40);
    std::vector<UserQuery> expected = queries;
    for (UserQuery &query : expected)
      visitPlain(&query, tree.root);
    expectAnswers<Plain>(tree.root, queries, expected, true);
  }
}

static_assert(sizeof(rt::StackValues<resuming::Traversal>) ==
                  2 * sizeof(double) + 2 * sizeof(int) + sizeof(double),
              "a rope has room for the largest of its values, not for all");
static_assert(std::is_same_v<rt::StackValues<guarded::Traversal>,
                             guarded::Traversal::Args>,
              "without resume points ropes carry arguments alone");

} // namespace
