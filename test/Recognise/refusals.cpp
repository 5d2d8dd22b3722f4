// What is wrong with a loop is said all at once, where it stands: what of the
// traversal was not lowered, and what is refused of the rest of it; clauses by
// what they would have named; a root by what changes it.
// RUN: regtt-cc --verify-diagnostics %s
struct Node {
  float x;
  Node *left, *right;
};
struct Query {
  float x;
  int count;
  float *last;
};
struct Shape {
  virtual int area() const { return 1; }
};
// expected-note@+1 {{declared here}}
int elsewhere(float x);
int several(int n, ...) { return n; }

static int helper(int n) {
  if (n > 3)
    // expected-error@+1 {{a throw is not taken inside a traversal [RTT2004]}}
    throw n;
  return n;
}

#pragma regtt traversal
static void visit(Query *q, Node *n, const Shape &shape) {
  if (!n)
    return;
  // expected-error@+1 {{new is not taken inside a traversal [RTT2004]}}
  int *p = new int(3);
  q->count += *p; // follows from that
  // expected-error@+1 {{call of 'Shape::area' is not taken inside a traversal: it is virtual, and its object is not the node [RTT2008]}}
  q->count += shape.area();
  // expected-error@+1 {{call of 'several' is not taken inside a traversal: it takes a variable number of arguments [RTT2008]}}
  q->count += several(1, 2);
  // expected-error@+1 {{the traversal writes to the tree: 'n->x' [RTT2005]}}
  n->x = 0;
  // expected-error@+1 {{'elsewhere' is called, but its body is not visible [RTT2007]}}
  q->count += elsewhere(n->x);
  q->count += helper(q->count);
  visit(q, n->left, shape);
  visit(q, n->right, shape);
}

#pragma regtt traversal
static void addresses(Query *q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{a node's address as a value is not taken inside a traversal [RTT2004]}}
  q->count += n->left - n->right;
  addresses(q, n->left);
  addresses(q, n->right);
}

#pragma regtt traversal
// expected-error@+1 {{the traversal has an effect on a null node [RTT2014]}}
static void countsFirst(Query *q, Node *n) {
  q->count++;
  // expected-note@+1 {{null is tested only here; test it first, or test the child before the call}}
  if (!n)
    return;
  countsFirst(q, n->left);
}

#pragma regtt traversal
static void taken(Query *q, const Node *n) {
  if (!n)
    return;
  q->count += n->x > q->x;
  taken(q, n->left);
  taken(q, n->right);
}

class Search {
public:
#pragma regtt traversal
  void within(Query *q, const Node *n) const {
    if (!n || n->x > radius || n->x < least)
      return;
    q->count++;
    within(q, n->left);
    within(q, n->right);
  }
  void run(Query *queries, const Node *root) const {
#pragma regtt parallel
    for (int i = 0; i < 10; ++i)
      within(&queries[i], root);
  }

private:
  friend void befriended(const Search &search, Query *queries, Node *root);
  float radius;
  static float least;
};

void befriended(const Search &search, Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    search.within(&queries[i], root);
}

void run(Query *queries, Node *root, const Shape &shape, Node **where) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root, shape);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    addresses(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    countsFirst(&queries[i], root);

  // expected-error@+1 {{clause 'private' names 'misspelt', which is not a variable from outside of the loop that the loop uses [RTT1008]}}
#pragma regtt parallel private(misspelt)
  for (int i = 0; i < 10; ++i)
    taken(&queries[i], root);
  int total = 0;
  const int one = 1; // expected-note {{declared here}}
  // expected-error@+1 {{clause 'firstprivate' names 'total', which an earlier clause names, too [RTT1013]}}
#pragma regtt parallel private(total) firstprivate(total)
  for (int i = 0; i < 10; ++i) {
    total = i;
    taken(&queries[i], root);
  }
  // expected-error@+1 {{clause 'reduction' names 'one', which is const [RTT1014]}}
#pragma regtt parallel reduction(+ : total, one)
  for (int i = 0; i < 10; ++i) {
    taken(&queries[i], root);
    total += one;
  }
  // expected-error@+1 {{clause 'reduction' names '<<:total', which is not of the form 'operator : variable'}}
#pragma regtt parallel reduction(<< : total)
  for (int i = 0; i < 10; ++i)
    taken(&queries[i + total], root);
  // expected-error@+1 {{clause 'resident' names 'age', which is not the name of something visible at the loop [RTT1008]}}
#pragma regtt parallel resident(root : age)
  for (int i = 0; i < 10; ++i)
    taken(&queries[i], root);

#pragma regtt parallel
  for (int i = 0; i < 10; ++i) {
    // expected-note@+1 {{read here}}
    taken(&queries[i], *where);
    // expected-error@+1 {{'*where' is written after the call, where a later iteration may read it; write it in a loop of its own [RTT1117]}}
    *where = root;
  }
#pragma regtt parallel
  for (int i = 0; i < 10; ++i) {
    // expected-error@+1 {{the tree's root 'root' depends on the iteration or has an effect [RTT1106]}}
    taken(&queries[i], root);
    // expected-note@+1 {{changed here}}
    root = nullptr;
  }
}
