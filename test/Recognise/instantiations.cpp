// A loop in a template has one text around it, for all instantiations: types
// are left to the compiler, and ranges and members are named as in each.
// RUN: regtt-cc --emit=host %s -o - | FileCheck %s
#include <iterator>
#include <vector>

struct Node {
  float x;
  const Node *l, *r;
};
struct Query {
  float at, sum;
};
#pragma regtt traversal
static void visit(Query *q, const Node *n, float r) {
  if (!n)
    return;
  q->sum += n->x * r;
  visit(q, n->l, r);
  visit(q, n->r, r);
}

// CHECK-LABEL: static void scaled(
template <class T>
static void scaled(std::vector<Query> &queries, const Node *root, T scale) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i) {
    const T twice = 2 * scale + i;
    visit(&queries[i], root, float(twice));
    queries[i].sum *= twice;
  }
  // CHECK: regtt_inputs[regtt_i].r = {{twice|2 \* scale}}
  // CHECK: const auto twice = regtt_input->twice;
}

// CHECK-LABEL: static void all(
template <class Range> static void all(Range &range, const Node *root) {
#pragma regtt parallel
  for (auto it = std::begin(range); it != std::end(range); ++it)
    visit(&*it, root, 5);
  // CHECK: regtt_first = std::begin(range);
  // CHECK-NEXT: regtt_last = std::end(range);
}

template <class T> struct Walker {
  static inline T shift = T(0.5);
#pragma regtt traversal
  static void walk(Query *q, const Node *n) {
    if (!n)
      return;
    q->sum = q->sum * shift + n->x;
    walk(q, n->l);
    walk(q, n->r);
  }
  void run(Query *queries, int count, const Node *root) {
#pragma regtt parallel
    for (int i = 0; i < count; ++i)
      walk(&queries[i], root);
    // CHECK: regtt_uniforms.shift = Walker::shift;
  }
};

void runs(std::vector<Query> &queries, const Node *root) {
  Query four[4] = {};
  scaled<float>(queries, root, 1);
  scaled<double>(queries, root, 1);
  all(queries, root);
  all(four, root);
  Walker<float>{}.run(four, 4, root);
  Walker<double>{}.run(four, 4, root);
}
