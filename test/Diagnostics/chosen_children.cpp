// Children chosen by data: what is followed of locals and of a switch, and what
// is not.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <utility>
#include <vector>

struct Cell {
  float x;
  int left, right;
};
static std::vector<Cell> cells;

// What decides is changed by visits: it is asked when they are done.
#pragma regtt traversal
static void switchedLate(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  switchedLate(q, n->left);
  switch (q->count) {
  case 1:
    switchedLate(q, n->right);
  }
}

#pragma regtt traversal
static void chosenLate(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  Node *next = n->left;
  chosenLate(q, next);
  if (q->count > 3)
    next = n->right;
  chosenLate(q, next);
}

#pragma regtt traversal
static void worksInSwitch(Query *q, Node *n) {
  if (!n)
    return;
  switch (n->leaf) {
  case 1:
    worksInSwitch(q, n->right);
    q->count++;
    break;
  default:
    worksInSwitch(q, n->left);
  }
}

#pragma regtt traversal
static bool worksInHead(Query *q, Node *n) {
  if (!n)
    return false;
  // expected-error@+1 {{a recursive call in the head of a loop is not carried by this version; make it in the loop's body [RTT2009]}}
  while (worksInHead(q, n->right))
    q->count++;
  return n->leaf;
}

// Another node than a child; a step that leads nowhere.
#pragma regtt traversal
static void elsewhere(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  Node *next = n->left;
  if (q->best > n->x)
    // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'n' [RTT2010]}}
    next = n;
  // expected-error@+1 {{pointer to the child is kept in 'next', which is changed in a way that is not followed [RTT2027]}}
  ++next;
  // Taken: another name for it.
  Node *&other = next;
  other = n->right;
  elsewhere(q, next);
}

#pragma regtt traversal
static void numbers(Query *q, int i) {
  if (i < 0)
    return;
  int near = cells[i].left;
  if (q->best > cells[i].x)
    // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'q->count' [RTT2010]}}
    near = q->count;
  numbers(q, near);
}

// Taken: a number that may be either child's is kept beside the child.
#pragma regtt traversal
static void asNumber(Query *q, int i) {
  if (i < 0)
    return;
  int near = cells[i].left, far = cells[i].right;
  if (q->best > cells[i].x)
    std::swap(near, far);
  q->count = near;
  asNumber(q, near);
  asNumber(q, far);
}

// Taken: the test is of what the local held before, and asks for no child.
#pragma regtt traversal
static void testedBefore(Query *q, int i) {
  q->best += cells[i].x;
  int near = cells[i].left;
  if (near >= 0) {
    near = cells[i].right;
    testedBefore(q, near);
  }
}

// The near misses.
#pragma regtt traversal
static void taken(Query *q, Node *n) {
  if (!n)
    return;
  Node *near = n->left, *far = n->right, *last = nullptr;
  if (q->best > n->x)
    std::swap(near, far);
  if (n->leaf > 2)
    last = n->right;
  taken(q, near);
  switch (n->leaf) {
  case 1:
    taken(q, far);
  }
  far = last; // what decided is the node
  if (q->count < 3)
    taken(q, far);
}

#pragma regtt traversal
static void takenNumbers(Query *q, int i) {
  q->best += cells[i].x;
  int near = cells[i].left, far = cells[i].right;
  if (q->best > cells[i].x) {
    const int t = near;
    near = far;
    far = t;
  }
  if (near >= 0)
    takenNumbers(q, near);
  if (!(far < 0))
    takenNumbers(q, far);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    switchedLate(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    chosenLate(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    worksInSwitch(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    worksInHead(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    elsewhere(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    numbers(&queries[i], 0);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    asNumber(&queries[i], 0);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    testedBefore(&queries[i], 0);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    taken(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenNumbers(&queries[i], 0);
}
