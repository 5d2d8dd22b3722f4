// Queries keep nodes of several classes by their `this`.
// (--suggest does not find recursions through virtual functions.)
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes 0 1 2 50
#include <cstdio>
#include <cstdlib>
#include <vector>
struct Node;
struct Query {
  float x;
  int visits;
  const Node *where;
  double closest;
};
struct Node {
  float x;
  int id;
  Node *kids[2];
  virtual ~Node() {}
#pragma regtt traversal
  virtual void visit(Query *q) = 0;
};
struct Inner : Node {
  int own;
  void visit(Query *q) override;
};
struct Leaf : Node {
  void visit(Query *q) override;
};
#pragma regtt traversal
void Inner::visit(Query *q) {
  q->visits++;
  if (q->where == nullptr || q->closest > x * x) {
    q->closest = x * x;
    q->where = this;
  }
  for (int k = 0; k < 2; ++k)
    if (kids[k])
      kids[k]->visit(q);
}
#pragma regtt traversal
void Leaf::visit(Query *q) {
  q->visits++;
  if (q->closest > x) {
    q->closest = x;
    q->where = this;
  }
}
static Node *make(int n) {
  if (n <= 0)
    return nullptr;
  Node *r;
  if (n == 1)
    r = new Leaf;
  else {
    Inner *i = new Inner;
    i->own = n;
    r = i;
  }
  r->x = (n * 37) % 11;
  r->id = n;
  r->kids[0] = n > 1 ? make(n / 2) : nullptr;
  r->kids[1] = n > 1 ? make(n - 1 - n / 2) : nullptr;
  return r;
}
int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 50;
  Node *root = make(n + 1);
  std::vector<Query> qs(20);
  for (int i = 0; i < 20; ++i)
    qs[i] = {i * 1.f, 0, nullptr, 1e9};
#pragma regtt parallel
  for (int i = 0; i < 20; ++i)
    root->visit(&qs[i]);
  for (auto &q : qs)
    std::printf("%d %g %d\n", q.visits, q.closest, q.where ? q.where->id : -1);
}
