// Every iteration has a query object of its own, found without an effect.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <deque>
#include <vector>

#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

Query *find(int i);

void refused(Node *root, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{the query 'find(i)' is not the element of an array at the loop variable [RTT1105]}}
    visit(find(i), root);
}

void accepted(std::vector<Query> &queries, std::deque<Query> &deque,
              Query (*rows)[3], int *order, Node *root, int n) {
  // That no two of them are the same is checked when the loop runs.
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visit(&queries[order[i]], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visit(&deque[i], root);
#pragma regtt parallel
  for (int i = 0; i < int(queries.size()); ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 3; ++i)
    visit(&rows[1][i], root);
  // The first of each row.
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visit(rows[i], root);
}
