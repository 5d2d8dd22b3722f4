// What iterations without a traversal change for each other: elements by one
// operator, the same value from all, variables of the function's that each
// combines. (--suggest does not look for loops that call no recursion.)
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "2000 1" "1 2" "0 3" "300 40"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 200 5 2>&1 | FileCheck %s
// CHECK-COUNT-5: verify=identical
//
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 4 sums 2>&1 | FileCheck --check-prefix=SUMS %s
// SUMS: an iteration writes what is read of element 3 of array 'sums'
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 4 read 2>&1 | FileCheck --check-prefix=READ %s
// READ: an iteration writes what is read of element 0 of array 'to'
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 4 own 2>&1 | FileCheck --check-prefix=OWN %s
// OWN: iterations write through the array 'sums' what lies in a query object that an iteration uses
#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static unsigned state = 1;
static unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

struct Elements {
  std::vector<int> count, least, most, all;
  std::vector<unsigned> bits, odd;
  std::vector<long> sum;
  std::vector<std::uint64_t> weight;
  std::vector<char> seen;

  explicit Elements(std::size_t n)
      : count(n), least(n, 1 << 30), most(n, -5), all(n, -1), bits(n), odd(n),
        sum(n), weight(n, 5), seen(n) {}
};

static void change(const std::vector<std::vector<int>> &near,
                   const std::vector<int> &value, Elements &of) {
  const int n = int(near.size());
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (const int w : near[v]) {
      ++of.count[w];
      if (value[v] < of.least[w])
        of.least[w] = value[v];
      of.most[w] = std::max(of.most[w], value[v]);
      of.bits[w] |= 1u << (v % 32);
      of.odd[w] ^= unsigned(v);
      of.sum[w] -= v * value[w];
      of.all[w] &= v | 0xff0;
      of.weight[w] += unsigned(value[v]);
      if (value[v] % 5 == 3)
        of.seen[w] = 1;
    }
}

// Variables around the loop, which no clause names.
static void reduce(const std::vector<std::vector<int>> &near,
                   const std::vector<int> &value) {
  const int n = int(near.size());
  long edges = 0;
  bool changed = false, every = true;
  int best = INT_MAX, worst = -1;
  unsigned mixed = 7;
  double nearest = 1e300;
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    if (value[v] % 11 == 3)
      continue;
    for (const int u : near[v]) {
      ++edges;
      if (value[u] > 95 && value[v] > 95)
        changed = true;
      if (value[u] == value[v])
        every = false;
      if (value[u] + 5 < best)
        best = value[u] + 5;
      worst = std::max(worst, value[u] + value[v]);
      mixed ^= unsigned(u * v);
      if (value[u] * 0.5 - 3 < nearest)
        nearest = value[u] * 0.5 - 3;
    }
  }
  std::printf("%ld %d %d %d %d %u %g\n", edges, changed, every, best, worst,
              mixed, nearest);
}

// One that a clause names, over a range by value.
static void total(const std::vector<int> &value) {
  long sum = 0;
#pragma regtt parallel reduction(+ : sum)
  for (const int v : value)
    sum += v * v;
  std::printf("%ld\n", sum);
}

// Sums that are rounded, in the order of the iterations.
static double rounded(const std::vector<std::vector<int>> &near,
                      const std::vector<int> &value, std::vector<double> &y) {
  const int n = int(near.size());
  double sum = 0;
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    double own = 0;
    for (const int w : near[v])
      own += value[w] * 0.1;
    y[v] = own;
    sum += own * y[v] - 1.0 / (v + 1);
  }
  return sum;
}

static void twice(int n, const int *to, const int *by, int *sums, int *bits) {
#pragma regtt parallel copyin(to[0 : n], sums[0 : n], bits[0 : n])
  for (int v = 0; v < n; ++v) {
    const int own = by[v];
    for (int k = 0; k < 2; ++k) {
      sums[to[(v + k) % n]] += own;
      bits[to[(v + k) % n]] ^= own;
    }
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  state = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  const char *how = argc > 3 ? argv[3] : "";
  std::vector<std::vector<int>> near(n);
  std::vector<int> value(n), to(n);
  for (int i = 0; i < n; ++i) {
    value[i] = int(draw(97));
    to[i] = int(draw(unsigned(n)));
    for (unsigned degree = draw(12); degree > 0; --degree)
      near[i].push_back(int(draw(unsigned(n))));
  }
  Elements of(near.size());
  change(near, value, of);
  for (int v = 0; v < n; ++v)
    std::printf("%d %d %d %d %u %u %ld %lu %d\n", of.count[v], of.least[v],
                of.most[v], of.all[v], of.bits[v], of.odd[v], of.sum[v],
                static_cast<unsigned long>(of.weight[v]), of.seen[v]);
  reduce(near, value);
  total(value);
  std::vector<double> y(near.size());
  std::printf("%.17g\n", rounded(near, value, y));
  std::vector<int> sums(2 * std::size_t(n) + 5), bits(n);
  twice(n, std::strcmp(how, "read") == 0 ? sums.data() + 1 : to.data(),
        std::strcmp(how, "own") == 0 ? sums.data() + 2 : value.data(),
        sums.data(),
        std::strcmp(how, "sums") == 0 ? sums.data() + 3 : bits.data());
  for (int v = 0; v < n; ++v)
    std::printf("%d %d\n", sums[v], bits[v]);
}
