/* In C, compilers differ on the type of a bit-field wider than int.
 * RUN: regtt-cc --verify-diagnostics %s
 */
struct Node {
  unsigned long wide : 40;
  unsigned long narrow : 32;
  struct Node *left, *right;
};
struct Query {
  unsigned long sum;
};

#pragma regtt traversal
static void visit(struct Query *q, const struct Node *n) {
  if (!n)
    return;
  q->sum += n->narrow; /* taken */
  /* expected-error@+1 {{'wide' is a bit-field that compilers do not agree on: wider than int in C, or packed across nine bytes [RTT2026]}} */
  q->sum += n->wide;
  visit(q, n->left);
  visit(q, n->right);
}

void run(struct Query *queries, struct Node *root) {
  int i;
#pragma regtt parallel
  for (i = 0; i < 10; ++i)
    visit(&queries[i], root);
}
