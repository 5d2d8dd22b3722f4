/// The check that iterations do not share what they write.
#include "operators/correlate.h"
#include "test_call.h"

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/cpu/launch.h>

#include <regtt/rt/host/gather.h>

#include <gtest/gtest.h>

using correlate::UserPoint;
namespace rt = regtt::rt;

namespace {

const rt::FieldTables fields = rt::fieldTables<correlate::Traversal>();

struct ObjectsTest : testing::Test {
  std::vector<UserPoint> points = std::vector<UserPoint>(100);
  std::vector<UserPoint *> pointers;
  void SetUp() override {
    for (UserPoint &point : points)
      pointers.push_back(&point);
  }
};

TEST_F(ObjectsTest, AcceptsObjectsOfTheirOwn) {
  EXPECT_EQ(checkObjects(TestCall(nullptr, points).call, fields), "");
  EXPECT_EQ(checkObjects(TestCall(nullptr, pointers).call, fields), "");
}

TEST_F(ObjectsTest, NamesBothIterationsThatWriteOneObject) {
  pointers[77] = pointers[12];
  const std::string error =
      checkObjects(TestCall(nullptr, pointers).call, fields);
  EXPECT_NE(error.find("iterations 12 and 77"), std::string::npos) << error;
}

TEST_F(ObjectsTest, NamesTheIterationWithANullObject) {
  pointers[31] = nullptr;
  const std::string error =
      checkObjects(TestCall(nullptr, pointers).call, fields);
  EXPECT_NE(error.find("iteration 31"), std::string::npos) << error;
}

TEST_F(ObjectsTest, AcceptsSharedObjectsThatAreOnlyRead) {
  pointers[77] = pointers[12];
  rt::FieldTables readOnly = fields;
  readOnly.numWritten = 0;
  EXPECT_EQ(checkObjects(TestCall(nullptr, pointers).call, readOnly), "");
}

TEST_F(ObjectsTest, RefusesOneObjectForAllIterations) {
  TestCall test(nullptr, points);
  test.operand.stride = 0;
  EXPECT_NE(checkObjects(test.call, fields), "");
  test.call.count = 1;
  EXPECT_EQ(checkObjects(test.call, fields), "");
}

TEST_F(ObjectsTest, AcceptsALoopThatRunsBackwards) {
  TestCall test(nullptr, points);
  test.operand.base = &points.back();
  test.operand.stride = -std::ptrdiff_t(sizeof(UserPoint));
  EXPECT_EQ(checkObjects(test.call, fields), "");
}

/// Objects at `places`, of which an iteration writes bytes 0 to 3 and reads
/// those from 20 to 23.
std::string checkPlaces(std::vector<const char *> places) {
  static constexpr rt::ObjectField read[] = {{0, 0, 0, 4}, {0, 4, 20, 4}};
  regtt_operand operand{};
  regtt_set_operand(&operand, places.data(), sizeof(char *), 1, 1, 24);
  regtt_site site{};
  site.num_operands = 1;
  regtt_call call{};
  call.site = &site;
  call.operands = &operand;
  call.count = places.size();
  return rt::checkObjects(call, {read, 2, read, 1});
}

TEST(PartsOfObjectsTest, RefusesObjectsThatOverlapInPart) {
  std::vector<char> memory(1 << 20);
  const char *const at = memory.data();
  const std::string parts = "write query objects that overlap in part";
  for (const char *far : {at + 4096, at + (1 << 19)}) {
    EXPECT_EQ(checkPlaces({far, at, at + 20, at + 48}),
              "iterations 1 and 2 " + parts);
    EXPECT_EQ(checkPlaces({far, at + 18, at}), "iterations 1 and 2 " + parts);
    EXPECT_EQ(checkPlaces({far, at + 3, at}), "iterations 1 and 2 " + parts);
    EXPECT_EQ(checkPlaces({far, at, at}),
              "iterations 1 and 2 write the same query object");
  }
  // Far apart, and of several pairs the first.
  const char *const high = reinterpret_cast<const char *>(~std::uintptr_t{999});
  EXPECT_EQ(checkPlaces({high, at + 1, high + 1, at, at}),
            "iterations 0 and 2 " + parts);
}

TEST(PartsOfObjectsTest, AcceptsObjectsSideBySideAndBetweenFieldsInUse) {
  std::vector<char> memory(1 << 16);
  const char *const at = memory.data();
  EXPECT_EQ(checkPlaces({at + 24, at, at + 72, at + 48}), "");
  EXPECT_EQ(checkPlaces({at + 4, at + 8, at, at + 12}), "");
  EXPECT_EQ(checkPlaces({at + 1000, at, at + 57, at + 81}), "");
}

/// Operand 0 is written from byte 0 on, operand 1 is only read; 4 bytes each.
std::string checkTwo(const regtt_operand &first, const regtt_operand &second,
                     std::size_t count) {
  const regtt_operand operands[] = {first, second};
  static constexpr rt::ObjectField read[] = {{0, 0, 0, 4}, {1, 4, 0, 4}};
  regtt_site site{};
  site.num_operands = 2;
  regtt_call call{};
  call.site = &site;
  call.operands = operands;
  call.count = count;
  return rt::checkObjects(call, {read, 2, read, 1});
}

TEST(OperandsTest, AcceptsSeparateArraysAndFieldsSideBySide) {
  float a[64] = {}, b[64] = {};
  EXPECT_EQ(checkTwo({a, 4, 0, 0}, {b, 4, 0, 0}, 64), "");
  EXPECT_EQ(checkTwo({a, 8, 0, 0}, {a + 1, 8, 0, 0}, 32), "");
  EXPECT_EQ(checkTwo({a + 62, -8, 0, 0}, {a + 63, -8, 0, 0}, 32), "");
  EXPECT_EQ(checkTwo({a, 4, 0, 0}, {a + 32, 4, 0, 0}, 32), "");
}

TEST(OperandsTest, NamesTheIterationsThatMeetThroughTwoArguments) {
  float a[64] = {};
  const std::string error = checkTwo({a, 4, 0, 0}, {a + 5, 4, 0, 0}, 32);
  EXPECT_NE(error.find("iteration 5 writes what iteration 0"),
            std::string::npos)
      << error;
  EXPECT_NE(checkTwo({a, 4, 0, 0}, {a, 4, 0, 0}, 32), "");
  EXPECT_NE(checkTwo({a, 4, 0, 0}, {a, 8, 0, 0}, 32), "");
}

TEST(OperandsTest, ComparesObjectsBehindPointers) {
  float a[64] = {};
  std::vector<float *> pointers;
  for (int i = 0; i < 32; ++i)
    pointers.push_back(&a[2 * i]);
  const regtt_operand indirect = {pointers.data(), sizeof(float *), 1, 0};
  EXPECT_EQ(checkTwo(indirect, {a + 1, 8, 0, 0}, 32), "");
  EXPECT_EQ(checkTwo({a + 1, 8, 0, 0}, indirect, 32), "");
  const std::string error = checkTwo(indirect, {a, 4, 0, 0}, 32);
  EXPECT_NE(error.find("iteration 0 writes what iteration 0"),
            std::string::npos)
      << error;
}

TEST(OperandsTest, LooksOnlyAtPointersOfIterationsThatMakeTheirCall) {
  float a[8] = {};
  float *pointers[] = {&a[1], nullptr, &a[1], &a[3]};
  unsigned char runs[] = {1, 9, 0, 9, 0, 9, 1, 9};
  const regtt_operand operand = {pointers, sizeof(float *), 1, 4};
  static constexpr rt::ObjectField fields[] = {{0, 0, 0, 4}};
  regtt_site site{};
  site.num_operands = 1;
  regtt_call call{};
  call.site = &site;
  call.operands = &operand;
  call.count = 4;
  const rt::FieldTables tables = {fields, 1, fields, 1};
  EXPECT_NE(rt::checkObjects(call, tables), "");
  call.runs = runs;
  call.runs_stride = 2;
  EXPECT_EQ(rt::checkObjects(call, tables), "");
  const rt::WrittenBytes written(call, tables);
  EXPECT_TRUE(written.meets(&a[3], 4));
  EXPECT_FALSE(written.meets(&a[2], 4));
  runs[4] = 1;
  const std::string error = rt::checkObjects(call, tables);
  EXPECT_NE(error.find("iterations 0 and 2 "), std::string::npos) << error;
}

TEST(ReadsTest, LooksOnlyAtAddressesOfIterationsThatMakeTheirCall) {
  float a[8] = {};
  float *pointers[] = {&a[1], &a[2], &a[1], &a[6]};
  unsigned char runs[] = {1, 0, 1, 0};
  const regtt_operand written = {a + 5, 4, 0, 4};
  regtt_operand read = {pointers, sizeof(float *), 1, 4};
  static constexpr rt::ObjectField fields[] = {{0, 0, 0, 4}};
  regtt_site site{};
  site.num_operands = 1;
  regtt_call call{};
  call.site = &site;
  call.operands = &written;
  call.count = 2;
  call.reads = &read;
  call.num_reads = 1;
  const rt::FieldTables tables = {fields, 1, fields, 1};
  pointers[1] = &a[6];
  EXPECT_NE(rt::checkReads(call, rt::WrittenBytes(call, tables)), "");
  call.runs = runs;
  call.runs_stride = 1;
  EXPECT_EQ(rt::checkReads(call, rt::WrittenBytes(call, tables)), "");
  // What is read at an address of its own is read by all.
  read = {a + 5, 4, 0, 4};
  EXPECT_NE(rt::checkReads(call, rt::WrittenBytes(call, tables)), "");
}

/// What is read ahead, 4 bytes an iteration, of what operand 0 writes.
std::string checkRead(const regtt_operand &written, const regtt_operand &read,
                      std::size_t count) {
  static constexpr rt::ObjectField fields[] = {{0, 0, 0, 4}};
  regtt_site site{};
  site.num_operands = 1;
  regtt_call call{};
  call.site = &site;
  call.operands = &written;
  call.count = count;
  call.reads = &read;
  call.num_reads = 1;
  return rt::checkReads(call, rt::WrittenBytes(call, {fields, 1, fields, 1}));
}

TEST(ReadsTest, AcceptsWhatNoIterationWrites) {
  float a[64] = {}, b[64] = {};
  float *pointers[] = {&b[3], &a[1], &b[3], &a[3]};
  EXPECT_EQ(checkRead({a, 4, 0, 4}, {b, 4, 0, 4}, 64), "");
  EXPECT_EQ(checkRead({a, 8, 0, 4}, {a + 1, 8, 0, 4}, 32), "");
  EXPECT_EQ(checkRead({a, 4, 0, 4}, {a + 32, 0, 0, 4}, 32), "");
  EXPECT_EQ(checkRead({a, 8, 0, 4}, {pointers, sizeof(float *), 1, 4}, 4), "");
}

TEST(ReadsTest, NamesTheIterationWhoseValueWouldBeAnother) {
  float a[64] = {};
  float *pointers[] = {&a[40], &a[50], &a[2], &a[41]};
  EXPECT_NE(checkRead({a, 4, 0, 4}, {a + 31, 0, 0, 4}, 32), "");
  EXPECT_NE(checkRead({a + 31, -4, 0, 4}, {a + 31, 4, 0, 4}, 32), "");
  const std::string error =
      checkRead({a, 4, 0, 4}, {pointers, sizeof(float *), 1, 4}, 4);
  EXPECT_NE(error.find("for iteration 2 "), std::string::npos) << error;
}

TEST_F(ObjectsTest, ARefusedCallChangesNothing) {
  correlate::UserNode leaf = {{0, 0, 0}, {1, 1, 1}, &points[0], {}, {}};
  pointers[1] = pointers[0];
  const correlate::Uniforms uniforms = {10};
  TestCall test(&leaf, pointers, &uniforms);
  testing::internal::CaptureStderr();
  EXPECT_EQ((rt::cpu::launch<correlate::Traversal, rt::Autoropes>(test.call)),
            REGTT_REFUSED);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("user.cpp:42: regtt: error: visit: iterations 0 and 1"),
            std::string::npos)
      << said;
  for (const UserPoint &point : points)
    EXPECT_EQ(point.corr, 0);
}

TEST_F(ObjectsTest, IndirectQueriesGetTheirResults) {
  correlate::UserNode leaf = {{0, 0, 0}, {1, 1, 1}, &points[0], {}, {}};
  std::reverse(pointers.begin(), pointers.end());
  pointers.resize(60);
  const correlate::Uniforms uniforms = {10};
  TestCall test(&leaf, pointers, &uniforms);
  EXPECT_EQ((rt::cpu::launch<correlate::Traversal, rt::Autoropes>(test.call)),
            REGTT_DONE);
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_EQ(points[i].corr, i >= 40 ? 1 : 0);
}

} // namespace
