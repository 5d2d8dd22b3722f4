// In C++ an enumeration whose values fit in int promotes to int, although its
// underlying type may be unsigned: what is computed with it stays signed.
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc --target=cpu -O2 %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes ''
#include <cstdio>

enum Kind { KindA, KindB, KindC, KindD };

struct Query {
  long sum;
  double real;
  int below;
  Kind last;
};

struct Node {
  Node *left, *right;
  Kind kind;
  int id;
};

static int less(Kind kind, int id) { return kind - id; }

#pragma regtt traversal
static void visit(Query *q, const Node *n) {
  if (!n)
    return;
  Kind kind = n->kind;
  q->sum += n->kind - n->id;
  q->sum += kind - n->id;
  q->sum += less(n->kind, n->id);
  q->real += (n->kind - n->id) * 0.5;
  if (kind - 2 < 0)
    q->below++;
  if (q->last - 3 < 0)
    q->below += 100;
  q->last = kind;
  visit(q, n->left);
  visit(q, n->right);
}

int main() {
  Node nodes[7] = {};
  for (int i = 0; i < 7; ++i) {
    nodes[i].id = i;
    nodes[i].kind = Kind(i % 4);
    if (2 * i + 2 < 7) {
      nodes[i].left = &nodes[2 * i + 1];
      nodes[i].right = &nodes[2 * i + 2];
    }
  }
  Query queries[3] = {};
#pragma regtt parallel
  for (int i = 0; i < 3; ++i)
    visit(&queries[i], nodes);
  for (const Query &q : queries)
    std::printf("%ld %a %d %d\n", q.sum, q.real, q.below, int(q.last));
  return 0;
}
