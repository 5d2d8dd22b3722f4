// Stretches of an array that iterations have for themselves, beside those that
// reach into the next one's, and those whose length is not known.
// RUN: regtt-cc --verify-diagnostics %s
struct Node {
  float x;
  const Node *left, *right;
};

#pragma regtt traversal
static void nearest(const Node *n, float x, float *best) {
  if (!n)
    return;
  // expected-note@+1 3 {{read here}}
  if (n->x - x < *best)
    *best = n->x - x;
  nearest(n->left, x, best);
  nearest(n->right, x, best);
}

void own(const Node *root, const float *x, int n, float *best) {
  int i;
#pragma regtt parallel
  for (int j = 0; j < n; j++) {
    for (i = 0; i < 4; i++)
      best[4 * j + i] = 1e30f;
    nearest(root, x[j], &best[4 * j]);
  }
}

void ofTheNext(const Node *root, const float *x, int n, float *best) {
  int i;
#pragma regtt parallel
  for (int j = 0; j < n; j++) {
    for (i = 0; i <= 4; i++)
      // expected-error@+1 {{'best[4 * j + i]' is written before the call}}
      best[4 * j + i] = 1e30f;
    nearest(root, x[j], &best[4 * j]);
  }
}

void changed(const Node *root, const float *x, int n, float *best) {
  int i;
#pragma regtt parallel
  for (int j = 0; j < n; j++) {
    int *const by = &i;
    for (i = 0; i < 4; i++) {
      *by += j == 3;
      // expected-error@+1 {{'best[4 * j + i]' is written before the call}}
      best[4 * j + i] = 1e30f;
    }
    nearest(root, x[j], &best[4 * j]);
  }
}

void fromTheLast(const Node *root, const float *x, int n, float *best) {
#pragma regtt parallel
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < 4; i++)
      // expected-error@+1 {{is written before the call}}
      best[4 * (n - 1 - j) + i] = 1e30f;
    nearest(root, x[j], &best[4 * j]);
  }
}
