// A function that chooses a child tests and returns, and does nothing else.
// RUN: regtt-cc --verify-diagnostics %s
struct Q {
  float x;
  int hits;
};
static int calls;
struct Node {
  float split;
  Node *l, *r, *kid[4];
  Node *counting(float k) const {
    // expected-error@+1 {{the traversal writes to 'calls', which the queries share [RTT2006]}}
    ++calls;
    return k < split ? l : r;
  }
  Node *firstOf() const {
    for (Node *each : kid)
      if (each)
        return each;
    return l;
  }
  virtual Node *chosen(float k) const { return k < split ? l : r; }
  Node *near(float k) const {
    if (k < split)
      return l;
    return r;
  }
};

#pragma regtt traversal
static void effect(const Node *n, Q &q) {
  if (!n)
    return;
  // expected-error@+2 {{the child handed to the recursive call is not a child of the node: 'n->counting(q.x)' [RTT2010]}}
  ++q.hits;
  effect(n->counting(q.x), q);
}

#pragma regtt traversal
static void loops(const Node *n, Q &q) {
  if (!n)
    return;
  ++q.hits;
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'n->firstOf()' [RTT2010]}}
  loops(n->firstOf(), q);
}

#pragma regtt traversal
static void isVirtual(const Node *n, Q &q) {
  if (!n)
    return;
  ++q.hits;
  isVirtual(n->chosen(q.x), q);
}

// Taken: the argument has its effect before the function chooses.
#pragma regtt traversal
static void argumentWithEffect(const Node *n, Q &q) {
  if (!n)
    return;
  argumentWithEffect(n->near(float(q.hits++)), q);
}

// Taken, too.
#pragma regtt traversal
static void taken(const Node *n, Q &q) {
  if (!n)
    return;
  ++q.hits;
  taken(n->near(float(q.hits)), q);
}

void run(Node *root, Q *q) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    effect(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    loops(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    isVirtual(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    argumentWithEffect(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    taken(root, q[i]);
}

// Of nodes that are numbers, too, a function that goes on by itself is none.
struct Numbered {
  float x;
  int l, r;
};
static int lastSmaller(const Numbered *nodes, int i, float v) {
  int c = nodes[i].l;
  while (v > nodes[c].x && nodes[c].r > 0)
    c = nodes[c].r;
  return c;
}
static int nextOf(const Numbered *nodes, int i, float v) {
  if (v > nodes[i].x)
    return nodes[i].r;
  return nodes[i].l;
}
#pragma regtt traversal
static void goesOn(const Numbered *nodes, int i, float v, int *out) {
  if (nodes[i].l < 0) {
    *out += i;
    return;
  }
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'lastSmaller(nodes, i, v)' [RTT2010]}}
  goesOn(nodes, lastSmaller(nodes, i, v), v, out);
}
#pragma regtt traversal
static void chooses(const Numbered *nodes, int i, float v, int *out) {
  if (nodes[i].l < 0) {
    *out += i;
    return;
  }
  chooses(nodes, nextOf(nodes, i, v), v, out);
}
void numbers(const Numbered *nodes, int m, int n, const float *v, int *out) {
#pragma regtt parallel copyin(nodes[0 : m])
  for (int i = 0; i < n; ++i)
    goesOn(nodes, 0, v[i], &out[i]);
#pragma regtt parallel copyin(nodes[0 : m])
  for (int i = 0; i < n; ++i)
    chooses(nodes, 0, v[i], &out[i]);
}
