// What each parameter and member stands for: node, query, uniform, argument,
// shared object. Decided from what the calls hand on, not from types or names.
// RUN: regtt-cc --emit=kernel %s | FileCheck %s
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

  // CHECK: name: visit
  // CHECK: text: 'which->x', {{.*}} owner: query, type: f32
  // CHECK: text: 'which->best', {{.*}} owner: query, {{.*}} written: true
  // CHECK-NEXT: uniforms:
  // CHECK-NEXT: name: same, type: i32
  // CHECK-NEXT: name: radius, type: f32
  // CHECK-NEXT: name: scale, type: f32
  // CHECK-NEXT: name: low, type: i32
  // CHECK-NEXT: name: high, type: i32
  // CHECK-NEXT: name: x, type: f32
  // CHECK-NEXT: name: bound, type: f32
  // CHECK-NEXT: name: global, type: f64
  // CHECK-NEXT: args:
  // CHECK-NEXT: name: depth, type: u32
  // CHECK-NEXT: name: sum, type: f64
  // CHECK-NEXT: slots:
  // CHECK: nodeName: at
  // CHECK: queryName: which
  // CHECK: root: 'this->root'
  // CHECK: uniforms:
  // CHECK-NEXT: text: '7 + m'
  // CHECK-NEXT: text: 'config->radius'
  // CHECK: text: 'this->scale'
  // CHECK-NEXT: text: 'this->config.range.low'
  // CHECK-NEXT: text: 'config->range.high'
  // CHECK: text: 'this->root->x'
  // CHECK: text: '::bound'
  // CHECK-NEXT: text: '::deep::global'
  // CHECK-NEXT: arguments:
  // CHECK-NEXT: text: '1'
  // CHECK-NEXT: text: '::bound'
  // CHECK-NEXT: {{^\.\.\.}}
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
// CHECK: name: shifted
// CHECK: uniforms:
// CHECK-NEXT: name: by, type: i32
// CHECK: text: 'shifts[1].by'
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
