/// The engines under the CPU launcher against serial recursion, bit for bit.
#include "test_call.h"
#include "test_trees.h"

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/static_ropes.h>
#include <regtt/rt/cpu/launch.h>

#include <gtest/gtest.h>

using namespace pointtree;
using namespace testtrees;
namespace rt = regtt::rt;

namespace {

template <class Engine> struct CorrelateTest : testing::Test {
  void SetUp() override { rt::session().pool.setWorkers(3); }

  static void expectSerialAnswer(const UserNode *root,
                                 std::vector<UserPoint> queries, float radius) {
    std::vector<UserPoint> expected = queries;
    for (UserPoint &query : expected)
      correlateSerially(&query, root, radius);
    const correlate::Uniforms uniforms = {radius};
    TestCall test(root, queries, &uniforms);
    ASSERT_EQ((rt::cpu::launch<correlate::Traversal, Engine>(test.call)),
              REGTT_DONE);
    for (std::size_t i = 0; i < queries.size(); ++i)
      ASSERT_EQ(queries[i].corr, expected[i].corr) << "query " << i;
  }

  static void expectSerialAnswer(const std::vector<UserPoint> &points,
                                 float radius) {
    const Tree tree(points);
    expectSerialAnswer(tree.root, points, radius);
  }
};

using Engines = testing::Types<rt::Autoropes, rt::StaticRopes>;
TYPED_TEST_SUITE(CorrelateTest, Engines);

TYPED_TEST(CorrelateTest, CountsUniformPointsAsTheSerialProgram) {
  this->expectSerialAnswer(uniformPoints(5000, 1), 0.1f);
}
TYPED_TEST(CorrelateTest, CountsClusteredPointsAsTheSerialProgram) {
  this->expectSerialAnswer(clusteredPoints(3000, 2), 0.02f);
}
TYPED_TEST(CorrelateTest, CountsEqualPoints) {
  this->expectSerialAnswer(equalPoints(300), 0.1f);
}
TYPED_TEST(CorrelateTest, CountsOnePoint) {
  this->expectSerialAnswer(uniformPoints(1, 3), 0.1f);
}
TYPED_TEST(CorrelateTest, CountsTwoPoints) {
  this->expectSerialAnswer(uniformPoints(2, 4), 2.0f);
}
TYPED_TEST(CorrelateTest, TakesNoQueries) {
  const std::vector<UserPoint> points = uniformPoints(10, 5);
  const Tree tree(points);
  this->expectSerialAnswer(tree.root, {}, 0.1f);
}
TYPED_TEST(CorrelateTest, LeavesQueriesAloneOverAnEmptyTree) {
  this->expectSerialAnswer(nullptr, uniformPoints(10, 6), 0.1f);
}
TYPED_TEST(CorrelateTest, FollowsRopesPastMissingChildren) {
  const std::vector<UserPoint> points = uniformPoints(100, 7);
  for (unsigned seed = 0; seed < 20; ++seed) {
    const RaggedTree tree(points, seed);
    this->expectSerialAnswer(tree.root, points, 0.3f);
  }
}
TYPED_TEST(CorrelateTest, KeepsWhatQueriesHeldBefore) {
  std::vector<UserPoint> points = uniformPoints(50, 8);
  for (UserPoint &point : points)
    point.corr = 1000;
  this->expectSerialAnswer(points, 0.2f);
}
TYPED_TEST(CorrelateTest, SmallerTreesReuseRoomOfLargerOnes) {
  this->expectSerialAnswer(uniformPoints(2000, 9), 0.1f);
  this->expectSerialAnswer(uniformPoints(3, 9), 1.0f);
  this->expectSerialAnswer(uniformPoints(2500, 9), 0.1f);
}

struct GuardTest : testing::Test {
  void SetUp() override { rt::session().pool.setWorkers(2); }
};

TEST_F(GuardTest, GuardsSeeTheStateAtTheMomentTheRopeIsTaken) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const GuardedTree tree(seed);
    std::vector<guarded::UserQuery> queries = {
        {1e9, 0}, {0.5, 0}, {0.1, 0}, {0.9, 7}};
    std::vector<guarded::UserQuery> expected = queries;
    for (guarded::UserQuery &query : expected)
      guarded::visitSerially(&query, tree.root);
    TestCall test(tree.root, queries);
    ASSERT_EQ((rt::cpu::launch<guarded::Traversal, rt::Autoropes>(test.call)),
              REGTT_DONE);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      EXPECT_EQ(queries[i].best, expected[i].best) << seed;
      EXPECT_EQ(queries[i].trace, expected[i].trace) << seed;
    }
  }
}

TEST_F(GuardTest, AGuardThatEarlierVisitsCloseIsClosed) {
  // The first child lowers best below the second child's bound.
  guarded::UserNode nodes[3] = {};
  nodes[0] = {1.0, {0.5, 0.5}, 1, {&nodes[1], &nodes[2], nullptr}};
  nodes[1] = {0.2, {0, 0}, 2, {}};
  nodes[2] = {0.1, {0, 0}, 3, {}};
  std::vector<guarded::UserQuery> queries = {{2.0, 0}};
  TestCall test(nodes, queries);
  ASSERT_EQ((rt::cpu::launch<guarded::Traversal, rt::Autoropes>(test.call)),
            REGTT_DONE);
  EXPECT_EQ(queries[0].best, 0.2);
  EXPECT_EQ(queries[0].trace, 1u * 31 + 2);
}

void expectNearest(const NearestTree &tree, std::size_t count) {
  std::vector<nearest::UserQuery> queries = nearestQueries(count, 11);
  std::vector<nearest::UserQuery> expected = queries;
  for (nearest::UserQuery &query : expected)
    nearestSerially(&query, tree.root);
  TestCall test(tree.root, queries);
  ASSERT_EQ((rt::cpu::launch<nearest::Traversal, rt::Autoropes>(test.call)),
            REGTT_DONE);
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_EQ(queries[i].best, expected[i].best) << i;
    ASSERT_EQ(queries[i].bestId, expected[i].bestId) << i;
  }
}

TEST_F(GuardTest, FindsNearestNeighboursAsTheSerialProgram) {
  for (std::size_t count : {0, 1, 2, 3, 100, 5000})
    expectNearest(NearestTree(count, 10), 2000);
}
TEST_F(GuardTest, FindsTheFirstOfEqualNeighbours) {
  expectNearest(NearestTree(200, 10, true), 100);
}

TEST(VariantTest, TheEnvironmentChoosesAVariantByName) {
  const std::vector<UserPoint> points = uniformPoints(10, 1);
  const Tree tree(points);
  std::vector<UserPoint> queries = points;
  const correlate::Uniforms uniforms = {0.1f};
  TestCall test(tree.root, queries, &uniforms);
  auto launch = [&] {
    return rt::cpu::launch<correlate::Traversal, rt::StaticRopes,
                           rt::Autoropes>(test.call);
  };
  EXPECT_EQ(launch(), REGTT_DONE);
  EXPECT_STREQ(rt::session().report.variant, "static_ropes");
  rt::session().environment.variant = "autoropes";
  EXPECT_EQ(launch(), REGTT_DONE);
  EXPECT_STREQ(rt::session().report.variant, "autoropes");

  rt::session().environment.variant = "lockstep";
  testing::internal::CaptureStderr();
  EXPECT_EQ(launch(), REGTT_REFUSED);
  rt::session().environment.variant.clear();
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("static_ropes, autoropes"), std::string::npos) << said;
}

} // namespace
