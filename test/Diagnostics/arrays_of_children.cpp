// Local arrays of children hold children.
// RUN: regtt-cc --verify-diagnostics %s
struct Q {
  float x;
  int side;
};
struct Node {
  float split;
  Node *l, *r;
};

#pragma regtt traversal
static void holdsNode(const Node *n, Q &q) {
  if (!n || q.x < n->split)
    return;
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'n' [RTT2010]}}
  const Node *two[2] = {n->l, n};
  holdsNode(two[0], q);
}

// Taken: a reference to an element is that element.
#pragma regtt traversal
static void referredTo(const Node *n, Q &q) {
  if (!n || q.x < n->split)
    return;
  Node *two[2] = {n->l, n->r};
  Node *&near = two[q.side];
  two[0] = two[1];
  referredTo(near, q);
}

#pragma regtt traversal
static void setToOther(const Node *n, Q &q) {
  if (!n || q.x < n->split)
    return;
  const Node *two[2] = {n->l, n->r};
  two[q.side] = n; // expected-error {{not a child of the node: 'n' [RTT2010]}}
  setToOther(two[0], q);
}

// Taken: the near miss.
#pragma regtt traversal
static void taken(const Node *n, Q &q) {
  if (!n || q.x < n->split)
    return;
  Node *two[2] = {n->l, n->r};
  Node *near = two[q.side];
  two[0] = two[1];
  taken(near, q);
}

void run(Node *root, Q *q) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    holdsNode(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    referredTo(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    setToOther(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    taken(root, q[i]);
}
