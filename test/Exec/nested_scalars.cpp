// Sums, extremes and flags in members, in what pointers and references lead to,
// and in globals. (--suggest does not look for loops that call no recursion.)
//
// RUN: %serial -std=c++20 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++20 --target=cpu --variant=all -Wall -Wextra -Wshadow -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "0" "1" "400"
// RUN: not %t.parallel 20 alias 2>&1 | FileCheck %s --check-prefix=READ
// READ: error: largest: an iteration writes what is read through the queries' array 'm'
// RUN: not %t.parallel 20 two alias 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: error: bothOf: an iteration writes what is read of element 0 of array 'a'
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
static unsigned state = 1;
static unsigned draw() {
  return state = state * 1664525u + 1013904223u, state >> 8;
}
using Graph = std::vector<std::vector<int>>;
struct Stats {
  long edges = 0;
  int deepest = -1;
  unsigned mask = 0;
  double total = 0;
  float least = 1e30f;
  bool any = false;
  struct {
    int count = 0;
  } inner;
};
long total_arcs;
static int found = -5;
namespace ns {
double sum = 0;
}
struct Solver {
  Stats stats;
  Stats *other;
  double energy = 0;
  int hits = 0;
  const Graph &g;
  Solver(const Graph &graph, Stats *o) : other(o), g(graph) {}
  void run(const std::vector<double> &x) {
    const int n = int(g.size());
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      for (int w : g[v]) {
        ++stats.edges;
        stats.mask |= 1u << (w % 32);
        if (w > this->stats.deepest)
          stats.deepest = w;
        hits += w & 1;
        other->least = std::min(other->least, float(x[w]));
        other->edges += 2;
        stats.inner.count++;
        total_arcs++;
        found = std::max(found, w);
        if (w == 3)
          stats.any = true;
      }
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      for (int w : g[v]) {
        energy += x[w] * x[v];
        if (w != v)
          other->total += x[w] / 3;
        ns::sum += x[w];
      }
  }
};
static void largest(const std::vector<std::vector<double>> &m, double &most,
                    int *count) {
#pragma regtt parallel
  for (std::size_t i = 0; i < m.size(); ++i) {
    double s = 0;
    for (double e : m[i]) {
      s += e;
      ++*count;
    }
    if (s > most)
      most = s;
  }
}
struct S {
  long a = 0, b = 0;
};
// One of which the order shows, if the two are one.
static void bothOf(const Graph &g, S *p, S *q) {
#pragma regtt parallel
  for (std::size_t v = 0; v < g.size(); ++v)
    for (int w : g[v]) {
      p->a += w;
      if (w > q->a)
        q->a = w;
    }
}
int main(int c, char **v) {
  const int n = c > 1 ? atoi(v[1]) : 300;
  Graph g(n);
  std::vector<double> x(n);
  std::vector<std::vector<double>> m(n);
  for (int i = 0; i < n; ++i) {
    x[i] = draw() / 1e6;
    for (int k = draw() % 7; k--;) {
      g[i].push_back(draw() % n);
      m[i].push_back(draw() / 1e5 - 80);
    }
  }
  Stats o;
  Solver s(g, &o);
  s.run(x);
  double most = -1;
  int count = 3;
  largest(m, most, &count);
  printf("%ld %d %u %d %ld %g %.17g %.17g %d %d %ld %d %.17g %.17g %d\n",
         s.stats.edges, s.stats.deepest, s.stats.mask, s.stats.any, o.edges,
         o.least, o.total, s.energy, s.hits, s.stats.inner.count, total_arcs,
         found, ns::sum, most, count);
  S a, b;
  bothOf(g, &a, c == 4 ? &a : &b);
  printf("%ld %ld\n", a.a, b.a);
  if (c == 3)
    largest(m, m[1].emplace_back(1.0), &count);
}
