// Children in the entries of an array, which may hold anything where the node
// does not say that they hold a node.
// RUN: regtt-cc --verify-diagnostics %s

struct Query {
  float at;
  int count;
};
struct Node;
struct Entry {
  float low, high;
  Node *child; // In leaves a number instead.
};
struct Node {
  int level, count;
  Entry entries[4];
  Node *left, *right;
};

// Nothing asks whether the entry holds a node.
#pragma regtt traversal
static void unasked(Query *q, Node *n) {
  for (int i = 0; i < 4; ++i)
    // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'n->entries[i].child' [RTT2010]}}
    unasked(q, n->entries[i].child);
}

// The level is asked after what the entry holds has been followed.
#pragma regtt traversal
static void askedLate(Query *q, Node *n) {
  for (int i = 0; i < n->count; ++i)
    // expected-error@+1 {{'n->entries[i].child->count' reads through another node; that can be done where a field of the node leads to it, always the same one, and where it is a field of a child itself [RTT2012]}}
    if (n->entries[i].child->count > 0 && n->level > 0)
      askedLate(q, n->entries[i].child);
}

// Whether the entry holds anything does not say that it is a node.
#pragma regtt traversal
static void askedAlone(Query *q, Node *n) {
  for (int i = 0; i < 4; ++i)
    // expected-error@+1 {{'n->entries[i].child' reads through another node; that can be done where a field of the node leads to it, always the same one, and where it is a field of a child itself [RTT2012]}}
    if (n->entries[i].child && n->entries[i].low < q->at)
      askedAlone(q, n->entries[i].child);
}

void run(Query *queries, int count, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    unasked(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    askedLate(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    askedAlone(&queries[i], root);
}
