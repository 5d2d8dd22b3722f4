// `balanced` groups terms anew: of sums that are rounded only with --fp=fast.
// RUN: regtt-cc --target=cuda --emit=kernel --verify-diagnostics %s
// RUN: regtt-cc --target=cuda --emit=cuda --fp=fast %s | FileCheck %s
void run(int n, int m, const int *row, const int *col, const float *val,
         float *y, int *least) {
// expected-error@+1 {{variant 'balanced' is not legal for this traversal: what the inner loop folds goes in the order of the serial program, for another one may have another result (line 11) [RTT2101]}}
#pragma regtt parallel copyin(row[0 : n + 1], val[0 : m]) variant(balanced)
  for (int i = 0; i < n; ++i) {
    float s = 0;
    // CHECK: foldsAlone = true
    for (int e = row[i]; e < row[i + 1]; ++e)
      s += val[e];
    y[i] = s;
  }

// CHECK: foldsAlone = true
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : m]) variant(balanced)
  for (int i = 0; i < n; ++i) {
    int s = 1 << 30;
    for (int e = row[i]; e < row[i + 1]; ++e)
      s = col[e] < s ? col[e] : s;
    least[i] = s;
  }
}
