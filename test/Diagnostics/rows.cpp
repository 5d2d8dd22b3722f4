// Rows of arrays that iterations share, and trees that an iteration chooses: what
// of them is refused, beside what is taken.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <vector>

#pragma regtt traversal
static void read(Query *q, const Node *n, const float *row) {
  if (!n)
    return;
  // expected-note@+1 {{written here}}
  q->count += row[q->count & 3] < n->x;
  read(q, n->left, row);
  read(q, n->right, row);
}

#pragma regtt traversal
// expected-error@+1 {{argument 'row' has type 'float *', which a rope cannot carry [RTT2022]}}
static void step(Query *q, const Node *n, const float *row) {
  if (!n)
    return;
  static const float zeros[4] = {};
  q->count += *row < n->x;
  step(q, n->left, n->x > 1 ? row + 1 : zeros);
}

struct Wide {
  float x;
  const float *at;
  const Wide *left;
};

#pragma regtt traversal
static void compare(Query *q, const Wide *n, const float *row) {
  if (!n || row == n->at)
    return;
  q->count += row[1] < n->x;
  compare(q, n->left, row);
}

int next();

void refused(Query *queries, const Node *root, const float *x, float *mine,
             const std::vector<float> &all, int n, int width) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{the extent of 'x' cannot be inferred; add 'copyin(x[0:COUNT])' to '#pragma regtt parallel' [RTT2015]}}
    read(&queries[i], root, &x[i * width]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{argument 'row' of the first call depends on the iteration or has an effect [RTT1107]}}
    read(&queries[i], root, &all[next() * width]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{'queries[i ^ 1].count' is evaluated before the traversals run, but reads what they write [RTT1114]}}
    read(&queries[i], root, &all[queries[i ^ 1].count * width]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    step(&queries[i], root, &all[i * width]);
}

void accepted(Query *queries, const Node *root, const float *x,
              const std::vector<float> &all, const int *order, int n, int width,
              const Node *const *trees, const Wide *wide) {
#pragma regtt parallel copyin(x[0 : n * width])
  for (int i = 0; i < n; ++i)
    read(&queries[i], root, &x[i * width]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const float *row = &all[order[i] * width];
    read(&queries[i], root, row);
  }
#pragma regtt parallel copyin(trees[0 : n])
  for (int i = 0; i < n; ++i)
    read(&queries[i], trees[i], all.data() + order[i] * width);
  // The address of a row is that of an element.
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    compare(&queries[i], wide, &all[i * width]);
}
