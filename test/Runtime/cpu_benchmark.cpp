/// Times the CPU launcher against the serial program: point correlation over
/// 200,000 uniform points, each stage on its own. Prints one line per engine
/// and thread count. A benchmark, not a test.
#include "point_tree.h"
#include "test_call.h"

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/static_ropes.h>
#include <regtt/rt/cpu/launch.h>
#include <regtt/rt/host/session.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>

using namespace pointtree;
namespace rt = regtt::rt;

namespace {

double medianMs(int repeats, const std::function<void()> &run) {
  std::vector<double> times;
  for (int r = 0; r < repeats; ++r) {
    rt::Stopwatch watch;
    run();
    times.push_back(watch.lap());
  }
  std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
  return times[repeats / 2];
}

std::size_t countNodes(const UserNode *node) {
  return node ? 1 + countNodes(node->left) + countNodes(node->right) : 0;
}

template <class Engine>
void benchmark(const regtt_call &call, std::vector<UserPoint> &queries,
               int threads, double serialMs,
               const std::vector<UserPoint> &expected) {
  rt::session().pool.setWorkers(threads);
  const double total = medianMs(5, [&] {
    for (UserPoint &query : queries)
      query.corr = 0;
    rt::cpu::launch<correlate::Traversal, Engine>(call);
  });
  const rt::CallReport &report = rt::session().report;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < queries.size(); ++i)
    wrong += queries[i].corr != expected[i].corr;
  std::printf("engine=%s threads=%d total_ms=%.1f linearise_ms=%.2f "
              "kernel_ms=%.1f speedup=%.2f wrong=%zu\n",
              Engine::name, threads, total, report.lineariseMs, report.kernelMs,
              serialMs / total, wrong);
}

} // namespace

int main(int argc, char **argv) {
  const std::size_t count =
      argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 200000;
  const bool sorted = argc > 2;
  std::vector<UserPoint> points = uniformPoints(count, 1);
  const Tree tree(points);
  std::vector<UserPoint> queries = points;
  if (sorted) {
    queries.clear();
    appendInTreeOrder(tree.root, queries);
  }
  const correlate::Uniforms uniforms = {0.04f};
  std::vector<UserPoint> expected = queries;
  const double serial = medianMs(5, [&] {
    expected = queries;
    for (UserPoint &query : expected)
      correlateSerially(&query, tree.root, uniforms.rad);
  });
  volatile std::size_t nodes = 0;
  const double walk = medianMs(9, [&] { nodes = countNodes(tree.root); });
  std::printf("points=%zu nodes=%zu serial_ms=%.1f walk_ms=%.2f\n", count,
              std::size_t(nodes), serial, walk);

  TestCall test(tree.root, queries, &uniforms);
  test.writes(offsetof(UserPoint, corr), sizeof(int));
  const int threads = argc > 3 ? std::atoi(argv[3]) : 2;
  for (int t = 1; t <= threads; t *= 2) {
    benchmark<rt::StaticRopes>(test.call, queries, t, serial, expected);
    benchmark<rt::Autoropes>(test.call, queries, t, serial, expected);
  }
}
