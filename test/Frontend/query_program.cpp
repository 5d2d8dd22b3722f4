// What an iteration does between its first call and its last one is a program
// of its own, over groups of roots; what follows stays with the host.
// RUN: regtt-cc --emit=model %s | FileCheck %s
// RUN: regtt-cc --emit=cpu %s | FileCheck %s --check-prefix=SLICE
// RUN: regtt-cc --emit=host %s | FileCheck %s --check-prefix=HOST
#include "../Inputs/tree.h"
#include <vector>

#pragma regtt traversal
static void visit(Query *q, const Node *n, float within) {
  if (!n)
    return;
  if (n->x - q->x < within)
    q->count++;
  visit(q, n->left, within);
  visit(q, n->right, within);
}

void run(std::vector<Query> &queries, const std::vector<const Node *> &trees,
         const Node *root, std::vector<int> &counts) {
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i) {
    Query &q = queries[i];
    visit(&q, root, 0.5f);
    q.best = 2 * q.best + 1;
    for (const Node *t : trees) {
      visit(&q, t, q.best);
      if (q.count > 9)
        break;
    }
    counts[i] = q.count;
  }
}

// CHECK: root root, root (trees)[regtt_root] of (trees).size()
// CHECK-NOT: counts
// CHECK: update within: float
// CHECK: program
// CHECK: call root
// CHECK-NEXT: do q.best = 2 * q.best + 1
// CHECK-NEXT: loop
// CHECK: call t
// CHECK: body
// CHECK: call n->left

// SLICE: static constexpr int numRootGroups = 2;
// SLICE: rt::Roots<2> roots;
// SLICE: void program(Query_ &q, const Calls &calls) const {
// SLICE-NEXT: q.within = 0.5f;
// SLICE-NEXT: calls.visit(roots.at(0, 0)); // visit(&q, root, 0.5f)
// SLICE-NEXT: q.best = 2 * q.best + 1;
// SLICE-NEXT: for (unsigned long tIndex = 0; tIndex < u.trees_size; ++tIndex) {
// SLICE-NEXT: const rt::Link t = roots.at(1, tIndex);
// SLICE-NEXT: q.within = q.best;
// SLICE-NEXT: calls.visit(t); // visit(&q, t, q.best)
// SLICE-NEXT: if (q.count > 9)
// SLICE-NEXT: break;

// HOST: struct regtt_roots regtt_roots[2] = {
// HOST: if (regtt_make_roots(&regtt_roots[0], 1))
// HOST-NEXT: regtt_roots[0].at[0].node = root;
// HOST: if (regtt_make_roots(&regtt_roots[1], static_cast<size_t>((trees).size())))
// HOST-NEXT: for (regtt_root = 0; regtt_root < regtt_roots[1].count; ++regtt_root)
// HOST-NEXT: regtt_roots[1].at[regtt_root].node = (trees)[regtt_root];
// HOST: counts[i] = q.count;
