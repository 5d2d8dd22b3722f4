// RUN: not regtt-cc --target=cpu -c %s -o %t.o 2>&1 | FileCheck %s
// What '#pragma regtt consolidate' stands before, and its numbers.
#include <vector>

// CHECK: :[[@LINE+1]]:15: error: '#pragma regtt consolidate' stands before no for loop in a loop with '#pragma regtt parallel'; write it before the inner loop [RTT1021]
#pragma regtt consolidate(block)
void alone(std::vector<int> &y) {
  for (int &each : y)
    each = 1;
}

void twice(int n, const int *row, const int *col, std::vector<int> &y) {
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : row[n]])
  for (int i = 0; i < n; ++i) {
    int sum = 0;
#pragma regtt consolidate(block)
    for (int e = row[i]; e < row[i + 1]; ++e)
      sum += col[e];
// CHECK: :[[@LINE+1]]:15: error: another loop in this '#pragma regtt parallel' loop has '#pragma regtt consolidate' already; one of them is shared out [RTT1022]
#pragma regtt consolidate(grid)
    for (int e = row[i]; e < row[i + 1]; ++e)
      sum -= col[e];
    y[i] = sum;
  }
}

void another(int n, const int *row, const int *col, std::vector<int> &y) {
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : row[n]])
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int e = row[i]; e < row[i + 1]; ++e)
      sum += col[e];
// CHECK: :[[@LINE+2]]:15: error: '#pragma regtt consolidate' stands before another loop than the one that can be shared out among threads [RTT2107]
// CHECK: :[[@LINE-3]]:5: note: this loop is
#pragma regtt consolidate(grid)
    for (int k = 0; k < 3; ++k)
      sum -= k;
    y[i] = sum;
  }
}

void numbers(int n, const int *row, const int *col, std::vector<int> &y) {
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : row[n]])
  for (int i = 0; i < n; ++i) {
    int sum = 0;
// CHECK: :[[@LINE+1]]:15: error: clause 'consolidate' names 'thread', which is not 'warp', 'block' or 'grid' [RTT1008]
#pragma regtt consolidate(thread)
    for (int e = row[i]; e < row[i + 1]; ++e)
      sum += col[e];
    y[i] = sum;
  }
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : row[n]])
  for (int i = 0; i < n; ++i) {
    int sum = 0;
// CHECK: :[[@LINE+1]]:34: error: clause 'threads' names '48', which is not a multiple of 32 from 64 to 1024 [RTT1008]
#pragma regtt consolidate(block) threads(48)
    for (int e = row[i]; e < row[i + 1]; ++e)
      sum += col[e];
    y[i] = sum;
  }
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : row[n]])
  for (int i = 0; i < n; ++i) {
    int sum = 0;
// CHECK: :[[@LINE+1]]:34: error: clause 'threshold' names 'n', which is not a number of iterations from 1 to 2^30 [RTT1008]
#pragma regtt consolidate(block) threshold(n)
    for (int e = row[i]; e < row[i + 1]; ++e)
      sum += col[e];
    y[i] = sum;
  }
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : row[n]])
  for (int i = 0; i < n; ++i) {
    int sum = 0;
// CHECK: :[[@LINE+1]]:44: error: clause 'concurrency' names '4', but 'blocks' says already how many a grid has [RTT1014]
#pragma regtt consolidate(block) blocks(3) concurrency(4)
    for (int e = row[i]; e < row[i + 1]; ++e)
      sum += col[e];
    y[i] = sum;
  }
}

void apart(int n, const int *row, const int *col, std::vector<int> &y) {
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : row[n]])
  for (int i = 0; i < n; ++i) {
    int sum = 0;
// CHECK: :[[@LINE+1]]:15: error: variant 'consolidated_block' is not legal for this traversal: {{.*}} [RTT2101]
#pragma regtt consolidate(block)
    for (int e = row[i]; e < row[i + 1]; e += 2)
      sum += col[e];
    y[i] = sum;
  }
}
