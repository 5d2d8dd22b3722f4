// Of rows that iterations write, whose width is known when the loop runs: what
// stands beside the call is in the iteration's own row, or the loop is refused.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

#include <algorithm>

#pragma regtt traversal
static void lowest(const Node *n, float at, int k, float *row) {
  if (!n)
    return;
  const float d = n->x - at; // expected-note 2 {{read here}}
  if (d < row[k - 1])        // expected-note {{read here}}
    row[n->x < 0 ? 0 : k - 1] = d; // expected-note {{written here}}
  lowest(n->left, at, k, row);
  lowest(n->right, at, k, row);
}

#pragma regtt traversal
static void any(const Node *n, float at, int *counts) {
  if (!n)
    return;
  // expected-error@+1 {{the extent of 'counts' cannot be inferred; add 'extent(counts : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
  counts[n->x < at]++;
  any(n->left, at, counts);
  any(n->right, at, counts);
}

void taken(const Node *root, const float *at, int m, int k, float *rows,
           float *best) {
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    std::fill(&rows[i * k], &rows[i * k] + k, 1e30f);
    lowest(root, at[i], k, rows + i * k);
    best[i] = rows[i * k + k - 1];
  }
}

void beyond(const Node *root, const float *at, int m, int k, float *rows) {
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j <= k; ++j)
      // expected-error@+1 {{'rows[i * k + j]' is written before the call, where the call of an earlier iteration, or what follows that, may use it; write it in a loop of its own [RTT1120]}}
      rows[i * k + j] = 1e30f;
    lowest(root, at[i], k, rows + i * k);
  }
}

void neighbours(const Node *root, const float *at, int m, int k, float *rows,
                float *best) {
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    lowest(root, at[i], k, rows + i * k);
    // expected-error@+1 {{'rows[(i + 1) * k]' follows the call, but reads what the traversals of other iterations write [RTT1116]}}
    best[i] = rows[(i + 1) * k];
  }
}

void changed(const Node *root, const float *at, int m, int k, float *rows) {
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < k; ++j) {
      // expected-error@+1 {{'rows[i * k + j]' is written before the call, where the call of an earlier iteration, or what follows that, may use it; write it in a loop of its own [RTT1120]}}
      rows[i * k + j] = 1e30f;
      ++j;
    }
    lowest(root, at[i], k, rows + i * k);
  }
}

// Numbers that wrap around may come again.
void wrapping(const Node *root, const float *at, unsigned m, int k,
              float *rows) {
#pragma regtt parallel
  for (unsigned i = 0; i < m; ++i) {
    // expected-error@+1 {{'rows[i * k]' is written before the call, where the call of an earlier iteration, or what follows that, may use it; write it in a loop of its own [RTT1120]}}
    rows[i * k] = 0;
    lowest(root, at[i], k, rows + i * k);
  }
}

void unknown(const Node *root, const float *at, const int *first, int m,
             int *counts) {
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    any(root, at[i], counts + first[i]);
}
