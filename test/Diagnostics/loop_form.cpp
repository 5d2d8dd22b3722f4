// Loops that are not counted loops with a fixed range.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <list>
#include <vector>

#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  q->count++; // expected-note {{written here}}
  visit(q, n->left);
  visit(q, n->right);
}

int next();
struct Pool {
  Query *begin(), *end();
};

void refused(Query *queries, Node *root, int n, std::list<Query> &list,
             std::vector<Query> &vector, Pool &pool) {
#pragma regtt parallel
  // expected-error@+2 {{the loop is neither counted from one bound to another by a constant step nor over the elements of an array or a container of the library [RTT1101]}}
  // expected-note@+1 {{such an end of the loop}}
  for (int i = n; i > 0; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+2 {{the loop is neither counted from one bound to another by a constant step nor over the elements of an array or a container of the library [RTT1101]}}
  // expected-note@+1 {{what an iteration adds to the variable}}
  for (int i = 0; i < n; i += n)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+2 {{the loop is neither counted from one bound to another by a constant step nor over the elements of an array or a container of the library [RTT1101]}}
  // expected-note@+1 {{such an end of the loop}}
  for (int i = 0;; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+2 {{the loop is neither counted from one bound to another by a constant step nor over the elements of an array or a container of the library [RTT1101]}}
  // expected-note@+1 {{such an end of the loop}}
  for (unsigned i = n; i >= 0; --i)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+2 {{the loop is neither counted from one bound to another by a constant step nor over the elements of an array or a container of the library [RTT1101]}}
  // expected-note@+1 {{what an iteration adds to the variable}}
  for (std::list<Query>::iterator q = list.end(); q != list.begin(); --q)
    visit(&*q, root);
  // Taken: forwards.
#pragma regtt parallel
  for (std::list<Query>::iterator q = list.begin(); q != list.end(); ++q)
    visit(&*q, root);
#pragma regtt parallel
  // expected-error@+2 {{the loop's bound changes, or evaluating it has an effect [RTT1102]}}
  // expected-note@+1 {{what 'Pool::begin' does is not known; call it ahead of the loop}}
  for (Query &q : pool)
    visit(&q, root);
#pragma regtt parallel
  for (Query &q : list) // taken
    visit(&q, root);
  // Changes to a copy are lost.
#pragma regtt parallel
  for (Query q : vector)
    // expected-error@+1 {{the query 'q' is not the element of an array at the loop variable [RTT1105]}}
    visit(&q, root);
#pragma regtt parallel
  // expected-error@+2 {{the loop is neither counted from one bound to another by a constant step nor over the elements of an array or a container of the library [RTT1101]}}
  // expected-note@+1 {{a variable of the head that changes}}
  for (int i = 0, k = n; i < k; ++i, --k)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+2 {{the loop's bound changes, or evaluating it has an effect [RTT1102]}}
  // expected-note@+1 {{what 'next' does is not known; call it ahead of the loop}}
  for (int i = 0; i < next(); ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+2 {{the loop's bound changes, or evaluating it has an effect [RTT1102]}}
  // expected-note@+1 {{what 'next' does is not known; call it ahead of the loop}}
  for (int i = next(); i < n; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+1 {{the loop's bound changes, or evaluating it has an effect [RTT1102]}}
  for (int i = 0; i < 2 * i; ++i)
    visit(&queries[i], root);
  // The traversal counts up what bounds the loop.
#pragma regtt parallel
  // expected-error@+1 {{the loop's bound changes, or evaluating it has an effect [RTT1102]}}
  for (int i = 0; i < queries[0].count; ++i)
    visit(&queries[i], root);
}

void accepted(std::vector<Query> &queries, std::vector<int> &order, Node *root,
              int first) {
#pragma regtt parallel
  for (int i : order)
    visit(&queries[i], root);
#pragma regtt parallel
  for (int i = first; i < int(queries.size()); i++)
    visit(&queries[i], root);
#pragma regtt parallel
  for (std::size_t i = 0; i != queries.size(); i += 1)
    visit(&queries[i], root);
#pragma regtt parallel
  for (int i = 0, n = first; n > i; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  for (unsigned i = first; i-- > 0;)
    visit(&queries[i], root);
#pragma regtt parallel
  for (int i = first; i >= 0; i -= 2)
    visit(&queries[i], root);
#pragma regtt parallel
  for (Query &q : queries)
    visit(&q, root);
#pragma regtt parallel
  for (auto q = queries.begin(); q != queries.end(); ++q)
    visit(&*q, root);
}
