/// For a machine with a GPU: point correlation over N uniform points (default
/// 1,000,000, 50 neighbours each on average) with both engines, shuffled and in
/// tree order. Compares with the CPU launcher bit for bit, prints the medians
/// of the log's times. Also runs guarded nearest neighbour, and correlation
/// over a chain, whose stacks do not fit shared memory. Exit code 1 on any
/// difference.
#include "operators/nearest.h"
#include "point_tree.h"
#include "test_call.h"

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/static_ropes.h>
#include <regtt/rt/cpu/launch.h>
#include <regtt/rt/cuda/launch.cuh>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace pointtree;
namespace rt = regtt::rt;

namespace {

int failures = 0;

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2,
                   values.end());
  return values[values.size() / 2];
}

/// Runs the call on the GPU `repeats` times from the same start, and compares
/// with what the CPU launcher makes of it.
template <class Traversal, class Engine, class Object>
void compare(const char *name, const void *root,
             const std::vector<Object> &start,
             const typename Traversal::Uniforms &uniforms, int repeats) {
  std::vector<Object> objects = start;
  TestCall test(root, objects, &uniforms);
  test.site.traversal = name;
  rt::Session &s = rt::session();
  if (rt::cpu::launch<Traversal, Engine>(test.call) != REGTT_DONE)
    std::exit(1);
  const std::vector<Object> expected = objects;
  std::vector<double> linearise, transfer, kernel;
  std::size_t wrong = 0;
  for (int r = 0; r <= repeats; ++r) {
    objects = start;
    test.operand.base = objects.data();
    s.report = {};
    if (rt::cuda::launch<Traversal, Engine>(test.call) != REGTT_DONE) {
      std::printf("%s: no result: %s\n", name, s.report.unavailable.c_str());
      std::exit(1);
    }
    if (r == 0)
      continue; // the first call allocates
    linearise.push_back(s.report.lineariseMs);
    transfer.push_back(s.report.transferMs);
    kernel.push_back(s.report.kernelMs);
    for (std::size_t i = 0; i < objects.size(); ++i)
      wrong += std::memcmp(&objects[i], &expected[i], sizeof(Object)) != 0;
  }
  std::printf("%s engine=%s nodes=%zu depth=%zu queries=%zu linearise_ms=%.3f "
              "transfer_ms=%.3f kernel_ms=%.3f wrong=%zu\n",
              name, Engine::name, s.report.nodes, s.report.depth,
              objects.size(), median(linearise), median(transfer),
              median(kernel), wrong);
  failures += wrong != 0;
}

void correlation(std::size_t count) {
  const std::vector<UserPoint> points = uniformPoints(count, 1);
  const Tree tree(points);
  std::vector<UserPoint> inOrder;
  appendInTreeOrder(tree.root, inOrder);
  const double ball = 50.0 / double(count);
  const correlate::Uniforms uniforms = {
      float(std::cbrt(ball * 3 / (4 * 3.14159265)))};
  using T = correlate::Traversal;
  compare<T, rt::Autoropes>("shuffled", tree.root, points, uniforms, 7);
  compare<T, rt::StaticRopes>("shuffled", tree.root, points, uniforms, 7);
  compare<T, rt::Autoropes>("tree_order", tree.root, inOrder, uniforms, 7);
  compare<T, rt::StaticRopes>("tree_order", tree.root, inOrder, uniforms, 7);
}

/// Nodes of one path, each with a leaf at its left.
void chain(std::size_t length) {
  const std::vector<UserPoint> points = uniformPoints(length, 2);
  std::vector<UserNode> inner(length), leaves(length);
  for (std::size_t i = 0; i < length; ++i) {
    inner[i] = {{0, 0, 0},
                {1, 1, 1},
                nullptr,
                &leaves[i],
                i + 1 < length ? &inner[i + 1] : nullptr};
    leaves[i] = {{0, 0, 0}, {1, 1, 1}, &points[i], nullptr, nullptr};
  }
  std::vector<UserPoint> queries(
      points.begin(), points.begin() + std::min<std::size_t>(length, 1000));
  using T = correlate::Traversal;
  compare<T, rt::Autoropes>("chain", inner.data(), queries, {0.3f}, 1);
  compare<T, rt::StaticRopes>("chain", inner.data(), queries, {0.3f}, 1);
}

nearest::UserNode *buildNearest(nearest::UserNode **first,
                                nearest::UserNode **last, int axis) {
  if (first == last)
    return nullptr;
  nearest::UserNode **middle = first + (last - first) / 2;
  std::nth_element(first, middle, last,
                   [axis](nearest::UserNode *a, nearest::UserNode *b) {
                     return a->coord[axis] < b->coord[axis];
                   });
  (*middle)->axis = axis;
  (*middle)->child[0] = buildNearest(first, middle, 1 - axis);
  (*middle)->child[1] = buildNearest(middle + 1, last, 1 - axis);
  return *middle;
}

void neighbours(std::size_t count) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform;
  std::vector<nearest::UserNode> nodes(count);
  std::vector<nearest::UserNode *> order;
  for (std::size_t i = 0; i < count; ++i) {
    nodes[i] = {{uniform(random), uniform(random)}, 0, int(i), {}};
    order.push_back(&nodes[i]);
  }
  const nearest::UserNode *root =
      buildNearest(order.data(), order.data() + count, 0);
  std::vector<nearest::UserQuery> queries(count);
  for (nearest::UserQuery &query : queries) {
    std::memset(static_cast<void *>(&query), 0, sizeof query);
    query = {{uniform(random), uniform(random)}, 1e30, -1};
  }
  compare<nearest::Traversal, rt::Autoropes>("nearest", root, queries, {}, 5);
}

} // namespace

int main(int argc, char **argv) {
  const std::size_t count =
      argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1000000;
  if (const std::string why = rt::cuda::whyUnavailable(); !why.empty()) {
    std::printf("no device: %s\n", why.c_str());
    return 1;
  }
  correlation(count);
  neighbours(count);
  chain(std::min<std::size_t>(count, 20000));
  return failures != 0;
}
