/// Times linearising a kd-tree of 1,000,000 nodes by 1, 2, ... threads against
/// two walks: the bare one, a recursion that touches each node's children and a
/// datum (`ratio`), and the serial traversal by one query that nothing
/// truncates, which reads what is linearised (`query_ratio`). Ratios are of
/// neighbouring runs, the median of all. Nodes lie as the tree was built, or
/// anywhere. Google Benchmark's own time is the linearising; its options apply.
#include "point_tree.h"
#include "test_call.h"

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/static_ropes.h>
#include <regtt/rt/cpu/launch.h>
#include <regtt/rt/host/environment.h>
#include <regtt/rt/host/session.h>

#include <benchmark/benchmark.h>

#include <limits>
#include <map>

using namespace pointtree;
namespace rt = regtt::rt;
using correlate::Traversal;

namespace {

/// Half as many leaves as nodes.
constexpr std::size_t numPoints = 500000;

struct Input {
  std::vector<UserPoint> points = uniformPoints(numPoints, 1);
  Tree tree{points};
  std::vector<UserNode> scattered;

  /// The root of the same tree with its nodes in random order.
  const UserNode *scatter() {
    std::vector<std::size_t> to(tree.nodes.size());
    for (std::size_t i = 0; i < to.size(); ++i)
      to[i] = i;
    std::shuffle(to.begin(), to.end(), std::mt19937(2));
    std::map<const UserNode *, std::size_t> index;
    for (std::size_t i = 0; i < to.size(); ++i)
      index.emplace(&tree.nodes[i], i);
    scattered.resize(to.size());
    for (std::size_t i = 0; i < to.size(); ++i) {
      UserNode node = tree.nodes[i];
      for (UserNode **child : {&node.left, &node.right})
        if (*child)
          *child = &scattered[to[index.at(*child)]];
      scattered[to[i]] = node;
    }
    return &scattered[to[0]];
  }
};

const UserNode *rootOf(bool scattered) {
  static Input *const input = new Input;
  static const UserNode *const other = input->scatter();
  return scattered ? other : input->tree.root;
}

float sumOver(const UserNode *node) {
  if (!node)
    return 0;
  return node->min[0] + sumOver(node->left) + sumOver(node->right);
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2,
                   values.end());
  return values[values.size() / 2];
}

template <class Engine> void linearise(benchmark::State &state) {
  using Children = typename Engine::template Children<2>;
  const UserNode *root = rootOf(state.range(1));
  rt::Session &session = rt::session();
  session.pool.setWorkers(int(state.range(0)));
  std::vector<UserPoint> none;
  const TestCall test(root, none);
  const regtt_call &call = test.call;
  std::vector<double> walks, queries, passes, orders, ratios, queryRatios;
  const auto run = [&] {
    rt::Stopwatch watch;
    if (!rt::orderTree<Traversal, Children>(call, false))
      std::abort();
    orders.push_back(watch.lap());
    benchmark::DoNotOptimize(
        rt::cpu::detail::gatherRecords<Traversal, Children>(session, call));
    return orders.back() + watch.lap();
  };
  state.counters["first_ms"] = run(); // takes memory from the system
  UserPoint all = {{0.5f, 0.5f, 0.5f}, 0};
  for (auto _ : state) {
    rt::Stopwatch watch;
    correlateSerially(&all, root, std::numeric_limits<float>::infinity());
    queries.push_back(watch.lap());
    benchmark::DoNotOptimize(sumOver(root));
    walks.push_back(watch.lap());
    passes.push_back(run());
    ratios.push_back(passes.back() / walks.back());
    queryRatios.push_back(passes.back() / queries.back());
    state.SetIterationTime(passes.back() / 1e3);
  }
  state.counters["walk_ms"] = median(walks);
  state.counters["query_ms"] = median(queries);
  state.counters["order_ms"] = median(orders);
  state.counters["linearise_ms"] = median(passes);
  state.counters["ratio"] = median(ratios);
  state.counters["query_ratio"] = median(queryRatios);
}

void threadsAndOrders(benchmark::internal::Benchmark *benchmark) {
  benchmark->ArgNames({"threads", "scattered"});
  for (int scattered : {0, 1})
    for (int threads = 1; threads <= rt::defaultThreads(); threads *= 2)
      benchmark->Args({threads, scattered});
  benchmark->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(31);
}

BENCHMARK(linearise<rt::Autoropes>)->Apply(threadsAndOrders);
BENCHMARK(linearise<rt::StaticRopes>)->Apply(threadsAndOrders);

} // namespace

BENCHMARK_MAIN();
