// The clause resident names a root of the loop's trees, and a version that is
// visible there.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

struct Tree {
  Node *root;
  unsigned version;
};

void run(Query *queries, Node *root, Tree *tree) {
// expected-error@+1 {{clause 'resident' names 'queries', which is not a root of the loop's trees, 'root' [RTT1008]}}
#pragma regtt parallel resident(queries)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);

// expected-error@+1 {{clause 'resident' names 'age', which is not the name of something visible at the loop [RTT1008]}}
#pragma regtt parallel resident(tree->root : age)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], tree->root);

// expected-error@+1 {{expected one argument in parentheses in the clauses of '#pragma regtt parallel' [RTT1003]}}
#pragma regtt parallel resident(root, tree)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);

#pragma regtt parallel resident(root)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);

#pragma regtt parallel resident(tree->root : tree->version + 1)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], tree->root);
}
