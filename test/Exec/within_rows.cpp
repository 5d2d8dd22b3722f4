// Rows of a constant number of elements, into which data index: what lies in
// the row is read and written; what leads out of it ends the program, which
// would read another iteration's.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "3" "0"
// RUN: not --crash env REGTT_TARGET=cpu %t.parallel 4 2>&1 | FileCheck %s
// CHECK: regtt: error: index 4 leads out of the 4 elements that an iteration has of an array
#include <cstdio>
#include <cstdlib>

struct Node {
  int axis, other;
  Node *left, *right;
};

#pragma regtt traversal
static void add(const Node *n, const double *x, double *sums, int last) {
  if (!n)
    return;
  for (int k = 0; k < 3; ++k)
    sums[k] += x[k];
  sums[n->other] += x[n->axis];
  if (last > 3)
    sums[0] += x[last];
  add(n->left, x, sums, last);
  add(n->right, x, sums, last);
}

static Node *grow(int depth) {
  if (depth == 0)
    return nullptr;
  return new Node{depth * 7 % 4, depth % 3, grow(depth - 1), grow(depth - 1)};
}

int main(int argc, char **argv) {
  const int last = argc > 1 ? std::atoi(argv[1]) : 3;
  static double x[404], sums[300];
  for (int i = 0; i < 404; ++i)
    x[i] = i * 7 % 31;
  const Node *root = grow(5);
#pragma regtt parallel
  for (int i = 0; i < 100; ++i)
    add(root, &x[4 * i], sums + 3 * i, last);
  for (double each : sums)
    std::printf("%g\n", each);
}
