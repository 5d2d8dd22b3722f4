// What an iteration does between its first call and its last one is a program
// of its own, over groups of roots; what follows stays with the host.
// RUN: regtt-cc --emit=kernel %s | FileCheck %s
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

// CHECK: fn @visit::program() -> void {
// CHECK-NEXT: store own(2: f32) = 0x1p-1:f32
// CHECK-NEXT: visit @visit(lib "rt::root"<link @Node>(0:u32, 0:u32))
// CHECK-NEXT: store own(4: f32) = add(mul(
// CHECK-NEXT: for {
// CHECK: let %t: link @Node = lib "rt::root"<link @Node>(1:u32,
// CHECK-NEXT: store own(2: f32) = load own(4: f32)
// CHECK-NEXT: visit @visit(%t)
// CHECK: data:
// CHECK-NOT: counts
// CHECK: text: within, name: within, owner: query, {{.*}} written: true,
// CHECK-NOT: counts
// CHECK: roots:{{$}}
// CHECK-NEXT: - text: {{ *}}root{{$}}
// CHECK-NEXT: - text: {{ *}}'trees[regtt_root]'
// CHECK-NEXT: count: {{ *}}'trees.size()'
// CHECK: statements:
// CHECK-NEXT: 'counts[i] = q.count;'

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
// HOST: if (regtt_make_roots(&regtt_roots[1], static_cast<size_t>(trees.size())))
// HOST-NEXT: for (regtt_root = 0; regtt_root < regtt_roots[1].count; ++regtt_root)
// HOST-NEXT: regtt_roots[1].at[regtt_root].node = trees[regtt_root];
// HOST: counts[i] = q.count;
