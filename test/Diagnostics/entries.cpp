// Children beside other data that are not followed; each beside what is taken
// in Exec/entries.cpp.
// RUN: regtt-cc --verify-diagnostics %s
#include <vector>

struct Query {
  float at;
  int count;
};
struct Node;
struct Entry {
  float low, high;
  Node *child; // null in leaves
};
struct Packed {
  float low;
  union {
    Node *child;
    long id;
  };
};
struct Node {
  int level, count;
  std::vector<Entry> entries;
  std::vector<Packed> packed;
};

// One loop for leaves and others: a list of children ends with the last one.
#pragma regtt traversal
static void forAll(Query *q, const Node *n) {
  // expected-error@+1 {{children in 'n->entries' are looked at where no call follows, and may be none there: what the node holds says where calls do; have a loop of its own for nodes without children, and no test of children in it [RTT2065]}}
  for (unsigned i = 0; i < n->entries.size(); ++i)
    if (n->level > 0)
      forAll(q, n->entries[i].child);
    else
      q->count += n->entries[i].low < q->at;
}

// What may be a number in the same bytes.
#pragma regtt traversal
static void packed(Query *q, const Node *n) {
  if (n->level == 0)
    return;
  for (const Packed &e : n->packed)
    if (e.low < q->at)
      // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'e.child' [RTT2010]}}
      packed(q, e.child);
}

// A copy of an element has a pointer.
#pragma regtt traversal
static void copied(Query *q, const Node *n) {
  if (n->level == 0)
    return;
  for (unsigned i = 0; i < n->entries.size(); ++i) {
    // expected-error@+1 {{data of type 'Entry' cannot be copied to a device: 'n->entries[i]' [RTT2011]}}
    const Entry e = n->entries[i];
    if (e.low < q->at)
      copied(q, e.child);
  }
}

void run(Query *queries, int count, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    forAll(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    packed(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    copied(&queries[i], root);
}
