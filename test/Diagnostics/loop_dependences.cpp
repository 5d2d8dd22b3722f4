// Iterations that depend on each other are refused: what is evaluated ahead may
// not be what the traversals write, and objects are one iteration's each.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <vector>

#pragma regtt traversal
static void within(Node *n, float x, int depth, double *sum) {
  if (!n || n->x > x)
    return;
  // expected-note@+2 5 {{written here}}
  // expected-error@+1 {{the traversal writes to 'total', which the queries share [RTT2006]}}
  *sum += n->x * depth;
  within(n->left, x, depth, sum);
  within(n->right, x, depth, sum);
}

#pragma regtt traversal
static void search(Query *q, Node *n, float x, int depth) {
  if (!n || n->x > x)
    return;
  q->count += depth; // expected-note {{written here}}
  q->best = x;       // expected-note 2 {{written here}}
  search(q, n->left, x, depth);
  search(q, n->right, x, depth);
}

struct Sums {
  std::vector<double> own, others;
  double total;
};

void refused(Query *queries, Node *root, double *sums, double **where,
             Sums &all, int n) {
  // The result of the iteration before.
#pragma regtt parallel
  for (int i = 1; i < n; ++i)
    // expected-error@+1 {{'sums[i - 1]' is evaluated before the traversals run, but reads what they write [RTT1114]}}
    within(root, sums[i - 1], 1, &sums[i]);
#pragma regtt parallel
  for (int i = 1; i < n; ++i)
    // expected-error@+1 {{'queries[i - 1].best' is evaluated before the traversals run, but reads what they write [RTT1114]}}
    search(&queries[i], root, queries[i - 1].best, 1);
#pragma regtt parallel
  for (int i = 1; i < n; ++i) {
    const Query &last = queries[i - 1];
    // expected-error@+1 {{'last.best' is evaluated before the traversals run, but reads what they write [RTT1114]}}
    const float best = last.best;
    search(&queries[i], root, best * 2, 1);
  }
  // Counted up by all iterations before.
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{argument 'depth' of the first call depends on the iteration or has an effect [RTT1107]}}
    search(&queries[i], root, 1, queries[0].count);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{argument 'x' of the first call depends on the iteration or has an effect [RTT1107]}}
    within(root, sums[0], 1, &sums[i]);
#pragma regtt parallel
  for (int i = 1; i < n; ++i)
    // expected-error@+1 {{'all.own[i - 1]' is evaluated before the traversals run, but reads what they write [RTT1114]}}
    within(root, all.own[i - 1], 1, &all.own[i]);
  // Read by some iterations only: its place is not found where it is not read.
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{'*where[i]' is evaluated before the traversals run, but reads what they write [RTT1114]}}
    within(root, i % 2 ? *where[i] : 0, 1, &sums[i]);
#pragma regtt parallel
  // expected-error@+1 {{the loop's bound changes, or evaluating it has an effect [RTT1102]}}
  for (int i = 0; i < sums[0]; ++i)
    within(root, 1, 1, &sums[i]);
  // One object for all.
  double total = 0;
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    within(root, queries[i].x, 1, &total);
}

void accepted(Query *queries, Node *root, double *sums, double *others,
              Sums &all, int n) {
  double plain[10], apart[10];
  // Where a member of an object lies is known without looking there.
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    within(root, i % 2 ? all.total : 0, 1, &sums[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    within(root, sums[i], 1, &sums[i]);
#pragma regtt parallel
  for (int i = 1; i < n; ++i)
    search(&queries[i], root, queries[i - 1].x, 1);
#pragma regtt parallel
  for (int i = 1; i < n; ++i)
    within(root, others[i - 1], others[0], &sums[i]);
#pragma regtt parallel
  for (int i = 1; i < n; ++i)
    within(root, i % 2 ? all.others[i - 1] : 0, 1, &all.own[i]);
#pragma regtt parallel
  for (int i = 1; i < n; ++i)
    within(root, i % 2 ? apart[i - 1] : 0, 1, &plain[i]);
}
