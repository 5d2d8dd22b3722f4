// The same loops as others write them: rows by a local pointer, iterators that
// are compared with end(), copies that are taken apart, assignments in a row,
// bounds in structs, a struct by a name that the runtime could have.
// (--suggest does not look for loops that call no recursion.)
//
// RUN: g++ -O2 -ffp-contract=off -Wno-unknown-pragmas -std=c++20 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++20 --target=cpu --variant=all -Wall -Wextra -Wshadow -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "0" "1" "300"
// RUN: not env REGTT_TARGET=cpu %t.parallel 5 bound 2>&1 | FileCheck %s
//
// CHECK: error: degrees: an iteration writes what the loop evaluates for iteration 0
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

static unsigned state = 1;
static unsigned draw() {
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}

struct Node {
  double value, next;
  std::vector<int> adj;
};
void smooth(std::vector<Node> &nodes) {
#pragma regtt parallel
  for (Node &n : nodes) {
    double s = 0;
    for (auto it = n.adj.begin(); it != n.adj.end(); ++it)
      s += nodes[*it].value;
    n.next = s;
  }
}

// Neighbour lists as in molecular dynamics.
struct NeighList {
  int inum;
  int *numneigh, **firstneigh;
};
void forces(const NeighList &list, const std::vector<double> &x,
            std::vector<double> &f) {
  int *numneigh = list.numneigh, **firstneigh = list.firstneigh;
#pragma regtt parallel
  for (int i = 0; i < list.inum; i++) {
    const double xtmp = x[i];
    const int *jlist = firstneigh[i];
    const int jnum = numneigh[i];
    double sum = 0;
    for (int jj = 0; jj < jnum; jj++)
      sum += 1 / (1 + (xtmp - x[jlist[jj]]) * (xtmp - x[jlist[jj]]));
    f[i] = sum;
  }
}

struct Graph {
  int V;
  std::vector<std::vector<std::pair<int, float>>> adj;
};
void degrees(const Graph *g, int *degree) {
#pragma regtt parallel
  for (int v = 0; v < g->V; ++v) {
    int count = 0;
    for (std::vector<std::pair<int, float>>::const_iterator it =
             g->adj[v].begin();
         it != g->adj[v].end(); it++)
      count += it->first != v;
    degree[v] = count;
  }
}

struct Arc {
  int from, to;
  double w;
};
void strengths(const std::vector<Arc> &arcs, std::vector<int> &out,
               std::vector<int> &in, std::vector<double> &w) {
#pragma regtt parallel
  for (auto [from, to, weight] : arcs) {
    out[from] += 1;
    in[to] += 1;
    w[to] += weight;
  }
}

void two(const std::vector<double> &a, double *x, float *y) {
#pragma regtt parallel
  for (std::size_t i = 0; i < a.size(); ++i) {
    double s = 0;
    for (std::size_t k = i % 5; k < 9; ++k)
      s += a[i] * double(k);
    x[i] = y[i] = float(s); // rounded on the way
  }
}

int main(int argc, char **argv) {
  const int n = std::atoi(argv[1]);
  std::vector<Node> nodes(n);
  Graph g{n, {}};
  g.adj.resize(n);
  std::vector<int> page(4 * n), num(n), degree(n), in(n), out(n);
  std::vector<int *> first(n);
  std::vector<double> x(n), f(n), w(n), a(n), b(n);
  std::vector<float> c(n);
  std::vector<Arc> arcs;
  for (int v = 0; v < n; ++v) {
    nodes[v].value = draw() * 1e-6;
    x[v] = draw() * 1e-7;
    a[v] = draw() * 1e-5;
    num[v] = int(draw() % 5);
    first[v] = page.data() + 4 * v;
    for (int k = 0; k < 4; ++k)
      first[v][k] = int(draw() % n);
    for (int k = int(draw() % 7); k > 0; --k) {
      const int to = int(draw() % n);
      nodes[v].adj.push_back(to);
      g.adj[v].push_back({to, 1.f});
      arcs.push_back({v, to, draw() * 1e-6});
    }
  }
  if (argc > 2) {
    // The third degree would be written over the number of vertices.
    int *const block = new int[64]();
    Graph &other = *new (block + 2) Graph{n, g.adj};
    degrees(&other, block);
    return 0;
  }
  smooth(nodes);
  forces({n, num.data(), first.data()}, x, f);
  degrees(&g, degree.data());
  strengths(arcs, out, in, w);
  two(a, b.data(), c.data());
  for (int v = 0; v < n; ++v)
    std::printf("%.17g %.17g %d %d %d %.17g %.17g %.9g\n", nodes[v].next, f[v],
                degree[v], out[v], in[v], w[v], b[v], double(c[v]));
}
