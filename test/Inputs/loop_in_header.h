#include "tree.h"

#pragma regtt traversal
static void visit(struct Query *q, struct Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

#ifdef LOOP_IN_HEADER
static inline void runAll(struct Query *queries, struct Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
}
#endif
