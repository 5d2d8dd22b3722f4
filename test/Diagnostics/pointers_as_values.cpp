// The node and the query have no address on a device.
// RUN: regtt-cc --verify-diagnostics %s
struct Query {
  float x;
  int count;
};
struct Node {
  float x;
  Query *point; // expected-note {{declared here}}
  Node *left, *right;
};

#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  // expected-error@+2 {{query pointer 'q' is used for more than its fields [RTT2019]}}
  // expected-error@+1 {{data of type 'Query *' cannot be copied to a device: 'point' [RTT2011]}}
  if (q != n->point)
    q->count++;
  // expected-error@+1 {{query pointer 'q' is used for more than its fields [RTT2019]}}
  if (!q)
    return;
  const Query *other = n->point;
  // expected-error@+1 {{node pointer 'other' is used for more than its children and null tests [RTT2018]}}
  if (other && other->x > q->x)
    return;
  Query *self = q;
  self->count++;
  visit(q, n->left);
  visit(q, n->right);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
}
