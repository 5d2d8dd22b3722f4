// Pointers to nodes that an iteration keeps: what is not done with them, beside
// what is (Exec/kept_nodes.cpp).
// RUN: regtt-cc --verify-diagnostics %s
struct Node {
  double x;
  int id;
  Node *left, *right;
};

// Nothing is visited by one.
#pragma regtt traversal
static void visits(const Node *n, int k, const Node *&best) {
  if (!n)
    return;
  if (n->id == k)
    best = n;
  visits(n->left, k, best);
  if (best)
    // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'best' [RTT2010]}}
    visits(best, k, best);
}

#pragma regtt traversal
static void visitsChild(const Node *n, int k, const Node *&best) {
  if (!n)
    return;
  if (n->id == k)
    best = n;
  visitsChild(n->right, k, best);
  if (best)
    // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'best->left' [RTT2010]}}
    visitsChild(best->left, k, best);
}

// Fields of its own are read, what they lead to is not.
#pragma regtt traversal
static void looksOn(const Node *n, int k, const Node *&best) {
  if (!n)
    return;
  if (n->id == k)
    best = n;
  // expected-error@+1 {{'best->left->x' reads through another node; that can be done where a field of the node leads to it, always the same one, and where it is a field of a child itself [RTT2012]}}
  if (best && best->left->x > 3)
    return;
  looksOn(n->right, k, best);
}

#pragma regtt traversal
static void writesShared(const Node *n, int k, const Node *&best) {
  if (!n)
    return;
  if (n->id == k)
    // expected-error@+1 {{the traversal writes to 'best', which the queries share [RTT2006]}}
    best = n;
  writesShared(n->left, k, best);
}

#pragma regtt traversal
static void taken(const Node *n, int k, const Node *&best) {
  if (!n)
    return;
  if (!best || best->id > n->id || best == n->left)
    best = n->id == k ? n->right : n;
  taken(n->left, k, best);
  taken(n->right, k, best);
}

// All iterations share it.
static const Node *last;

void loops(const Node *root, int *out, int count) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    const Node *best = nullptr;
    visits(root, i, best);
    out[i] = best ? best->id : 0;
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    const Node *best = nullptr;
    visitsChild(root, i, best);
    out[i] = best ? best->id : 0;
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    const Node *best = nullptr;
    looksOn(root, i, best);
    out[i] = best ? best->id : 0;
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    const Node *best = nullptr;
    taken(root, i, best);
    out[i] = best ? best->id : 0;
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    writesShared(root, i, last);
    out[i] = 1;
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    // expected-error@+1 {{pointer to the child is kept in 'best', which is changed in a way that is not followed [RTT2027]}}
    const Node *best = nullptr, *const *other = &best;
    taken(root, i, best);
    out[i] = *other ? 1 : 0;
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    const Node *best = nullptr;
    taken(root, i, best);
    // expected-error@+1 {{'best->left' reads through another node; that can be done where a field of the node leads to it, always the same one, and where it is a field of a child itself [RTT2012]}}
    best = best ? best->left : nullptr;
    out[i] = best ? 1 : 0;
  }
}
