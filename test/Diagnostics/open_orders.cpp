// Operands whose order C and C++ leave open, or in which g++ does not follow
// C++: refused where it can be seen, each beside something near that is taken.
// RUN: regtt-cc --verify-diagnostics %s
struct Query {
  int drawn, sum;
  int slots[4];
};
struct Node {
  Node *left, *right;
  int id, weight;
};
struct Box {
  int lo, hi, cells[2];
  int &operator[](int k) { return cells[k & 1]; }
};

static int draw(Query &q) { return ++q.drawn; }
static int mix(int a, int b) { return a * 7 + b; }
static int pick(Query &q, int k) { return q.slots[k & 3]++; }

#pragma regtt traversal
static void arguments(Query &q, const Node *n, int a, int b) {
  if (!n)
    return;
  q.sum += a - b;
  // expected-error@+2 {{'draw(q)' and 'draw(q)' are evaluated in an order that is open, or that compilers do not agree on, and one changes what the other looks at; assign their values to variables first [RTT2060]}}
  // expected-note@+1 {{the other one is here}}
  arguments(q, n->left, draw(q), draw(q));
  arguments(q, n->right, b, a);
}

#pragma regtt traversal
static void operands(Query &q, const Node *n) {
  if (!n)
    return;
  // expected-error@+2 {{'q.drawn * 3' and 'draw(q)' are evaluated in an order}}
  // expected-note@+1 {{the other one is here}}
  q.sum += q.drawn * 3 + draw(q);
  operands(q, n->left);
  operands(q, n->right);
}

// In a function that is called, and through a lambda.
static int twice(Query &q) {
  // expected-error@+2 {{'pick(q, 1)' and 'pick(q, 2)' are evaluated in an order}}
  // expected-note@+1 {{the other one is here}}
  return pick(q, 1) - pick(q, 2);
}
#pragma regtt traversal
static void called(Query &q, const Node *n) {
  if (!n)
    return;
  q.sum += twice(q);
  called(q, n->left);
  called(q, n->right);
}

#pragma regtt traversal
static void counted(Query &q, const Node *n) {
  if (!n)
    return;
  int k = n->id;
  const auto bump = [&k](int by) { return k += by; };
  // expected-error@+2 {{'bump(n->weight)' and 'bump(1)' are evaluated in an order}}
  // expected-note@+1 {{the other one is here}}
  q.sum += bump(n->weight) * bump(1);
  counted(q, n->left);
  counted(q, n->right);
}

// C++ has the right side first, g++ here the left one.
#pragma regtt traversal
static void assigned(Query &q, const Node *n) {
  if (!n)
    return;
  // expected-error@+2 {{'q.slots[q.drawn & 3]' and 'draw(q)' are evaluated in an order}}
  // expected-note@+1 {{the other one is here}}
  q.slots[q.drawn & 3] = draw(q);
  assigned(q, n->left);
  assigned(q, n->right);
}

// Another field, a local of the function that is called, an element of one, a
// comma, a condition: none of these can be seen.
static Box shrunk(const Box &box, int k) {
  Box half = box;
  (k ? half.lo : half.hi) = (box.lo + box.hi) / 2;
  half[k] = k;
  return half;
}
#pragma regtt traversal
static void taken(Query &q, const Node *n, int a, int b) {
  if (!n)
    return;
  const Box box{n->id, n->weight, {1, 2}};
  q.sum += mix(n->id, draw(q)) + n->weight * a - b;
  q.sum += shrunk(box, 0).hi * shrunk(box, 1).lo;
  q.sum += n->id > 3 ? draw(q) : q.drawn;
  q.slots[n->id & 3] = draw(q);
  q.slots[n->id & 3] += draw(q);
  int k = n->id & 1;
  q.slots[k++] = n->weight;
  const bool both = draw(q) > 2 && draw(q) < 9;
  taken(q, n->left, draw(q), n->weight);
  taken(q, n->right, b, both);
}

void run(Query *queries, int count, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    arguments(queries[i], root, 1, 2);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    operands(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    called(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    counted(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    assigned(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    taken(queries[i], root, 1, 2);
}
