// Elements that iterations without a traversal change for each other, where the
// order of the changes shows: sums that are rounded, the last value, minima of
// numbers with NaN and -0, integers that no processor changes at once.
// (--suggest does not look for loops that call no recursion.)
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu --variant=all -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "2000 1" "1 2" "0 3" "300 40" "17 5"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 200 5 plain 2>&1 | FileCheck %s
// CHECK-COUNT-8: verify=identical
//
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 4 alias 2>&1 | FileCheck --check-prefix=ALIAS %s
// ALIAS: an iteration writes what is read of element {{.*}} of array 'x'
// RUN: not --crash env REGTT_TARGET=cpu REGTT_THREADS=3 %t.parallel 20 4 outside 2>&1 | FileCheck --check-prefix=OUTSIDE %s
// OUTSIDE: an iteration changes element 20 of array 'force', which has 20
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

static const float odd[] = {0.0f, -0.0f, NAN, INFINITY, -INFINITY, 1e-40f};
static bool isPlain = false; // without NaN, whose sign depends on the compiler
static float number() {
  return isPlain || draw(9) ? float(draw(2000)) / 997 - 1 : odd[draw(6)];
}

struct Graph {
  std::vector<int> row, col;
  std::vector<float> weight;
  std::vector<double> sum;

  int size() const { return int(row.size()) - 1; }
  void push(const std::vector<double> &rank, std::vector<double> &all);
};

// A helper, a reduction, the iteration's own and combined elements beside.
static double share(double rank, int degree) { return rank / (degree + 0.1); }

void Graph::push(const std::vector<double> &rank, std::vector<double> &all) {
  const int n = size();
  std::vector<int> hits(col.size());
  long edges = 0;
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    double own = 0;
    for (int e = row[v]; e < row[v + 1]; ++e) {
      sum[col[e]] += share(rank[v], row[v + 1] - row[v]);
      own += weight[e];
      ++hits[col[e]];
      ++edges;
    }
    all[v] = own;
  }
  std::printf("%ld %d\n", edges, n ? hits[n / 2] : 0);
}

struct Elements {
  std::vector<float> least, most, product, narrow;
  std::vector<double> wide;
  std::vector<int> last, twice;
  std::vector<std::int8_t> small;
  std::vector<std::uint16_t> bits;
  std::vector<unsigned char> any;

  explicit Elements(std::size_t n)
      : least(n, 5), most(n, -0.0f), product(n, 1), narrow(n), wide(n, 1e17),
        last(n, -1), twice(n, 1), small(n), bits(n), any(n) {}
};

static void change(const std::vector<std::vector<int>> &near,
                   const std::vector<float> &value, Elements &of) {
  const int n = int(near.size());
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    if (v % 13 == 7)
      continue;
    for (const int w : near[v]) {
      if (value[v] < of.least[w])
        of.least[w] = value[v];
      of.most[w] = std::max(of.most[w], value[v]);
      of.product[w] = 0.75f * value[v] * of.product[w];
      of.narrow[w] -= value[v] * 0.3; // in double, then rounded
      if (v % 3 == 0) {
        of.wide[w] += value[v];
        continue;
      }
      of.last[w] = v * 16 + w;
      of.twice[w] *= 2 * v + 1;
      of.small[w] += 100;
      of.bits[w] ^= std::uint16_t(v * 77);
      of.any[w] |= 1u << (v % 8);
    }
  }
}

// Of each pair, by Newton's third law; an iteration's own element among them.
struct Body {
  double x, y;
  float mass;
  double fx, fy;
  int meetings;
};

static void pairs(const std::vector<std::vector<int>> &near,
                  std::vector<Body> &bodies) {
#pragma regtt parallel
  for (std::size_t i = 0; i < near.size(); ++i)
    for (const int j : near[i]) {
      const double dx = bodies[j].x - bodies[i].x;
      const double dy = bodies[j].y - bodies[i].y;
      const double f =
          bodies[i].mass * bodies[j].mass / (dx * dx + dy * dy + 0.01);
      bodies[i].fx += f * dx;
      bodies[j].fx -= f * dx;
      bodies[i].fy += f * dy;
      bodies[j].fy -= f * dy;
      ++bodies[j].meetings;
    }
}

// The same by functions of a vector's own, and in arrays that bodies hold.
struct Vector {
  float x, y;
  Vector &operator+=(const Vector &by) {
    x += by.x;
    y += by.y;
    return *this;
  }
};
static Vector operator*(const Vector &of, float by) {
  return {of.x * by, of.y * by};
}
struct Particle {
  float at[3];
  int kind;
  double force[2][3];
};

static void vectors(const std::vector<std::vector<int>> &near,
                    const std::vector<Vector> &at, std::vector<Vector> &force,
                    std::vector<Particle> &particles, double (*sums)[2]) {
  const int n = int(near.size());
#pragma regtt parallel copyin(sums[0 : n])
  for (int i = 0; i < n; ++i)
    for (const int j : near[i]) {
      force[i] += at[j] * 0.3f;
      force[j] += at[i] * -0.7f;
      for (int k = 0; k < 3; ++k) {
        const double d = particles[j].at[k] - particles[i].at[k];
        particles[i].force[particles[j].kind][k] += d;
        particles[j].force[particles[i].kind][k] -= d / 3;
      }
      sums[j][i % 2] += at[j].x;
      sums[i][1] += at[j].y;
    }
}

static void gathered(const std::vector<std::vector<int>> &near, const double *x,
                     double *force, int n) {
#pragma regtt parallel copyin(x[0 : n], force[0 : n])
  for (int i = 0; i < n; ++i) {
    double own = 0;
    for (const int j : near[i]) {
      const double d = x[j] - x[i];
      own += d;
      force[j] -= d;
    }
    force[i] += own;
  }
}

// A list of edges; loops of which no part can be had by itself.
static void edges(const std::vector<int> &from, const std::vector<int> &to,
                  const std::vector<float> &weight, std::vector<float> &flow) {
#pragma regtt parallel
  for (std::size_t e = 0; e < from.size(); ++e) {
    const float f = weight[e] * 0.1f;
    flow[from[e]] -= f;
    flow[to[e]] += f;
  }
}

// An array of the file's, by its own name; the narrowest numbers.
static double field[4096];
static short lowest[4096];

static void named(const std::vector<int> &to) {
  const int n = int(to.size());
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    field[to[v] % 4096] += 0.1 * v;
    field[v] -= 0.3;
    const short depth = short(v % 100 - 50);
    if (depth < lowest[to[v]])
      lowest[to[v]] = depth;
  }
}

static void walks(const std::vector<int> &next, std::vector<double> &visits) {
  const int n = int(next.size());
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    int at = next[v];
    double part = 1;
    while (at != v && part > 0.01) {
      visits[at] += part;
      part *= 0.7;
      at = next[at];
      for (int k = 0; k < at % 3; ++k)
        visits[k] += part;
    }
  }
}

// What earlier iterations of the inner loop hand on decides.
static void budget(const std::vector<std::vector<int>> &near,
                   const std::vector<double> &cost, std::vector<double> &paid) {
  const int n = int(near.size());
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    double left = 3;
    for (const int w : near[v]) {
      left -= cost[w];
      if (left > 0)
        paid[w] += left;
    }
    // The last statement is not left to the host: it changes them, too.
    paid[(v * 7) % n] += left;
  }
}

template <class T>
static void print(const char *what, const std::vector<T> &all) {
  std::printf("%s", what);
  for (const T each : all)
    std::isnan(double(each)) ? std::printf(" nan")
                             : std::printf(" %a", double(each));
  std::printf("\n");
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  state = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  const char how = argc > 3 ? argv[3][0] : ' ';
  isPlain = how == 'p';
  std::vector<std::vector<int>> near(n);
  Graph graph;
  graph.row.push_back(0);
  graph.sum.resize(n);
  std::vector<int> from;
  for (int v = 0; v < n; ++v) {
    for (unsigned d = draw(50) ? draw(12) : 3000; d > 0; --d) {
      const int w = int(draw(3) ? draw(unsigned(n)) : draw(7) % unsigned(n));
      near[v].push_back(w);
      graph.col.push_back(w);
      graph.weight.push_back(number());
      from.push_back(v);
    }
    graph.row.push_back(int(graph.col.size()));
  }
  std::vector<double> rank(n), all(n), cost(n), paid(n), visits(n);
  std::vector<float> value(n), flow(n);
  std::vector<int> next(n);
  std::vector<Body> bodies(n);
  for (int v = 0; v < n; ++v) {
    rank[v] = draw(1000) / 999.0;
    cost[v] = draw(1000) / 999.0;
    value[v] = number();
    next[v] = int(draw(unsigned(n)));
    bodies[v] = {draw(99) / 9.0, draw(99) / 7.0, float(draw(9)), 0, 0, 0};
  }
  if (how == 'a' || how == 'o') {
    if (how == 'o')
      near[0].push_back(n);
    cost.resize(n + 1);
    rank.resize(n + 1);
    gathered(near, cost.data(), how == 'a' ? cost.data() : rank.data(), n);
    return 0;
  }
  graph.push(rank, all);
  print("sum", graph.sum);
  print("all", all);
  Elements of(near.size());
  change(near, value, of);
  print("least", of.least);
  print("most", of.most);
  print("product", of.product);
  print("narrow", of.narrow);
  print("wide", of.wide);
  print("last", of.last);
  print("twice", of.twice);
  print("small", of.small);
  print("bits", of.bits);
  print("any", of.any);
  pairs(near, bodies);
  for (const Body &body : bodies)
    std::printf("%a %a %d\n", body.fx, body.fy, body.meetings);
  std::vector<Vector> at(n), force(n);
  std::vector<Particle> particles(n);
  std::vector<double> sums(2 * near.size());
  for (int v = 0; v < n; ++v) {
    at[v] = {number(), number()};
    particles[v].kind = int(draw(2));
    for (float &each : particles[v].at)
      each = number();
  }
  vectors(near, at, force, particles,
          reinterpret_cast<double(*)[2]>(sums.data()));
  print("sums", sums);
  for (int v = 0; v < n; ++v) {
    print("force", std::vector<float>{force[v].x, force[v].y});
    const double(&f)[2][3] = particles[v].force;
    print("of", std::vector<double>{f[0][0], f[0][1], f[0][2], f[1][0], f[1][1],
                                    f[1][2]});
  }
  gathered(near, cost.data(), rank.data(), n);
  print("force", rank);
  edges(from, graph.col, graph.weight, flow);
  print("flow", flow);
  named(next);
  print("field", std::vector<double>(field, field + n));
  print("lowest", std::vector<short>(lowest, lowest + n));
  walks(next, visits);
  print("visits", visits);
  budget(near, cost, paid);
  print("paid", paid);
}
