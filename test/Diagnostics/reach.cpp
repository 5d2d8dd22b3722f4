// What decides how far iterations come in an array of which nothing says how
// long it is may not be changed by them, nor lie in what is not known yet.
// RUN: not regtt-cc --target=cpu --emit=host %s 2>&1 | FileCheck %s

#include <vector>

// Which rows are looked at depends on what other iterations have done.
void changed(int n, const int *row, const int *col, const float *w,
             float *distance) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      if (distance[v] < 1e9f)
        // CHECK: :[[@LINE+2]]:22: error: the extent of 'row' cannot be inferred; add 'copyin(row[0:COUNT])' to '#pragma regtt parallel' [RTT2015]
        // CHECK: :[[@LINE-2]]:11: note: how far iterations come depends on this, which they change
        for (int e = row[v]; e < row[v + 1]; ++e)
          if (distance[v] + w[e] < distance[col[e]]) {
            distance[col[e]] = distance[v] + w[e];
            changed = true;
          }
  }
}

// A near miss: the element has been looked at where it was asked for.
void asked(int n, const int *row, const int *col, int *best) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int e = row[v]; e < row[v + 1]; ++e)
      if (v < best[col[e]])
        best[col[e]] = v;
}

// Numbers in rows of the iteration's own.
void rows(const std::vector<std::vector<int>> &near, const double *x,
          double *y) {
#pragma regtt parallel
  for (unsigned v = 0; v < near.size(); ++v) {
    double s = 0;
    for (int w : near[v])
      // CHECK: :[[@LINE+1]]:12: error: the extent of 'x' cannot be inferred; add 'copyin(x[0:COUNT])' to '#pragma regtt parallel' [RTT2015]
      s += x[w];
    // CHECK: :[[@LINE-3]]:{{[0-9]+}}: note: how far iterations come depends on this, which lies in an array of their own
    y[v] = s;
  }
}

// How many of them there are, too.
void counts(const std::vector<std::vector<int>> &near, const double *weight,
            double *y) {
#pragma regtt parallel
  for (unsigned v = 0; v < near.size(); ++v) {
    double s = 0;
    for (unsigned k = 0; k < near[v].size(); ++k)
      // CHECK: :[[@LINE+1]]:12: error: the extent of 'weight' cannot be inferred; add 'copyin(weight[0:COUNT])' to '#pragma regtt parallel' [RTT2015]
      s += weight[k];
    y[v] = s;
  }
}

// What is needed may be changed by another name.
void renamed(int n, const int *at, const double *x, double *y) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int held[4] = {0, 1, 2, 3};
    int *p = held, *q = held;
    for (int k = 0; k < 4; ++k)
      q[k & 3] += at[i * 4 + k];
    // CHECK: :[[@LINE+2]]:12: error: the extent of 'x' cannot be inferred; add 'copyin(x[0:COUNT])' to '#pragma regtt parallel' [RTT2015]
    // CHECK: :[[@LINE-2]]:{{[0-9]+}}: note: how far iterations come may depend on what is changed here, by another name
    y[i] = x[p[1]];
  }
}
// CHECK-NOT: error:
