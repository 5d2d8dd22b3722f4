// Loops over queries as `while`, and along lists: what is not the same each time
// that the loop is gone through.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

struct Link {
  float x;
  int count;
  Link *next, *prev;
};

#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

#pragma regtt traversal
static void search(Link *q, Node *n) {
  if (!n || n->x < q->x)
    return;
  q->count++; // expected-note {{written here}}
  search(q, n->left);
  search(q, n->right);
}

#pragma regtt traversal
static void unlink(Link *q, Node *n) {
  if (!n)
    return;
  if (n->x < q->x)
    // expected-note@+1 {{what leads on to the next iteration may be written here}}
    q->next = nullptr;
  unlink(q, n->left);
  unlink(q, n->right);
}

void counted(Query *queries, Node *root, int n, const int *kinds) {
  int i = 0;
#pragma regtt parallel
  // expected-error@+2 {{the loop is neither counted from one bound to another by a constant step nor over the elements of an array or a container of the library [RTT1101]}}
  // expected-note@+1 {{a loop without a variable that it counts}}
  while (i < n)
    visit(&queries[i++], root);
  // A `continue` passes the step over.
#pragma regtt parallel
  // expected-error@+2 {{the loop is neither counted from one bound to another by a constant step nor over the elements of an array or a container of the library [RTT1101]}}
  // expected-note@+1 {{a loop without a variable that it counts}}
  while (i < n) {
    if (kinds[i] == 0) {
      i += 1;
      continue;
    }
    visit(&queries[i], root);
    i += 1;
  }
  // Another name of it.
  int *also = &i;
#pragma regtt parallel
  // expected-error@+2 {{the loop is neither counted from one bound to another by a constant step nor over the elements of an array or a container of the library [RTT1101]}}
  // expected-note@+1 {{a loop without a variable that it counts}}
  while (i < n) {
    visit(&queries[*also], root);
    ++i;
  }
  int k = 0;
#pragma regtt parallel
  while (k < n) {
    visit(&queries[k], root);
    if (kinds[k] > 2)
      // expected-error@+1 {{it changes the loop's variable}}
      ++k;
    ++k;
  }
  int last = n;
#pragma regtt parallel
  // expected-error@+2 {{the loop is neither counted from one bound to another by a constant step nor over the elements of an array or a container of the library [RTT1101]}}
  // expected-note@+1 {{what an iteration adds to the variable}}
  while (k < last) {
    visit(&queries[k], root);
    ++k;
    --last;
  }
#pragma regtt parallel
  // expected-error@+2 {{the loop is neither counted from one bound to another by a constant step nor over the elements of an array or a container of the library [RTT1101]}}
  // expected-note@+1 {{a loop without a variable that it counts}}
  while (Query *q = k < n ? &queries[k] : nullptr) {
    visit(q, root);
    ++k;
  }
}

void linked(Link *first, Link *tail, Node *root, float least, long *sum) {
#pragma regtt parallel
  // expected-error@+1 {{the loop's bound changes, or evaluating it has an effect [RTT1102]}}
  for (Link *q = first; q; q = q->next)
    unlink(q, root);
#pragma regtt parallel
  // expected-error@+1 {{the loop's bound changes, or evaluating it has an effect [RTT1102]}}
  for (Link *q = first; q; q = q->next) {
    search(q, root);
    // expected-note@+1 {{what leads on to the next iteration may be written here}}
    tail->next = q;
  }
  // The other link is free.
#pragma regtt parallel
  for (Link *q = first; q; q = q->next) {
    search(q, root);
    q->prev = tail;
  }
#pragma regtt parallel
  // expected-error@+1 {{the loop's bound changes, or evaluating it has an effect [RTT1102]}}
  for (Link *q = first; q; q = q->next) {
    Link copy = *q;
    search(&copy, root);
    // expected-note@+1 {{what leads on to the next iteration may be written here}}
    *q = copy;
  }
#pragma regtt parallel
  // expected-error@+2 {{the loop is neither counted from one bound to another by a constant step nor over the elements of an array or a container of the library [RTT1101]}}
  // expected-note@+1 {{such an end of the loop}}
  for (Link *q = first; q && q->x > least; q = q->next)
    search(q, root);
#pragma regtt parallel
  // expected-error@+2 {{the loop is neither counted from one bound to another by a constant step nor over the elements of an array or a container of the library [RTT1101]}}
  // expected-note@+1 {{what an iteration adds to the variable}}
  for (Link *q = first; q; q = q->next->next)
    search(q, root);
  // Another element may be the next iteration's.
#pragma regtt parallel
  for (Link *q = first; q; q = q->next) {
    search(q, root);
    if (q->next)
      // expected-error@+1 {{'q->next->count' follows the call, but reads what the traversals of other iterations write [RTT1116]}}
      *sum += q->next->count;
  }
}

struct Limited {
  float x;
  int count;
  const int *by;
};

#pragma regtt traversal
static void add(Limited *q, Node *n) {
  if (!n || n->x < q->x)
    return;
  q->count += *q->by;
  add(q, n->left);
  add(q, n->right);
}

// What the loop counts is set when all is over, and not while traversals run.
void counterByAnotherName(Limited *queries, Node *root, int n) {
  int i, k;
  queries[0].by = &i;
#pragma regtt parallel
  // expected-note@+1 {{a variable that the loop declares has no other}}
  for (i = 0; i < n; ++i)
    // expected-error@+1 {{code in the loop's body is not taken: it may get at 'i', which the loop counts, by another name}}
    add(&queries[i], root);
#pragma regtt parallel
  for (k = 0; k < n; ++k)
    add(&queries[k], root);
}

// What ends a loop that counts in its test knows one value of its variable.
void countedAndCompared(Limited *queries, Node *root, int n) {
  int i = n, last;
#pragma regtt parallel
  // expected-error@+2 {{the loop is neither counted from one bound to another by a constant step nor over the elements of an array or a container of the library [RTT1101]}}
  // expected-note@+1 {{such an end of the loop}}
  while (i-- > i / 2)
    add(&queries[i], root);
#pragma regtt parallel
  // expected-error@+2 {{the loop is neither counted from one bound to another by a constant step nor over the elements of an array or a container of the library [RTT1101]}}
  // expected-note@+1 {{such an end of the loop}}
  while (1 + --i > 0)
    add(&queries[i], root);
#pragma regtt parallel
  // expected-error@+1 {{the loop's bound changes, or evaluating it has an effect [RTT1102]}}
  for (last = i + 2, i = 0; i < last; ++i)
    add(&queries[i], root);
#pragma regtt parallel
  for (last = n + 2, i = 0; i < last; ++i)
    add(&queries[i], root);
  i = n;
#pragma regtt parallel
  while (--i > n / 2)
    add(&queries[i], root);
}
