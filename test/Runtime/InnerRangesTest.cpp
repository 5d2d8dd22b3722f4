// Engines that share inner loops out among threads, on emulated blocks: an
// operator as the compiler prints it, against the loop as it is written.
#include "EmulatedEngine.h"

#include <regtt/rt/core/block_mapped.h>
#include <regtt/rt/core/consolidated_block.h>
#include <regtt/rt/core/consolidated_grid.h>
#include <regtt/rt/core/consolidated_warp.h>
#include <regtt/rt/core/delayed_global.h>
#include <regtt/rt/core/delayed_shared.h>
#include <regtt/rt/core/dpar_naive.h>
#include <regtt/rt/core/dpar_opt.h>
#include <regtt/rt/core/dual_queue.h>
#include <regtt/rt/core/no_visits.h>
#include <regtt/rt/core/stream.h>
#include <regtt/rt/core/tiled.h>
#include <regtt/rt/core/warp_mapped.h>
#include <regtt/rt/cuda/kernel.h>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <random>
#include <vector>

namespace {
namespace rt = regtt::rt;
namespace cuda = regtt::rt::cuda;

/// For each iteration the numbers `values[col[e]]`, e in its range.
struct Graph {
  std::vector<int> row{0}, col;
  std::vector<float> values;

  explicit Graph(std::vector<int> lengths, unsigned seed = 1) {
    std::mt19937 draw(seed);
    for (int length : lengths) {
      for (int k = 0; k < length; ++k)
        col.push_back(int(draw() % lengths.size()));
      row.push_back(int(col.size()));
    }
    for (std::size_t i = 0; i < lengths.size(); ++i)
      values.push_back(float(draw() % 10007) / 97 - 50);
  }
  int size() const { return int(row.size()) - 1; }
};

struct Query {
  int i;
  float sum;
  int least, count;
  struct Result {
    float sum;
    int least, count;
    bool operator==(const Result &) const = default;
  };
  Result result() const { return {sum, least, count}; }
};

/// A rounded sum, in order, of neighbours that are others than `i`.
struct Ordered : rt::NoVisits {
  using Query = ::Query;
  struct InnerFrame {
    float sum;
  };
  struct InnerOuter {
    int i;
  };
  struct InnerTerm {
    float value;
    bool holds;
  };
  using InnerBounds = rt::InnerBounds<int, int, rt::Until::Less>;
  enum : bool {
    folds = true,
    regroups = false,
    beginIsPure = true,
    termIsPure = true
  };

  struct Operator {
    using Traversal = Ordered;
    const Graph *graph;
    std::atomic<int> *counts;

    bool begin(Query &q, InnerFrame &frame, InnerBounds &bounds) const {
      q.count = -1;
      if (q.i % 7 == 3)
        return false;
      frame.sum = 0.5f;
      bounds = {graph->row[q.i], graph->row[q.i + 1]};
      return true;
    }
    void outer(const Query &q, const InnerFrame &, InnerOuter &outer) const {
      outer.i = q.i;
    }
    void term(const InnerOuter &outer, int e, InnerTerm &term) const {
      term.holds = graph->col[e] == outer.i;
      if (!term.holds)
        term.value = graph->values[graph->col[e]] * 0.37f;
    }
    void fold(const Query &, InnerFrame &frame, int, const InnerTerm &t) const {
      if (!t.holds)
        frame.sum = frame.sum * 0.9f + t.value;
    }
    void end(Query &q, InnerFrame &frame) const { q.sum = frame.sum; }
  };
};

/// A minimum and a number, which may be regrouped.
struct Regrouped : Ordered {
  struct InnerFrame {
    int least, count;
  };
  struct InnerOuter {};
  struct InnerTerm {
    int neighbour;
  };
  enum : bool { regroups = true };

  struct Operator {
    using Traversal = Regrouped;
    const Graph *graph;
    std::atomic<int> *counts;

    bool begin(Query &q, InnerFrame &frame, InnerBounds &bounds) const {
      frame = {1 << 20, q.i};
      bounds = {graph->row[q.i], graph->row[q.i + 1]};
      return true;
    }
    void outer(const Query &, const InnerFrame &, InnerOuter &) const {}
    void term(const InnerOuter &, int e, InnerTerm &term) const {
      term.neighbour = graph->col[e];
    }
    void fold(const Query &, InnerFrame &frame, int, const InnerTerm &t) const {
      frame.count += t.neighbour;
      frame.least = std::min(frame.least, t.neighbour);
    }
    void identity(InnerFrame &frame) const { frame = {INT32_MAX, 0}; }
    void merge(InnerFrame &frame, const InnerFrame &other) const {
      frame.count += other.count;
      frame.least = std::min(frame.least, other.least);
    }
    void end(Query &q, InnerFrame &frame) const {
      q.least = frame.least;
      q.count = frame.count;
    }
  };
};

/// Nothing is folded: elements are counted.
struct Counted : Ordered {
  struct InnerFrame {};
  struct InnerOuter {};
  struct InnerTerm {};
  enum : bool { folds = false, regroups = true, termIsPure = false };

  struct Operator {
    using Traversal = Counted;
    const Graph *graph;
    std::atomic<int> *counts;

    bool begin(Query &q, InnerFrame &, InnerBounds &bounds) const {
      bounds = {graph->row[q.i], graph->row[q.i + 1]};
      return true;
    }
    void outer(const Query &, const InnerFrame &, InnerOuter &) const {}
    void term(const InnerOuter &, int e, InnerTerm &) const {
      ++counts[graph->col[e]];
    }
    void fold(const Query &, InnerFrame &, int, const InnerTerm &) const {}
    void identity(InnerFrame &) const {}
    void merge(InnerFrame &, const InnerFrame &) const {}
    void end(Query &, InnerFrame &) const {}
  };
};

/// What a loop leaves: each iteration's results, and the elements.
struct Outcome {
  std::vector<Query::Result> results;
  std::vector<int> counts;
  bool operator==(const Outcome &) const = default;
};

std::vector<Query> queriesOf(const Graph &graph) {
  std::vector<Query> queries;
  for (int i = 0; i < graph.size(); ++i)
    queries.push_back({i, -3, -4, -5});
  return queries;
}

template <class Loop, class Engine>
Outcome run(const Graph &graph, unsigned blocks, unsigned room = 1u << 20) {
  const std::vector<Query> queries = queriesOf(graph);
  std::vector<Query::Result> results(queries.size());
  std::vector<std::atomic<int>> counts(queries.size());
  const typename Loop::Operator op = {&graph, counts.data()};
  const cuda::QueryArrays<Query> arrays = {queries.data(), results.data()};
  emulatedengine::run<Engine>(op, arrays, std::uint32_t(queries.size()), blocks,
                              room);
  return {results, {counts.begin(), counts.end()}};
}

/// The parts one after the other, as the loop has them.
template <class Loop> Outcome serially(const Graph &graph) {
  Outcome outcome;
  std::vector<std::atomic<int>> counts(std::size_t(graph.size()));
  const typename Loop::Operator op = {&graph, counts.data()};
  for (Query q : queriesOf(graph)) {
    typename Loop::InnerFrame frame{};
    typename Loop::InnerBounds bounds{};
    if (op.begin(q, frame, bounds)) {
      typename Loop::InnerOuter outer{};
      op.outer(q, frame, outer);
      for (int e = bounds.first; e < bounds.last; ++e) {
        typename Loop::InnerTerm term{};
        op.term(outer, e, term);
        op.fold(q, frame, e, term);
      }
      op.end(q, frame);
    }
    outcome.results.push_back(q.result());
  }
  outcome.counts.assign(counts.begin(), counts.end());
  return outcome;
}

std::vector<Graph> graphs() {
  std::vector<Graph> result;
  result.emplace_back(std::vector<int>{});
  result.emplace_back(std::vector<int>{0});
  result.emplace_back(std::vector<int>{5});
  std::vector<int> skewed(42, 3), even(34, 32), empty(33, 0);
  skewed[1] = 0;
  skewed[7] = 90;
  skewed[33] = 300;
  skewed[40] = 2100; // long
  skewed[41] = 65;
  result.emplace_back(skewed, 2);
  result.emplace_back(even, 3);
  result.emplace_back(empty, 4);
  return result;
}

template <class Loop, class Engine>
void expectSame(unsigned blocks, unsigned room = 1u << 20) {
  for (const Graph &graph : graphs()) {
    const Outcome wanted = serially<Loop>(graph);
    const Outcome got = run<Loop, Engine>(graph, blocks, room);
    EXPECT_EQ(wanted, got) << Engine::name << ", " << graph.size();
  }
}

template <class Engine>
void expectAllSame(unsigned blocks, unsigned room = 1u << 20) {
  expectSame<Ordered, Engine>(blocks, room);
  expectSame<Regrouped, Engine>(blocks, room);
  expectSame<Counted, Engine>(blocks, room);
}

/// Of an engine that launches children: how many for graphs()[3].
template <class Engine>
std::size_t children(unsigned room, unsigned most = 1u << 20) {
  const Graph graph = graphs()[3];
  const std::vector<Query> queries = queriesOf(graph);
  std::vector<Query::Result> results(queries.size());
  const cuda::QueryArrays<Query> arrays = {queries.data(), results.data()};
  return emulatedengine::run<Engine>(Ordered::Operator{&graph, nullptr}, arrays,
                                     std::uint32_t(queries.size()), 1, room,
                                     most);
}

/// The same whether the device launches all children, one, or none.
template <class Engine> void expectSameOfChildren() {
  expectAllSame<Engine>(2);
  for (const unsigned room : {1u, 0u})
    expectSame<Ordered, Engine>(2, room);
}

TEST(InnerRanges, Tiled) { expectAllSame<rt::Tiled>(2); }
TEST(InnerRanges, WarpMapped) { expectAllSame<rt::WarpMapped>(1); }
TEST(InnerRanges, BlockMapped) { expectAllSame<rt::BlockMapped>(2); }
TEST(InnerRanges, Stream) { expectAllSame<rt::Stream>(1); }
TEST(InnerRanges, DelayedShared) { expectAllSame<rt::DelayedShared>(1); }
TEST(InnerRanges, DelayedGlobal) { expectAllSame<rt::DelayedGlobal>(2); }
TEST(InnerRanges, DualQueue) { expectAllSame<rt::DualQueue>(1); }
TEST(InnerRanges, DparNaive) { expectSameOfChildren<rt::DparNaive>(); }
TEST(InnerRanges, DparOpt) { expectSameOfChildren<rt::DparOpt>(); }
TEST(InnerRanges, ConsolidatedWarp) {
  expectSameOfChildren<rt::ConsolidatedWarp>();
}
TEST(InnerRanges, ConsolidatedBlock) {
  expectSameOfChildren<rt::ConsolidatedBlock>();
}
TEST(InnerRanges, ConsolidatedGrid) {
  expectSameOfChildren<rt::ConsolidatedGrid>();
}
TEST(InnerRanges, Children) {
  // Long are 33 and 40, of one block and one warp.
  EXPECT_EQ(children<rt::DparNaive>(9), 2u);
  EXPECT_EQ(children<rt::DparNaive>(1), 1u);
  EXPECT_EQ(children<rt::DparNaive>(9, 1), 1u);
  EXPECT_EQ(children<rt::DparNaive>(9, 0), 0u);
  EXPECT_EQ(children<rt::DparOpt>(9), 1u);
  EXPECT_EQ(children<rt::ConsolidatedWarp>(9), 1u);
  EXPECT_EQ(children<rt::ConsolidatedBlock>(9), 1u);
  EXPECT_EQ(children<rt::ConsolidatedGrid>(9), 1u);
  EXPECT_EQ(children<rt::ConsolidatedGrid>(0), 0u);
}

TEST(InnerBounds, Sizes) {
  using Less = rt::InnerBounds<int, int, rt::Until::Less>;
  EXPECT_EQ((Less{3, 7}.size()), 4u);
  EXPECT_EQ((Less{7, 3}.size()), 0u);
  EXPECT_EQ((Less{INT32_MIN, INT32_MAX}.size()), 0xffffffffu);
  EXPECT_EQ(Less::at(-3, 5), 2);
  using Most = rt::InnerBounds<unsigned, long, rt::Until::LessEqual>;
  EXPECT_EQ((Most{3, 2}.size()), 0u);
  EXPECT_EQ((Most{0, -1}.size()), 0u);
  EXPECT_EQ((Most{3, 3}.size()), 1u);
  using Other = rt::InnerBounds<std::uint8_t, int, rt::Until::NotEqual>;
  EXPECT_EQ((Other{250, 255}.size()), 5u);
  EXPECT_EQ(Other::at(250, 7), 1);
  EXPECT_EQ((Other{250, 5}.size()), 11u); // the counter comes around
  using Wide = rt::InnerBounds<int, std::uint64_t, rt::Until::NotEqual>;
  EXPECT_EQ((Wide{-3, 5}.size()), 8u);
}

} // namespace
