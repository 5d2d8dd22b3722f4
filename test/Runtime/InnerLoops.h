/// Loops without a traversal as the compiler prints them, taken apart around
/// their inner loop, and the same as they are written; engines run them on
/// emulated blocks.
#pragma once

#include "EmulatedEngine.h"

#include <regtt/rt/core/no_visits.h>
#include <regtt/rt/cuda/kernel.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <random>
#include <vector>

namespace innerloops {
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
  using Query = innerloops::Query;
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

inline std::vector<Query> queriesOf(const Graph &graph) {
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

} // namespace innerloops
