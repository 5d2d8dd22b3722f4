// Loops that run again and again on a sparse matrix or a graph, of uniform rows
// of 16:
//
//     regions APPLICATION ARCS [TIMES]
//
// says a hash of the results, whether they were always the same, what the first
// time took, and the median of the others, in milliseconds. Applications: rank
// (20 sweeps of PageRank, two vectors that are exchanged), solve (20 steps of
// conjugate gradients, whose dot products are the host's), levels
// (breadth-first with lists of vertices). With -DREGION these are regions.
#include "matrices.h"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <utility>

using Ints = std::vector<int>;
using Reals = std::vector<double>;

static void rank(const Matrix &g, const Ints &degree, Reals &now, int sweeps) {
  const int n = g.rows;
  Reals next(now.size()), share(now.size());
#ifdef REGION
#pragma regtt region
#endif
  for (int t = 0; t < sweeps; ++t) {
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      share[v] = degree[v] != 0 ? now[v] / degree[v] : 0.0;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      double sum = 0;
      for (int e = g.start[v]; e < g.start[v + 1]; ++e)
        sum += share[g.column[e]];
      next[v] = 0.15 / n + 0.85 * sum;
    }
    std::swap(now, next);
  }
}

static double dot(const Reals &a, const Reals &b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

static void solve(const Matrix &g, const Reals &b, Reals &x, int steps) {
  const int n = g.rows;
  Reals r(b), p(b), q(b.size());
  double rho = dot(r, r);
#ifdef REGION
#pragma regtt region
#endif
  for (int t = 0; t < steps; ++t) {
#pragma regtt parallel
    for (int i = 0; i < n; ++i) {
      double sum = 20 * p[i];
      for (int e = g.start[i]; e < g.start[i + 1]; ++e)
        sum -= p[g.column[e]];
      q[i] = sum;
    }
    double along = 0;
    for (int i = 0; i < n; ++i)
      along += p[i] * q[i];
    const double alpha = rho / along, last = rho;
#pragma regtt parallel
    for (int i = 0; i < n; ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    rho = 0;
    for (double each : r)
      rho += each * each;
    const double beta = rho / last;
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      p[i] = r[i] + beta * p[i];
  }
}

static void levels(const Matrix &g, Ints &level) {
  Ints frontier(1), next;
  level[0] = 0;
#ifdef REGION
#pragma regtt region
#endif
  while (!frontier.empty()) {
    next.clear();
#pragma regtt parallel
    for (int u : frontier)
      for (int e = g.start[u]; e < g.start[u + 1]; ++e)
        if (level[g.column[e]] < 0) {
          level[g.column[e]] = level[u] + 1;
          next.push_back(g.column[e]);
        }
    frontier.swap(next);
  }
}

static Matrix uniform(int arcs) {
  constexpr int each = 16;
  Matrix made;
  made.rows = arcs / each;
  made.start.resize(size_t(made.rows) + 1);
  made.column.resize(size_t(made.rows) * each);
  onAllThreads(made.rows, [&](int v) {
    made.start[v + 1] = each * (v + 1);
    for (int k = 0; k < each; ++k)
      made.column[each * v + k] =
          int(mixed(std::uint64_t(v) * each + k) % made.rows);
  });
  return made;
}

template <class T, class Run>
static void time(int times, const std::vector<T> &first, const Run &run) {
  using namespace std::chrono;
  std::vector<double> taken;
  std::vector<T> wanted;
  bool same = true;
  for (int k = 0; k < times; ++k) {
    std::vector<T> state = first;
    const auto begin = steady_clock::now();
    run(state);
    taken.push_back(
        duration<double, std::milli>(steady_clock::now() - begin).count());
    if (k == 0)
      wanted = state;
    same &=
        std::memcmp(state.data(), wanted.data(), state.size() * sizeof(T)) == 0;
  }
  std::uint64_t hash = 7;
  for (const T &each : wanted) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &each, sizeof each);
    hash = mixed(hash ^ bits);
  }
  const double once = taken[0];
  if (times > 1)
    taken.erase(taken.begin());
  std::sort(taken.begin(), taken.end());
  std::printf("state %016llx same %d first %.4f ms %.4f\n",
              static_cast<unsigned long long>(hash), int(same), once,
              taken[taken.size() / 2]);
}

int main(int argc, char **argv) {
  const std::string application = argc > 1 ? argv[1] : "rank";
  const Matrix g = uniform(argc > 2 ? std::atoi(argv[2]) : 1000);
  const int times = argc > 3 ? std::atoi(argv[3]) : 3;
  if (application == "levels") {
    time(times, Ints(g.rows, -1), [&](Ints &level) { levels(g, level); });
    return 0;
  }
  if (application == "rank") {
    Ints degree(g.rows);
    for (int each : g.column)
      ++degree[each];
    time(times, Reals(g.rows, 1.0 / g.rows),
         [&](Reals &now) { rank(g, degree, now, 20); });
    return 0;
  }
  Reals b(g.rows);
  for (int i = 0; i < g.rows; ++i)
    b[i] = unit(i);
  time(times, Reals(g.rows), [&](Reals &x) { solve(g, b, x, 20); });
}
