// What an iteration has of an array lies in a record of its own: a pointer to
// one of its elements leads to no others, and where it lies tells nothing.
// RUN: not regtt-cc --target=cpu --emit=host %s 2>&1 | FileCheck %s
#include <vector>

void window(const std::vector<double> &signal, std::vector<double> &out) {
#pragma regtt parallel
  for (unsigned i = 0; i < out.size(); ++i) {
    const double *w = &signal[i * 2];
    // CHECK: :[[@LINE+1]]:21: error: a pointer to other elements than the iteration's own is not taken inside a traversal [RTT2004]
    out[i] = w[0] + w[2];
  }
}

static double third(const double *r) { return r[2]; }
void handed(const std::vector<double> &in, std::vector<double> &out) {
#pragma regtt parallel
  for (unsigned i = 0; i < out.size(); ++i)
    out[i] = third(&in[2 * i]);
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

// Near misses: elements that surely are the iteration's, and one that is asked
// for when the loop runs.
void own(int n, int at, const double *x, std::vector<double> &out) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double *r = &out[3 * i];
    r[0] = x[i];
    r[2] = 5;
    for (int k = 0; k < 3; ++k)
      r[k] += k;
    r[at] -= 1;
  }
}
// CHECK-NOT: error:
