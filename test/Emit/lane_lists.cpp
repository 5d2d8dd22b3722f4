// Lists of children, several conditions and arrays that live across calls, for
// lanes: all lanes of a call go to one child of the list, and which condition a
// rope waits for travels with it.
//
// RUN: rm -rf %t && mkdir %t
// RUN: regtt-cc --target=lanes --explain --variant=all --emit=lanes %s -o %t/lane_lists.regtt.lanes.cpp 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=CODE %s < %t/lane_lists.regtt.lanes.cpp
// RUN: regtt-cc --target=lanes --variant=all --emit=header %s -o %t/lane_lists.regtt.h
// RUN: %compile_cpu -march=x86-64-v4 -Wno-psabi -DREGTT_LANES_UNIT=avx512 -I%t %t/lane_lists.regtt.lanes.cpp -o %t/g.o
// RUN: nm %t/g.o > %t/g.txt && not grep -E ' [WVu] [^D]' %t/g.txt
// RUN: clang++-19 -std=c++20 -O1 -ffp-contract=off -Wall -Wextra -Werror -march=x86-64-v4 \
// RUN:   -DREGTT_LANES_UNIT=avx512 -I%rt -I%t -c %t/lane_lists.regtt.lanes.cpp -o %t/c.o
// RUN: nm %t/c.o > %t/c.txt && not grep -E ' [WVu] [^D]' %t/c.txt
#include <vector>

struct Node {
  float at;
  int kind;
  std::vector<Node *> kids;
};
struct Pair {
  float at;
  Pair *left, *right;
};
struct Query {
  float at, sum;
  int kind, count;
};

// CHECK-LABEL: listed
// CHECK: variant packed: not legal, it needs boundedChildren
// CHECK-NEXT: variant lane_lockstep: legal
// CODE: const auto &tree = op.tree;
// CODE: const rt::Link kid = tree.child(n.children, kid_number);
// CODE: ropes.visit(go, kid_number, kid);
#pragma regtt traversal
static void listed(Query &q, const Node *n) {
  if (!n || n->at > q.at)
    return;
  q.sum += n->at;
  for (const Node *kid : n->kids)
    listed(q, kid);
}

// Each query may be elsewhere in the list when a call is done.
// CHECK-LABEL: counted
// CHECK: variant lane_lockstep: not legal, lanes have no form for a call of 'rt::child' (line 54)
#pragma regtt traversal
static bool counted(Query &q, const Node *n) {
  if (!n)
    return false;
  if (n->kind == q.kind)
    return true;
  for (const Node *kid : n->kids)
    if (counted(q, kid))
      return true;
  return false;
}

// CHECK-LABEL: conditions
// CHECK: variant packed: legal
// CODE: rt::Lane<int> guard;
// CODE: admit0(
// CODE: admit1(
// CODE: rt::Lane<bool> result = true;
// CODE-NEXT: if (const rt::Mask some = go & (rope.guard == 0))
// CODE-NEXT: rt::where(some, result) = admit0(op, some, q, rope);
// CODE-NEXT: if (const rt::Mask some = go & (rope.guard == 1))
// CODE-NEXT: rt::where(some, result) = admit1(op, some, q, rope);
// CODE-NEXT: return result;
#pragma regtt traversal
static void conditions(Query &q, const Pair *n) {
  if (!n)
    return;
  ++q.count;
  conditions(q, n->left);
  if (q.count < 20)
    conditions(q, n->right);
  if (q.count % 3 != 0)
    conditions(q, n->left);
}

// CHECK-LABEL: across
// CHECK: variant packed: legal
// CODE: rt::Lane<float> seen[2];
// CODE: auto &seen = live.seen;
#pragma regtt traversal
static void across(Query &q, const Pair *n) {
  if (!n)
    return;
  float seen[2];
  seen[0] = q.sum;
  seen[1] = n->at * q.at;
  across(q, n->left);
  q.sum += seen[0] * 0.5f + seen[1];
  across(q, n->right);
}

void run(std::vector<Query> &queries, const Node *lists, const Pair *pairs) {
#pragma regtt parallel
  for (Query &q : queries)
    listed(q, lists);
#pragma regtt parallel
  for (Query &q : queries)
    q.count = counted(q, lists);
#pragma regtt parallel
  for (Query &q : queries)
    conditions(q, pairs);
#pragma regtt parallel
  for (Query &q : queries)
    across(q, pairs);
}
