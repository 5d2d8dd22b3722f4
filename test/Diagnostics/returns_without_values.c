/* A function that returns a value on all its ways is taken; one that returns
 * nothing on some, as C89 lets it, is refused.
 * RUN: regtt-cc -std=gnu89 -Wno-return-type --verify-diagnostics %s
 */
#include "../Inputs/tree.h"

static int far_away(const struct Query *q, const struct Node *n) {
  if (n->leaf)
    return; /* expected-error {{a return without a value is not taken inside a traversal [RTT2004]}} */
  return q->x > n->x;
}

static int near_by(const struct Query *q, const struct Node *n) {
  if (n->leaf)
    return 1;
  return q->x <= n->x;
}

#pragma regtt traversal
static void refused(struct Query *q, const struct Node *n) {
  if (!n)
    return;
  if (far_away(q, n))
    return;
  q->count++;
  refused(q, n->left);
  refused(q, n->right);
}

#pragma regtt traversal
static void taken(struct Query *q, const struct Node *n) {
  if (!n)
    return;
  if (near_by(q, n))
    q->count++;
  taken(q, n->left);
  taken(q, n->right);
}

void run(struct Query *queries, struct Node *root) {
  int i;
#pragma regtt parallel
  for (i = 0; i < 10; ++i)
    refused(&queries[i], root);
#pragma regtt parallel
  for (i = 0; i < 10; ++i)
    taken(&queries[i], root);
}
