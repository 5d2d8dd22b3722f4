// What of an iteration decides how far it comes in arrays of which nothing says
// how long they are.
// RUN: regtt-cc --target=cpu --emit=cpu %s | FileCheck %s
// RUN: regtt-cc --target=cpu --explain %s -c -o %t.o 2>&1 | FileCheck %s --check-prefix=EXPLAIN

// CHECK: struct ReachedArrays {
// CHECK: reachedArrays = {{[{][{]}}
// CHECK-NEXT: {0, false}, // row
// CHECK: reachReads
// CHECK-NEXT: 0, // row
// CHECK-NEXT: 2, // kind
// CHECK-NEXT: 3, // col
// CHECK-NEXT: {{[}][}]}};
// CHECK-NEXT: reachReadsOwn = false
// CHECK: void iteration(Query &query) const {
// CHECK-NEXT: for (int e = arrays.row[query.i]; e < arrays.row[query.i + 1]; ++e) {
// CHECK-NEXT: arrays.val.reach(e);
// CHECK-NEXT: if (arrays.kind[arrays.col[e]] == 1)
// CHECK-NEXT: arrays.x.reach(arrays.col[e]);
// CHECK-NEXT: }
// CHECK-NEXT: }
// EXPLAIN: asked of the iterations ahead: how far they come in row, val, kind, col, x (copyin saves it)
void product(int n, const int *row, const int *col, const short *kind,
             const double *val, const double *x, double *y) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int e = row[i]; e < row[i + 1]; ++e)
      s += val[e] * (kind[col[e]] == 1 ? x[col[e]] : 0.5);
    y[i] = s * s;
  }
}
