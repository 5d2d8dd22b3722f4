// Structs with pointers that a traversal is handed and returns by value: what is
// refused, beside what is taken (Exec/pointers_in_values.c).
// RUN: regtt-cc --verify-diagnostics %s
struct Body;
struct Node {
  double mass;
  const Node *left, *right;
};
struct Body : Node {
  double out;
};

// Nothing is found by one.
struct Followed {
  const Body *self;
  double sum;
};
#pragma regtt traversal
static Followed follows(const Node *n, Followed s) {
  if (!n)
    return s;
  s.sum += n->mass * s.self->mass;
  s = follows(n->left, s);
  return follows(n->right, s);
}
static void runFollowed(Body *b, const Node *root) {
  Followed s = {b, 0};
  b->out = follows(root, s).sum; // expected-error {{the value that 'follows' returns is not kept: it is 'Followed', neither a number nor a struct of numbers [RTT2050]}}
}
void allFollowed(Body *bodies, int count, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    runFollowed(&bodies[i], root);
}

// What memory holds stays a pointer.
struct Held {
  const Body *self;
  double sum;
};
static Held begins[8];
#pragma regtt traversal
static Held holds(const Node *n, Held s) {
  if (!n)
    return s;
  if (n != s.self)
    s.sum += n->mass;
  s = holds(n->left, s);
  return holds(n->right, s);
}
static void runHeld(Body *b, int k, const Node *root) {
  Held s = begins[k % 8];
  s.self = b;
  b->out = holds(root, s).sum; // expected-error {{the value that 'holds' returns is not kept: it is 'Held', neither a number nor a struct of numbers [RTT2050]}}
}
void allHeld(Body *bodies, int count, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    runHeld(&bodies[i], i, root);
}

// Where a local lies is no number that lasts.
struct Local {
  const double *mark;
  double sum;
};
#pragma regtt traversal
static Local marks(const Node *n, Local s) {
  if (!n)
    return s;
  double here = n->mass;
  if (s.sum > 1)
    s.mark = &here; // expected-error {{where '&here' lies is not known to a traversal; compare pointers that data holds, or to the node, the query and elements of arrays [RTT2042]}}
  s = marks(n->left, s);
  if (s.mark == &here) // expected-error {{where '&here' lies is not known to a traversal; compare pointers that data holds, or to the node, the query and elements of arrays [RTT2042]}}
    s.sum += here;
  return marks(n->right, s);
}
static void runLocal(Body *b, const Node *root) {
  Local s = {nullptr, 0};
  b->out = marks(root, s).sum;
}
void allLocal(Body *bodies, int count, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    runLocal(&bodies[i], root);
}

// Those that are set and compared are numbers.
struct Compared {
  const Body *self;
  const Node *last = nullptr;
  double sum = 0;
};
#pragma regtt traversal
static Compared compares(const Node *n, Compared s) {
  if (n != s.self && s.last != n->left)
    s.sum += n->mass;
  s.last = n;
  if (n->left)
    s = compares(n->left, s);
  if (n->right)
    s = compares(n->right, s);
  return s;
}
static void runCompared(Body *b, const Node *root) {
  Compared s;
  s.self = b;
  b->out = compares(root, s).sum;
}
void allCompared(Body *bodies, int count, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    runCompared(&bodies[i], root);
}
