// Iterations of several calls for lanes: each query's own code around the calls
// lies still at each of them, and is scalar code, whatever lanes have a form
// for. What only that code looks at is no part of the lanes' queries.
//
// RUN: rm -rf %t && mkdir %t
// RUN: regtt-cc --target=lanes --explain --emit=lanes %s -o %t/lane_programs.regtt.lanes.cpp 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=CODE %s < %t/lane_programs.regtt.lanes.cpp
// RUN: regtt-cc --target=lanes --emit=header %s -o %t/lane_programs.regtt.h
// RUN: %compile_cpu -march=x86-64-v4 -Wno-psabi -DREGTT_LANES_UNIT=avx512 -I%t %t/lane_programs.regtt.lanes.cpp -o %t/g.o
// RUN: nm %t/g.o > %t/g.txt && not grep -E ' [WVu] [^D]' %t/g.txt
// RUN: clang++-19 -std=c++20 -O1 -ffp-contract=off -Wall -Wextra -Werror -march=x86-64-v4 \
// RUN:   -DREGTT_LANES_UNIT=avx512 -I%rt -I%t -c %t/lane_programs.regtt.lanes.cpp -o %t/c.o
// RUN: nm %t/c.o > %t/c.txt && not grep -E ' [WVu] [^D]' %t/c.txt
#include <vector>

struct Node {
  float at;
  Node *left, *right;
};
struct Query {
  float at, sum;
  int kind, marks[3];
};

#pragma regtt traversal
static void add(Query &q, const Node *n, float weight) {
  if (!n || n->at > q.at)
    return;
  q.sum += weight * n->at;
  add(q, n->left, weight / 2);
  add(q, n->right, weight);
}

// CHECK: variant packed: legal
// CHECK-NEXT: variant lane_lockstep: legal
// CODE: struct LaneQuery {
// CODE-NEXT: rt::Lane<float> at;
// CODE-NEXT: Changed<float> sum;
// CODE-NEXT: };
// CODE: struct LaneProgram {
// CODE-NEXT: template <class Op>
// CODE-NEXT: static rt::Program program(
// CODE-NEXT: rt::AwaitedCall<Args> &calls) {
// CODE-NEXT: const auto &roots = op.roots;
// CODE: co_await calls.visit(roots.at(0, 0)
// CODE: if (query.sum > 20)
// CODE-NEXT: co_return;
// CODE: co_await calls.visit(roots.at(1, 0)
// CODE: struct LaneTraversal : LaneProgram {
void run(std::vector<Query> &queries, const Node *first, const Node *second) {
#pragma regtt parallel
  for (Query &q : queries) {
    const float weight = q.at * 0.5f;
    add(q, first, weight);
    if (q.sum > 20)
      continue;
    for (int k = 0; k < q.kind; ++k) {
      q.marks[k % 3] = k;
      add(q, second, weight);
    }
  }
}

// What visits do needs a form all the same.
#pragma regtt traversal
static void choose(Query &q, const Node *n) {
  if (!n)
    return;
  int &mark = q.marks[q.kind];
  ++mark;
  choose(q, n->left);
  choose(q, n->right);
}

// CHECK: variant packed: not legal, lanes have no form for an element that is each query's own (line 69)
void refused(std::vector<Query> &queries, const Node *root) {
#pragma regtt parallel
  for (Query &q : queries) {
    choose(q, root);
    q.kind = 0;
    choose(q, root);
  }
}
