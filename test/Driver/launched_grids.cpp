// Engines that launch grids on the device: each file's device code is linked by
// itself, so that objects go into one program as any others.
//
// REQUIRES: nvcc
// RUN: regtt-cc --target=cuda --emit=cuda %s | FileCheck %s
// RUN: rm -rf %t && mkdir %t
// RUN: regtt-cc --target=cuda,cpu -c %s -o %t/first.o
// RUN: regtt-cc --target=cuda,cpu -DSECOND -c %s -o %t/second.o
// RUN: regtt-cc %t/first.o %t/second.o -o %t/both
// RUN: env REGTT_TARGET=cpu REGTT_LOG=info %t/both 2>&1 | FileCheck %s --check-prefix=BOTH
//
// CHECK: // It launches grids on the device: nvcc needs -rdc=true
// CHECK: static constexpr rt::Consolidation consolidation = {
// CHECK-NEXT: .longFrom = 64, .threads = 128, .blocks = 0, .concurrency = 8};
// BOTH-DAG: target=cpu variant=thread_mapped
// BOTH-DAG: 43 32 21
#include <cstdio>
#include <vector>

std::vector<int> products(const std::vector<int> &row);

#ifdef SECOND
std::vector<int> products(const std::vector<int> &row) {
  const int n = int(row.size()) - 1;
  std::vector<int> result(n);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int product = 1;
#pragma regtt consolidate(grid)
    for (int e = row[i]; e < row[i + 1]; ++e)
      product += e % 2;
    result[i] = product;
  }
  return result;
}
#else
int main() {
  const std::vector<int> row = {0, 6, 10, 13};
  std::vector<int> sums = products(row);
  const int n = int(sums.size());
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int sum = 0;
#pragma regtt consolidate(block) threshold(64) threads(128), concurrency(8)
    for (int e = row[i]; e < row[i + 1]; ++e)
      sum += e % 2;
    sums[i] = sums[i] * 10 + sum;
  }
  std::printf("%d %d %d\n", sums[0], sums[1], sums[2]);
}
#endif
