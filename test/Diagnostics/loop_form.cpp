// Loops that are not counted loops with a fixed range.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <vector>

#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

int next();

void refused(Query *queries, Node *root, int n) {
#pragma regtt parallel
  // expected-error@+1 {{the loop is not of the form 'for (T i = first; i < last; ++i)' [RTT1101]}}
  for (int i = n; i > 0; --i)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+1 {{the loop is not of the form 'for (T i = first; i < last; ++i)' [RTT1101]}}
  for (int i = 0; i < n; i += 2)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+1 {{the loop is not of the form 'for (T i = first; i < last; ++i)' [RTT1101]}}
  for (int i = 0; n > i; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+1 {{the loop is not of the form 'for (T i = first; i < last; ++i)' [RTT1101]}}
  for (int i = 0;; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+1 {{the loop is not of the form 'for (T i = first; i < last; ++i)' [RTT1101]}}
  for (Query *q = queries; q < queries + n; ++q)
    visit(q, root);
#pragma regtt parallel
  // expected-error@+1 {{the loop is not of the form 'for (T i = first; i < last; ++i)' [RTT1101]}}
  for (int i = 0, k = 1; i < n; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+1 {{the loop's bound changes, or evaluating it has an effect [RTT1102]}}
  for (int i = 0; i < next(); ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  // expected-error@+1 {{the loop's bound changes, or evaluating it has an effect [RTT1102]}}
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

void accepted(std::vector<Query> &queries, Node *root, int first) {
#pragma regtt parallel
  for (int i = first; i < int(queries.size()); i++)
    visit(&queries[i], root);
#pragma regtt parallel
  for (std::size_t i = 0; i != queries.size(); i += 1)
    visit(&queries[i], root);
}
