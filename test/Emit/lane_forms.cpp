// Elements of arrays: those that all lanes at a node look at together are read
// once for all of them, each lane's own lane by lane; and what of arrays lanes
// have no form for.
//
// RUN: regtt-cc --target=lanes --explain --emit=lanes %s -o %t.lanes.cpp 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=CODE %s < %t.lanes.cpp
#include <vector>

struct Node {
  float at;
  int kind;
  Node *left, *right;
};
struct Query {
  float at, sum;
  int kind;
};
struct Row {
  std::vector<float> sums;
  float at;
};

// CHECK-LABEL: together
// CHECK: variant packed: legal
// CODE: const auto &arrays = op.arrays;
// CODE: rt::where(go, q.sum) += arrays.table[n.kind] * q.at;
#pragma regtt traversal
static void together(Query &q, const Node *n, const float *table) {
  if (!n || n->at > q.at)
    return;
  q.sum += table[n->kind] * q.at;
  together(q, n->left, table);
  together(q, n->right, table);
}

// Each query its own element: lanes that do not run look at none.
// CHECK-LABEL: chosenByQueries
// CHECK: variant packed: legal
// CODE: if (const rt::Mask some = go & (q.kind > 3))
// CODE: rt::where(some, q.sum) += rt::apply(
// CODE-NEXT: some, [&](auto k) { return arrays.table[k]; },
#pragma regtt traversal
static void chosenByQueries(Query &q, const Node *n, const float *table) {
  if (!n || n->at > q.at)
    return;
  if (q.kind > 3)
    q.sum += table[q.kind];
  chosenByQueries(q, n->left, table);
  chosenByQueries(q, n->right, table);
}

// The element may not be there where no query looks at it.
// CHECK-LABEL: underCondition
// CHECK: variant packed: legal
// CODE: go & rt::andThen(go, q.kind > n.kind, [&](rt::Mask) {
// CODE-NEXT: return arrays.table[n.kind] > 0;
#pragma regtt traversal
static void underCondition(Query &q, const Node *n, const float *table) {
  if (!n || n->at > q.at)
    return;
  if (q.kind > n->kind && table[n->kind] > 0)
    q.sum += 1;
  underCondition(q, n->left, table);
  underCondition(q, n->right, table);
}

// A struct of each query's own: sixteen values of each field.
// CHECK-LABEL: pairs
// CHECK: variant packed: legal
// CODE: template <template <class> class Each> struct LanePair {
// CODE: REGTT_OP LanePair<rt::Lane> nearer(const LanePair<rt::Lane> &a,
// CODE-NEXT: const LanePair<rt::Lane> &b) {
// CODE: return rt::select<LanePair<rt::Lane>>(a.at < b.at, a, b);
// CODE: rt::where(go, q.found[1]) = nearer(
// CODE: rt::elements(
// CODE-NEXT: go, [&](auto k) -> auto & { return q.found[k]; }, q.found[0].kind & 1) =
struct Pair {
  float at;
  int kind;
};
struct Pairs {
  Pair found[2];
};
static Pair nearer(const Pair &a, const Pair &b) { return a.at < b.at ? a : b; }
#pragma regtt traversal
static void pairs(Pairs &q, const Node *n) {
  if (!n || n->at > q.found[0].at)
    return;
  q.found[1] = nearer(q.found[1], {n->at, n->kind});
  q.found[q.found[0].kind & 1] = q.found[1];
  pairs(q, n->left);
  pairs(q, n->right);
}

// A reference that each query has to another element.
// CHECK-LABEL: references
// CHECK: variant packed: not legal, lanes have no form for an element that is each query's own (line [[# @LINE + 5]])
#pragma regtt traversal
static void references(Pairs &q, const Node *n) {
  if (!n || n->at > q.found[0].at)
    return;
  Pair &found = q.found[q.found[0].kind & 1];
  found.kind ^= 1;
  found.at += 1;
  references(q, n->left);
  references(q, n->right);
}

// CHECK-LABEL: written
// CHECK: variant packed: not legal, lanes have no form for elements that visits write (line [[# @LINE + 5]])
#pragma regtt traversal
static void written(Row &q, const Node *n) {
  if (!n || n->at > q.at)
    return;
  q.sums[n->kind & 3] += q.at;
  written(q, n->left);
  written(q, n->right);
}

void run(Query *queries, int count, const Node *root, const float *table,
         int size, Row *rows, Pairs *all) {
#pragma regtt parallel copyin(table[0 : size])
  for (int i = 0; i < count; ++i)
    together(queries[i], root, table);
#pragma regtt parallel copyin(table[0 : size])
  for (int i = 0; i < count; ++i)
    chosenByQueries(queries[i], root, table);
#pragma regtt parallel copyin(table[0 : size])
  for (int i = 0; i < count; ++i)
    underCondition(queries[i], root, table);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    pairs(all[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    references(all[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    written(rows[i], root);
}
