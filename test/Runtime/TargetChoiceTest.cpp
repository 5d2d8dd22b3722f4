/// Which of a GPU and the CPU a call runs on.
#include "../../runtime/src/target_choice.h"
#include "test_call.h"

#include <deque>
#include <vector>

#include <gtest/gtest.h>

namespace rt = regtt::rt;
using rt::Target;

namespace {

/// What is known of a process cannot be forgotten, so this is one story.
TEST(TargetChoiceTest, AGpuIsStartedWhenThatHasBeenSpentOnTheCpu) {
  rt::session().environment = {};
  std::vector<int> some(1000), many(100000); // more than few on any machine
  TestCall few{nullptr, some}, lots{nullptr, many}, other{nullptr, some};

  // A call of 30 ms: after 250 ms on the CPU the next goes to the GPU.
  int onCpu = 0;
  while (rt::chooseTarget(few.call).first == Target::Cpu) {
    rt::noteTarget(few.call, Target::Cpu, 30);
    ASSERT_LT(++onCpu, 20);
  }
  EXPECT_GT(onCpu, 0);
  EXPECT_LE(onCpu, 8); // what ran before counts, too
  EXPECT_EQ(rt::chooseTarget(other.call).first, Target::Cpu)
      << "nothing is known of it, and 10 ms are left";
  rt::noteTarget(other.call, Target::Cpu, 20);
  EXPECT_EQ(rt::chooseTarget(lots.call).first, Target::Cuda);

  // The first call there, which starts it, says nothing; nor do trials.
  rt::session().way = {};
  rt::noteTarget(few.call, Target::Cuda, 280);
  rt::session().way.why = rt::Way::Trial;
  rt::noteTarget(few.call, Target::Cuda, 280);
  rt::session().way = {};
  EXPECT_EQ(rt::chooseTarget(few.call).first, Target::Cuda);
  rt::noteTarget(few.call, Target::Cuda, 5);
  EXPECT_EQ(rt::chooseTarget(few.call).first, Target::Cuda);
  for (int c = 0; c < 8; ++c)
    rt::noteTarget(few.call, Target::Cuda, 200);
  EXPECT_EQ(rt::chooseTarget(few.call).first, Target::Cpu);
  rt::noteTarget(few.call, Target::Cpu, 30);
  EXPECT_STREQ(rt::chooseTarget(few.call).why,
               "faster than a GPU, as measured");

  // No call is as short on a GPU.
  rt::noteTarget(other.call, Target::Cpu, 0.01);
  for (int c = 0; c < 20; ++c)
    rt::noteTarget(other.call, Target::Cpu, 0.01);
  EXPECT_EQ(rt::chooseTarget(other.call).first, Target::Cpu);

  // Few queries that have only run on the GPU are tried on the CPU, many not.
  TestCall third{nullptr, some};
  EXPECT_EQ(rt::chooseTarget(third.call).first, Target::Cuda);
  rt::noteTarget(third.call, Target::Cuda, 50);
  EXPECT_EQ(rt::chooseTarget(third.call).first, Target::Cuda);
  rt::noteTarget(third.call, Target::Cuda, 0.5);
  EXPECT_EQ(rt::chooseTarget(third.call).first, Target::Cpu);
  rt::noteTarget(lots.call, Target::Cuda, 0.5);
  rt::noteTarget(lots.call, Target::Cuda, 0.5);
  EXPECT_EQ(rt::chooseTarget(lots.call).first, Target::Cuda);
  rt::session().environment.tune = rt::Tune::Off;
  EXPECT_EQ(rt::chooseTarget(third.call).first, Target::Cuda);
  rt::session().environment = {};
  EXPECT_EQ(rt::chooseTarget(third.call).first, Target::Cpu);

  // Who asks for an order may want one that only a GPU has; `auto` asks for
  // none, whatever the loop's clause says.
  third.call.reorder = REGTT_ORDER_HYBRID;
  EXPECT_EQ(rt::chooseTarget(third.call).first, Target::Cuda);
  rt::session().environment.reorder = {{rt::Reorder::Auto, 0}};
  EXPECT_EQ(rt::chooseTarget(third.call).first, Target::Cpu);
  rt::session().environment.reorder = {{rt::Reorder::Curve, 0}};
  EXPECT_EQ(rt::chooseTarget(third.call).first, Target::Cuda);
  rt::session().environment = {};
}

} // namespace
