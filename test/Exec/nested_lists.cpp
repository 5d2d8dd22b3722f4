// Neighbours in lists: of the user's own links, behind what an iteration has,
// behind elements that all share, along a helper; tails that several lists have.
// (--suggest does not look for loops that call no recursion.)
//
// RUN: g++ -O2 -ffp-contract=off -Wno-unknown-pragmas -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++17 --target=cpu --variant=all -Wall -Wextra -Wshadow -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "0" "1" "300"
// RUN: not env REGTT_TARGET=cpu %t.parallel 8 circle 2>&1 | FileCheck %s --check-prefix=CIRCLE
// RUN: not env REGTT_TARGET=cpu %t.parallel 8 written 2>&1 | FileCheck %s --check-prefix=WRITTEN
//
// CIRCLE: error: sums: the list 'head' of an iteration has no end
// WRITTEN: error: sums: an iteration writes what is read through the queries' array 'head'
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
struct Edge {
  int to;
  double w;
  Edge *next;
};
struct Vertex {
  double value, out;
  Edge *edges;
  int best;
  Edge *last;
};
static unsigned state = 1;
static unsigned draw() {
  return state = state * 1664525u + 1013904223u, state >> 8;
}

void sums(int n, Edge *const *head, const std::vector<double> &x, double *y) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    double s = 0;
    for (const Edge *e = head[v]; e; e = e->next)
      s += e->w * x[e->to];
    y[v] = s;
  }
}
void values(std::vector<Vertex> &g) {
#pragma regtt parallel
  for (Vertex &v : g) {
    double s = 0;
    Edge *e = v.edges;
    while (e != nullptr) {
      s += e->w * g[e->to].value;
      e = e->next;
    }
    v.out = s;
  }
}
// Of lists of the neighbours' neighbours, the least value.
void near(const std::vector<Vertex> &g, std::vector<double> &least) {
#pragma regtt parallel
  for (size_t v = 0; v < g.size(); ++v) {
    double m = 1e9;
    for (const Edge *e = g[v].edges; e != NULL; e = e->next)
      for (const Edge *f = g[e->to].edges; f; f = f->next)
        if (f->w + e->w < m)
          m = f->w + e->w;
    least[v] = m;
  }
}
int degree(const Edge *e) {
  int result = 0;
  for (; e; e = e->next)
    ++result;
  return result;
}
void degrees(const std::vector<Edge *> &heads, std::vector<int> &out) {
#pragma regtt parallel
  for (size_t v = 0; v < heads.size(); ++v)
    out[v] = degree(heads[v]);
}
// In-degrees.
void counts(int n, Edge **head, std::vector<int> &in) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (Edge *e = head[v]; e; e = e->next)
      in[e->to] += 1;
}
bool has(int n, Edge **head, int from, std::vector<int> &found) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    int at = -1, k = 0;
    for (Edge *e = head[v]; e; e = e->next, ++k)
      if (e->to == from) {
        at = k;
        break;
      }
    found[v] = at;
  }
  return true;
}
// Of a struct in which the list lies, and of one behind a pointer of it.
struct Links {
  int count;
  Edge *first;
};
struct Cell {
  Links *links;
  Links own;
};
void lengths(const std::vector<Cell> &cells, std::vector<double> &out) {
#pragma regtt parallel
  for (size_t c = 0; c < cells.size(); ++c) {
    double s = 0;
    for (const Edge *e = cells[c].own.first; e; e = e->next)
      s = s * 0.5 + e->w;
    out[c] = s;
  }
}
int main(int argc, char **argv) {
  const int n = std::atoi(argv[1]);
  const char *how = argc > 2 ? argv[2] : "";
  std::vector<Vertex> g(n);
  std::vector<Edge *> head(n, nullptr);
  std::vector<double> x(n), y(n, -1), least(n), inner(n);
  std::vector<int> in(n), deg(n), found(n);
  std::vector<Cell> cells(n);
  for (int v = 0; v < n; ++v) {
    x[v] = draw() * 1e-5;
    g[v].value = draw() * 1e-6;
    const int d = draw() % 7 == 0 ? draw() % 90 : draw() % 4;
    for (int k = 0; k < d; ++k)
      head[v] = new Edge{int(draw() % n), draw() * 1e-7, head[v]};
    if (v % 5 == 3) // a tail that others have, too
      head[v] = new Edge{v, 0.25, head[v / 2]};
    g[v].edges = v % 5 == 2 ? head[v / 2] : head[v];
    cells[v].own.first = g[v].edges;
  }
  if (std::strcmp(how, "circle") == 0 && n > 3)
    head[3] = new Edge{0, 1, nullptr}, head[3]->next = head[3];
  if (std::strcmp(how, "written") == 0 && n > 3) {
    // The third sum would be written over what the fourth edge weighs.
    double *const block = new double[16]();
    head[3] = reinterpret_cast<Edge *>(block + 1);
    head[3]->next = nullptr;
    sums(n, head.data(), x, block);
    return 0;
  }
  sums(n, head.data(), x, y.data());
  values(g);
  near(g, least);
  degrees(head, deg);
  counts(n, head.data(), in);
  has(n, head.data(), n / 2, found);
  lengths(cells, inner);
  for (int v = 0; v < n; ++v)
    std::printf("%.17g %.17g %.17g %d %d %d %.17g\n", y[v], g[v].out, least[v],
                deg[v], in[v], found[v], inner[v]);
}
