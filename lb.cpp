#include <vector>
struct Node { int x; std::vector<Node *> kids; };
struct Query { long sum; };
static CT countOf(const Node *n) { return n->kids.size(); }
#pragma regtt traversal
static void asked(const Node *n, Query *q) {
  q->sum = q->sum * 3 + n->x;
  for (CT i = 0; i < countOf(n); ++i)
    asked(n->kids[i], q);
}
void all(const Node *r, Query *q, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) asked(r, &q[i]);
}
