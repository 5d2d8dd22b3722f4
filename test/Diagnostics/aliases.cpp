// With one copy of each on the device, a write through the query would not be
// seen through a shared object, nor where linearising follows what is written.
// Data of nodes is watched when the loop runs (Exec/watched_nodes.cpp).
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
  b->count++;
  // Taken: it may be another body.
  if (n->body->count > 3)
    return;
  // expected-note@+1 {{written here}}
  b->id = 1;
  // expected-error@+1 {{query field 'b->id' is written through the query and read through an object that the queries share [RTT2029]}}
  if (first->id > 3)
    return;
  b->acc.x += n->pos.x;
  // Taken: the body's acceleration may be what the corner points to.
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

// A pointer that is kept and followed.
struct Link {
  float x;
  Link *to;
};
struct LinkNode {
  Link *link;
  LinkNode *left, *right;
};
#pragma regtt traversal
static void linked(Link *q, LinkNode *n) {
  if (!n)
    return;
  q->x += n->link->to->x;
  // expected-error@+1 {{query field 'q->to' is written through the query and followed through the node [RTT2013]}}
  q->to = n->link;
  linked(q, n->left);
  linked(q, n->right);
}
// Kept alone.
#pragma regtt traversal
static void kept(Link *q, LinkNode *n) {
  if (!n)
    return;
  q->x += n->link->x;
  q->to = n->link;
  kept(q, n->left);
  kept(q, n->right);
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

void run(Body *bodies, Node *root, Link *links, LinkNode *linkRoot) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    sameObject(&bodies[i], root, &bodies[0]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    others(&bodies[i], root, &bodies[0]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    linked(&links[i], linkRoot);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    kept(&links[i], linkRoot);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    wholeOthers(&bodies[i], root);
}
