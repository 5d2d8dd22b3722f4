// The floating-point mode of the thread that runs the loop is that of all
// workers, also of those that were started under another one: rounding, and
// flushing of subnormal numbers. And query objects that overlap in part are
// refused, not computed.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %t.serial 0 > %t.expected
// RUN: REGTT_THREADS=1 %t.parallel 0 > %t.one && cmp %t.expected %t.one
// RUN: REGTT_THREADS=3 REGTT_VARIANT=static_ropes REGTT_REORDER=inspect %t.parallel 0 > %t.three && cmp %t.expected %t.three
// RUN: not env REGTT_TARGET=cpu %t.parallel 1 2>&1 | FileCheck %s
// CHECK: iterations 0 and 1 write query objects that overlap in part
#include <cfenv>
#include <cstdio>
#include <cstdlib>
#include <vector>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

struct Node {
  float x;
  Node *left, *right;
};
struct Sum {
  float at, sum, tiny;
};

#pragma regtt traversal
static void add(Sum *q, const Node *n) {
  if (!n)
    return;
  q->sum += n->x / q->at;
  q->tiny += n->x * 1e-42f;
  add(q, n->left);
  add(q, n->right);
}

static void run(std::vector<Sum *> &queries, const Node *root) {
#pragma regtt parallel
  for (size_t i = 0; i < queries.size(); ++i)
    add(queries[i], root);
}

int main(int, char **argv) {
  std::vector<Node> nodes(1000);
  for (int i = 0; i < 1000; ++i)
    nodes[i] = {float(i) + 0.1f, nullptr, nullptr};
  for (int i = 0; 2 * i + 2 < 1000; ++i) {
    nodes[i].left = &nodes[2 * i + 1];
    nodes[i].right = &nodes[2 * i + 2];
  }
  const bool inPart = std::atoi(argv[1]) == 1;
  std::vector<Sum> sums(2000, {3, 0, 0});
  std::vector<Sum *> queries;
  for (Sum &sum : sums)
    queries.push_back(&sum);
  if (inPart)
    queries[1] = reinterpret_cast<Sum *>(&sums[0].sum);
  run(queries, &nodes[0]);
  std::fesetround(FE_UPWARD);
  run(queries, &nodes[0]);
  std::fesetround(FE_TONEAREST);
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8040);
  run(queries, &nodes[0]);
  _mm_setcsr(_mm_getcsr() & ~0x8040u);
#endif
  for (const Sum &sum : sums)
    std::printf("%a %a\n", sum.sum, sum.tiny);
}
