// Least and greatest elements of which iterations tell that they found a better
// one, as steps of shortest paths do; and elements by references.
// --suggest does not look for such loops.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++17 --target=cpu --variant=all -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped,tiled "2000" "1" "0" "60"
// RUN: env REGTT_VERIFY=1 REGTT_TARGET=cpu %t.parallel 500 > %t.verified
// RUN: %t.serial 500 | diff - %t.verified
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static unsigned state = 5;
static unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 9) % below;
}

template <class T> struct Edge {
  int to;
  T weight;
};
template <class T> using Graph = std::vector<std::vector<Edge<T>>>;

/// From one array to another.
template <class T>
static bool step(const Graph<T> &graph, const std::vector<T> &from,
                 std::vector<T> &to, int &bits) {
  bool changed = false;
  int some = 0;
#pragma regtt parallel
  for (int v = 0; v < int(graph.size()); ++v)
    for (const Edge<T> &edge : graph[v]) {
      const T next = from[v] + edge.weight;
      if (next < to[edge.to]) {
        changed = true;
        to[edge.to] = next;
        some |= 4;
      }
    }
  bits = some;
  return changed;
}

/// The same by a reference, of the greatest.
template <class T>
static bool widest(const Graph<T> &graph, const std::vector<T> &from,
                   std::vector<T> &to) {
  bool same = true;
#pragma regtt parallel
  for (int v = 0; v < int(graph.size()); ++v)
    for (const auto &[u, weight] : graph[v]) {
      T &held = to[u];
      const T next = from[v] < weight ? from[v] : weight;
      if (held < next) {
        held = next;
        same = false;
      }
    }
  return same;
}

/// What is named once lies where it was, whatever its index becomes.
template <class T>
static void add(const Graph<T> &graph, std::vector<T> &sums,
                std::vector<int> &degree) {
  const int n = int(graph.size());
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    int at = v * 7 % n;
    T &sum = sums[at];
    at = 0;
    for (const Edge<T> &edge : graph[v]) {
      sum += edge.weight;
      int &in = degree[edge.to], &out = degree[v];
      ++in;
      out += 16;
    }
  }
}

template <class T> static double mixed(const std::vector<T> &values) {
  double all = 0;
  for (T value : values)
    all = all * 0.9 + std::fmin(double(value), 1e9) * 1e-3;
  return all;
}

template <class T> static void run(int n, T far) {
  Graph<T> graph(n);
  for (auto &list : graph)
    for (unsigned k = draw(7); k > 0; --k)
      list.push_back({int(draw(n)), T(T(draw(1000)) / T(7))});
  std::vector<T> from(n, far), to(n, far);
  if (n > 0)
    from[0] = to[0] = 0;
  bool changed = true;
  for (int round = 0; changed && round < 40; ++round) {
    int bits = 0;
    changed = step(graph, from, to, bits);
    std::printf("%d %d %a\n", changed, bits, mixed(to));
    from = to;
  }
  std::vector<T> least(n, T(3));
  for (int round = 0; round < 3; ++round) {
    const bool same = widest(graph, from, least);
    std::printf("%d %a\n", same, mixed(least));
    from = least;
  }
  std::vector<int> degree(n);
  add(graph, least, degree);
  std::printf("%a %a\n", mixed(least), mixed(degree));
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
  run<int>(n, 1000000);
  run<double>(n, 1e30);
  run<float>(n, INFINITY);
}
