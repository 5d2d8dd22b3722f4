/// regtt_begin and regtt_end: targets, refusals, REGTT_VERIFY, and the log.
#include "test_call.h"
#include "test_trees.h"

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/static_ropes.h>
#include <regtt/rt/cpu/launch.h>

#include <atomic>
#include <cfenv>
#include <chrono>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>

using namespace pointtree;
namespace rt = regtt::rt;

namespace {

int onCpu(const regtt_call *call) {
  return rt::cpu::launch<correlate::Traversal, rt::StaticRopes, rt::Autoropes>(
      *call);
}

/// Gives one query a wrong answer.
int wrongOnCpu(const regtt_call *call) {
  const int status = onCpu(call);
  UserPoint *points = static_cast<UserPoint *>(call->operands[0].base);
  ++points[3].corr;
  return status;
}

int noDevice(const regtt_call *) {
  rt::session().report.unavailable = "no such device";
  return REGTT_UNAVAILABLE;
}

struct DispatchTest : testing::Test {
  std::vector<UserPoint> points = uniformPoints(50, 1);
  Tree tree{points};
  std::vector<UserPoint> queries = points;
  correlate::Uniforms uniforms = {0.5f};
  TestCall test{tree.root, queries, &uniforms};

  void SetUp() override {
    setenv("REGTT_TUNE", "off", 1); // calls of one site come again
    for (const char *name : {"REGTT_TARGET", "REGTT_VARIANT", "REGTT_THREADS",
                             "REGTT_LOG", "REGTT_VERIFY", "REGTT_ALLOW_SERIAL"})
      unsetenv(name);
    test.writes(offsetof(UserPoint, corr), sizeof(int))
        .launchers(nullptr, onCpu);
  }
  void TearDown() override { SetUp(); }

  void runSerially() {
    for (UserPoint &query : queries)
      correlateSerially(&query, tree.root, uniforms.rad);
  }
  /// What a rewritten loop does.
  void run() {
    if (regtt_begin(&test.call))
      runSerially();
    regtt_end(&test.call);
  }
  void expectAnswer() {
    for (std::size_t i = 0; i < points.size(); ++i) {
      UserPoint expected = points[i];
      correlateSerially(&expected, tree.root, uniforms.rad);
      ASSERT_EQ(queries[i].corr, expected.corr) << i;
    }
  }
  std::string saidBy(void (DispatchTest::*what)()) {
    testing::internal::CaptureStderr();
    (this->*what)();
    return testing::internal::GetCapturedStderr();
  }
};

using DispatchDeathTest = DispatchTest;

TEST_F(DispatchTest, RunsOnTheCpuAndSaysNothing) {
  EXPECT_EQ(saidBy(&DispatchTest::run), "");
  expectAnswer();
}

TEST_F(DispatchTest, FewQueriesDoNotStartADevice) {
  test.launchers(noDevice, onCpu);
  setenv("REGTT_TUNE", "read", 1);
  setenv("REGTT_LOG", "info", 1);
  const std::string said = saidBy(&DispatchTest::run);
  expectAnswer();
  EXPECT_NE(said.find("target=cpu"), std::string::npos) << said;
  EXPECT_NE(said.find("why=\"done before a GPU would have been started\""),
            std::string::npos)
      << said;
}

TEST_F(DispatchTest, FallsBackFromAnUnavailableDeviceAndLogsWhy) {
  queries = uniformPoints(5000, 1); // more than are done on the CPU anyway
  TestCall many{tree.root, queries, &uniforms};
  many.writes(offsetof(UserPoint, corr), sizeof(int))
      .launchers(noDevice, onCpu);
  test.call = many.call;
  setenv("REGTT_LOG", "info", 1);
  const std::string said = saidBy(&DispatchTest::run);
  expectAnswer();
  for (const char *part :
       {"user.cpp:42: regtt: info: traversal=visit target=cpu "
        "variant=static_ropes why=\"cuda: no such device\" nodes=99 depth=7 "
        "unfolded=0 queries=5000 threads=",
        " linearise_ms=", " transfer_ms=", " kernel_ms=", " total_ms="})
    EXPECT_NE(said.find(part), std::string::npos) << said;
}

TEST_F(DispatchTest, ADeviceThatRoundsOtherwiseIsNotUsed) {
  test.launchers(wrongOnCpu, onCpu);
  setenv("REGTT_LOG", "info", 1);
  for (const char *target : {"cuda", "auto"}) {
    setenv("REGTT_TARGET", target, 1);
    rt::session().saidFloatMode = false;
    queries = points;
    std::fesetround(FE_UPWARD);
    const std::string said = saidBy(&DispatchTest::run);
    const std::string again = saidBy(&DispatchTest::run);
    std::fesetround(FE_TONEAREST);
    EXPECT_NE(said.find("target=cpu"), std::string::npos) << said;
    if (target != std::string("cuda"))
      continue;
    const char *const warning =
        "user.cpp:42: regtt: warning: visit: the calling thread rounds upward, "
        "which a device does not: not on a GPU";
    EXPECT_NE(said.find(warning), std::string::npos) << said;
    EXPECT_EQ(again.find(warning), std::string::npos) << again;
  }
}

TEST_F(DispatchDeathTest, WithoutCodeForTheCpuAnotherRoundingIsAnError) {
  test.launchers(onCpu, nullptr);
  std::fesetround(FE_UPWARD);
  setenv("REGTT_TARGET", "cuda", 1);
  EXPECT_EXIT(run(), testing::ExitedWithCode(1), "rounds upward");
  setenv("REGTT_TARGET", "auto", 1);
  EXPECT_EXIT(run(), testing::ExitedWithCode(1), "rounds upward");
  std::fesetround(FE_TONEAREST);
}

TEST_F(DispatchTest, SerialTargetLeavesTheLoopToTheCaller) {
  setenv("REGTT_TARGET", "serial", 1);
  EXPECT_EQ(regtt_begin(&test.call), 1);
  EXPECT_EQ(queries[0].corr, 0);
  regtt_end(&test.call);
}

TEST_F(DispatchTest, NoMemoryForInputsIsARefusal) {
  setenv("REGTT_ALLOW_SERIAL", "1", 1);
  EXPECT_EQ(regtt_make_inputs(&test.call, ~std::size_t{0} / 4), nullptr);
  const std::string said = saidBy(&DispatchTest::run);
  expectAnswer();
  EXPECT_NE(said.find("warning: visit: out of memory for what 50 iterations "
                      "hand over"),
            std::string::npos)
      << said;
}

TEST_F(DispatchTest, NoIterationsAreDoneAtOnce) {
  setenv("REGTT_TARGET", "cuda", 1);
  test.call.count = 0;
  test.call.operands = nullptr;
  EXPECT_EQ(regtt_begin(&test.call), 0);
  regtt_end(&test.call);
}

TEST_F(DispatchDeathTest, AnExplicitTargetMustBeThere) {
  setenv("REGTT_TARGET", "cuda", 1);
  EXPECT_EXIT(run(), testing::ExitedWithCode(1), "cuda: not compiled in");
  test.launchers(noDevice, onCpu);
  EXPECT_EXIT(run(), testing::ExitedWithCode(1), "cuda: no such device");
  setenv("REGTT_TARGET", "simt", 1);
  EXPECT_EXIT(run(), testing::ExitedWithCode(1), "simt: not compiled in");
}

TEST_F(DispatchDeathTest, AWrongEnvironmentEndsTheProgram) {
  setenv("REGTT_TARGET", "gpu", 1);
  EXPECT_EXIT(run(), testing::ExitedWithCode(1), "REGTT_TARGET=gpu");
}

TEST_F(DispatchDeathTest, ARefusalEndsTheProgram) {
  tree.nodes.back().left = tree.root;
  EXPECT_EXIT(run(), testing::ExitedWithCode(1),
              "user.cpp:42: regtt: error: visit: .*cycle");
}

TEST_F(DispatchTest, ARefusalIsAWarningWhereSerialIsAllowed) {
  setenv("REGTT_VARIANT", "unheard_of", 1);
  test.site.allow_serial = 1;
  const std::string said = saidBy(&DispatchTest::run);
  EXPECT_NE(said.find("regtt: warning: visit: REGTT_VARIANT=unheard_of"),
            std::string::npos)
      << said;
  expectAnswer();
  test.site.allow_serial = 0;
  queries = points;
  setenv("REGTT_ALLOW_SERIAL", "1", 1);
  EXPECT_NE(saidBy(&DispatchTest::run).find("serial loop"), std::string::npos);
  expectAnswer();
}

TEST_F(DispatchTest, VerifyFindsEqualResultsIdentical) {
  setenv("REGTT_VERIFY", "1", 1);
  const std::string said = saidBy(&DispatchTest::run);
  EXPECT_NE(said.find("target=cpu variant=static_ropes verify=identical "
                      "queries=50"),
            std::string::npos)
      << said;
  expectAnswer();
}

TEST_F(DispatchDeathTest, VerifyFindsAPlantedDifference) {
  setenv("REGTT_VERIFY", "1", 1);
  test.launchers(nullptr, wrongOnCpu);
  EXPECT_EXIT(run(), testing::ExitedWithCode(1),
              "differ from the serial loop in 1 of 50 iterations; first: "
              "iteration 3, bytes 12 to 15 of operand 0");
}

std::atomic<int> launchesNow = 0, launchesTogether = 0;

/// Takes long enough that calls that are not kept apart meet here.
int launchAlone(const regtt_call *call) {
  launchesTogether += launchesNow.fetch_add(1) != 0;
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const int status = onCpu(call);
  --launchesNow;
  return status;
}

TEST_F(DispatchTest, ThreadsMayCallAtTheSameTime) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) {
        std::vector<UserPoint> own = points;
        TestCall mine(tree.root, own, &uniforms);
        mine.launchers(nullptr, launchAlone);
        wrong += regtt_begin(&mine.call);
        regtt_end(&mine.call);
        UserPoint expected = points[round];
        correlateSerially(&expected, tree.root, uniforms.rad);
        wrong += own[round].corr != expected.corr;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(launchesTogether, 0);
}

TEST_F(DispatchTest, ThreadsFollowTheEnvironment) {
  setenv("REGTT_THREADS", "3", 1);
  run();
  EXPECT_EQ(rt::session().pool.numWorkers(), 3);
  expectAnswer();
}

} // namespace
