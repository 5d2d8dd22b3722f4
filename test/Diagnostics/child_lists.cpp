// A list of children is visited in order by one loop.
// RUN: regtt-cc --verify-diagnostics %s
#include <vector>
struct Q {
  float x;
};
struct Node {
  float lo;
  std::vector<Node *> children;
  Node *extra;
  Node **some;
  Node *few[4];
  int num;
  int most(float x) const { return x < 1 ? num : 0; }
};

#pragma regtt traversal
static void onlyFirst(const Node *n, Q &q) {
  if (q.x < n->lo || n->children.empty())
    return;
  // expected-error@+1 {{the children in 'n->children' are not taken in order by one loop with one recursive call [RTT2033]}}
  onlyFirst(n->children[0], q);
}

#pragma regtt traversal
static void backwards(const Node *n, Q &q) {
  if (q.x < n->lo)
    return;
  // expected-error@+1 {{the number of recursive calls in this loop is not a constant [RTT2016]}}
  for (int i = int(n->children.size()) - 1; i >= 0; --i)
    backwards(n->children[i], q);
}

#pragma regtt traversal
static void mixed(const Node *n, Q &q) {
  if (q.x < n->lo)
    return;
  // expected-error@+1 {{children are in 'n->children' and elsewhere; a list of children must be the only one [RTT2034]}}
  for (const Node *c : n->children)
    mixed(c, q);
  if (n->extra) // expected-note {{and here is 'n->extra'}}
    mixed(n->extra, q);
}

#pragma regtt traversal
static void behindTheEnd(const Node *n, Q &q) {
  // expected-error@+1 {{the children in 'n->few' are not taken in order by one loop with one recursive call [RTT2033]}}
  if (q.x < n->lo || !n->few[3])
    return;
  for (int i = 0; i < n->num; ++i)
    if (n->few[i])
      behindTheEnd(n->few[i], q);
}

#pragma regtt traversal
static void mayThrow(const Node *n, Q &q) {
  if (q.x < n->lo)
    return;
  for (int i = 0; i < n->num; ++i)
    // expected-error@+1 {{call of 'at' is not taken inside a traversal: it throws where no element is, and that one always is there is not proved; write '[]' if it is [RTT2008]}}
    mayThrow(n->children.at(i), q);
}

#pragma regtt traversal
static void notFromTheFirst(const Node *n, Q &q) {
  if (q.x < n->lo)
    return;
  // expected-error@+2 {{pointer to the child is kept in 'k', which is changed in a way that is not followed [RTT2027]}}
  // expected-error@+1 {{a node's address as a value is not taken inside a traversal [RTT2004]}}
  for (Node *const *k = n->few + 1; k != n->few + 4; ++k)
    notFromTheFirst(*k, q);
}

#pragma regtt traversal
static void asTheQuerySays(const Node *n, Q &q) {
  if (q.x >= n->lo)
    // expected-error@+1 {{the children in 'n->some' are not taken in order by one loop with one recursive call [RTT2033]}}
    for (int i = 0; i < n->most(q.x); ++i)
      asTheQuerySays(n->some[i], q);
}

// Taken: the near misses.
#pragma regtt traversal
static void neverThrows(const Node *n, Q &q) {
  if (q.x < n->lo)
    return;
  for (std::size_t i = 0, e = n->children.size(); i != e; ++i)
    neverThrows(n->children.at(i), q);
}

#pragma regtt traversal
static void fromTheFirst(const Node *n, Q &q) {
  if (q.x < n->lo)
    return;
  for (Node *const *k = n->few; k != n->few + 4; ++k)
    if (*k)
      fromTheFirst(*k, q);
}

#pragma regtt traversal
static void inOrder(const Node *n, Q &q) {
  if (q.x < n->lo)
    return;
  for (int i = 0; i < n->num; ++i)
    inOrder(n->some[i], q);
}

void run(Node *root, Q *q) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    asTheQuerySays(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    onlyFirst(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    backwards(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    mixed(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    behindTheEnd(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    mayThrow(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    notFromTheFirst(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    neverThrows(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    fromTheFirst(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    inOrder(root, q[i]);
}
