/// Regions with REGTT_REGION=check: what calls write is hidden until the host
/// asks for it, and what the host changes it has to say.
#include "test_call.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace {

/// The iterations' own numbers, each and one more.
int addOne(const regtt_call *call) {
  auto *const first = static_cast<int *>(call->operands[0].base);
  for (std::size_t i = 0; i < call->count; ++i)
    ++first[i];
  return REGTT_DONE;
}

struct RegionTest : testing::Test {
  std::vector<int> numbers = std::vector<int>(10);
  regtt_region region = {0, nullptr};

  void SetUp() override {
    std::iota(numbers.begin(), numbers.end(), 0);
    for (const char *name : {"REGTT_VERIFY", "REGTT_LOG", "REGTT_VARIANT"})
      unsetenv(name);
    setenv("REGTT_TARGET", "cpu", 1);
    setenv("REGTT_REGION", "check", 1);
  }
  void TearDown() override {
    regtt_leave(&region);
    unsetenv("REGTT_TARGET");
    unsetenv("REGTT_REGION");
  }

  void run(std::vector<int> &of) {
    TestCall test{nullptr, of};
    test.writes(0, sizeof(int)).launchers(nullptr, addOne);
    test.call.region = &region;
    ASSERT_EQ(regtt_begin(&test.call), 0);
    regtt_end(&test.call);
  }
  bool areNumbers(int more) const {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (numbers[i] != int(i) + more)
        return false;
    return true;
  }
};

using RegionDeathTest = RegionTest;

TEST_F(RegionTest, HidesWhatACallWrites) {
  run(numbers);
  EXPECT_NE(numbers[3], 4);
  regtt_read(&region, &numbers[2], sizeof(int));
  EXPECT_TRUE(areNumbers(1));
}

TEST_F(RegionTest, CallsFindIt) {
  run(numbers);
  run(numbers);
  regtt_fetch(&region);
  EXPECT_TRUE(areNumbers(2));
}

TEST_F(RegionTest, ShowsNothingElse) {
  std::vector<int> others(5, 7);
  run(numbers);
  run(others);
  regtt_read(&region, others.data(), sizeof(int));
  EXPECT_EQ(others[4], 8);
  EXPECT_NE(numbers[3], 4);
}

TEST_F(RegionTest, EndsWithAllOfIt) {
  run(numbers);
  regtt_leave(&region);
  EXPECT_TRUE(areNumbers(1));
  EXPECT_EQ(region.kept, nullptr);
}

TEST_F(RegionTest, TakesWhatTheHostSaysItChanges) {
  run(numbers);
  regtt_write(&region, &numbers[5], sizeof(int));
  numbers[5] = 100;
  run(numbers);
  regtt_sync(&region);
  EXPECT_EQ(numbers[5], 101);
  EXPECT_EQ(numbers[4], 6);
  numbers.assign(3, 0); // whatever it does then
  run(numbers);
  regtt_fetch(&region);
  EXPECT_EQ(numbers[2], 1);
}

TEST_F(RegionDeathTest, RefusesWhatTheHostDoesNotSay) {
  run(numbers);
  regtt_fetch(&region);
  numbers[5] = 100;
  EXPECT_EXIT(run(numbers), testing::ExitedWithCode(1),
              "the host, which did not say so");
  regtt_sync(&region);
}

TEST_F(RegionTest, IsNothingElsewhere) {
  unsetenv("REGTT_REGION");
  run(numbers);
  EXPECT_TRUE(areNumbers(1));
}

} // namespace
