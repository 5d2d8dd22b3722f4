// Changes that are made in the order of the iterations: what engines on emulated
// blocks put down, what threads log, and when they do. The same of what is left
// to the host.
#include "EmulatedEngine.h"

#include <regtt/rt/core/balanced.h>
#include <regtt/rt/core/block_mapped.h>
#include <regtt/rt/core/deferred.h>
#include <regtt/rt/core/no_visits.h>
#include <regtt/rt/core/stream.h>
#include <regtt/rt/core/thread_mapped.h>
#include <regtt/rt/core/tiled.h>
#include <regtt/rt/core/warp_mapped.h>
#include <regtt/rt/cuda/kernel.h>
#include <regtt/rt/host/change_habit.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace {
namespace rt = regtt::rt;
namespace cuda = regtt::rt::cuda;

/// Iterations that change elements col[e] of an array, e in their range.
struct Graph {
  std::vector<int> row{0}, col;

  explicit Graph(const std::vector<int> &lengths, unsigned seed = 1) {
    std::mt19937 draw(seed);
    for (const int length : lengths) {
      for (int k = 0; k < length; ++k)
        col.push_back(int(draw() % (lengths.size() + 1))); // one is outside
      row.push_back(int(col.size()));
    }
  }
  int size() const { return int(row.size()) - 1; }
};

/// What is left to the host.
struct Left {
  std::uint64_t iteration;
  int e;
  bool operator==(const Left &other) const {
    return iteration == other.iteration && e == other.e;
  }
};

/// Each term changes two elements, or one, or none, and some leave a record.
struct Loop : rt::NoVisits {
  struct Query {
    int i;
    struct Result {};
    Result result() const { return {}; }
  };
  struct Arrays {
    rt::InOrder<double, rt::Add, float> h;
    rt::Deferring<Left> deferred;
    enum : int { numInOrder = 2 };
    template <class Visit> void eachInOrder(const Visit &visit) const {
      visit(rt::InOrderForm<0, 2>(), h);
      visit(rt::InOrderForm<-1, 1>(), deferred);
    }
  };
  struct InnerFrame {};
  struct InnerOuter {
    int i;
  };
  struct InnerTerm {};
  using InnerBounds = rt::InnerBounds<int, int, rt::Until::Less>;
  enum : bool {
    folds = false,
    regroups = true,
    beginIsPure = true,
    termIsPure = false
  };

  struct Operator {
    using Traversal = Loop;
    const Graph *graph;
    Arrays arrays;

    bool begin(Query &q, InnerFrame &, InnerBounds &bounds) const {
      bounds = {graph->row[q.i], graph->row[q.i + 1]};
      return q.i % 5 != 2;
    }
    void outer(const Query &q, const InnerFrame &, InnerOuter &outer) const {
      outer.i = q.i;
    }
    void term(const InnerOuter &outer, int e, InnerTerm &) const {
      if (e % 4 == 1)
        arrays.deferred.make({0, e});
      if (e % 3 == 0)
        return;
      arrays.h.make(graph->col[e], float(outer.i) + 0.1f);
      if (e % 3 == 1)
        arrays.h.make(graph->col[e] / 2, float(e));
    }
    void fold(const Query &, InnerFrame &, int, const InnerTerm &) const {}
    void identity(InnerFrame &) const {}
    void merge(InnerFrame &, const InnerFrame &) const {}
    void end(Query &, InnerFrame &) const {}
    void program(Query &q) const {
      InnerFrame frame;
      InnerBounds bounds;
      const InnerOuter outer = {q.i};
      InnerTerm none;
      if (!begin(q, frame, bounds))
        return;
      for (int e = bounds.first; e < bounds.last; ++e)
        term(outer, e, none);
    }
  };
};

using Change = std::pair<std::uint32_t, float>;

std::vector<Loop::Query> queriesOf(const Graph &graph) {
  std::vector<Loop::Query> queries;
  for (int i = 0; i < graph.size(); ++i)
    queries.push_back({i});
  return queries;
}

/// What the loop changes, one after the other; outside of `limit` elements: of
/// none.
std::vector<Change> serially(const Graph &graph) {
  std::vector<Change> result;
  for (int i = 0; i < graph.size(); ++i)
    for (int e = graph.row[i]; e < graph.row[i + 1] && i % 5 != 2; ++e) {
      const auto add = [&](int element, float value) {
        const bool isOutside = element >= graph.size();
        result.push_back({isOutside ? rt::ChangeSink<float>::outside
                                    : std::uint32_t(element),
                          value});
      };
      if (e % 3 != 0)
        add(graph.col[e], float(i) + 0.1f);
      if (e % 3 == 1)
        add(graph.col[e] / 2, float(e));
    }
  return result;
}

template <class Engine>
void runBlocks(const Graph &graph, const Loop::Operator &op, unsigned blocks) {
  const std::vector<Loop::Query> queries = queriesOf(graph);
  std::vector<Loop::Query::Result> results(queries.size());
  const cuda::QueryArrays<Loop::Query> arrays = {queries.data(),
                                                 results.data()};
  const auto count = std::uint32_t(queries.size());
  emulatedengine::run<Engine>(op, arrays, count, blocks);
}

/// A device's memory for what one array has an order of.
template <class Value> struct Places {
  std::vector<std::uint64_t> counts, starts;
  std::vector<std::uint32_t> elements;
  std::vector<Value> values;

  Places(std::size_t iterations, rt::ChangeSink<Value> &sink)
      : counts(iterations + 1), starts(iterations + 1) {
    sink.counts = counts.data();
  }
  /// Once it is known how many each iteration needs.
  void make(rt::ChangeSink<Value> &sink, std::uint64_t limit) {
    for (std::size_t i = 0; i + 1 < starts.size(); ++i)
      starts[i + 1] = starts[i] + counts[i];
    elements.assign(starts.back() + 1, 77777);
    values.resize(elements.size());
    sink.starts = starts.data();
    sink.elements = elements.data();
    sink.values = values.data();
    sink.limit = limit;
  }
  /// visit(element, value) for those that are taken.
  template <class Visit> void each(const Visit &visit) const {
    EXPECT_EQ(elements.back(), 77777u);
    for (std::size_t k = 0; k + 1 < elements.size(); ++k)
      if (elements[k] != rt::ChangeSink<Value>::none)
        visit(elements[k], values[k]);
  }
};

/// What an engine puts down.
struct Made {
  std::vector<Change> changes;
  std::vector<Left> left;
};
template <class Engine> Made made(const Graph &graph) {
  const auto size = std::size_t(graph.size());
  Loop::Operator op = {&graph, {}};
  rt::ChangeSink<float> &sink = op.arrays.h.sink;
  rt::ChangeSink<Left> &later = op.arrays.deferred.sink;
  later.firstIteration = 1000; // of a piece that is not the first
  Places<float> changes(size, sink);
  Places<Left> left(size, later);
  if constexpr (requires { Engine::sharesTerms; }) {
    for (int i = 0; i < graph.size(); ++i) {
      const auto terms =
          i % 5 == 2 ? 0 : std::uint64_t(graph.row[i + 1] - graph.row[i]);
      changes.counts[std::size_t(i)] = 2 * terms;
      left.counts[std::size_t(i)] = terms;
    }
  } else {
    runBlocks<Engine>(graph, op, 1);
  }
  changes.make(sink, size);
  left.make(later, 1);
  runBlocks<Engine>(graph, op, 2);
  Made result;
  changes.each([&](std::uint32_t element, float value) {
    result.changes.push_back({element, value});
  });
  left.each(
      [&](std::uint32_t, const Left &value) { result.left.push_back(value); });
  return result;
}

std::vector<Left> leftSerially(const Graph &graph) {
  std::vector<Left> result;
  for (int i = 0; i < graph.size(); ++i)
    for (int e = graph.row[i]; e < graph.row[i + 1] && i % 5 != 2; ++e)
      if (e % 4 == 1)
        result.push_back({std::uint64_t(i) + 1000, e});
  return result;
}

std::vector<Graph> graphs() {
  std::vector<Graph> result;
  result.emplace_back(std::vector<int>{});
  result.emplace_back(std::vector<int>{0});
  result.emplace_back(std::vector<int>{5});
  std::vector<int> skewed(42, 3);
  skewed[1] = 0;
  skewed[8] = 90;
  skewed[33] = 300;
  skewed[40] = 2100; // long
  result.emplace_back(skewed, 2);
  result.emplace_back(std::vector<int>(34, 32), 3);
  return result;
}

template <class Engine> void expectSerialOrder() {
  for (const Graph &graph : graphs()) {
    const Made found = made<Engine>(graph);
    EXPECT_EQ(found.changes, serially(graph)) << Engine::name;
    EXPECT_EQ(found.left, leftSerially(graph)) << Engine::name;
  }
}

TEST(InOrder, ThreadMapped) { expectSerialOrder<rt::ThreadMapped>(); }
TEST(InOrder, Tiled) { expectSerialOrder<rt::Tiled>(); }
TEST(InOrder, WarpMapped) { expectSerialOrder<rt::WarpMapped>(); }
TEST(InOrder, BlockMapped) { expectSerialOrder<rt::BlockMapped>(); }
TEST(InOrder, Stream) { expectSerialOrder<rt::Stream>(); }
TEST(InOrder, Balanced) { expectSerialOrder<rt::Balanced>(); }

TEST(InOrder, Operators) {
  EXPECT_EQ((rt::changed<rt::Add>(1.0f, 1e-9)), 1.0f);
  // In double, then rounded: 0.1f + 0.2f is another number.
  EXPECT_EQ((rt::changed<rt::Add>(0.1f, 0.2)), float(double(0.1f) + 0.2));
  EXPECT_EQ((rt::changed<rt::Add>(std::int8_t(100), std::int8_t(100))), -56);
  EXPECT_EQ((rt::changed<rt::Mul>(INT32_MAX, 2)), -2);
  EXPECT_EQ((rt::changed<rt::Mul>(std::uint16_t(65535), std::uint16_t(65535))),
            1);
  EXPECT_EQ((rt::changed<rt::Or>(true, false)), true);
  EXPECT_EQ((rt::changed<rt::Xor>(std::uint8_t(6), std::uint8_t(3))), 5);
  EXPECT_EQ((rt::changed<rt::Last>(3, 7)), 7);
  EXPECT_TRUE(std::signbit(rt::changed<rt::Min>(-0.0f, 0.0f)));
  EXPECT_FALSE(std::signbit(rt::changed<rt::Max>(0.0f, -0.0f)));
  EXPECT_TRUE(std::isnan(rt::changed<rt::Min>(NAN, 1.0f)));
  EXPECT_EQ((rt::changed<rt::Max>(1.0f, NAN)), 1.0f);
}

TEST(DeferredList, Grows) {
  rt::DeferredList list;
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(list.bytes(), 0u);
    for (int k = 0; k < 10000; ++k)
      list.push(Left{std::uint64_t(k), k * 3});
    EXPECT_EQ(list.bytes(), 10000 * sizeof(Left));
    const rt::DeferredList::Memory memory = list.take();
    const auto *records = reinterpret_cast<const Left *>(memory.get());
    for (int k = 0; k < 10000; ++k)
      EXPECT_EQ(records[k], (Left{std::uint64_t(k), k * 3}));
  }
  list.push(1);
  list.clear();
  EXPECT_EQ(list.bytes(), 0u);
}

TEST(ChangeLog, Buckets) {
  for (const std::uint64_t count : {0u, 1u, 2u, 63u, 64u, 1000u, 5000000u})
    for (const std::size_t threads : {1u, 3u, 200u}) {
      const rt::ChangeBuckets buckets("h", count, 8, threads);
      EXPECT_GT(buckets.number() << buckets.shift, count);
      EXPECT_LE(buckets.number(), 2049u);
      EXPECT_LE(count >> buckets.shift, buckets.number() - 1);
    }
}

TEST(ChangeLog, KeepsOrder) {
  constexpr std::uint64_t count = 1000;
  const rt::ChangeBuckets buckets("h", count, 8, 2);
  std::vector<rt::ChangeLog::Bucket> own(buckets.number());
  rt::ChangeMemory memory;
  for (int round = 0; round < 2; ++round) {
    memory.clear();
    const rt::ChangeLog log(buckets, own.data(), memory);
    std::vector<std::vector<double>> wanted(count), got(count);
    std::mt19937 draw(4);
    for (int k = 0; k < 100000; ++k) {
      const std::size_t element = draw() % 3 ? draw() % count : 7;
      log.push(std::ptrdiff_t(element), k * 0.5);
      wanted[element].push_back(k * 0.5);
    }
    for (std::size_t b = 0; b < buckets.number(); ++b)
      log.each<double>(b, [&](std::uint64_t element, double value) {
        got[element].push_back(value);
      });
    EXPECT_EQ(wanted, got);
    EXPECT_GE(memory.bytes(), 100000 * 12u);
  }
}

TEST(ChangeLogDeathTest, Outside) {
  const rt::ChangeBuckets buckets("h", 8, 8, 2);
  std::vector<rt::ChangeLog::Bucket> own(buckets.number());
  rt::ChangeMemory memory;
  const rt::ChangeLog log(buckets, own.data(), memory);
  log.push(7, 1.0);
  EXPECT_DEATH(log.push(8, 1.0), "changes element 8 of array 'h', which has 8");
  EXPECT_DEATH(log.push(-1, 1.0), "changes element -1 of array 'h'");
}

/// Of 1,000 rounds, how many are logged.
int logged(rt::ChangeHabit &habit, double direct, double log) {
  int result = 0;
  for (int round = 0; round < 1000; ++round) {
    const bool isLogged = habit.logsNext();
    result += isLogged;
    habit.isSettled = true;
    habit.note(isLogged ? log : direct);
  }
  return result;
}

TEST(ChangeHabit, ChoosesWhatIsFaster) {
  rt::ChangeHabit fast, slow, close;
  EXPECT_GT(logged(fast, 10, 1), 990);
  EXPECT_LT(logged(slow, 1, 10), 15);
  EXPECT_LT(logged(close, 1, 1.1), 120);
  // And learns that it has changed.
  EXPECT_GT(logged(close, 1, 0.5), 900);
}

} // namespace
