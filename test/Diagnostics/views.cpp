// What a struct that the body makes for a call may lead to: data that are there
// as long as the loop runs, and are each iteration's or the same for all.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

struct View {
  const float *data;
  int n;
};
struct Start {
  const Node *node;
  const float *data;
  int n;
};

#pragma regtt traversal extent(v.data : v.n)
static void taken(const Node *n, const View &v, int &count) {
  if (!n)
    return;
  // expected-note@+1 {{read here}}
  count += v.data[n->leaf & 1] < n->x;
  taken(n->left, v, count);
  taken(n->right, v, count);
}
#pragma regtt traversal extent(v.data : v.n)
static void byValue(const Node *n, View v, int &count) {
  if (!n)
    return;
  count += v.data[n->leaf & 1] < n->x;
  byValue(n->left, v, count);
  byValue(n->right, v, count);
}
#pragma regtt traversal extent(s.data : s.n)
static void starts(const Node *n, const Start &s, int &count) {
  if (!n || n == s.node)
    return;
  count += s.data[n->leaf & 1] < n->x;
  starts(n->left, s, count);
  starts(n->right, s, count);
}

template <class Number>
static void all(const Number *x, int *count, int m, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    const Number both[2] = {x[i], 3};
    const View v = {both, 2};
    // expected-error@+1 {{the address of 'both' is kept, but what stands before the calls runs for all iterations first, and 'both' ends with its iteration; keep a copy of its value, or have a variable for each iteration ahead of the loop [RTT1134]}}
    taken(root, v, count[i]);
  }
}

int main() {
  const Node *root = nullptr;
  const int m = 10;
  static float x[2 * m];
  static int count[m];
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    const View v = {&x[2 * i], 2};
    taken(root, v, count[i]);
  }
  float last[2 * m];
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    // expected-error@+1 {{'last[(i + 1) % m]' is written before the call, where the call of an earlier iteration, or what follows that, may use it; write it in a loop of its own [RTT1120]}}
    last[(i + 1) % m] = x[i];
    const View v = {&last[i], 2};
    taken(root, v, count[i]);
  }
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    const View v = {&x[2 * i], 2};
    // expected-error@+1 {{argument 'v' of the first call depends on the iteration or has an effect [RTT1107]}}
    byValue(root, v, count[i]);
  }
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    // expected-error@+1 {{a struct that holds a child is not taken inside a traversal [RTT2004]}}
    const Start s = {root, &x[2 * i], 2};
    starts(root, s, count[i]);
  }
  // expected-note@+1 {{in the instantiation 'all<float>'}}
  all(x, count, m, root);
}
