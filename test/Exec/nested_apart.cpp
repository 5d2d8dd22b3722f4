// Loops whose inner loops are taken apart: terms ahead of what is folded, in
// the order of the serial program. Every loop here can be.
// --suggest does not look for such loops.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu --variant=all -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped,tiled "600 1" "1 2" "0 3" "90 40"
#include <algorithm>
#include <cmath>
#include <cstdint>
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
  float weight;
  unsigned char kind;
};
struct Point {
  float x, y;
};

static float distance(const Point &a, const Point &b) {
  const float x = a.x - b.x, y = a.y - b.y;
  return std::sqrt(x * x + y * y);
}

struct Graph {
  int n;
  std::vector<int> row, col;
  std::vector<unsigned> first;
  std::vector<long> last;
  std::vector<float> weight;
  std::vector<double> x, out;
  std::vector<Point> at;
  std::vector<std::vector<Edge>> near;
  std::vector<int> got, other, count;
  std::vector<std::uint8_t> on, small;
  std::vector<std::uint64_t> bits;

  Graph(int n, unsigned seed) : n(n) {
    state = seed;
    row.push_back(0);
    near.resize(n);
    for (int i = 0; i < n; ++i) {
      // Many short ones, and a few that are longer than any tile.
      const int length = draw(40) == 0 ? int(draw(700)) : int(draw(6));
      first.push_back(unsigned(col.size()));
      for (int k = 0; k < length; ++k) {
        col.push_back(int(draw(unsigned(n))));
        weight.push_back(float(draw(1000)) / 37 - 9);
        near[i].push_back({col.back(), float(draw(512)) / 8,
                           static_cast<unsigned char>(draw(4))});
      }
      row.push_back(int(col.size()));
      last.push_back(long(col.size()) - 1);
      x.push_back(double(draw(10000)) / 999 - 5);
      at.push_back({float(draw(100)), float(draw(100))});
      on.push_back(std::uint8_t(draw(3)));
      small.push_back(std::uint8_t(draw(9)));
    }
    out.assign(n, -1);
    got.assign(n, -1);
    other.assign(n, -1);
    count.assign(n, 0);
    bits.assign(n, 1);
  }
};

// Rounded sums, in order.
static void sums(Graph &g) {
#pragma regtt parallel
  for (int i = 0; i < g.n; ++i) {
    float s = 0;
    double t = 1;
    for (int e = g.row[i]; e < g.row[i + 1]; ++e) {
      const int w = g.col[e];
      s += g.weight[e] * float(g.x[w]);
      t = t * 0.75 + g.x[w];
    }
    g.out[i] = s + t;
  }
}

// The first of the least; later statements are passed over.
static void least(Graph &g) {
#pragma regtt parallel
  for (std::size_t v = 0; v < g.near.size(); ++v) {
    float best = 1e30f, sum = 0;
    int nearest = -1, seen = 0;
    for (const Edge &e : g.near[v]) {
      if (e.to == int(v) || e.kind == 3)
        continue;
      ++seen;
      if (sum > 400)
        continue;
      sum += e.weight;
      if (e.weight < best) {
        best = e.weight;
        nearest = e.to + seen;
      }
    }
    g.got[v] = nearest;
    g.out[v] = sum;
    g.other[v] = seen;
  }
}

// Bounds of several types, which are compared in several ways.
static void bounds(Graph &g) {
#pragma regtt parallel
  for (int i = 0; i < g.n; ++i) {
    long a = 0;
    for (unsigned e = g.first[i] + 1; e <= g.last[i] + 1; ++e)
      a += g.col[e - 1];
    g.got[i] = int(a % 1000);
  }
#pragma regtt parallel
  for (int i = 0; i < g.n; ++i) {
    std::uint64_t h = 7;
    for (std::uint8_t k = 0; k != g.small[i]; ++k)
      h = h * 31 + k + std::uint64_t(i);
    g.bits[i] ^= h;
  }
  // A counter that comes around.
#pragma regtt parallel
  for (int i = 0; i < g.n; ++i) {
    std::uint64_t h = 3;
    for (std::uint8_t k = std::uint8_t(g.small[i] + 248); k != g.on[i]; ++k)
      h = h * 33 + k;
    g.bits[i] += h;
  }
#pragma regtt parallel
  for (int i = 0; i < g.n; ++i) {
    int c = 0;
    for (long e = long(g.row[i]) - 3; e <= long(g.row[i + 1]) - 9; ++e)
      c += int(e & 5);
    g.other[i] = c;
  }
}

// An inner loop that some iterations do not come to, with something behind it
// in either case.
static int conditional(Graph &g) {
  int edges = 0, most = -5;
  bool any = false;
#pragma regtt parallel
  for (int i = 0; i < g.n; ++i) {
    int mine = i & 7;
    if (g.on[i] == 2)
      continue;
    if (g.on[i]) {
      const int before = mine;
      mine *= 3;
      for (int e = g.row[i]; e < g.row[i + 1]; ++e) {
        ++edges;
        most = std::max(most, g.col[e] - before);
        if (g.weight[e] > 12)
          any = true;
        mine ^= g.col[e] << (e & 3);
      }
      mine += before;
    } else {
      mine = -mine;
    }
    g.got[i] = mine;
  }
  return edges * 2 + most * 3 + any;
}

// Elements that all combine, by what each neighbour decides.
static void combined(Graph &g) {
#pragma regtt parallel
  for (int i = 0; i < g.n; ++i)
    for (int e = g.row[i]; e < g.row[i + 1]; ++e)
      if (g.weight[e] > float(i % 5))
        g.count[g.col[e]] += g.on[i] + 1;
}

// Combined where a fold has decided, in order.
static void decided(Graph &g) {
#pragma regtt parallel
  for (int i = 0; i < g.n; ++i) {
    float left = 20;
    for (int e = g.row[i]; e < g.row[i + 1]; ++e) {
      left -= std::fabs(g.weight[e]);
      if (left > 0)
        g.count[g.col[e]] += 2;
    }
    g.out[i] = left;
  }
}

// Loops in the inner loop, variables that it sets again, calls.
static void deeper(Graph &g) {
#pragma regtt parallel
  for (int i = 0; i < g.n; ++i) {
    double s = 0;
    const Point &here = g.at[i];
    for (int e = g.row[i]; e < g.row[i + 1]; ++e) {
      const Point &there = g.at[g.col[e]];
      double d = distance(here, there);
      int powers = 0;
      for (int k = 0; k < 3; ++k) {
        if (k == g.on[i])
          continue;
        d = d * 0.5 + k;
        powers += g.col[e] % (k + 2);
      }
      if (powers & 1)
        d = -d;
      s += d * powers;
      while (s > 1000)
        s /= 3;
    }
    g.out[i] = s;
  }
}

// A reference that only the fold names, in a loop of its own.
static void references(Graph &g) {
#pragma regtt parallel
  for (std::size_t v = 0; v < g.near.size(); ++v) {
    unsigned long z = 0;
    for (const Edge &e : g.near[v]) {
      int k = 1;
      for (int f = g.row[e.to]; f < g.row[e.to + 1] && f < g.row[e.to] + 9;
           ++f) {
        z = z * 3 + unsigned(k);
        k += e.kind + g.on[e.to];
      }
    }
    g.got[v] = int(z % 100003);
  }
}

// A vector of the function's own, written on both sides of a `continue`.
static void ownVector(Graph &g) {
  std::vector<int> found(g.n);
  const std::vector<int> &row = g.row;
#pragma regtt parallel
  for (int i = 0; i < g.n; ++i) {
    const int first = row[i], last = row[i + 1];
    if (first == last) {
      found[i] = -1;
      continue;
    }
    int t = 0;
    for (int e = first; e < last; ++e)
      t += g.col[e] + i;
    found[i] = t;
  }
  g.got = found;
}

// Names that the parts have themselves.
struct InnerTerm {
  float a, b;
};
static float fold(const InnerTerm &frame, float term) {
  return frame.a * term + frame.b;
}
static void names(Graph &g) {
  std::vector<InnerTerm> terms;
  for (int i = 0; i < g.n; ++i)
    terms.push_back({float(g.on[i]), float(g.small[i])});
#pragma regtt parallel
  for (int query = 0; query < g.n; ++query) {
    float frame = 1, other = 0;
    InnerTerm inner{0, 0};
    int term = 0;
    for (const Edge &outer : g.near[query]) {
      const float value = fold(terms[outer.to], outer.weight);
      const bool holds = value > 20;
      switch (outer.to & 3) {
      case 0:
        frame += value;
        break;
      case 1:
        other = other * 0.5f + outer.weight;
        [[fallthrough]];
      case 2:
        ++term;
        break;
      default:
        if (holds)
          inner.a += value;
        else
          inner.b -= outer.weight;
      }
      if (holds && frame > other)
        continue;
      if (holds)
        frame = std::max(frame, value);
      else
        for (int bounds = 0, e = outer.to; bounds < 3; ++bounds) {
          term += e;
          e /= 2;
          if (e == 1)
            break;
        }
      inner.a -= 0.25f;
    }
    g.out[query] = frame + other + inner.a * inner.b;
    g.got[query] = term;
  }
}

// Own elements that only the inner loop comes to.
static void elements(Graph &g) {
#pragma regtt parallel
  for (int i = 0; i < g.n; ++i)
    for (int e = g.row[i]; e < g.row[i + 1]; ++e) {
      g.out[i] += g.weight[e];
      if (g.col[e] > g.n / 2)
        g.got[i] = g.col[e];
    }
}

static unsigned long long hash(const Graph &g) {
  unsigned long long h = 1;
  const auto add = [&](unsigned long long v) {
    h = (h ^ v) * 1099511628211ull;
  };
  for (int i = 0; i < g.n; ++i) {
    unsigned long long bits;
    static_assert(sizeof bits == sizeof g.out[i]);
    __builtin_memcpy(&bits, &g.out[i], sizeof bits);
    add(bits);
    add(unsigned(g.got[i]));
    add(unsigned(g.other[i]));
    add(unsigned(g.count[i]));
    add(g.bits[i]);
  }
  return h;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  const unsigned seed = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  const auto run = [&](const char *name, auto &&work) {
    Graph g(n, seed);
    work(g);
    std::printf("%s %016llx\n", name, hash(g));
  };
  run("sums", sums);
  run("least", least);
  run("bounds", bounds);
  run("conditional", [](Graph &g) { std::printf("%d\n", conditional(g)); });
  run("combined", combined);
  run("decided", decided);
  run("deeper", deeper);
  run("references", references);
  run("ownVector", ownVector);
  run("names", names);
  run("elements", elements);
}
