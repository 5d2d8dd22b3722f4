/// The REGTT_* variables.
#include <regtt/rt/host/environment.h>

#include <cstring>

#include <gtest/gtest.h>

namespace rt = regtt::rt;

namespace {

const char *variable = nullptr, *value = nullptr;

std::string read(const char *name, const char *text, rt::Environment &to) {
  variable = name;
  value = text;
  return rt::readEnvironment(to, [](const char *asked) -> const char * {
    return std::strcmp(asked, variable) == 0 ? value : nullptr;
  });
}

TEST(EnvironmentTest, DefaultsToAutoAndQuiet) {
  rt::Environment e;
  EXPECT_EQ(read("OTHER", "x", e), "");
  EXPECT_EQ(e.target, rt::Target::Auto);
  EXPECT_TRUE(e.variant.empty());
  EXPECT_EQ(e.threads, 0);
  EXPECT_FALSE(e.log || e.verify || e.checkRegions || e.allowSerial);
}

TEST(EnvironmentTest, ReadsEachVariable) {
  rt::Environment e;
  EXPECT_EQ(read("REGTT_TARGET", "cpu", e), "");
  EXPECT_EQ(e.target, rt::Target::Cpu);
  EXPECT_EQ(read("REGTT_VARIANT", "autoropes", e), "");
  EXPECT_EQ(e.variant, "autoropes");
  EXPECT_EQ(read("REGTT_VARIANT", "auto", e), "");
  EXPECT_EQ(e.variant, "");
  EXPECT_EQ(read("REGTT_STACKS", "global", e), "");
  EXPECT_EQ(e.stacks, rt::StackMemory::Global);
  EXPECT_EQ(read("REGTT_REORDER", "curve", e), "");
  ASSERT_EQ(e.reorder.size(), 1u);
  EXPECT_EQ(rt::toText(e.reorder[0]), "curve");
  EXPECT_EQ(read("REGTT_REORDER", "inspect:14,none", e), "");
  ASSERT_EQ(e.reorder.size(), 2u);
  EXPECT_EQ(rt::toText(e.reorder[0]), "inspect:14");
  EXPECT_EQ(rt::toText(e.reorder[1]), "none");
  for (const char *wrong :
       {"morton", "none:3", "curve:", "curve:0", "inspect:33", "inspect:4x",
        ":", "12", "curve,", ",none"})
    EXPECT_NE(read("REGTT_REORDER", wrong, e), "") << wrong;
  EXPECT_EQ(read("REGTT_TUNE", "write", e), "");
  EXPECT_EQ(e.tune, rt::Tune::Write);
  EXPECT_NE(read("REGTT_TUNE", "on", e), "");
  EXPECT_EQ(read("REGTT_STRAGGLERS", "device", e), "");
  EXPECT_EQ(e.stragglers, rt::Finish::OnDevice);
  EXPECT_NE(read("REGTT_STRAGGLERS", "gpu", e), "");
  EXPECT_EQ(read("REGTT_AFFINITY", "spread", e), "");
  EXPECT_EQ(e.affinity, rt::Affinity::Spread);
  EXPECT_EQ(read("REGTT_THREADS", "12", e), "");
  EXPECT_EQ(e.threads, 12);
  EXPECT_EQ(read("REGTT_PENDING_LAUNCHES", "70000", e), "");
  EXPECT_EQ(e.pendingLaunches, 70000);
  EXPECT_EQ(read("REGTT_LOG", "info", e), "");
  EXPECT_TRUE(e.log);
  EXPECT_EQ(read("REGTT_VERIFY", "1", e), "");
  EXPECT_TRUE(e.verify);
  EXPECT_EQ(read("REGTT_REGION", "check", e), "");
  EXPECT_TRUE(e.checkRegions);
  EXPECT_EQ(read("REGTT_REGION", "off", e), "");
  EXPECT_FALSE(e.checkRegions);
  EXPECT_EQ(read("REGTT_ALLOW_SERIAL", "1", e), "");
  EXPECT_TRUE(e.allowSerial);
}

TEST(EnvironmentTest, AnEmptyValueCountsAsNotSet) {
  rt::Environment e;
  for (const char *name : {"REGTT_TARGET", "REGTT_VARIANT", "REGTT_THREADS",
                           "REGTT_LOG", "REGTT_VERIFY", "REGTT_ALLOW_SERIAL"})
    EXPECT_EQ(read(name, "", e), "") << name;
}

TEST(EnvironmentTest, NamesAWrongValueAndWhatIsAllowed) {
  const char *wrong[][3] = {{"REGTT_TARGET", "gpu", "cuda"},
                            {"REGTT_STACKS", "local", "auto, shared or global"},
                            {"REGTT_TUNE", "on", "off, read or write"},
                            {"REGTT_STRAGGLERS", "gpu", "auto, host or device"},
                            {"REGTT_AFFINITY", "1", "none, compact or spread"},
                            {"REGTT_THREADS", "0", "1 to 4096"},
                            {"REGTT_THREADS", "-2", "1 to 4096"},
                            {"REGTT_THREADS", "4x", "1 to 4096"},
                            {"REGTT_THREADS", "5000", "1 to 4096"},
                            {"REGTT_PENDING_LAUNCHES", "0", "1 to 1048576"},
                            {"REGTT_LOG", "debug", "info"},
                            {"REGTT_VERIFY", "yes", "0 or 1"},
                            {"REGTT_REGION", "1", "off or check"},
                            {"REGTT_ALLOW_SERIAL", "true", "0 or 1"}};
  for (const auto &[name, text, allowed] : wrong) {
    rt::Environment e;
    const std::string error = read(name, text, e);
    EXPECT_NE(error.find(std::string(name) + "=" + text), std::string::npos)
        << error;
    EXPECT_NE(error.find(allowed), std::string::npos) << error;
  }
}

} // namespace
