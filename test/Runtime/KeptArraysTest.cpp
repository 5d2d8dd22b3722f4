// Arrays of a loop without a traversal that stay on a device: gathered once,
// and only looked at again.
#include "test_call.h"

#include <regtt/rt/core/no_visits.h>
#include <regtt/rt/core/operator.h>
#include <regtt/rt/host/gather.h>
#include <regtt/rt/host/tree_key.h>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <vector>

namespace {
namespace rt = regtt::rt;

/// `for (v) for (int e : near[v]) y[v] += x[e]`, with `near` to stay; a vector
/// is where it begins and ends.
struct Vertex {
  const int *begin, *end;
  double y;
};
struct Query {
  long near;
  unsigned long size;
  double y;
  struct Result {
    double y;
  };
};
struct Arrays {
  rt::Array<int> near;
  rt::Array<double> x;
  static Arrays at(void *const *records) {
    return {rt::Array<int>::at(records[0]), rt::Array<double>::at(records[1])};
  }
};
struct Loop : rt::NoVisits {
  using Query = ::Query;
  using Uniforms = rt::NoUniforms;
  using Arrays = ::Arrays;
  static constexpr std::array<rt::ObjectField, 3> queryFields = {{
      {0, offsetof(Query, near), offsetof(Vertex, begin), 8},
      {0, offsetof(Query, size), offsetof(Vertex, end), 8},
      {0, offsetof(Query, y), offsetof(Vertex, y), 8},
  }};
  static constexpr std::array<rt::ObjectField, 1> resultFields = {{
      {0, offsetof(Query::Result, y), offsetof(Vertex, y), 8},
  }};
  static constexpr std::array<rt::ArrayForm, 2> arrayForms = {{
      {"near", 4, sizeof(int), false, -1, true},
      {"x", 8, sizeof(double), false, 0},
  }};
  static constexpr std::array<rt::ArrayField, 2> arrayFields = {{
      {0, 0, 0, 4},
      {1, 0, 0, 8},
  }};
  static constexpr std::array<rt::QueryArray, 1> queryArrays = {{
      {0, offsetof(Query, near), offsetof(Query, size), false},
  }};
};
using Children = rt::ChildList;
using Gathered = rt::GatheredArrays<Loop, Children>;

struct KeptArrays : testing::Test {
  std::vector<std::vector<int>> lists = {{3, 1}, {}, {2, 2, 0}, {1}};
  std::vector<double> x = {10, 20, 30, 40};
  std::vector<Vertex> vertices;
  std::vector<regtt_array> arrays;
  const rt::NoUniforms u{};

  void SetUp() override { rt::session().environment = {}; }

  /// What the host file fills, anew for each call.
  TestCall &call() {
    vertices.clear();
    for (const std::vector<int> &list : lists)
      vertices.push_back({list.data(), list.data() + list.size(), 0});
    made = std::make_unique<TestCall>(nullptr, vertices);
    arrays = {{x.data(), sizeof(double), x.size(), 0}};
    made->call.arrays = arrays.data();
    made->site.num_arrays = 1;
    made->call.resident = 1;
    return *made;
  }

  /// Lays out what a device has of a call; `kept`: what stays there. Returns an
  /// error's text.
  std::string gather(const regtt_call &call, const rt::KeptArrays *kept) {
    rt::Session &session = rt::session();
    rt::WrittenBytes written;
    if (std::string error = rt::checkCall<Loop>(call, written); !error.empty())
      return error;
    Gathered gathered(call, written, {}, 0, u, true, kept);
    if (std::string error = gathered.count(session); !error.empty())
      return error;
    memory.assign(gathered.bytes(), std::byte{0xee});
    if (!kept)
      stays.assign(gathered.treeBytes(), std::byte{0xee});
    if (std::string error = gathered.gather(session, memory.data(),
                                            kept ? nullptr : stays.data());
        !error.empty())
      return error;
    places = gathered.treeArrays();
    found = gathered.at(memory.data(), stays.data());
    return "";
  }

  std::unique_ptr<TestCall> made;
  std::vector<std::byte> memory, stays;
  rt::KeptArrays places;
  Arrays found{};
};

TEST_F(KeptArrays, AreGatheredOnce) {
  ASSERT_EQ(gather(call().call, nullptr), "");
  const std::vector<int> all = {3, 1, 2, 2, 0, 1};
  for (std::size_t k = 0; k < all.size(); ++k)
    EXPECT_EQ(found.near[rt::Index(k)], all[k]);
  const rt::KeptArrays kept = places;
  // What stays is not looked at again; the others are.
  lists[2][0] = 77;
  x[1] = -5;
  ASSERT_EQ(gather(call().call, &kept), "");
  EXPECT_EQ(found.near[2], 2);
  EXPECT_EQ(found.x[1], -5);
}

TEST_F(KeptArrays, SayWhenTheirLengthHasChanged) {
  ASSERT_EQ(gather(call().call, nullptr), "");
  const rt::KeptArrays kept = places;
  lists[1].push_back(1);
  EXPECT_EQ(gather(call().call, &kept),
            "the array 'near' has 7 elements, and what stays of it on the "
            "device 6; a version in the clause 'resident' says that it has "
            "changed");
}

TEST_F(KeptArrays, AreRefusedWhereIterationsWriteThem) {
  ASSERT_EQ(gather(call().call, nullptr), "");
  const rt::KeptArrays kept = places;
  // The list of the first vertex lies where the second has its sum.
  TestCall &test = call();
  vertices[0].begin = reinterpret_cast<const int *>(&vertices[1].y);
  vertices[0].end = vertices[0].begin + 2;
  EXPECT_EQ(gather(test.call, &kept),
            "an iteration writes what is read through the queries' array "
            "'near'");
}

TEST_F(KeptArrays, HaveKeysOfWhereTheyLie) {
  const auto key = [&] { return rt::treeKeyOf<Loop, Children>(made->call); };
  call();
  const rt::TreeKey first = key();
  EXPECT_EQ(first, key());
  made->call.version = 1;
  EXPECT_NE(first, key());
  made->call.version = 0;
  made->call.count = 3;
  EXPECT_NE(first, key());
  std::vector<Vertex> others = vertices;
  made->call.count = 4;
  made->operand.base = others.data();
  EXPECT_NE(first, key());
}

} // namespace
