// A helper is lowered once for each way it is bound, callees before callers;
// overloads get names of their own.
// RUN: regtt-cc --emit=model %s | FileCheck %s
// RUN: regtt-cc --emit=cpu %s | FileCheck %s --check-prefix=SLICE
struct Vec {
  float x;
};
struct Node {
  Vec lo, hi;
  Node *left, *right;
};
struct Query {
  Vec at;
  float sum;
};

static float value(const Vec &v) { return v.x; }
static float value(const Vec &v, float scale) { return value(v) * scale; }
static float twice(float x) { return 2 * x; }
static float operator-(const Vec &a, const Vec &b) { return a.x - b.x; }
static float operator+(const Vec &a, const Vec &b) { return a.x + b.x; }

// One for the node's, one for the query's, one for both of the node's fields.
// CHECK: helper value{{$}}
// CHECK: helper value_2
// CHECK: helper twice
// CHECK: helper value_3
// CHECK: helper value_4
// CHECK: helper helper{{$}}
// CHECK: helper helper_2
// CHECK-NOT: helper {{[a-z]}}
// SLICE: REGTT_OP float value(const Node<Children> &n)
// SLICE: REGTT_OP float value_2(const Query_ &v)
// SLICE: REGTT_OP float value_4(const Node<Children> &n, float scale)
#pragma regtt traversal
static void visit(Query &q, const Node *n) {
  if (!n)
    return;
  if (value(n->lo) > value(q.at) || value(n->lo) > twice(twice(2)))
    return;
  q.sum += value(n->hi, 3) + (q.at - n->lo) + (q.at + n->lo);
  visit(q, n->left);
  visit(q, n->right);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    visit(queries[i], root);
}
