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

// Of a loop without a traversal it names arrays that iterations only read.
static void nested(int n, int m, const int *row, const int *col,
                   const double *x, double *y, int *seen) {
  // expected-error@+1 {{clause 'resident' names 'y', which is not an array that iterations read by more than their own elements, and do not write [RTT1008]}}
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : m], x[0 : n]) resident(y)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int e = row[i]; e < row[i + 1]; ++e)
      s += x[col[e]];
    y[i] = s;
  }
  // expected-error@+1 {{clause 'resident' names 'seen', which is not an array that iterations read by more than their own elements, and do not write [RTT1008]}}
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : m], seen[0 : n]) resident(col, seen)
  for (int i = 0; i < n; ++i)
    for (int e = row[i]; e < row[i + 1]; ++e)
      seen[col[e]] = 1;
  // expected-error@+1 {{clause 'resident' names '*x', which is not an integer [RTT1008]}}
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : m], seen[0 : n]) resident(col : *x)
  for (int i = 0; i < n; ++i)
    for (int e = row[i]; e < row[i + 1]; ++e)
      seen[col[e]] = 1;
}
