// Rounds that go on until nothing changes: least and greatest elements that
// iterations look at while others change them. (--suggest does not look for
// loops that call no recursion.)
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++17 --target=cpu --variant=all -Wall -Wextra -Wshadow -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped,tiled "2000" "1" "0" "60 3"
// RUN: env REGTT_VERIFY=1 REGTT_TARGET=cpu %t.parallel 500 2> %t.log > %t.verified
// RUN: %t.serial 500 | diff - %t.verified
// RUN: FileCheck %s < %t.log
// CHECK-COUNT-8: verify=identical
//
// One thread runs the loop as it stands, unless an engine is asked for:
// RUN: env REGTT_THREADS=1 REGTT_LOG=info REGTT_TARGET=cpu %t.parallel 500 2> %t.one > %t.alone
// RUN: %t.serial 500 | diff - %t.alone
// RUN: FileCheck --check-prefix=ALONE --implicit-check-not=target=cpu %s < %t.one
// ALONE: target=serial {{.*}}why="one thread"
//
// What the proof takes elements for is looked at ahead of the first round:
// RUN: not env REGTT_TARGET=cpu REGTT_THREADS=2 %t.parallel 20 3 zero 2>&1 | FileCheck --check-prefix=ZERO %s
// ZERO: is a negative zero ahead of the first round
// RUN: not env REGTT_TARGET=cpu REGTT_THREADS=2 %t.parallel 20 3 beyond 2>&1 | FileCheck --check-prefix=BEYOND %s
// BEYOND: element 7 of 'level' is greater ahead of the first round than 1000000
// RUN: not env REGTT_TARGET=cpu REGTT_THREADS=2 %t.parallel 20 3 mode 2>&1 | FileCheck --check-prefix=MODE %s
// MODE: the calling thread rounds downward, so that a sum may be a negative zero
#include <cfenv>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

static unsigned state = 1;
static unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

template <class T> struct Edge {
  int to;
  T length;
};
template <class T> using Graph = std::vector<std::vector<Edge<T>>>;

/// Shortest paths, pushed.
template <class T>
static void shortest(const Graph<T> &graph, std::vector<T> &dist) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (std::size_t v = 0; v < graph.size(); ++v)
      for (const auto &[to, length] : graph[v])
        if (dist[v] + length < dist[to]) {
          dist[to] = dist[v] + length;
          changed = true;
        }
  }
}

/// Levels, from those that have one already.
static const int none = 1000000;
static void levels(const Graph<int> &graph, std::vector<int> &level,
                   std::vector<int> &rounds) {
  const int n = int(graph.size());
  int more;
#pragma regtt fixpoint
  do {
    more = 0;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      if (level[v] == none)
        continue;
      const int next = level[v] + 1;
      for (const Edge<int> &edge : graph[v])
        if (next < level[edge.to]) {
          more = 1;
          level[edge.to] = next;
        }
    }
  } while (more != 0);
  rounds.push_back(more);
}

/// Components by their greatest labels, pulled.
struct Vertex {
  int label;
  bool isReached;
  double width;
};
static void components(const Graph<int> &graph, std::vector<Vertex> &vertices) {
  const int n = int(graph.size());
#pragma regtt fixpoint
  for (;;) {
    bool done = true;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      int best = vertices[v].label;
      for (const Edge<int> &edge : graph[v])
        if (vertices[edge.to].label > best)
          best = vertices[edge.to].label;
      if (best > vertices[v].label) {
        vertices[v].label = best;
        done = false;
      }
    }
    if (done)
      break;
  }
}

/// What can be reached, of vertices that are wide enough.
static void reach(const Graph<int> &graph, std::vector<Vertex> &vertices,
                  double least) {
#pragma regtt fixpoint
  for (bool changed = true; changed;) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < int(graph.size()); ++v)
      if (vertices[v].isReached)
        for (const Edge<int> &edge : graph[v])
          if (vertices[edge.to].width > least && !vertices[edge.to].isReached) {
            vertices[edge.to].isReached = true;
            changed = true;
          }
  }
}

/// The widest ways, of two states, one of which opens the other.
static void widest(const Graph<int> &graph, std::vector<long> &width,
                   std::vector<unsigned> &hops) {
  bool same = false;
#pragma regtt fixpoint
  while (!same) {
    same = true;
#pragma regtt parallel
    for (std::size_t v = 0; v < graph.size(); ++v)
      for (const auto &[to, limit] : graph[v]) {
        const long through = width[v] < limit ? width[v] : limit;
        if (width[to] < through) {
          width[to] = through;
          same = false;
        }
        if (width[v] > 10 && hops[v] < hops[to]) {
          hops[to] = hops[v];
          same = false;
        }
      }
  }
}

template <class T> static Graph<T> make(int n, int degree) {
  Graph<T> graph(n);
  for (auto &edges : graph)
    for (unsigned k = draw(2 * degree); k > 0; --k)
      edges.push_back({int(draw(n)), T(draw(9000)) / T(7)});
  return graph;
}

template <class T> static void show(const std::vector<T> &numbers) {
  unsigned long hash = 7;
  for (const T &number : numbers) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &number, sizeof bytes);
    for (unsigned char byte : bytes)
      hash = hash * 31 + byte;
  }
  std::printf("%zu %lx\n", numbers.size(), hash);
}

template <class T> static void runShortest(int n, int degree, T far, T first) {
  const Graph<T> graph = make<T>(n, degree);
  std::vector<T> dist(n, far);
  if (n > 0)
    dist[0] = first;
  shortest(graph, dist);
  show(dist);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  const int degree = argc > 2 ? std::atoi(argv[2]) : 2;
  const char *const what = argc > 3 ? argv[3] : "";
  if (std::strcmp(what, "mode") == 0)
    std::fesetround(FE_DOWNWARD);
  runShortest<int>(n, degree, 1000000000, -100);
  runShortest<long long>(n, degree, LLONG_MAX / 2, 0);
  runShortest<float>(n, degree, std::numeric_limits<float>::infinity(), 1);
  runShortest<double>(n, degree, 1e300,
                      std::strcmp(what, "zero") == 0 ? -0.0 : 0.25);

  const Graph<int> graph = make<int>(n, degree);
  std::vector<int> level(n, none), rounds;
  std::vector<Vertex> vertices;
  for (int v = 0; v < n; ++v)
    vertices.push_back({int(draw(1000)), v == 1, draw(100) / 8.0});
  if (n > 0)
    level[0] = 0;
  if (std::strcmp(what, "beyond") == 0)
    level[7] = none + 1;
  levels(graph, level, rounds);
  show(level);
  show(rounds);
  components(graph, vertices);
  reach(graph, vertices, 3);
  for (const Vertex &vertex : vertices)
    std::printf("%d %d %a\n", vertex.label, vertex.isReached, vertex.width);

  std::vector<long> width(n, 0);
  std::vector<unsigned> hops;
  for (int v = 0; v < n; ++v)
    hops.push_back(draw(1000));
  if (n > 0)
    width[0] = 500;
  widest(graph, width, hops);
  show(width);
  show(hops);
}
