// Casts of a node to a class derived from its own, which nothing of the node
// allows, or which leads elsewhere; each beside what is taken in
// Exec/derived_nodes.cpp.
// RUN: regtt-cc --verify-diagnostics %s

struct Query {
  float at;
  bool deep;
  int count;
};
struct Node {
  int kind;
  Node *left, *right;
};
struct Leaf : Node {
  int weight;
};
struct Tag {
  int number;
};
struct Tagged : Tag, Node {
  int weight;
};

// The query alone decides.
#pragma regtt traversal
static void byQuery(const Node *n, Query &q) {
  if (!n)
    return;
  if (q.deep)
    // expected-error@+1 {{nothing that the node holds says where it is of class 'Leaf'; test that, by the node alone, before the cast [RTT2064]}}
    q.count += static_cast<const Leaf *>(n)->weight;
  byQuery(n->left, q);
  byQuery(n->right, q);
}

// It is read ahead of the test.
#pragma regtt traversal
static void tooEarly(const Node *n, Query &q) {
  if (!n)
    return;
  // expected-error@+1 {{nothing that the node holds says where it is of class 'Leaf'; test that, by the node alone, before the cast [RTT2064]}}
  const int weight = static_cast<const Leaf *>(n)->weight;
  if (n->kind == 1)
    q.count += weight;
  tooEarly(n->left, q);
  tooEarly(n->right, q);
}

// Its part that is a node lies further on.
#pragma regtt traversal
static void second(const Node *n, Query &q) {
  if (!n)
    return;
  if (n->kind == 2) {
    // expected-error@+1 {{a pointer to what is not one object throughout is not taken inside a traversal [RTT2004]}}
    const Tagged *tagged = static_cast<const Tagged *>(n);
    q.count += tagged->weight;
  }
  second(n->left, q);
  second(n->right, q);
}

// A child is another node.
#pragma regtt traversal
static void ofChild(const Node *n, Query &q) {
  if (!n)
    return;
  if (n->left && n->left->kind == 1) {
    // expected-error@+1 {{a pointer to what is not one object throughout is not taken inside a traversal [RTT2004]}}
    const Leaf *leaf = static_cast<const Leaf *>(n->left);
    q.count += leaf->weight;
  }
  ofChild(n->left, q);
  ofChild(n->right, q);
}

void all(const Node *root, Query *queries, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    byQuery(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    tooEarly(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    second(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    ofChild(root, queries[i]);
}
