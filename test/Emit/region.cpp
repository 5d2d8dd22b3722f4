// What stands ahead of the host's statements in a region.
//
// RUN: regtt-cc --target=cpu --emit=host %s -o - | grep -v CHECK | FileCheck %s
// RUN: regtt-cc --target=cpu --explain -fsyntax-only %s 2>&1 | FileCheck --check-prefix=EXPLAIN %s
#include <algorithm>
#include <cmath>
#include <vector>

struct Model {
  std::vector<double> x;
  double limit;
};
void report(const std::vector<double> &x);

// EXPLAIN: region: what it uses stays on a GPU
// EXPLAIN: region: left while it runs, for the host prepares its iterations

// CHECK-LABEL: void all(
void all(Model &m, std::vector<double> &x, std::vector<double> &y,
         std::vector<std::vector<double>> &rows, double *p, int rounds) {
  const int n = int(x.size());
  int done = 0;
  double sum = 0, most = 0;
  // CHECK: struct regtt_region regtt_region REGTT_REGION = {};
  // CHECK: for (int t = 0; t < rounds && done < 9; ++t) {
#pragma regtt region
  for (int t = 0; t < rounds && done < 9; ++t) {
    // CHECK: regtt_read(&regtt_region, &(m.limit), sizeof(m.limit));
    // CHECK: regtt_call.region = &regtt_region;
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      y[i] = std::sqrt(x[i]) * m.limit;
    // CHECK-NOT: regtt_{{read|write|fetch|sync}}(
    // CHECK: ++done;
    // CHECK-NOT: regtt_{{read|write|fetch|sync}}(
    // CHECK: most = std::max(most, double(t));
    ++done;
    most = std::max(most, double(t));
    // CHECK: regtt_read(&regtt_region, &(y[0]), sizeof(y[0]));
    // CHECK: sum += y[0];
    sum += y[0];
    // CHECK: regtt_read(&regtt_region, y.data(), y.size() * sizeof(*y.data()));
    // CHECK: for (int i = 0; i < n; ++i)
    for (int i = 0; i < n; ++i)
      sum += std::fabs(y[i]);
    // CHECK: regtt_write(&regtt_region, m.x.data(), m.x.size() * sizeof(*m.x.data()));
    // CHECK: for (int i = 0; i < n; ++i)
    for (int i = 0; i < n; ++i)
      m.x[i] = i;
    // CHECK: regtt_fetch(&regtt_region);
    // CHECK: for (int i = 0; i < n; ++i)
    for (int i = 0; i < n; ++i)
      sum += p[i] + m.limit;
    // CHECK: regtt_sync(&regtt_region);
    // CHECK: for (int i = 0; i < n; ++i)
    for (int i = 0; i < n; ++i)
      p[i] = sum;
    // CHECK: regtt_write(&regtt_region, &(m.limit), sizeof(m.limit));
    // CHECK: m.limit = sum;
    m.limit = sum;
    // CHECK: if (t == 3)
    // CHECK: { regtt_sync(&regtt_region);
    // CHECK: report(x);
    // CHECK: }
    if (t == 3)
      report(x);
    // CHECK: if (
    // CHECK: regtt_read(&regtt_region, &(y[1]), sizeof(y[1])),
    // CHECK: y[1] > 7)
    // CHECK: { regtt_sync(&regtt_region);
    // CHECK: report(y), sum = 3;
    if (y[1] > 7)
      report(y), sum = 3;
    // CHECK: std::vector<double> own(n);
    // CHECK: struct regtt_region *regtt_scope0 REGTT_SCOPE = &regtt_region;
    std::vector<double> own(n);
    // CHECK: regtt_write(&regtt_region, &(rows[0]), sizeof(rows[0]));
    // CHECK: rows[0].swap(own);
    rows[0].swap(own);
    // CHECK-NOT: regtt_sync(
    // CHECK: regtt_read(&regtt_region, &(m.limit), sizeof(m.limit));
    // CHECK: runs the loop below in parallel
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      x[i] += y[i] * m.limit;
    // CHECK: regtt_sync(&regtt_region);
    // CHECK: runs the loop below in parallel
    // CHECK-NOT: regtt_call.region
#pragma regtt parallel reduction(+ : done)
    for (int i = 0; i < n; ++i)
      done += int(x[i]);
    // CHECK: regtt_end(&regtt_call);
    std::swap(x, y);
  }
}
