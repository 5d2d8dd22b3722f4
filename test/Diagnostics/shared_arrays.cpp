// Arrays that queries share: what is refused of them, beside what is taken.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <vector>

struct Vec {
  float x, y;
};
struct Item {
  float x;
  Vec *more;
  volatile int lock;
};
float fixed[1000];
float *numbers;
Item *items;
std::vector<Item> vector;
std::vector<bool> bits;
float **rows;

#pragma regtt traversal
static void visit(Query *q, Node *n, const Item *param) {
  if (!n)
    return;
  // Taken: the types or the clause say how many there are.
  q->best += fixed[n->leaf] + vector[n->leaf].x + items[n->leaf].x;
  q->best += param[n->leaf].x;
  const Item *p = &param[n->leaf];
  q->best += p->x + p[1].x;
  // expected-error@+1 {{the traversal writes to 'fixed', which the queries share [RTT2006]}}
  fixed[n->leaf] = q->best;
  // expected-error@+1 {{the traversal writes to 'items', which the queries share [RTT2006]}}
  items[n->leaf].x += 1;
  Item *e = &vector[n->leaf];
  // expected-error@+1 {{the traversal writes to 'vector', which the queries share [RTT2006]}}
  e->x = 1;
  // Taken: whether a pointer is null, and what it leads to.
  q->count += !items[n->leaf].more;
  q->best += items[n->leaf].more->x;
  // expected-error@+1 {{'items[n->leaf].lock' is volatile or atomic; its accesses cannot be moved to a device [RTT2025]}}
  q->count += items[n->leaf].lock;
  visit(q, n->left, param);
  visit(q, n->right, param);
}

#pragma regtt traversal
static void taken(Query *q, Node *n, const float (&row)[1000]) {
  if (!n)
    return;
  q->best += row[n->leaf];
  taken(q, n->left, row);
}

#pragma regtt traversal
static void unsized(Query *q, Node *n, const Item *other) {
  if (!n)
    return;
  // expected-error@+1 {{the extent of 'numbers' cannot be inferred; add 'copyin(numbers[0:COUNT])' to '#pragma regtt parallel' [RTT2015]}}
  q->best += numbers[n->leaf];
  // Said once for each array.
  q->best += numbers[n->leaf + 1];
  // expected-error@+1 {{the extent of 'some' cannot be inferred; add 'copyin(some[0:COUNT])' to '#pragma regtt parallel' [RTT2015]}}
  q->best += other[n->leaf].x;
  unsized(q, n->left, other);
}

void run(Query *queries, Node *root, Item *all, Item *some, int count) {
#pragma regtt parallel copyin(all[0 : count], items[0 : count + 1])
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root, all);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    unsized(&queries[i], root, some);
  // expected-error@+1 {{clause 'copyin' names 'missing', which is not the name of something visible at the loop [RTT1008]}}
#pragma regtt parallel copyin(fixed[0 : missing])
  for (int i = 0; i < 10; ++i)
    taken(&queries[i], root, fixed);
  // expected-error@+1 {{clause 'copyin' names 'fixed[1:count]', which is not of the form 'array[0:count]' [RTT1008]}}
#pragma regtt parallel copyin(fixed[1 : count])
  for (int i = 0; i < 10; ++i)
    taken(&queries[i], root, fixed);
  // expected-error@+1 {{clause 'copyin' names 'items', which is not an array that the traversal indexes [RTT1008]}}
#pragma regtt parallel copyin(items[0 : count])
  for (int i = 0; i < 10; ++i)
    taken(&queries[i], root, fixed);
  // Of several clauses, at the one that is wrong.
  // expected-error@+2 {{clause 'copyin' names 'items', which is not an array that the traversal indexes [RTT1008]}}
#pragma regtt parallel copyin(fixed[0 : count])                                \
    copyin(items[0 : count])
  for (int i = 0; i < 10; ++i)
    taken(&queries[i], root, fixed);
#pragma regtt parallel copyin(fixed[0 : count * 2])
  for (int i = 0; i < 10; ++i)
    taken(&queries[i], root, fixed);
  // expected-error@+1 {{clause 'copyout' names 'fixed', which is not an array that iterations write; 'copyin' is for those that they read [RTT1008]}}
#pragma regtt parallel copyout(fixed[0 : count * 2])
  for (int i = 0; i < 10; ++i)
    taken(&queries[i], root, fixed);
}
