// Children are fields of the node, called as such, a constant number of times.
// RUN: regtt-cc --verify-diagnostics %s
struct Data {
  float x;
};
struct Node {
  float x;
  int num;
  Data *data;
  Node *left, *right, *parent;
  Node *child[4];
};
struct Wide {
  float x;
  Wide *beside;
  Wide *child[33];
};
struct Query {
  float x;
  int count;
};
Node *lookUp(int i);

#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{'n->child[q->count & 3]->x' reads through another node; that can be done where a field of the node leads to it, always the same one, and where it is a field of a child itself [RTT2012]}}
  q->x += n->child[q->count & 3]->x;
  q->x += n->left->right->x + n->parent->x;
  Node *changed = n->left;
  Node *uninitialised;
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'uninitialised' [RTT2010]}}
  visit(q, uninitialised);
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'n->left->right' [RTT2010]}}
  changed = n->left->right;
  // expected-error@+1 {{pointer to the child is kept in 'changed', which is changed in a way that is not followed [RTT2027]}}
  changed += q->count;
  // expected-error@+1 {{a node's address as a value is not taken inside a traversal [RTT2004]}}
  q->count += changed < n->right;
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'n->left->right' [RTT2010]}}
  visit(q, n->left->right);
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'n' [RTT2010]}}
  visit(q, n);
  visit(q, n->right);
}

#pragma regtt traversal
static void loops(Query *q, Node *n) {
  q->count++;
  for (int i = 0; i < n->num; ++i) // alone it would be taken
    loops(q, n->child[i]);
  int k = 0;
  // expected-error@+1 {{the number of recursive calls in this loop is not a constant [RTT2016]}}
  while (k < 4)
    loops(q, n->child[k++]);
  // expected-error@+1 {{the number of recursive calls in this loop is not a constant [RTT2016]}}
  for (int i = 0; i < 4; ++i) {
    loops(q, n->child[i]);
    ++i;
  }
  // expected-error@+1 {{the number of recursive calls in this loop is not a constant [RTT2016]}}
  for (k = q->count; k < 4; ++k)
    loops(q, n->child[k]);
  // expected-error@+1 {{the number of recursive calls in this loop is not a constant [RTT2016]}}
  for (k = 0; k < 4; ++k) {
    loops(q, n->child[k]);
    k++;
  }
}

#pragma regtt traversal
// expected-error@+1 {{node pointer 'n->beside' is used for more than its children and null tests [RTT2018]}}
static void beside(Query *q, Wide *n) {
  if (!n)
    return;
  const Wide *near = q->count ? n->child[0] : n->child[1];
  // expected-note@+1 {{no call follows it}}
  if (near == n->beside)
    q->count++;
  beside(q, n->child[0]);
}

#pragma regtt traversal
static void upwards(Query *q, Node *n) {
  if (!n)
    return;
  if (n->parent && !n->data)
    q->count++;
  upwards(q, n->left);
}

#pragma regtt traversal
// expected-error@+1 {{the traversal has 33 child slots; at most 32 are carried [RTT2024]}}
static void wide(Query *q, Wide *n) {
  q->count++;
  for (int i = 0; i < 33; ++i)
    if (n->child[i])
      wide(q, n->child[i]);
}

#pragma regtt traversal
static void accepted(Query *q, Node *n) {
  if (!n)
    return;
  q->x += n->data->x;
  Node *near = q->x < n->x ? n->left : n->right;
  Node *const far = near == n->left ? n->right : n->left;
  if (q->count > 3)
    near = n->child[0];
  accepted(q, near);
  if (far)
    accepted(q, far);
  for (int i = 1; i <= 3; ++i)
    accepted(q, n->child[i]);
  int k;
  for (k = 0; k < 2; k++)
    accepted(q, n->child[k]);
  accepted(q, n->child[n->num]);
}

// As many as the node says, in another order than a list has: what is behind them
// may be anything.
#pragma regtt traversal
static void backwards(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  // expected-error@+1 {{the number of recursive calls in this loop is not a constant [RTT2016]}}
  for (int i = n->num - 1; i >= 0; --i)
    backwards(q, n->child[i]);
}
#pragma regtt traversal
static void stepped(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  int i = 0;
  // expected-error@+1 {{the number of recursive calls in this loop is not a constant [RTT2016]}}
  while (i < n->num)
    stepped(q, n->child[i++]);
}
#pragma regtt traversal
static void takenBackwards(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  for (int i = 3; i >= q->count % 4; --i)
    takenBackwards(q, n->child[i]);
}

void run(Query *queries, Node *root, Wide *wideRoot) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    backwards(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    stepped(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenBackwards(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    loops(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    upwards(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    beside(&queries[i], wideRoot);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    wide(&queries[i], wideRoot);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    accepted(&queries[i], root);
}
