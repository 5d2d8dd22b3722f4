// Arrays that stay on a GPU between runs of a loop without a traversal, as
// plain arrays and as vectors of vectors; a version tells of a change, another
// place or length is one. On CPUs the clause changes nothing.
// --suggest does not look for such loops.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "300 1" "1 2" "0 3"
#include <cstdio>
#include <cstdlib>
#include <vector>

static unsigned state;
static unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 9) % below;
}

struct Edge {
  int to;
  double weight;
};
struct Graph {
  std::vector<int> row, col;
  std::vector<double> weight;
  std::vector<std::vector<Edge>> near;
  int version = 0;

  void grow(int n) {
    row.assign(1, 0);
    col.clear();
    weight.clear();
    near.assign(n, {});
    for (int i = 0; i < n; ++i) {
      for (unsigned k = draw(9); k > 0; --k) {
        col.push_back(int(draw(unsigned(n))));
        weight.push_back(draw(1000) / 64.0);
        near[i].push_back({col.back(), weight.back()});
      }
      row.push_back(int(col.size()));
    }
    ++version;
  }
};

static void rows(const Graph &g, const std::vector<double> &x,
                 std::vector<double> &y) {
  const int *row = g.row.data(), *col = g.col.data();
  const int n = int(x.size()), m = int(g.col.size());
  const double *weight = g.weight.data(), *from = x.data();
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : m], weight[0 : m],       \
                              from[0 : n])                                     \
    resident(row, col, weight : g.version)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int e = row[i]; e < row[i + 1]; ++e)
      s += weight[e] * from[col[e]];
    y[i] = s * 0.25;
  }
}

static void lists(const Graph &g, const std::vector<double> &x,
                  std::vector<double> &y) {
#pragma regtt parallel resident(g.near : g.version)
  for (std::size_t v = 0; v < g.near.size(); ++v) {
    double s = 0;
    for (const Edge &e : g.near[v])
      s += e.weight * x[e.to];
    y[v] = s * 0.125;
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  state = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  Graph g;
  std::vector<double> x, y;
  for (int round = 0; round < 12; ++round) {
    if (round % 6 == 0) { // another graph
      g.grow(n + round);
      x.assign(n + round, 1.5);
      y.assign(n + round, -1);
    } else if (round % 6 == 3) { // the same places, other values
      for (double &w : g.weight)
        w += 0.5;
      for (auto &list : g.near)
        for (Edge &e : list)
          e.weight -= 0.5;
      ++g.version;
    }
    rows(g, x, y);
    x.swap(y);
    lists(g, x, y);
    x.swap(y);
    double sum = 0;
    for (double v : x)
      sum = sum * 0.875 + v;
    std::printf("%d %.17g\n", round, sum);
  }
}
