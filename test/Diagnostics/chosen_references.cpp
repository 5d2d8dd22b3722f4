// A choice that is read is a value; a reference to one of two data is refused.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

static const float step = 1.5f;

#pragma regtt traversal
static void accepted(Query *q, const Node *n) {
  if (!n)
    return;
  const float by = q->count > 3 ? step : n->x;
  q->count += by < q->x;
  accepted(q, n->left);
  accepted(q, n->right);
}

#pragma regtt traversal
static void refused(Query *q, const Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{a pointer to what is not one object throughout is not taken inside a traversal [RTT2004]}}
  const float &by = q->count > 3 ? step : n->x;
  q->count += by < q->x;
  refused(q, n->left);
  refused(q, n->right);
}

void run(Query *queries, int count, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    accepted(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    refused(&queries[i], root);
}
