// The clause resident names the roots of the loop's trees, and a version that is
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

void run(Query *queries, Node *root, Tree *tree, double time) {
// expected-error@+1 {{clause 'resident' names 'queries', which is not a root of the loop's trees, 'root' [RTT1008]}}
#pragma regtt parallel resident(queries)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);

// expected-error@+1 {{clause 'resident' names 'age', which is not the name of something visible at the loop [RTT1008]}}
#pragma regtt parallel resident(tree->root : age)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], tree->root);

// expected-error@+1 {{clause 'resident' names 'root:', which is not a root and its version [RTT1008]}}
#pragma regtt parallel resident(root : )
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);

// expected-error@+1 {{clause 'resident' names 'time', which is not an integer [RTT1008]}}
#pragma regtt parallel resident(root : time)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);

// expected-error@+1 {{clause 'resident' names 'tree', which is not a root of the loop's trees, 'root' [RTT1008]}}
#pragma regtt parallel resident(root, tree)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);

// expected-error@+1 {{clause 'resident' names 'root', which is not all of the roots of the loop's trees, 'root', 'tree->root' [RTT1008]}}
#pragma regtt parallel resident(root : tree->version)
  for (int i = 0; i < 10; ++i) {
    visit(&queries[i], root);
    visit(&queries[i], tree->root);
  }

// expected-error@+1 {{clause 'resident' names 'tree->version', which is not a root, which come before the version [RTT1008]}}
#pragma regtt parallel resident(root : tree->version, tree->root)
  for (int i = 0; i < 10; ++i) {
    visit(&queries[i], root);
    visit(&queries[i], tree->root);
  }

#pragma regtt parallel resident(root, tree->root : tree->version)
  for (int i = 0; i < 10; ++i) {
    visit(&queries[i], root);
    visit(&queries[i], tree->root);
  }

#pragma regtt parallel resident(root)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);

#pragma regtt parallel resident(tree->root : tree->version + 1)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], tree->root);
}
