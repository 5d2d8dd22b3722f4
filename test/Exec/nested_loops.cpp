// Loops without a traversal, each iteration with loops of its own: rows in
// compressed form, neighbours in vectors and in structs, bounds that data say,
// ways out of inner loops, helpers, values that are kept. (--suggest does not look
// for loops that call no recursion.)
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "2000 1" "1 2" "0 3" "300 40"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 200 5 2>&1 | FileCheck %s
// CHECK-COUNT-11: verify=identical
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

static unsigned state = 1;
static unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

static void print(const char *what, const std::vector<double> &values) {
  std::printf("%s", what);
  for (const double value : values)
    std::printf(" %.17g", value);
  std::printf("\n");
}

// Rows of a matrix behind plain pointers.
static void multiply(int n, int m, const int *row, const int *col,
                     const double *val, const double *x, double *y) {
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : m], val[0 : m], x[0 : n])
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int e = row[i]; e < row[i + 1]; ++e)
      s += val[e] * x[col[e]];
    y[i] = s;
  }
}

struct Edge {
  int to;
  float weight;
};

struct Vertex {
  std::vector<Edge> edges;
  float rank, next;
  int degree, kind;
};

static float share(const Vertex &from, float weight) {
  return from.degree ? from.rank * weight / float(from.degree) : 0;
}

// Structs that hold their neighbours, whose fields others read.
static void pull(std::vector<Vertex> &graph) {
#pragma regtt parallel
  for (Vertex &v : graph) {
    if (v.kind == 3)
      continue;
    float sum = 0;
    for (const Edge &e : v.edges) {
      if (e.to % 7 == 1)
        continue;
      if (sum > 1e3f)
        break;
      sum += share(graph[e.to], e.weight);
    }
    v.next = 0.15f + 0.85f * sum;
  }
}

// The first neighbour that is on the level before; levels stay where there is
// none.
static void level(const std::vector<std::vector<int>> &near,
                  const std::vector<int> &now, std::vector<int> &then,
                  int depth) {
  const int n = int(now.size());
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    then[v] = now[v];
    if (now[v] < 0)
      for (const int u : near[v])
        if (now[u] == depth) {
          then[v] = depth + 1;
          break;
        }
  }
}

// What neighbours of neighbours have in common: three loops in each other.
static void triangles(const std::vector<std::vector<int>> &near,
                      std::vector<long> &count) {
  const int n = int(near.size());
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (const int u : near[v])
      for (const int w : near[u])
        for (const int back : near[w])
          count[v] += back == v;
}

// A bound of 8 bits, a loop downwards, one that tests at its end, a switch.
static void odd(int n, const std::uint8_t *width, const double *x, double *y) {
#pragma regtt parallel copyin(width[0 : n], x[0 : n])
  for (int i = n - 1; i >= 0; --i) {
    double s = 0;
    for (std::uint8_t k = 0; k < width[i]; ++k)
      s += x[(i + k) % n] / (k + 1);
    int k = width[i];
    do {
      switch (k % 4) {
      case 0:
        s = -s;
        break;
      case 1:
        s += 0.5;
        [[fallthrough]];
      default:
        s *= 1.25;
      }
    } while (--k > 0);
    if (s > y[i])
      y[i] = s;
  }
}

// The largest few, kept in order in an array of the iteration's own.
static void largest(const std::vector<std::vector<int>> &near,
                    const std::vector<double> &x, std::vector<double> &y) {
  const int n = int(near.size());
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    double best[4] = {-1, -1, -1, -1};
    for (const int u : near[v]) {
      double value = x[u];
      for (double &each : best)
        if (value > each)
          std::swap(value, each);
    }
    y[v] = best[0] + 2 * best[1] + 4 * best[2] + 8 * best[3];
  }
}

// What an iteration does not come to need not be there: no results are wanted,
// there are no weights, an array is shorter than the loop.
static void optional(int n, int m, const double *x, const double *weight,
                     double *y, double *squares, double *few) {
  const int wanted = squares ? n : 0, weights = weight ? n : 0;
#pragma regtt parallel copyin(x[0 : n], squares[0 : wanted], few[0 : m])       \
    copyin(weight[0 : weights])
  for (int i = 0; i < n; ++i) {
    double s = x[i];
    if (weight)
      s *= weight[i];
    y[i] = s;
    if (squares)
      squares[i] = s * s;
    if (i < m)
      few[i] += s;
  }
}

// No inner loop at all.
static void flat(std::vector<double> &y, const std::vector<double> &x,
                 double factor) {
#pragma regtt parallel
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = std::sqrt(std::fabs(y[i])) + factor * x[i];
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  state = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  std::vector<double> x(n), y(n);
  for (double &value : x)
    value = draw(1000) * 0.37 - 100;
  std::vector<std::vector<int>> near(n);
  std::vector<int> row(n + 1), col;
  std::vector<double> val;
  std::vector<Vertex> graph(n);
  std::vector<std::uint8_t> width(n);
  for (int i = 0; i < n; ++i) {
    const int degree = draw(10) == 0 ? int(draw(60)) : int(draw(6));
    row[i] = int(col.size());
    for (int k = 0; k < degree; ++k) {
      const int to = int(draw(unsigned(n)));
      near[i].push_back(to);
      col.push_back(to);
      val.push_back(draw(1000) * 1e-3);
      graph[i].edges.push_back({to, float(draw(100)) * 0.1f});
    }
    graph[i].degree = degree;
    graph[i].rank = 1 / float(i + 1);
    graph[i].kind = int(draw(5));
    width[i] = std::uint8_t(draw(256));
  }
  row[n] = int(col.size());

  multiply(n, int(col.size()), row.data(), col.data(), val.data(), x.data(),
           y.data());
  print("multiply", y);
  pull(graph);
  for (const Vertex &v : graph)
    std::printf("%a ", v.next);
  std::vector<int> now(n, -1), then(n);
  if (n)
    now[0] = 0;
  for (int depth = 0; depth < 3; ++depth) {
    level(near, now, then, depth);
    std::swap(now, then);
  }
  for (const int each : now)
    std::printf("%d ", each);
  std::vector<long> count(n);
  triangles(near, count);
  for (const long each : count)
    std::printf("%ld ", each);
  odd(n, width.data(), x.data(), y.data());
  print("odd", y);
  std::vector<double> squares(n), few(std::size_t(n / 3));
  optional(n, n / 3, x.data(), nullptr, y.data(), nullptr, few.data());
  print("few", few);
  optional(n, n / 3, x.data(), x.data(), y.data(), squares.data(), few.data());
  print("few", few);
  print("squares", squares);
  largest(near, x, y);
  print("largest", y);
  flat(y, x, 1.5);
  print("flat", y);
}
