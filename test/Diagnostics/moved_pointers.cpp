// A pointer to one number that is moved on to its neighbours: they are carried
// where a struct of values holds them all, and nothing is known of them else.
//
// RUN: regtt-cc --verify-diagnostics %s
struct Vec {
  float x, y, z;
};
struct Node {
  Vec at;
  float low, high;
  Node *left, *right;
};
struct Query {
  Vec at;
  float near, far;
  int count;
};

static float sum(const float *from) { return from[0] + from[1] + from[2]; }
static void add(float *to, float by) { *to += by; }

#pragma regtt traversal
void within(const Node *n, Query *q) {
  if (!n)
    return;
  const float *at = &n->at.x, *own = &q->at.x;
  for (int k = 0; k < 3; ++k)
    if (at[k] < own[k])
      return;
  add(&q->near, sum(&n->at.x)); // one number is written
  within(n->left, q);
  within(n->right, q);
}

#pragma regtt traversal
void between(const Node *n, Query *q) {
  if (!n)
    return;
  // expected-error@+1 {{'low' is one number, and the pointer to it is moved: what lies behind it in memory is not known to a traversal; make the numbers an array, or name them [RTT2058]}}
  const float *range = &n->low;
  for (int k = 0; k < 2; ++k)
    if (range[k] > q->at.x)
      q->count++;
  // expected-error@+1 {{'q->near' is one number, and the pointer to it is moved: what lies behind it in memory is not known to a traversal; make the numbers an array, or name them [RTT2058]}}
  q->count += sum(&q->near) > 1;
  between(n->left, q);
  between(n->right, q);
}

void run(const Node *root, Query *queries, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    within(root, &queries[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    between(root, &queries[i]);
}
