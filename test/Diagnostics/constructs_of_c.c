/* Expressions that only C has, or that compilers answer differently, beside
 * those that are their chosen operand.
 * RUN: regtt-cc -std=gnu11 --verify-diagnostics %s
 */
#include "../Inputs/tree.h"

#pragma regtt traversal
static void visit(struct Query *q, const struct Node *n) {
  if (!n)
    return;
  /* expected-error@+1 {{'__builtin_constant_p(q->count)', which compilers answer differently, is not taken inside a traversal [RTT2004]}} */
  q->count += __builtin_constant_p(q->count);
  /* expected-error@+1 {{'__builtin_object_size(q, 0)', which compilers answer differently, is not taken inside a traversal [RTT2004]}} */
  q->count += __builtin_object_size(q, 0);
  /* expected-error@+1 {{a statement in an expression is not taken inside a traversal [RTT2004]}} */
  q->count += ({ int twice = 2 * n->leaf; twice; });

  /* Taken: objects without a name, and a choice of what is tested. */
  q->count += ((int[]){n->leaf, 2})[n->leaf & 1];
  struct Query *other = &(struct Query){0, 0, 0};
  q->count += other->count + (n->leaf ?: 5);
  /* Taken: what is not chosen is not looked at. */
  q->count += _Generic(n->leaf, float: __builtin_constant_p(q->x), int: 3);
  __builtin_choose_expr(sizeof(int) == 4, q->count, q->x) += 2;
  q->count += __extension__(__builtin_constant_p(3) +
                            __builtin_types_compatible_p(int, __typeof__(n->leaf)) +
                            (int){n->leaf});
  visit(q, n->left);
  visit(q, n->right);
}

void run(struct Query *queries, struct Node *root) {
  int i;
#pragma regtt parallel
  for (i = 0; i < 10; ++i)
    visit(&queries[i], root);
}
