// One text around a loop in a template has to hold for all its instantiations:
// where they hand the iterations other kinds of things, it is refused.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <vector>

#pragma regtt traversal
static void visit(Query *q, const Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

#pragma regtt traversal
static void visit(Query &q, const Node *n) {
  if (!n)
    return;
  q.count++;
  visit(q, n->left);
  visit(q, n->right);
}

template <class Each>
void refused(std::vector<Each> &queries, const Node *root) {
#pragma regtt parallel
  // expected-error@+1 {{hand this loop's iterations other kinds of things; write a loop for each [RTT1115]}}
  for (std::size_t i = 0; i < queries.size(); ++i)
    visit(queries[i], root);
}

struct Other {
  float x;
  int count;
};

#pragma regtt traversal
static void visit(Other &q, const Node *n) {
  if (!n || n->x < q.x)
    return;
  q.count++;
  visit(q, n->left);
  visit(q, n->right);
}

template <class Each>
void accepted(std::vector<Each> &queries, const Node *root) {
#pragma regtt parallel
  for (Each &q : queries)
    visit(q, root);
}

void run(std::vector<Query> &queries, std::vector<Query *> &pointers,
         std::vector<Other> &others, const Node *root) {
  refused(queries, root);
  refused(pointers, root);
  accepted(queries, root);
  accepted(others, root);
}
