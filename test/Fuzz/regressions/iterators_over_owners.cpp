// Iterators over children that are owned: each way to ask for null, and each way
// to the pointer.
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc --target=cpu -O2 %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes ''
#include <cstdio>
#include <memory>
#include <vector>

struct Node {
  std::vector<std::unique_ptr<Node>> kids;
  int id;
};

struct Query {
  int sum;
};

#pragma regtt traversal
static void arrow(Query *q, const Node *n) {
  q->sum = q->sum % 99991 * 3 + n->id;
  for (auto it = n->kids.begin(); it != n->kids.end(); ++it)
    if (*it)
      arrow(q, it->get());
}

#pragma regtt traversal
static void object(Query *q, const Node &n) {
  q->sum = q->sum % 99991 * 5 + n.id;
  for (auto it = n.kids.cbegin(); it != n.kids.cend(); ++it)
    if (*it != nullptr)
      object(q, **it);
}

#pragma regtt traversal
static void both(Query *q, const Node *n) {
  q->sum = q->sum % 99991 * 7 + n->id;
  for (auto it = n->kids.begin(); it != n->kids.end(); it++) {
    if (!*it)
      continue;
    both(q, (*it).get());
  }
}

static std::unique_ptr<Node> build(int depth, int &id) {
  std::unique_ptr<Node> n(new Node{{}, id++});
  for (int k = 0; depth > 0 && k < 4; ++k)
    n->kids.push_back((id + k) % 3 ? build(depth - 1, id) : nullptr);
  return n;
}

int main() {
  int id = 0;
  const std::unique_ptr<Node> root = build(4, id);
  Query queries[9];
  for (int i = 0; i < 9; ++i)
    queries[i].sum = i;
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    arrow(&queries[i], root.get());
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    object(&queries[i], *root);
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    both(&queries[i], root.get());
  for (const Query &q : queries)
    std::printf("%d\n", q.sum);
}
