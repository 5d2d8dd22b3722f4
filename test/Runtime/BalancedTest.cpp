// The engine `balanced`, on emulated blocks: tiles and pieces of several
// shapes, and inner loops of all lengths, against the loop as it is written.
#include "InnerLoops.h"

#include <regtt/rt/core/balanced.h>
#include <regtt/rt/core/loop_lengths.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {
using namespace innerloops;

/// A rounded sum, whose terms may be regrouped all the same, of neighbours and
/// the iteration's number.
struct Summed : Ordered {
  enum : bool { regroups = true };
  struct InnerTerm {
    float value;
  };

  struct Operator {
    using Traversal = Summed;
    const Graph *graph;
    std::atomic<int> *counts;

    bool begin(Query &q, InnerFrame &frame, InnerBounds &bounds) const {
      q.count = -1;
      frame.sum = 0.5f;
      if (q.i % 7 == 3)
        return false;
      bounds = {graph->row[q.i], graph->row[q.i + 1]};
      return true;
    }
    void outer(const Query &q, const InnerFrame &, InnerOuter &outer) const {
      outer.i = q.i;
    }
    void term(const InnerOuter &outer, int e, InnerTerm &term) const {
      term.value = graph->values[graph->col[e]] + float(outer.i);
    }
    void fold(const Query &, InnerFrame &frame, int, const InnerTerm &t) const {
      frame.sum += t.value;
    }
    void identity(InnerFrame &frame) const { frame.sum = -0.0f; }
    void merge(InnerFrame &frame, const InnerFrame &other) const {
      frame.sum += other.sum;
    }
    void end(Query &q, InnerFrame &frame) const {
      ++q.count;
      q.sum = frame.sum;
    }
  };
};

/// The same, whose fold is said to look at nothing else.
struct SummedAlone : Summed {
  enum : bool { foldsAlone = true };
  struct Operator : Summed::Operator {
    using Traversal = SummedAlone;
  };
};

constexpr unsigned plenty = 4096;
/// Rounds of 64 terms and pieces of 512, so that all comes up that may.
using Small = rt::BalancedOf<64, plenty>;
using WithoutRoom = rt::BalancedOf<64, 5>;
using WithoutAny = rt::BalancedOf<64, 0>;
using Wide = rt::BalancedOf<128, plenty>;

/// The lengths of so many inner loops, by name.
std::vector<int> lengthsOf(const std::string &name, int count) {
  std::mt19937 draw(unsigned(count) * 31 + unsigned(name.size()));
  std::vector<int> lengths(std::size_t(count), 0);
  for (int i = 0; i < count; ++i) {
    const double unit = double(draw() % 9999 + 1) / 10000;
    lengths[std::size_t(i)] =
        name == "even"        ? 8
        : name == "three"     ? 3
        : name == "power"     ? int(std::min(2 * std::pow(unit, -0.9), 3000.0))
        : name == "clustered" ? (i / 40 % 3 == 1 ? 70 : int(draw() % 2))
        : name == "gaps"      ? (i % 11 == 5 ? 256 : 0)
        : name == "last"      ? (i == count - 1 ? 2000 : 0)
        : name == "first"     ? (i == 0 ? 2049 : 1)
        : name == "aligned"   ? 64
                              : 0;
  }
  return lengths;
}

template <class Engine> void expectExact(const Graph &graph, unsigned blocks) {
  EXPECT_EQ(serially<Regrouped>(graph), (run<Regrouped, Engine>(graph, blocks)))
      << graph.size();
  EXPECT_EQ(serially<Counted>(graph), (run<Counted, Engine>(graph, blocks)))
      << graph.size();
}

/// The same sums but for rounding.
void expectNear(const Outcome &wanted, const Outcome &got) {
  ASSERT_EQ(wanted.results.size(), got.results.size());
  for (std::size_t i = 0; i < got.results.size(); ++i) {
    const float sum = wanted.results[i].sum;
    EXPECT_NEAR(sum, got.results[i].sum, 1e-3f * (1 + std::abs(sum))) << i;
    EXPECT_EQ(wanted.results[i].count, got.results[i].count) << i;
  }
}

constexpr const char *names[] = {"even",      "three",   "power",
                                 "clustered", "gaps",    "last",
                                 "first",     "aligned", "empty"};

TEST(Balanced, LoopsOfAllLengths) {
  for (const char *name : names)
    for (const int count : {1, 31, 97}) {
      SCOPED_TRACE(name);
      const Graph graph(lengthsOf(name, count));
      expectExact<Small>(graph, 2);
    }
  expectExact<Small>(Graph(std::vector<int>{}), 1);
}

TEST(Balanced, OtherShapes) {
  for (const char *name : {"power", "clustered", "first"}) {
    SCOPED_TRACE(name);
    const Graph graph(lengthsOf(name, 70));
    expectExact<Wide>(graph, 1);
    expectExact<WithoutRoom>(graph, 2);
    expectExact<WithoutAny>(graph, 1);
  }
}

TEST(Balanced, AsItIsCompiledIn) {
  expectExact<rt::Balanced>(Graph(lengthsOf("power", 300)), 3);
  expectExact<rt::Balanced>(Graph({3, 20000, 0, 9000, 1}), 1);
}

// Who takes what, and whether the list has room, is not to be seen.
TEST(Balanced, RoundedSumsHaveTheSameBitsEachTime) {
  for (const char *name : names) {
    SCOPED_TRACE(name);
    const Graph graph(lengthsOf(name, 70), 5);
    const Outcome got = run<Summed, Small>(graph, 1);
    expectNear(serially<Summed>(graph), got);
    EXPECT_EQ(got, (run<Summed, Small>(graph, 3)));
    EXPECT_EQ(got, (run<Summed, WithoutRoom>(graph, 2)));
    EXPECT_EQ(got, (run<Summed, WithoutAny>(graph, 2)));
    EXPECT_EQ(got, (run<SummedAlone, Small>(graph, 2)));
  }
}

TEST(LoopLengths, AreThoseOfAllLoops) {
  std::vector<int> lengths(70, 3);
  lengths[40] = 9;
  const Graph graph(lengths);
  const std::vector<Query> queries = queriesOf(graph);
  std::vector<rt::LoopLengths> parts(2);
  const Regrouped::Operator op = {&graph, nullptr};
  const cuda::QueryArrays<Query> arrays = {queries.data(), nullptr};
  emulatedengine::Children none(0);
  emulatedengine::runPass<rt::LookAtLengths>(
      op, arrays, std::uint32_t(queries.size()), {parts.data(), 0}, 2, none);
  parts[0].add(parts[1]);
  EXPECT_EQ(parts[0].loops, 70u);
  EXPECT_EQ(parts[0].terms, 216u);
  EXPECT_EQ(parts[0].inStep, 32u * 3 + 32 * 9 + 6 * 3);
  EXPECT_EQ(parts[0].longest, 9u);
}

// Pieces of one tile are at most so many: they become larger.
TEST(Balanced, OneInnerLoopWithAllTerms) {
  using Tiny = rt::BalancedOf<64, plenty>;
  const Graph graph({0, 5, 70000, 7});
  expectExact<Tiny>(graph, 1);
}

} // namespace
