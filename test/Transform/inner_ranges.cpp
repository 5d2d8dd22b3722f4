// A loop without a traversal is taken apart around its inner loop: what an
// iteration of that computes by itself, and what is handed on from one to the
// next.
// RUN: regtt-cc --emit=kernel %s > %t.kernel
// RUN: FileCheck %s < %t.kernel
// RUN: regtt-opt --passes=print %t.kernel > %t.again
// RUN: regtt-opt --passes=print %t.again | diff %t.again -
// RUN: regtt-cc --emit=cuda --target=cuda %s | FileCheck %s --check-prefix=SLICE
// RUN: regtt-cc --emit=header --target=cpu --explain %s 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: regtt-cc --emit=cuda --target=cuda --fp=fast %s | FileCheck %s --check-prefix=FAST
#include <algorithm>
#include <vector>

struct Edge {
  int to;
  double weight;
};
struct Graph {
  std::vector<std::vector<Edge>> near;
  std::vector<double> x, y;
  std::vector<int> nearest, low, start, index;
};

// A sum and a minimum in order; a neighbour that is passed over. What only the
// minimum decides the fold reads by itself.
// CHECK-LABEL: # @loop:
// CHECK: fn @loop::program::begin(%sum: f64, %best: f64, %nearest: i32, %first: i64, %last: i64) -> bool {
// CHECK: fn @loop::program::outer({{.*}}, %v: u64) -> void {
// CHECK-NEXT: store %v = load own({{[0-9]+}}: u64)
// CHECK: fn @loop::program::term(%v: u64, %eIndex: i64, %holds: bool, %value: f64, %value2: f64) -> void {
// CHECK: store %holds = eq(
// CHECK-NEXT: if load %holds {
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: store %value = mul(
// CHECK-NEXT: store %value2 =
// CHECK-NEXT: }
// CHECK: fn @loop::program::fold({{.*}}) -> void {
// CHECK-NEXT: if load %holds {
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: store %sum = add(load %sum, load %value)
// CHECK-NEXT: let %e: i64 = load %eIndex
// CHECK-NEXT: if lt(load %value2, load %best) {
// CHECK-NEXT: store %best = load %value2
// CHECK-NEXT: store %nearest = load element(
// CHECK-NOT: merge
// CHECK: {{^}}inner:
// SLICE: folds = true,
// SLICE-NEXT: regroups = false,
// FAST: regroups = false,
// WHY-LABEL: ordered
// WHY: variant stream: legal
void ordered(Graph &g) {
#pragma regtt parallel
  for (std::size_t v = 0; v < g.near.size(); ++v) {
    double sum = 0, best = 1e30;
    int nearest = -1;
    for (const Edge &e : g.near[v]) {
      if (e.to == int(v))
        continue;
      sum += e.weight * g.x[e.to];
      if (e.weight < best) {
        best = e.weight;
        nearest = e.to;
      }
    }
    g.y[v] = sum;
    g.nearest[v] = nearest;
  }
}

// Integers may be folded in any order. The sum is the iteration's own, and is
// a field of the frame while the inner loop runs.
// CHECK-LABEL: # @loop:
// CHECK: fn @loop::program::begin(%sum: i32, %low: i32, %first: i32, %last: i32) -> bool {
// CHECK: store %sum = load own(
// CHECK: fn @loop::program::end(
// CHECK-NEXT: store own({{[0-9]+}}: i32) = load %sum
// CHECK: fn @loop::program::merge(
// CHECK-NEXT: store %sum = add(load %sum, load %sum.2)
// CHECK-NEXT: if lt(load %low.2, load %low) {
// CHECK: parts: [ { frame: 0, combiner: add }, { frame: 1, combiner: min } ]
// SLICE: folds = true,
// SLICE-NEXT: regroups = true,
int regrouped(Graph &g, int n) {
  int sum = 0;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int low = 1 << 30;
    for (int e = g.start[i]; e < g.start[i + 1]; ++e) {
      sum += g.index[e] * i;
      low = std::min(low, g.index[e]);
    }
    g.low[i] = low;
  }
  return sum;
}

// What is done to elements that all combine is the term's; there is no fold.
// CHECK-LABEL: # @loop:
// CHECK: fn @loop::program::term(
// CHECK: reduce add element(
// CHECK: fn @loop::program::fold({{.*}}) -> void { }
// SLICE: folds = false,
// SLICE-NEXT: regroups = true,
void counted(Graph &g, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    if (g.nearest[i] < 0)
      continue;
    for (int e = g.start[i]; e != g.start[i + 1]; ++e)
      if (g.index[e] > i)
        g.low[g.index[e]] += 1;
  }
}

// Sums that are rounded are made in order, unless the user lets them be grouped.
// SLICE: regroups = false,
// FAST: regroups = true,
void rounded(Graph &g, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int e = g.start[i]; e < g.start[i + 1]; ++e)
      s = s + g.x[g.index[e]] - 0.25;
    g.y[i] = s;
  }
}

// WHY-LABEL: early
// WHY: variant stream: not legal, the inner loop may be left early (line [[#@LINE+7]])
void early(Graph &g, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int e = g.start[i]; e < g.start[i + 1]; ++e) {
      if (g.index[e] < 0)
        break;
      s += g.index[e];
    }
    g.low[i] = s;
  }
}

// A reference that the fold would bind to something else.
// WHY-LABEL: bound
// WHY: variant stream: not legal, the fold needs a reference to what changes (line [[#@LINE+7]])
void bound(Graph &g, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int e = g.start[i]; e < g.start[i + 1]; ++e) {
      int k = g.index[e];
      const double &x = g.x[k];
      k += 7;
      if (s < 9)
        s += x + k;
      else
        s -= x;
    }
    g.y[i] = s;
  }
}

// WHY-LABEL: bounded
// WHY: variant stream: not legal, the inner loop changes what it is bounded by (line [[#@LINE+5]])
void bounded(Graph &g, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int last = g.start[i + 1];
    for (int e = g.start[i]; e < last; ++e)
      last -= g.index[e] > 0;
    g.low[i] = last;
  }
}

// WHY-LABEL: steps
// WHY: variant stream: not legal, the inner loop's variable is not counted up by one alone (line [[#@LINE+5]])
void steps(Graph &g, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int e = g.start[i]; e < g.start[i + 1]; e += 2)
      s += g.index[e];
    g.low[i] = s;
  }
}
