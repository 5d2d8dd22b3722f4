// Functions that return children: what is looked through, and what is not.
// RUN: regtt-cc --verify-diagnostics %s
#include <vector>

struct Query {
  float x;
  int count, chosen;
};

class Node {
public:
  float split() const { return split_; }
  Node *left() const { return left_; }
  Node *child(int k) const { return kids_[k]; }
  Node *counted(int k) const {
    // expected-error@+1 {{the traversal writes to the tree: 'this->calls' [RTT2005]}}
    ++calls;
    return kids_[k];
  }
  Node *paired(int k) const { return kids_[2 * k]; }
  Node *side(bool k) const { return kids_[k]; }
  Node *logged(int k, int) const { return kids_[k]; }
  virtual Node *overridden() const { return left_; }
  // expected-note@+1 {{declared here}}
  Node *hidden() const;
  Node *parent() const { return left_->right_; }
  virtual ~Node() {}

private:
  mutable int calls = 0;
  float split_;
  Node *left_, *right_;
  Node *kids_[4];
};

struct Cell {
  float split;
  int left, right;
};
static std::vector<Cell> cells;
static int leftOf(int i) { return cells[i].left; }
static int leftOfLeft(int i) { return cells[cells[i].left].left; }
static int heapLeft(int i) { return 2 * i + 1; }
static int byQuery(int i, int k) { return 2 * i + k; }

#pragma regtt traversal
static void refused(Query &q, const Node *n) {
  if (!n)
    return;
  q.count += q.x < n->split();
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'n->counted(1)' [RTT2010]}}
  refused(q, n->counted(1));
  // Taken: a truth value is 0 or 1; what an argument changes, it changes first.
  refused(q, n->side(q.chosen));
  refused(q, n->logged(1, ++q.count));
  // Taken: which function is called is a matter of the node's class.
  refused(q, n->overridden());
  // expected-error@+1 {{'Node::hidden' is called, but its body is not visible [RTT2007]}}
  refused(q, n->hidden());
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'n->left_->right_' [RTT2010]}}
  refused(q, n->parent());
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'n->left_->left_' [RTT2010]}}
  refused(q, n->left()->left());
}

#pragma regtt traversal
static void numbers(Query &q, int i) {
  if (i < 0)
    return;
  q.count += q.x < cells[i].split;
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'leftOfLeft(i)' [RTT2010]}}
  numbers(q, leftOfLeft(i));
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'byQuery(i, q.chosen)' [RTT2010]}}
  numbers(q, byQuery(i, q.chosen));
}

// An index of any value; no end to it.
#pragma regtt traversal
static void unbounded(Query &q, int i) {
  if (i < 0)
    return;
  const Cell &c = cells[i];
  q.count += q.x < c.split;
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'c.left + q.chosen' [RTT2010]}}
  unbounded(q, c.left + q.chosen);
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'c.left + (q.chosen & 63)' [RTT2010]}}
  unbounded(q, c.left + (q.chosen & 63));
  int k = q.x > 1;
  k += k;
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'c.left + k' [RTT2010]}}
  unbounded(q, c.left + k);
  unbounded(q, c.left);
}

// The near misses.
#pragma regtt traversal
static void taken(Query &q, const Node *n) {
  if (!n)
    return;
  q.count += q.x < n->split();
  taken(q, n->left());
  taken(q, n->child(q.chosen));
  taken(q, n->paired(q.chosen));
  taken(q, n->side(q.chosen > 1));
  taken(q, n->logged(1, q.count));
}

#pragma regtt traversal
static void takenNumbers(Query &q, int i) {
  if (i < 0)
    return;
  q.count += q.x < cells[i].split;
  takenNumbers(q, leftOf(i));
}

#pragma regtt traversal
static void takenSums(Query &q, int i) {
  if (i < 0 || i > 99)
    return;
  q.count += q.x < cells[i].split;
  int k = q.x > 1;
  k += q.x > 2;
  takenSums(q, 40 * i + k);
  takenSums(q, 40 * i + 3 + (q.chosen & 15));
  takenSums(q, heapLeft(i));
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    refused(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    numbers(queries[i], 0);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    unbounded(queries[i], 0);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    taken(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenNumbers(queries[i], 0);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenSums(queries[i], 0);
}
