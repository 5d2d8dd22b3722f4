// A body that calls no traversal is a program by itself: rows of the
// iteration's own and of arrays that all share, changes by one operator, parts
// of reductions that no clause names, elements that need not be there.
// RUN: regtt-cc --emit=kernel %s | FileCheck %s
// RUN: regtt-cc --emit=kernel %s > %t.kernel
// RUN: regtt-opt --passes=print %t.kernel > %t.again
// RUN: regtt-opt --passes=print %t.again | diff %t.again -
#include <algorithm>
#include <vector>

// CHECK: fn @loop::program() -> void {
// CHECK-NEXT: var %s: f64 = inttofloat<f64>(0:i32)
// CHECK-NEXT: for {
// CHECK-NEXT: var %e: i32 = load element([[FIRST:[0-9]+]]: i32, inttoint<i64>(load own({{[0-9]+}}: i32)))
// CHECK: store %s = add(load %s, mul(load element({{[0-9]+}}: f64, inttoint<i64>(load %e)), load element(
// CHECK: store own([[Y:[0-9]+]]: f64) = load %s
// CHECK: kernel @loop(nested)(%self: link @rt::Node) -> void { }
// CHECK: - { text: 'row[]', owner: element
// CHECK: - { text: 'y[i]', name: y, owner: query, {{(number: [0-9]+, )?}}type: f64, written: true
// CHECK: class: {{ *}}irregular nested loop
// CHECK: classReason: {{ *}}iterations call no traversal
void multiply(int n, int m, const int *row, const int *col, const double *val,
              const double *x, double *y) {
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : m], val[0 : m], x[0 : n])
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int e = row[i]; e < row[i + 1]; ++e)
      s += val[e] * x[col[e]];
    y[i] = s;
  }
}

// CHECK: fn @loop::program() -> void {
// CHECK: reduce add element({{[0-9]+}}: i32, inttoint<i64>(inttoint<u64>(load own({{[0-9]+}}: i32)))) = 1:i32
// CHECK: reduce min element({{[0-9]+}}: i32, {{.*}}) = load own({{[0-9]+}}: i32)
// CHECK: reduce max element({{[0-9]+}}: i32, {{.*}}) = load own({{[0-9]+}}: i32)
// CHECK: reduce add element({{[0-9]+}}: i64, {{.*}}) = inttoint<i64>(sub(0:u64, inttoint<u64>(
// CHECK: store shared element({{[0-9]+}}: char, {{.*}}) = inttoint<char>(1:i32)
void change(int n, const std::vector<int> &to, const std::vector<int> &value,
            std::vector<int> &count, std::vector<int> &least,
            std::vector<int> &most, std::vector<long> &sum,
            std::vector<char> &seen) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    ++count[to[v]];
    if (value[v] < least[to[v]])
      least[to[v]] = value[v];
    most[to[v]] = std::max(value[v], most[to[v]]);
    sum[to[v]] -= value[v];
    seen[to[v]] = 1;
  }
}

// CHECK: fn @loop::program() -> void {
// CHECK-NEXT: store own([[EDGES:[0-9]+]]: i64) = 0:i64
// CHECK-NEXT: for {
// CHECK: store own([[EDGES]]: i64) = add(load own([[EDGES]]: i64), 1:i64)
// CHECK: store shared element({{[0-9]+}}: bool, 0:i64) = true
// CHECK: tail:
// CHECK: statements:
// CHECK: edges += regtt_input->edges;
long reduce(int n, const std::vector<std::vector<int>> &near, bool &out) {
  long edges = 0;
  bool changed = false;
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (const int u : near[v]) {
      ++edges;
      if (u == v)
        changed = true;
    }
  out = changed;
  return edges;
}

// An element that iterations may not come to is used where it lies.
// CHECK: fn @loop::program() -> void {
// CHECK-NEXT: store own({{[0-9]+}}: f64) = load element({{[0-9]+}}: f64,
void some(int n, int m, const std::vector<double> &x, std::vector<double> &y,
          std::vector<double> &few) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    y[i] = x[(i + 1) % n];
    // CHECK: store element({{[0-9]+}}: f64, inttoint<i64>(inttoint<u64>(load own({{[0-9]+}}: i32)))) = add(
    if (i < m)
      few[i] += y[i];
  }
}
