// The host file reads shared members at the loop: they must be accessible.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

class Search {
public:
#pragma regtt traversal
  void visit(Query *q, Node *n) const {
    if (!n || n->x > radius)
      return;
    if (n->x < limit)
      return;
    q->count++;
    visit(q, n->left);
    visit(q, n->right);
  }
  void run(Query *queries, Node *root) const {
#pragma regtt parallel
    for (int i = 0; i < 10; ++i)
      visit(&queries[i], root);
  }

private:
  friend void befriended(const Search &search, Query *queries, Node *root);
  float radius;
  static float limit;
};

void befriended(const Search &search, Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    search.visit(&queries[i], root);
}

void outside(const Search &search, Query *queries, Node *root) {
  // expected-error@+3 {{'radius' is read for the traversal at the loop, where it is not accessible; run the loop in a member function [RTT1113]}}
  // expected-error@+2 {{'limit' is read for the traversal at the loop, where it is not accessible; run the loop in a member function [RTT1113]}}
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    search.visit(&queries[i], root);
}
