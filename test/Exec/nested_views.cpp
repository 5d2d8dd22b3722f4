// Neighbours as graph libraries answer them: structs of two pointers, spans,
// pairs of pointers and of iterators.
// (--suggest does not look for loops that call no recursion.)
//
// RUN: %serial -std=c++20 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++20 --target=cpu --variant=all -Wall -Wextra -Wshadow -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "1" "2" "400"
// RUN: regtt-cc -std=c++20 --target=cpu --explain --emit=host %s 2>&1 | FileCheck %s
// CHECK-COUNT-7: variant stream: legal
#include <cstdio>
#include <cstdlib>
#include <span>
#include <tuple>
#include <utility>
#include <vector>
static unsigned state = 1;
static unsigned draw() {
  return state = state * 1664525u + 1013904223u, state >> 8;
}
struct Arc {
  int to;
  float w;
};
class Csr {
  std::vector<int> off, adj;
  std::vector<float> weights;
  std::vector<Arc> arcs;

public:
  Csr(int n) : off(1, 0) {
    for (int v = 0; v < n; ++v) {
      int d = draw() % 7 ? draw() % 6 : 40;
      for (int k = 0; k < d; ++k) {
        adj.push_back(draw() % n);
        weights.push_back(draw() % 100 / 8.f);
        arcs.push_back({adj.back(), weights.back()});
      }
      off.push_back(int(adj.size()));
    }
  }
  int size() const { return int(off.size()) - 1; }
  int degree(int v) const { return off[v + 1] - off[v]; }
  class Row {
    const int *first, *last;

  public:
    Row(const int *f, const int *l) : first(f), last(l) {}
    const int *begin() const { return first; }
    const int *end() const { return last; }
    std::size_t size() const { return std::size_t(last - first); }
    bool empty() const { return first == last; }
    int operator[](int k) const { return first[k]; }
  };
  Row row(int v) const {
    return Row(adj.data() + off[v], adj.data() + off[v + 1]);
  }
  std::span<const int> neighbors(int v) const {
    const int b = off[v], e = off[v + 1];
    return std::span<const int>(adj.data() + b, std::size_t(e - b));
  }
  std::span<const float> lengths(int v) const {
    return {weights.data() + off[v], weights.data() + off[v + 1]};
  }
  std::span<const Arc> out(int v) const {
    return std::span(arcs).subspan(off[v], off[v + 1] - off[v]);
  }
  std::span<const Arc> out2(int v) const {
    return {&arcs[0] + off[v], std::size_t(degree(v))};
  }
  std::pair<const Arc *, const Arc *> range(int v) const {
    return {arcs.data() + off[v], arcs.data() + off[v + 1]};
  }
  auto iterators(int v) const {
    return std::make_pair(adj.begin() + off[v], adj.begin() + off[v + 1]);
  }
  auto tuple(int v) const {
    return std::make_tuple(adj.data() + off[v], degree(v));
  }
};
int main(int c, char **v) {
  const int n = c > 1 ? atoi(v[1]) : 300;
  Csr g(n);
  std::vector<double> x(n), y(n), z(n), t(n), u(n), w(n);
  std::vector<int> d(n);
  for (auto &each : x)
    each = draw() / 1e6;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k : g.row(i))
      s += x[k];
    y[i] = s;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    auto near = g.neighbors(i);
    auto far = g.lengths(i);
    for (std::size_t k = 0; k < near.size(); ++k)
      s += x[near[k]] * far[k];
    z[i] = s;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (const Arc &a : g.out2(i))
      s += x[a.to] * a.w;
    t[i] = s;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    auto [b, e] = g.range(i);
    for (; b != e; ++b)
      s += x[b->to] * b->w;
    u[i] = s;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    const auto r = g.iterators(i);
    for (auto it = r.first; it != r.second; ++it)
      s += x[*it];
    w[i] = s;
  }
  long tri = 0;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    auto a = g.row(i);
    if (a.empty()) {
      d[i] = -1;
      continue;
    }
    int best = a[0];
    for (int k : a)
      for (int m : g.row(k)) {
        if (m == i)
          ++tri;
        if (m > best)
          best = m;
      }
    d[i] = best + int(a.size());
  }
  printf("%ld\n", tri);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (const Arc &a : g.out(i))
      s += x[a.to] * a.w;
    t[i] += s;
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s = s * 0.25 + y[i] + z[i] + t[i] + u[i] + w[i] + d[i];
  printf("%.17g\n", s);
}
