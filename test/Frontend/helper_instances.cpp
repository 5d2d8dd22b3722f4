// A helper is lowered once for each way it is bound, callees before callers: by
// value where it takes numbers and small structs, else to the object;
// overloads get names of their own.
// RUN: regtt-cc --emit=kernel %s | FileCheck %s
// RUN: regtt-cc --emit=cpu %s | FileCheck %s --check-prefix=SLICE
struct Vec {
  float x;
};
struct Table {
  float first, others[20];
};
struct Node {
  Vec lo, hi;
  Table table;
  Node *left, *right;
};
struct Query {
  Vec at;
  Table table;
  float sum;
};

static float value(const Vec &v) { return v.x; }
static float value(const Vec &v, float scale) { return value(v) * scale; }
static float large(const Table &table) { return table.first; }
static float twice(float x) { return 2 * x; }
static float operator-(const Vec &a, const Vec &b) { return a.x - b.x; }
static float operator+(const Vec &a, const Vec &b) { return a.x + b.x; }

// One for all of the small structs that are handed over by reference.
// CHECK: helpers:
// CHECK-NEXT: - name: value{{$}}
// CHECK: - name: twice
// CHECK: - name: large{{$}}
// CHECK: { name: table, kind: node, steps: 'table@8' }
// CHECK: - name: large_2
// CHECK: { name: table, kind: query }
// CHECK: - name: value_2
// CHECK: - name: subtract{{$}}
// CHECK: - name: add{{$}}
// CHECK-NOT: {{^ }} - name: {{[a-z]}}
// CHECK: data:
// SLICE: REGTT_OP float value(const Vec &v)
// SLICE: REGTT_OP float large(const Node<Children> &n)
// SLICE: REGTT_OP float large_2(const Query_ &table)
// SLICE: REGTT_OP float value_2(const Vec &v, float scale)
// SLICE: REGTT_OP float operator-(const Vec &a, const Vec &b)
#pragma regtt traversal
static void visit(Query &q, const Node *n) {
  if (!n)
    return;
  if (value(n->lo) > value(q.at) || value(n->lo) > twice(twice(2)))
    return;
  q.sum += large(n->table) + large(q.table);
  q.sum += value(n->hi, 3) + (q.at - n->lo) + (q.at + n->lo);
  visit(q, n->left);
  visit(q, n->right);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    visit(queries[i], root);
}
