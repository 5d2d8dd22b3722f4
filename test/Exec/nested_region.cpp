// Regions: the host's statements between annotated loops find their memory as
// the serial program has it, and so do the loops. (--suggest does not look for
// loops that call no recursion.)
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++17 --target=cpu --variant=all -Wall -Wextra -Wshadow -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "2000" "1" "0" "60"
//
// What loops have on a device is hidden from the host:
// RUN: env REGTT_REGION=check REGTT_TARGET=cpu REGTT_THREADS=3 %t.parallel 500 > %t.checked
// RUN: %t.serial 500 | diff - %t.checked
// RUN: env REGTT_REGION=check REGTT_TARGET=cpu REGTT_THREADS=1 %t.parallel 1 > %t.checked
// RUN: %t.serial 1 | diff - %t.checked
// RUN: env REGTT_VERIFY=1 REGTT_TARGET=cpu %t.parallel 500 2> %t.log > %t.verified
// RUN: %t.serial 500 | diff - %t.verified
// RUN: FileCheck %s < %t.log
// CHECK-COUNT-20: verify=identical
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <utility>
#include <vector>

static unsigned state = 1;
static unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

struct Graph {
  int n = 0;
  std::vector<int> row, col;
  std::vector<double> weight;
};

static Graph make(int n) {
  Graph g;
  g.n = n;
  g.row.push_back(0);
  for (int v = 0; v < n; ++v) {
    for (unsigned k = draw(9); k-- > 0;) {
      g.col.push_back(int(draw(unsigned(n))));
      g.weight.push_back((1 + draw(1000)) / 64.0);
    }
    g.row.push_back(int(g.col.size()));
  }
  return g;
}

static void show(const char *name, const std::vector<double> &of) {
  double sum = 0;
  for (size_t k = 0; k < of.size(); ++k)
    sum += of[k] * double(k % 17);
  std::printf("%s %.17g\n", name, sum);
}

// Two vectors that are exchanged; the host's own sum decides.
static void rank(const Graph &g, std::vector<double> &of) {
  const int n = g.n;
  std::vector<double> next(of.size()), share(of.size());
  std::vector<int> degree(of.size());
  for (int u : g.col)
    ++degree[size_t(u)];
  double difference = 1;
  const auto start = std::chrono::steady_clock::now();
#pragma regtt region
  for (int round = 0; round < 12 && difference > 1e-6; ++round) {
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      share[v] = degree[v] ? of[v] / degree[v] : 0.0;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      double sum = 0;
      for (int e = g.row[v]; e < g.row[v + 1]; ++e)
        sum += share[g.col[e]];
      next[v] = 0.15 / n + 0.85 * sum;
    }
    difference = 0;
    for (int v = 0; v < n; ++v)
      difference += std::fabs(next[v] - of[v]);
    std::swap(of, next);
    const auto now = std::chrono::steady_clock::now();
    if (std::chrono::duration<double>(now - start).count() > 1e6)
      break;
    std::cout << "difference " << difference << std::endl;
  }
}

// Loops that change what others read; values between them; early returns.
class Solver {
public:
  explicit Solver(const Graph &graph)
      : g(graph), r(size_t(g.n)), p(size_t(g.n)), q(size_t(g.n)) {}

  int run(std::vector<double> &x, int most) {
    const int n = g.n;
    rounds = 0;
#pragma regtt region
    {
#pragma regtt parallel
      for (int i = 0; i < n; ++i) {
        r[i] = 1.0 / (1 + i % 5);
        p[i] = r[i];
        x[i] = 0;
      }
      rho = dot(r, r);
      while (rounds < most) {
        const double before = rho;
#pragma regtt parallel
        for (int i = 0; i < n; ++i) {
          double sum = 600 * p[i];
          for (int e = g.row[i]; e < g.row[i + 1]; ++e)
            sum -= g.weight[e] * p[g.col[e]];
          q[i] = sum;
        }
        const double along = dot(p, q);
        if (along == 0)
          return -1;
        const double alpha = before / along;
#pragma regtt parallel
        for (int i = 0; i < n; ++i) {
          x[i] += alpha * p[i];
          r[i] -= alpha * q[i];
        }
        rho = 0;
        for (double each : r)
          rho += each * each;
        const double beta = rho / before;
        if (rho < 1e-12)
          break;
#pragma regtt parallel
        for (int i = 0; i < n; ++i)
          p[i] = r[i] + beta * p[i];
        ++rounds;
      }
    }
    return rounds;
  }

private:
  static double dot(const std::vector<double> &a,
                    const std::vector<double> &b) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); ++i)
      sum += a[i] * b[i];
    return sum;
  }

  const Graph &g;
  std::vector<double> r, p, q;
  double rho = 0;
  int rounds = 0;
};

// The host does a part of the loop, behind all of its iterations.
static int levels(const Graph &g, std::vector<int> &level,
                  std::vector<int> &parent) {
  std::vector<int> frontier, next;
  int depth = 0;
  if (g.n > 0) {
    level[0] = 0;
    frontier.push_back(0);
  }
#pragma regtt region
  while (!frontier.empty()) {
    next.clear();
#pragma regtt parallel
    for (int u : frontier)
      for (int e = g.row[u]; e < g.row[u + 1]; ++e) {
        const int w = g.col[e];
        if (level[w] < 0) {
          level[w] = level[u] + 1;
          parent[w] = u;
          next.push_back(w);
        }
      }
    frontier.swap(next);
    ++depth;
  }
  return depth;
}

struct Body {
  float x, v, f;
};

// Objects; bounds and values that a loop has written; what the host changes.
static void move(std::vector<Body> &b, const std::vector<int> &near, int rounds,
                 float &limit) {
  const int n = int(b.size());
  std::vector<float> at(b.size());
  std::vector<int> count(1, 4);
#pragma regtt region
  for (int t = 0; t < rounds; ++t) {
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      at[i] = b[i].x;
#pragma regtt parallel
    for (int i = 0; i < n; ++i) {
      float f = 0;
      for (int e = 4 * i; e < 4 * i + count[0]; ++e) {
        const float d = at[near[e]] - b[i].x;
        f += d < limit ? d : limit;
      }
      b[i].f = f + at[0];
    }
#pragma regtt parallel
    for (int i = 0; i < n; ++i) {
      b[i].v += 0.01f * b[i].f;
      b[i].x += 0.01f * b[i].v;
    }
    if (t == 5)
      limit = 0.5f;
    else if (t == 7 && n > 3)
      b[3].x = 2;
    if (n > 5)
      b[4].v += b[5].x;
    count[0] = 1 + t % 4;
  }
}

// Memory that ends in the region; a throw; one region in another.
static double nested(int n, std::vector<int> &total, int stop) {
  double sum = 0;
#pragma regtt region
  for (int t = 0; t < 6; ++t) {
    std::vector<int> own(size_t(n) + 1, t), twice(size_t(n) + 1);
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      twice[i] = own[i] + own[i + 1] + total[i];
#pragma regtt region
    for (int k = 0; k < 2; ++k) {
#pragma regtt parallel
      for (int i = 0; i < n; ++i)
        total[i] += twice[i];
    }
    if (n > 0)
      sum += total[n / 2] + (t == 3 ? twice[0] : 0);
    if (t == stop)
      throw std::runtime_error("stopped");
    switch (t) {
    case 1:
      total.resize(size_t(n) + 5, t);
      break;
    case 2:
      own.swap(twice);
      sum += own.empty() ? 0 : own[0];
    }
  }
  return sum;
}

namespace kept {
static std::vector<double> last;
}

struct Closer {
  const std::vector<double> &of;
  double &sum;
  ~Closer() { sum += of.empty() ? 1 : of[0]; }
};

struct Parts {
  std::vector<double> data;
};

// What looks harmless: an index that moves, objects that read as they end, names
// that are hidden, memory that goes with a local, or with what was thrown.
static double odd(int n, std::vector<double> &x,
                  std::vector<std::vector<double>> &rows) {
  double sum = 0, last = 0;
  std::vector<int> which(3);
  static double kept2[3];
  size_t k = 0;
  kept::last.assign(x.size(), 1);
#pragma regtt region
  for (int t = 0; t < 3; ++t) {
#pragma regtt parallel
    for (int i = 0; i < n; ++i) {
      kept::last[i] += x[i];
      rows[1][i] = x[i] + t;
    }
#pragma regtt parallel
    for (int i = 0; i < 3; ++i) {
      which[i] = 1;
      kept2[i] = i + t;
    }
    if (n > 3)
      std::printf("%.9g %.9g\n", kept::last[k++], std::max(x[1], 0.5));
    for (double &each : rows[size_t(which[1])]) {
#pragma regtt parallel
      for (int i = 0; i < 3; ++i)
        which[i] += int(each) % 2;
      sum += which[0];
      if (&each - rows[1].data() > 3)
        break;
    }
    which.assign(3, 1);
    {
      Closer closer{x, sum};
    }
    switch (t) {
    case 0:
      last = kept2[2];
      break;
    default:
      double more = kept2[1];
      sum += more + last;
    }
    if (t == 1) {
      std::vector<double> other(x.size(), 2);
      std::swap(kept::last, other);
    }
#pragma GCC ivdep
    for (int i = 0; i < n; ++i)
      sum += x[i] * kept::last[i];
    try {
      if (t == 2)
        throw Parts{x};
    } catch (Parts &parts) {
#pragma regtt parallel
      for (int i = 0; i < n; ++i)
        parts.data[i] *= 2;
      sum += parts.data.empty() ? 0 : parts.data[0];
    }
  }
  return sum;
}

template <class T> static T halves(std::vector<T> &x, int n) {
  T first = 0;
  std::vector<T> y(x);
#pragma regtt region
  {
#pragma regtt parallel
    for (int i = 0; i < n / 2; ++i)
      y[i] = T(x[i + n / 2] * 3 + 1);
#pragma regtt parallel
    for (int i = n / 2; i < n; ++i)
      y[i] += T(1);
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      x[i] = T(y[i] + y[n - 1 - i]);
    for (int i = 0; i < n; i += 7)
      first += x[i];
    first = n > 1 ? T(first + x[1]) : first;
  }
  return first;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  const size_t size = size_t(n);
  const Graph g = make(n);
  std::vector<double> of(size, n ? 1.0 / n : 0), x(size);
  rank(g, of);
  show("rank", of);
  std::printf("rounds %d\n", Solver(g).run(x, 9));
  show("x", x);
  std::vector<int> level(size, -1), parent(size, -1);
  std::printf("depth %d\n", levels(g, level, parent));
  show("level", {level.begin(), level.end()});
  show("parent", {parent.begin(), parent.end()});
  std::vector<Body> bodies(size);
  std::vector<int> near(4 * size);
  for (int i = 0; i < n; ++i)
    bodies[size_t(i)] = {float(draw(97)), 0, 0};
  for (int &each : near)
    each = int(draw(unsigned(n)));
  float limit = 3;
  move(bodies, near, 10, limit);
  double sum = 0;
  for (const Body &each : bodies)
    sum += double(each.x) + 3 * double(each.v) + 7 * double(each.f);
  std::printf("bodies %.17g\n", sum);
  for (int stop : {9, 3}) {
    std::vector<int> total(size, 1);
    try {
      std::printf("nested %.17g\n", nested(n, total, stop));
    } catch (const std::runtime_error &error) {
      std::printf("%s\n", error.what());
    }
    show("total", {total.begin(), total.end()});
  }
  std::vector<std::vector<double>> rows(2, x);
  std::printf("odd %.17g\n", odd(n, x, rows));
  std::vector<short> narrow(size, 5);
  std::printf("halves %.17g %d\n", halves(x, n), halves(narrow, n));
  show("x", x);
}
