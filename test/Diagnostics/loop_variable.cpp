// A traversal that is handed the loop variable writes its own elements only,
// and gets the variable as it is.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

enum { K = 4 };
static int counts[1000], slices[K * 1000];
static int width = 3;

#pragma regtt traversal
static void refusedWrites(int i, const Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the traversal writes to 'counts', which the queries share [RTT2006]}}
  counts[i + 1]++;
  // expected-error@+1 {{the traversal writes to 'slices', which the queries share [RTT2006]}}
  slices[K * i + K] = 1;
  // expected-error@+1 {{the traversal writes to 'slices', which the queries share [RTT2006]}}
  slices[width * i] = 1;
  // expected-error@+1 {{the traversal writes to 'counts', which the queries share [RTT2006]}}
  counts[n->leaf] = i;
  refusedWrites(i, n->left);
}

#pragma regtt traversal
static void narrow(short i, const Node *n) {
  if (!n)
    return;
  // Two iterations may have one short.
  // expected-error@+1 {{the traversal writes to 'counts', which the queries share [RTT2006]}}
  counts[i]++;
  narrow(i, n->left);
}

#pragma regtt traversal
static void changed(int i, const Node *n) {
  if (!n)
    return;
  counts[0] += 0 * i; // expected-error {{the traversal writes to 'counts', which the queries share [RTT2006]}}
  changed(i + 1, n->left);
}

#pragma regtt traversal
static void accepted(int i, const Node *n) {
  if (!n)
    return;
  counts[i] += i;
  slices[K * i + K - 1] = n->leaf;
  slices[i * K]++;
  slices[n->leaf % 2 + (i * K + 1)] -= i;
  accepted(i, n->left);
}

void run(const Node *root, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    refusedWrites(i, root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    narrow(i, root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    changed(i, root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    accepted(i, root);
}
