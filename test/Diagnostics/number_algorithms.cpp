// Algorithms of the library's are loops where it is seen how many numbers they
// go over; what they call is in applied_algorithms.cpp.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

#include <algorithm>
#include <numeric>

#pragma regtt traversal
static void between(Query *q, const Node *n, const float *first,
                    const float *last) {
  if (!n)
    return;
  // expected-error@+1 {{call of 'max_element' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  q->best += *std::max_element(first, last);
  between(q, n->left, first, last);
}

// The sum is rounded to what it begins with.
#pragma regtt traversal
static void rounded(Query *q, const Node *n) {
  if (!n)
    return;
  const float both[2] = {n->x, n->split};
  // expected-error@+1 {{call of 'accumulate' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  q->count += std::accumulate(both, both + 2, 0);
  // expected-error@+1 {{call of 'inner_product' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  q->best += std::inner_product(both, both + 2, both, 0.0);
  rounded(q, n->left);
}

#pragma regtt traversal
static void taken(Query *q, const Node *n) {
  if (!n)
    return;
  const float both[2] = {n->x, n->split};
  q->best += *std::max_element(both, both + 2);
  q->count += int(std::accumulate(both, both + 2, 0.0));
  q->best += std::inner_product(both, both + 2, both, 0.0f);
  taken(q, n->left);
}

void run(Query *queries, Node *root, const float *first, const float *last) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    between(&queries[i], root, first, last);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    rounded(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    taken(&queries[i], root);
}
