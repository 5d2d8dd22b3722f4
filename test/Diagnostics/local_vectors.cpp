// Which vectors that iterations make for themselves have one size, which is
// known before the calls are made.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

#include <utility>
#include <vector>

struct Sums {
  float sum = 1;
};

#pragma regtt traversal
static void collect(Query *q, const Node *n, std::vector<float> &found) {
  if (!n)
    return;
  found[n->x < q->x] += n->x;
  q->count++;
  collect(q, n->left, found);
  collect(q, n->right, found);
}

static int fewer(int n) { return n / 2; }

static void taken(Query *q, const Node *root) {
  std::vector<float> found(int(q->x) + 2);
  std::vector<float> other(found);
  other[0] += 1;
  collect(q, root, found);
  q->best = found[0] + other[0];
}

static void grown(Query *q, const Node *root) {
  // expected-error@+1 {{the container 'found' is not taken: its size changes [RTT2057]}}
  std::vector<float> found(2);
  collect(q, root, found);
  found.push_back(1); // expected-note {{here}}
  q->best = found[0];
}

static void more(std::vector<float> &v) {
  v.resize(9); // expected-note {{here}}
}
static void grownElsewhere(Query *q, const Node *root) {
  // expected-error@+1 {{the container 'found' is not taken: its size changes [RTT2057]}}
  std::vector<float> found(2);
  std::vector<float> &same = found;
  more(same);
  collect(q, root, found);
  q->best = found[0];
}

static void replaced(Query *q, const Node *root) {
  std::vector<float> other(3);
  // expected-error@+1 {{the container 'found' is not taken: it is set as a whole [RTT2057]}}
  std::vector<float> found(2);
  collect(q, root, found);
  found = other; // expected-note {{here}}
  q->best = found[0];
}

static void exchanged(Query *q, const Node *root) {

  std::vector<float> other(3);
  // expected-error@+1 {{the container 'found' is not taken: where it lies is kept, or handed on, in a way that is not followed [RTT2057]}}
  std::vector<float> found(2);
  collect(q, root, found);
  found.swap(other); // expected-note {{here}}
  q->best = found[0];
}

// As many as a call has counted.
static void counted(Query *q, const Node *root) {
  std::vector<float> found(2);
  collect(q, root, found);
  // expected-error@+1 {{the container 'rest' is not taken: how many elements it has is not known before the calls are made [RTT2057]}}
  std::vector<float> rest(q->count);
  q->best = found[0] + rest.size();
}

// Where there is none, nothing says how many.
static void guarded(Query *q, const Node *root) {
  if (int(q->x) == 0)
    return;
  // expected-error@+1 {{the container 'found' is not taken: how many elements it has is not known before the calls are made [RTT2057]}}
  std::vector<float> found(8 / int(q->x));
  collect(q, root, found);
  q->best = found[0];
}

static void made(Query *q, const Node *root) {
  std::vector<float> found(2);
  // expected-error@+1 {{the container 'sums' is not taken: what its elements begin with is not said; 'T(n, value)' says it [RTT2057]}}
  std::vector<Sums> sums(3);
  collect(q, root, found);
  q->best = found[0] + sums[1].sum;
}

static void listed(Query *q, const Node *root) {
  std::vector<float> found(2);
  // expected-error@+1 {{the container 'steps' is not taken: how many elements it has is not said where it is declared [RTT2057]}}
  std::vector<float> steps = {1, 2, 3};
  collect(q, root, found);
  q->best = found[0] + steps[1];
}

static void bits(Query *q, const Node *root) {
  std::vector<float> found(2);
  // expected-error@+1 {{the container 'seen' is not taken: its elements are single bits [RTT2057]}}
  std::vector<bool> seen(3);
  collect(q, root, found);
  seen[1] = found[0] > 3;
  q->best = seen[1];
}

static void all(Query *q, int n, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    taken(&q[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    grown(&q[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    grownElsewhere(&q[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    replaced(&q[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    exchanged(&q[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    counted(&q[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    guarded(&q[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    made(&q[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    listed(&q[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    bits(&q[i], root);
}

int main() { all(nullptr, fewer(0), nullptr); }
