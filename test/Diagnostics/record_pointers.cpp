// What an iteration has of an array lies in a record of its own: a pointer to
// one of its elements leads to no others, and where it lies tells nothing.
// RUN: not regtt-cc --target=cpu --emit=host %s 2>&1 | FileCheck %s
#include <vector>

void window(const std::vector<double> &signal, std::vector<double> &out) {
#pragma regtt parallel
  for (unsigned i = 0; i < out.size(); ++i) {
    const double *w = &signal[i * 2];
    double s = 0;
    for (int k = 0; k < 8; ++k)
      // CHECK: :[[@LINE+1]]:12: error: a pointer to other elements than the iteration's own is not taken inside a traversal [RTT2004]
      s += w[k];
    out[i] = s;
  }
}

static void set(double *r, int w) { r[w] = 1; }
void handed(int n, const std::vector<int> &at, std::vector<double> &out) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    set(&out[3 * i], at[i]);
  // CHECK: :[[@LINE-5]]:{{[0-9]+}}: error: a pointer to other elements than the iteration's own is not taken inside a traversal [RTT2004]
}

struct Point {
  double x;
};
void numbered(std::vector<Point> &points, std::vector<long> &ids) {
#pragma regtt parallel
  for (Point &p : points) {
    // CHECK: :[[@LINE+1]]:23: error: a pointer to other elements than the iteration's own is not taken inside a traversal [RTT2004]
    const long i = &p - &points[0];
    ids[i] += 1;
  }
}

// Near misses: elements that surely are the iteration's.
void own(int n, const double *x, std::vector<double> &out) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double *r = &out[3 * i];
    r[0] = x[i];
    r[2] = 5;
    for (int k = 0; k < 3; ++k)
      r[k] += k;
  }
}
// CHECK-NOT: error:
