// A pointer that leaves alone have is followed inside another branch, where the
// condition reads what nothing else does.
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc --target=cpu -O2 %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes ''
#include <cstdio>

struct Query {
  double sum;
  int seen;
};

struct Item {
  double mass;
};

struct Node {
  double a, b, c, d;
  Node *left, *right;
  const Item *items;
  bool leaf;
  int many;
};

#pragma regtt traversal
static void visit(Query *q, const Node *n) {
  if (!n)
    return;
  q->sum += n->a * n->b - n->c;
  q->seen++;
  if (q->seen % 3) {
    q->sum -= n->d;
    if (n->leaf)
      for (int k = 0; k < n->many; ++k)
        q->sum += n->items[k].mass;
  }
  visit(q, n->left);
  visit(q, n->right);
}

int main() {
  static const Item items[] = {{0.5}, {3}, {0.1}, {7}, {-2}, {1e3}, {9}};
  static Node nodes[63];
  for (int i = 0; i < 63; ++i) {
    const bool leaf = i >= 31;
    nodes[i] = {i * 0.3,
                7. - i,
                i / 7.,
                0.25 * i,
                leaf ? nullptr : &nodes[2 * i + 1],
                leaf ? nullptr : &nodes[2 * i + 2],
                leaf ? &items[i % 3] : reinterpret_cast<const Item *>(16),
                leaf,
                leaf ? i % 5 : 1 << 30};
  }
  static Query queries[9];
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    visit(&queries[i], nodes);
  for (const Query &q : queries)
    std::printf("%a %d\n", q.sum, q.seen);
}
