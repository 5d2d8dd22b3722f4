// A loop over siblings begins at the first, goes on by one step in each
// iteration, and nothing looks at its variable afterwards.
// RUN: regtt-cc --verify-diagnostics %s
struct Q {
  float x;
  int hits;
};
struct Node {
  float lo;
  int kind;
  Node *first, *next;
};

#pragma regtt traversal
static void lookedAtAfterwards(const Node *n, Q &q) {
  if (q.x < n->lo)
    return;
  const Node *c = n->first;
  while (c) {
    lookedAtAfterwards(c, q);
    if (q.hits > 5)
      break;
    // expected-error@+1 {{pointer to the child is kept in 'c', which is changed in a way that is not followed [RTT2027]}}
    c = c->next;
  }
  if (c)
    ++q.hits;
}

#pragma regtt traversal
static void steppedTwice(const Node *n, Q &q) {
  if (q.x < n->lo)
    return;
  const Node *c = n->first;
  while (c) {
    steppedTwice(c, q);
    if (q.hits > 5)
      // expected-error@+1 {{pointer to the child is kept in 'c', which is changed in a way that is not followed [RTT2027]}}
      c = c->next;
    // expected-error@+1 {{pointer to the child is kept in 'c', which is changed in a way that is not followed [RTT2027]}}
    c = c->next;
  }
}

#pragma regtt traversal
static void goesOnWithoutStep(const Node *n, Q &q) {
  if (q.x < n->lo)
    return;
  const Node *c = n->first;
  while (c) {
    if (q.hits++ < 5)
      continue;
    goesOnWithoutStep(c, q);
    // expected-error@+1 {{pointer to the child is kept in 'c', which is changed in a way that is not followed [RTT2027]}}
    c = c->next;
  }
}

#pragma regtt traversal
static void visitedAfterStep(const Node *n, Q &q) {
  if (q.x < n->lo)
    return;
  const Node *c = n->first;
  while (c) {
    // expected-error@+1 {{pointer to the child is kept in 'c', which is changed in a way that is not followed [RTT2027]}}
    c = c->next;
    visitedAfterStep(c, q);
  }
}

#pragma regtt traversal
static void onlySometimesSet(const Node *n, Q &q) {
  if (q.x < n->lo)
    return;
  const Node *c = nullptr;
  if (q.hits > 3)
    c = n->first;
  while (c) {
    onlySometimesSet(c, q);
    // expected-error@+1 {{pointer to the child is kept in 'c', which is changed in a way that is not followed [RTT2027]}}
    c = c->next;
  }
}

#pragma regtt traversal
static void walkedAgain(const Node *n, Q &q) {
  if (q.x < n->lo)
    return;
  const Node *c = n->first;
  for (int k = 0; k < 2; ++k)
    while (c) {
      walkedAgain(c, q);
      // expected-error@+1 {{pointer to the child is kept in 'c', which is changed in a way that is not followed [RTT2027]}}
      c = c->next;
    }
}

#pragma regtt traversal
static void furtherConditionOfDo(const Node *n, Q &q) {
  if (q.x < n->lo)
    return;
  const Node *c = n->first;
  if (c)
    do {
      furtherConditionOfDo(c, q);
      // expected-error@+1 {{pointer to the child is kept in 'c', which is changed in a way that is not followed [RTT2027]}}
      c = c->next;
    } while (c && q.hits < 9);
}

// Taken: the near miss.
#pragma regtt traversal
static void inOrder(const Node *n, Q &q) {
  if (q.x < n->lo)
    return;
  const Node *c = n->first;
  if (!c)
    ++q.hits;
  while (c && q.hits < 9) {
    if (q.hits++ == 5) {
      c = c->next;
      continue;
    }
    inOrder(c, q);
    c = c->next;
  }
}

void run(Node *root, Q *q) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    lookedAtAfterwards(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    steppedTwice(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    goesOnWithoutStep(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visitedAfterStep(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    onlySometimesSet(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    walkedAgain(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    furtherConditionOfDo(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    inOrder(root, q[i]);
}
