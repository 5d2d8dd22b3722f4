// With one copy of each on the device, a write through the query would not be
// seen through the node or a shared object.
// RUN: regtt-cc --verify-diagnostics %s
struct Vec {
  float x, y;
};
struct Body {
  Vec pos, acc;
  int id, count;
};
struct Node {
  Vec pos;
  Body *body;
  Vec *corner;
  Node *left, *right;
};

#pragma regtt traversal
static void sameObject(Body *b, Node *n, const Body *first) {
  if (!n)
    return;
  // expected-note@+1 {{written here}}
  b->count++;
  // expected-error@+1 {{query field 'b->count' is written through the query and read through the node [RTT2013]}}
  if (n->body->count > 3)
    return;
  // expected-note@+1 {{written here}}
  b->id = 1;
  // expected-error@+1 {{query field 'b->id' is written through the query and read through an object that the queries share [RTT2029]}}
  if (first->id > 3)
    return;
  // expected-note@+1 {{written here}}
  b->acc.x += n->pos.x;
  // The body's acceleration may be what the corner points to.
  // expected-error@+1 {{query field 'b->acc.x' is written through the query and read through the node [RTT2013]}}
  b->acc.y += n->corner->x;
  sameObject(b, n->left, first);
  sameObject(b, n->right, first);
}

// Positions are read, accelerations written: both are Vecs.
#pragma regtt traversal
static void others(Body *b, Node *n, const Body *first) {
  if (!n || first->pos.x > 3)
    return;
  b->acc.x += n->pos.x + n->body->pos.x;
  others(b, n->left, first);
  others(b, n->right, first);
}

// The same, written as a whole: what it is made of is written.
#pragma regtt traversal
static void whole(Body *b, Node *n) {
  if (!n)
    return;
  const Vec sum = {b->acc.x + n->pos.x, b->acc.y + n->pos.y};
  // expected-note@+1 {{written here}}
  b->acc = sum;
  // expected-error@+1 {{query field 'b->acc' is written through the query and read through the node [RTT2013]}}
  if (n->corner->x > 3)
    return;
  whole(b, n->left);
  whole(b, n->right);
}
#pragma regtt traversal
static void wholeOthers(Body *b, Node *n) {
  if (!n)
    return;
  const Vec sum = {b->acc.x + n->pos.x, b->acc.y + n->body->pos.y};
  b->acc = sum;
  wholeOthers(b, n->left);
  wholeOthers(b, n->right);
}

void run(Body *bodies, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    sameObject(&bodies[i], root, &bodies[0]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    others(&bodies[i], root, &bodies[0]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    whole(&bodies[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    wholeOthers(&bodies[i], root);
}
