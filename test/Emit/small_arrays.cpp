// Arrays that data index: small ones are looked at element by element, so that
// registers hold them; records with larger ones are read where they lie. No
// kernel has a stack frame.
// RUN: regtt-cc %s --emit=cuda | FileCheck %s
#include <array>
#include <cstdio>

struct Item {
  float x[3];
  int id;
};

struct Query {
  std::array<float, 3> at;
  float list[4];
  int votes[16], hits;
};

struct Node {
  float split;
  int axis, label, count;
  Item items[12];
  Node *left, *right;
};

// CHECK: REGTT_UNROLL_STEPS
// CHECK-NEXT: while (i > 0 && rt::at(q.list, i - 1) > x) {
// CHECK-NEXT: rt::put(q.list, i, rt::at(q.list, i - 1));
// CHECK: rt::put(q.list, i, x);
static void insert(Query &q, float x) {
  int i = 3;
  while (i > 0 && q.list[i - 1] > x) {
    q.list[i] = q.list[i - 1];
    --i;
  }
  q.list[i] = x;
}

// CHECK: rt::put(q.votes, n.label, rt::at(q.votes, n.label) + 1);
// CHECK-NEXT: rt::put(q.votes, n.label & 3, rt::at(q.votes, n.label & 3) * 3);
// CHECK: const auto &n_detail = tree.template inPlace<1>(self);
// CHECK: n_detail.items[i].x[k]
// CHECK: rt::at(q.at, n.axis) < n.split
#pragma regtt traversal
static void visit(Query &q, const Node *n) {
  if (!n)
    return;
  q.votes[n->label]++;
  q.votes[n->label & 3] *= 3;
  if (n->count > 0) {
    for (int i = 0; i < n->count; ++i) {
      float sum = 0;
      for (int k = 0; k < 3; ++k)
        sum += n->items[i].x[k] * q.at[k];
      if (sum < q.list[3])
        insert(q, sum);
      q.hits += n->items[i].id;
    }
    return;
  }
  if (q.at[n->axis] < n->split)
    visit(q, n->left);
  else
    visit(q, n->right);
}

int main() {
  static Query queries[8];
  static Node root;
#pragma regtt parallel
  for (int i = 0; i < 8; ++i)
    visit(queries[i], &root);
  for (const Query &q : queries)
    std::printf("%d\n", q.hits);
}
