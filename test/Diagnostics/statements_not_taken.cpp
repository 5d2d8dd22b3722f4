// What an operator cannot hold is refused by name, all of it in one run.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <initializer_list>
#include <typeinfo>

float table[4];
int order(const Query &q);

#pragma regtt traversal
static void visit(Query &q, Node *n, int depth) {
  if (!n)
    return;
  // expected-error@+1 {{a label is not taken inside a traversal [RTT2004]}}
again:
  q.count++;
  // expected-error@+1 {{a goto is not taken inside a traversal [RTT2004]}}
  goto again;
  // expected-error@+1 {{typeid is not taken inside a traversal [RTT2004]}}
  typeid(int);
  // expected-error@+1 {{new is not taken inside a traversal [RTT2004]}}
  int *p = new int;
  // expected-error@+1 {{a throw is not taken inside a traversal [RTT2004]}}
  throw 1;
  // expected-error@+1 {{a cast of a pointer is not taken inside a traversal [RTT2004]}}
  q.count += *(int *)&n->x;
  // expected-error@+1 {{a cast to a reference is not taken inside a traversal [RTT2004]}}
  q.count += reinterpret_cast<int &>(q.best);
  // expected-error@+1 {{a node's address as a value is not taken inside a traversal [RTT2004]}}
  q.count += n->left - n->right;
  // expected-error@+1 {{arithmetic in 'long double' is not taken inside a traversal [RTT2004]}}
  q.best += 0.1L * n->x;
  // expected-error@+1 {{arithmetic in 'long double' is not taken inside a traversal [RTT2004]}}
  q.best += (long double)n->x;
  float local[2] = {n->x, 0};
  float *moving = local;
  // expected-error@+1 {{'q.best' is one number, and the pointer to it is moved: what lies behind it in memory is not known to a traversal; make the numbers an array, or name them [RTT2058]}}
  moving = &q.best;
  // A function has an address: it is true.
  q.count += !order;
  // expected-error@+1 {{a pointer to what is not one object throughout is not taken inside a traversal [RTT2004]}}
  Query *other = depth > 1 ? &q : nullptr;

  // `moving` is moved, and so is what it leads to.
  ++moving;
  visit(q, n->left, depth + 1);
  visit(q, n->right, depth + 1);
}

// Taken: declarations in conditions, steps along an array, constants, `switch`,
// loops over arrays and lists.
#pragma regtt traversal
static void taken(Query &q, Node *n, int depth) {
  if (!n)
    return;
  while (int k = n->leaf) {
    q.count += k;
    if (q.count > 3)
      break;
  }
  switch (n->leaf) {
  case 1 ... 3:
    q.count++;
  }
  for (int x : {1, 2})
    q.count += x;
  float rows[2][2] = {}, *row = rows[0];
  int r = 0;
  for (float x : rows[r]) // The row is chosen once.
    r = x > 0;
  static int calls; // Nothing looks at it.
  if (int k = n->leaf)
    q.count += k + r;
  q.count += n->left == n->right;
  switch (n->leaf) {
  case 1:
  case 2:
    q.count++;
    break;
  default:
    q.count--;
  }
  for (float &x : rows[1])
    x = n->x + row[0];
  if (int k = n->leaf; k > 1)
    q.count += k;
  float local[2] = {n->x, 0};
  float *moving = local, *other = local;
  ++moving;
  if (n->leaf)
    other = &q.best;
  static const int step = 1;
  const float *still = &local[1];
  q.best += *moving + *still + *other;
  taken(q, n->left, depth + step);
  taken(q, n->right, depth + step);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(queries[i], root, 0);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    taken(queries[i], root, 0);
}
