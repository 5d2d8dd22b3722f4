// Which elements iterations come to may be told by rounded numbers where these
// are the serial program's on a device, and only there.
// RUN: regtt-cc --target=cpu --emit=host %s -o %t.cpp
// RUN: not regtt-cc --target=cpu --fp=fast --emit=host %s 2>&1 | FileCheck %s
void place(int n, const double *at, const double *x, double *y) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = 0; k < 3; ++k)
      // CHECK: :[[@LINE+2]]:12: error: the extent of 'x' cannot be inferred; add 'copyin(x[0:COUNT])' to '#pragma regtt parallel' [RTT2015]
      // CHECK: :[[@LINE+1]]:{{[0-9]+}}: note: how far iterations come depends on this, which is rounded in another way where --fp allows it
      s += x[(int)(at[i] * 99.5 + k)];
    y[i] = s;
  }
}
