// What each parameter and member stands for: node, query, uniform, argument,
// shared object. Decided from what the calls hand on, not from types or names.
// RUN: regtt-cc --emit=model %s | FileCheck %s
#include "../Inputs/tree.h"

struct Config {
  float radius;
  struct {
    int low, high;
  } range;
};
static float bound;
namespace deep {
static double global;
constexpr int folded = 3;
} // namespace deep

struct Walker {
  float scale;
  Config config;
  Node *root;

  // CHECK-LABEL: traversal visit:
  // CHECK: node at: Node, null tested on arrival
  // CHECK: query which: Query
  // CHECK: read which->x: float
  // CHECK: update which->best: float
  // CHECK: uniform same: int = 7 + m
  // CHECK: uniform radius: float = config->radius
  // CHECK: uniform scale: float = this->scale
  // CHECK: uniform low: int = this->config.range.low
  // CHECK: uniform high: int = (*config).range.high
  // CHECK: uniform x: float = (root)->x
  // CHECK: uniform bound: float = ::bound
  // CHECK: uniform global: double = ::deep::global
  // CHECK-NOT: uniform
  // CHECK: argument depth: unsigned int = 1u
  // CHECK: argument sum: double = bound
  // CHECK-NOT: argument
#pragma regtt traversal
  void visit(unsigned depth, Node *at, int same, const Config *shared,
             Query *which, double sum, const Config &reference,
             const Node *unchanged) {
    if (!at || which->x > shared->radius * scale + same)
      return;
    if (config.range.low > reference.range.high || unchanged->x > bound)
      return;
    which->best += deep::global * deep::folded + depth + sum;
    visit(depth + 1, at->left, same, shared, which, sum, reference, unchanged);
    visit(depth + 1, at->right, same, shared, which, sum * 2, reference,
          unchanged);
  }

  void run(Query *queries, const Config *config, int m) {
#pragma regtt parallel
    for (int i = 0; i < 4; ++i)
      visit(1u, root, 7 + m, config, queries + i, bound, *config, root);
  }
};

// An object other than this.
// CHECK-LABEL: traversal shifted:
// CHECK: uniform by: int = (shifts[1]).by
struct Shift {
  int by;
#pragma regtt traversal
  void shifted(Query &q, const Node *n) const {
    if (!n)
      return;
    q.count += by;
    shifted(q, n->left);
  }
};

void run(Query *queries, Node *root, Shift *shifts) {
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    shifts[1].shifted(queries[i], root);
}
