/// Trees kept in other ways than by pointers in the nodes, under every engine,
/// against a serial recursion over the same tree.
#include "operators/recorder.h"
#include "run_kernel.h"
#include "test_call.h"

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/static_ropes.h>
#include <regtt/rt/cpu/launch.h>

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <random>

using namespace recorder;
namespace cuda = regtt::rt::cuda;

namespace {

/// A tree of any kind: node 0 is the root; -1: a child that is not there.
struct Shape {
  std::vector<int> values;
  std::vector<std::vector<int>> children;

  int add() {
    values.push_back(int(values.size()) * 7 % 101 + 1);
    children.emplace_back();
    return int(values.size()) - 1;
  }
  int addBelow(int parent) {
    const int child = add();
    children[parent].push_back(child);
    return child;
  }
  void visit(UserQuery &q, int n) const {
    if (n < 0)
      return;
    q.trace = q.trace * 31 + unsigned(values[n]);
    if (values[n] % q.divisor == 0)
      return;
    for (int child : children[n])
      visit(q, child);
  }
};

/// Every node gets up to `most` children, some of them absent.
Shape randomShape(int count, int most, unsigned seed) {
  std::mt19937 random(seed);
  Shape shape;
  shape.add();
  for (int n = 0; n < int(shape.values.size()); ++n)
    for (int i = int(random() % unsigned(most + 1)); i > 0; --i) {
      if (random() % 4 == 0)
        shape.children[n].push_back(-1);
      else if (int(shape.values.size()) < count)
        shape.addBelow(n);
    }
  return shape;
}

Shape chain(int length) {
  Shape shape;
  shape.add();
  for (int n = 1; n < length; ++n) {
    if (n % 3 == 0)
      shape.children[n - 1].push_back(-1);
    shape.addBelow(n - 1);
  }
  return shape;
}

/// `width` children each, two levels of them.
Shape wide(int width) {
  Shape shape;
  shape.add();
  for (int i = 0; i < width; ++i) {
    const int child = shape.addBelow(0);
    for (int k = 0; i % 100 == 0 && k < width; ++k)
      shape.addBelow(child);
  }
  return shape;
}

template <class Form> struct Kept;

template <> struct Kept<Structs> {
  std::vector<Structs::User> nodes;
  explicit Kept(const Shape &shape) {
    for (std::size_t n = 0; n < shape.values.size(); ++n) {
      nodes.push_back({shape.values[n], {-1, -1}});
      for (std::size_t s = 0; s < shape.children[n].size(); ++s)
        nodes[n].child[s] = short(shape.children[n][s]);
    }
  }
  std::vector<regtt_array> arrays() const {
    return {{nodes.data(), sizeof(Structs::User), nodes.size(), 0}};
  }
};

template <> struct Kept<Parallel> {
  std::vector<int> values, child[2];
  explicit Kept(const Shape &shape) : values(shape.values) {
    for (const std::vector<int> &children : shape.children)
      for (std::size_t s = 0; s < 2; ++s)
        child[s].push_back(s < children.size() ? children[s] : -1);
  }
  std::vector<regtt_array> arrays() const {
    return {{values.data(), 4, values.size(), 0},
            {child[0].data(), 4, REGTT_UNKNOWN_COUNT, 0},
            {child[1].data(), 4, child[1].size(), 0}};
  }
};

template <> struct Kept<Behind> {
  std::deque<Behind::User> nodes;
  std::deque<Behind::Body> bodies;
  explicit Kept(const Shape &shape) {
    nodes.resize(shape.values.size());
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      nodes[n] = {shape.values[n], shape.children[n].empty(),
                  reinterpret_cast<Behind::Body *>(8)};
      if (nodes[n].leaf)
        continue;
      nodes[n].body = &bodies.emplace_back();
      for (std::size_t s = 0; s < shape.children[n].size(); ++s)
        if (const int child = shape.children[n][s]; child >= 0)
          nodes[n].body->child[s] = &nodes[child];
    }
  }
  const void *root() const { return nodes.empty() ? nullptr : &nodes[0]; }
};

template <> struct Kept<Vector> {
  std::deque<Vector::User> nodes;
  explicit Kept(const Shape &shape) {
    nodes.resize(shape.values.size());
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      nodes[n].value = shape.values[n];
      for (int child : shape.children[n])
        nodes[n].child.push_back(child < 0 ? nullptr : &nodes[child]);
    }
  }
  const void *root() const { return nodes.empty() ? nullptr : &nodes[0]; }
};

template <> struct Kept<InPlace> {
  std::vector<InPlace::User> roots;
  explicit Kept(const Shape &shape) {
    if (!shape.values.empty())
      build(shape, 0, roots.emplace_back());
  }
  static void build(const Shape &shape, int n, InPlace::User &node) {
    node.value = shape.values[n];
    for (int child : shape.children[n])
      if (child >= 0)
        build(shape, child, node.child.emplace_back());
  }
  const void *root() const { return roots.data(); }
};

template <> struct Kept<Siblings> {
  std::deque<Siblings::User> nodes;
  explicit Kept(const Shape &shape) {
    nodes.resize(shape.values.size());
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      nodes[n].value = shape.values[n];
      Siblings::User **place = &nodes[n].first;
      for (int child : shape.children[n])
        if (child >= 0) {
          *place = &nodes[child];
          place = &nodes[child].next;
        }
    }
  }
  const void *root() const { return nodes.empty() ? nullptr : &nodes[0]; }
};

template <> struct Kept<Numbers> {
  std::vector<Numbers::User> nodes;
  std::vector<std::vector<unsigned>> child;
  explicit Kept(const Shape &shape) : child(shape.values.size()) {
    for (std::size_t n = 0; n < child.size(); ++n) {
      for (int c : shape.children[n])
        if (c >= 0)
          child[n].push_back(unsigned(c));
      nodes.push_back({shape.values[n], child[n].data(),
                       child[n].data() + child[n].size()});
    }
  }
  std::vector<regtt_array> arrays() const {
    return {{nodes.data(), sizeof(Numbers::User), nodes.size(), 0}};
  }
};

std::vector<UserQuery> someQueries() {
  std::vector<UserQuery> queries;
  for (int i = 0; i < 70; ++i)
    queries.push_back({2 + i % 33, unsigned(i)});
  queries.push_back({1000, 0}); // goes everywhere
  return queries;
}

template <class Form, class Engine>
void expectTraces(TestCall &test, std::vector<UserQuery> &queries,
                  const std::vector<UserQuery> &expected) {
  const std::vector<UserQuery> start = queries;
  for (int threads : {1, 3}) {
    queries = start;
    rt::session().pool.setWorkers(threads);
    ASSERT_EQ((rt::cpu::launch<Form, Engine>(test.call)), REGTT_DONE);
    for (std::size_t i = 0; i < queries.size(); ++i)
      ASSERT_EQ(queries[i].trace, expected[i].trace)
          << i << " with " << threads << " threads";
  }
  queries = start;
  using Stacks = std::conditional_t<cuda::keepsStacks<Engine>,
                                    cuda::SharedStacks, cuda::NoStacks>;
  std::vector<Query> device;
  for (const UserQuery &query : start)
    device.push_back({query.divisor, query.trace});
  Uniforms uniforms{};
  if (test.call.uniforms)
    uniforms = *static_cast<const Uniforms *>(test.call.uniforms);
  const auto results = emulated::runKernel<Form, Engine, Stacks>(
      rt::treeOf<Form>(test.call), uniforms, device, 1);
  if (rt::session().report.nodes == 0)
    return;
  for (std::size_t i = 0; i < results.size(); ++i)
    ASSERT_EQ(results[i].trace, expected[i].trace) << i;
}

template <class Form> void expectTraces(const Shape &shape) {
  const Kept<Form> kept(shape);
  std::vector<UserQuery> queries = someQueries(), expected = queries;
  for (UserQuery &query : expected)
    shape.visit(query, shape.values.empty() ? -1 : 0);
  const void *root = nullptr;
  if constexpr (requires { kept.root(); })
    root = kept.root();
  TestCall test(root, queries);
  if constexpr (requires { kept.arrays(); })
    test.over(kept.arrays(), shape.values.empty() ? -1 : 0);
  expectTraces<Form, rt::Autoropes>(test, queries, expected);
  expectTraces<Form, rt::StaticRopes>(test, queries, expected);
}

template <class Form> struct ChildrenTest : testing::Test {
  static constexpr int most = Form::numSlots ? Form::numSlots : 9;
};
using Forms = testing::Types<Structs, Parallel, Behind, Vector, InPlace,
                             Siblings, Numbers>;
TYPED_TEST_SUITE(ChildrenTest, Forms);

TYPED_TEST(ChildrenTest, TakesRandomTrees) {
  for (unsigned seed = 0; seed < 10; ++seed)
    expectTraces<TypeParam>(randomShape(5000, this->most, seed));
}
TYPED_TEST(ChildrenTest, TakesAnEmptyTree) { expectTraces<TypeParam>({}); }
TYPED_TEST(ChildrenTest, TakesOneNode) { expectTraces<TypeParam>(chain(1)); }
TYPED_TEST(ChildrenTest, TakesAChain) { expectTraces<TypeParam>(chain(5000)); }

template <class Form> struct ChildListTest : testing::Test {};
using ListForms = testing::Types<Vector, InPlace, Siblings, Numbers>;
TYPED_TEST_SUITE(ChildListTest, ListForms);

TYPED_TEST(ChildListTest, TakesAThousandChildren) {
  expectTraces<TypeParam>(wide(1000));
}

TEST(HeapTest, ChildrenAreComputedFromNumbers) {
  for (int count : {0, 1, 2, 3, 1000}) {
    Shape shape;
    for (int n = 0; n < count; ++n) {
      shape.add();
      shape.values[n] = n;
      for (int child : {2 * n + 1, 2 * n + 2})
        if (child < count)
          shape.children[n].push_back(child);
    }
    std::vector<UserQuery> queries = someQueries(), expected = queries;
    for (UserQuery &query : expected)
      shape.visit(query, count ? 0 : -1);
    const Uniforms uniforms = {count};
    TestCall test(nullptr, queries, &uniforms);
    test.over({}, 0);
    expectTraces<Heap, rt::Autoropes>(test, queries, expected);
    expectTraces<Heap, rt::StaticRopes>(test, queries, expected);
  }
}

/// What is said about a tree that is refused, by one thread and by three.
template <class Form> std::string refusal(const Kept<Form> &kept) {
  std::vector<UserQuery> queries = someQueries();
  const void *root = nullptr;
  if constexpr (requires { kept.root(); })
    root = kept.root();
  TestCall test(root, queries);
  if constexpr (requires { kept.arrays(); })
    test.over(kept.arrays(), 0);
  std::string said[2];
  for (int i = 0; i < 2; ++i) {
    rt::session().pool.setWorkers(1 + 2 * i);
    testing::internal::CaptureStderr();
    EXPECT_EQ((rt::cpu::launch<Form, rt::Autoropes>(test.call)), REGTT_REFUSED);
    said[i] = testing::internal::GetCapturedStderr();
  }
  EXPECT_EQ(said[0], said[1]);
  return said[0];
}

TEST(NodeNumbersTest, ANumberThatNoArrayHasIsRefused) {
  Kept<Structs> kept(randomShape(1000, 2, 1));
  const short count = short(kept.nodes.size());
  for (short wrong : {count, short(-2), short(32767)}) {
    Kept<Structs> bad = kept;
    bad.nodes.back().child[0] = wrong;
    const std::string said = refusal(bad);
    EXPECT_NE(said.find("node number " + std::to_string(wrong)),
              std::string::npos)
        << said;
  }
}

TEST(NodeNumbersTest, TheShortestOfParallelArraysLimits) {
  Kept<Parallel> kept(randomShape(1000, 2, 1));
  kept.child[1].pop_back();
  EXPECT_NE(refusal(kept).find("node number"), std::string::npos);
}

TEST(NodeNumbersTest, ACycleIsRefused) {
  Kept<Structs> kept(randomShape(1000, 2, 1));
  kept.nodes.back().child[1] = 0;
  EXPECT_NE(refusal(kept).find("cycle"), std::string::npos);
}

TEST(VectorTest, ACycleIsRefused) {
  Kept<Vector> kept(randomShape(3000, 5, 2));
  kept.nodes.back().child.push_back(&kept.nodes[0]);
  EXPECT_NE(refusal(kept).find("cycle"), std::string::npos);
}

TEST(SiblingsTest, AChainOfSiblingsWithoutEndIsRefused) {
  for (int back : {0, 1, 7, 99}) {
    Kept<Siblings> kept(wide(100));
    Siblings::User *last = kept.nodes[0].first;
    for (; last->next; last = last->next)
      ;
    Siblings::User *target = kept.nodes[0].first;
    for (int i = 0; i < back; ++i)
      target = target->next;
    last->next = target;
    EXPECT_NE(refusal(kept).find("its own sibling"), std::string::npos);
  }
}

TEST(SiblingsTest, ASiblingThatLeadsBackToItsParentIsRefused) {
  Kept<Siblings> kept(wide(50));
  kept.nodes.back().next = &kept.nodes[0];
  EXPECT_NE(refusal(kept).find("cycle"), std::string::npos);
}

} // namespace
