// Records of more alignment than memory has by itself, in nodes, queries and
// values that are handed down; packs of parameters; a loop over trees whose method
// is the traversal.
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes 0 1 200
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

struct alignas(64) Box {
  float lo[8], hi[8];
};
struct Node {
  Box box;
  Node *l, *r;
};
struct Near {
  Box box;
  float at, sum;
};
template <class... T> static float total(T... terms) {
  return (terms + ... + 0);
}

#pragma regtt traversal
static void near(Near *q, const Node *n, Box within) {
  if (!n)
    return;
  if (n->box.lo[0] > q->at)
    q->box = n->box;
  const Box b = n->box;
  for (int k = 0; k < 8; ++k)
    q->sum += total(b.lo[k], (short)k, b.hi[k] * within.lo[k]);
  within.lo[1] = b.lo[1];
  near(q, n->l, within);
  near(q, n->r, within);
}

static float limit = -3.0f;
#pragma regtt traversal
static float value(float at, const Node *n) {
  if (!n)
    return std::fabs(limit);
  if (at < n->box.lo[0])
    return value(at, n->l);
  if (at > n->box.lo[0] + 10)
    return value(at, n->r);
  return n->box.hi[0];
}

struct Tree {
  const Node *root;
#pragma regtt traversal
  double predict(const Node *n, const float *x) const {
    if (!n)
      return 0.5;
    if (!n->l)
      return n->box.hi[1];
    return x[int(n->box.lo[0]) & 3] <= 0.25f * n->box.lo[1] ? predict(n->l, x)
                                                            : predict(n->r, x);
  }
};
struct Features {
  float x[4];
};

static std::deque<Node> pool;
static Node *build(int first, int last) {
  if (first >= last)
    return nullptr;
  const int middle = first + (last - first) / 2;
  Node *n = &pool.emplace_back();
  for (int k = 0; k < 8; ++k) {
    n->box.lo[k] = float(middle * 7 % 31 + k);
    n->box.hi[k] = float(middle + 2 * k);
  }
  n->l = build(first, middle);
  n->r = build(middle + 1, last);
  return n;
}

int main(int, char **argv) {
  const int n = std::atoi(argv[1]), size = 5 * n;
  Node *root = build(0, size), *other = build(3, size / 2);
  std::vector<Near> queries(n);
  for (int i = 0; i < n; ++i)
    queries[i].at = float(i);
  Box within = {};
  within.lo[2] = 0.5f;
#pragma regtt parallel
  for (size_t i = 0; i < queries.size(); ++i)
    near(&queries[i], root, within);
  for (const Near &q : queries)
    std::printf("%a %a\n", q.sum, q.box.lo[1]);

  std::vector<float> at(n), sums(n);
  for (int i = 0; i < n; ++i)
    at[i] = float(i * 13 % 50);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const float first = value(at[i], root);
    sums[i] = first + value(at[i] + 1, other);
  }
  for (float x : sums)
    std::printf("%a\n", x);

  const std::vector<Tree> trees{{root}, {other}, {nullptr}};
  std::vector<Features> rows(n);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 4; ++k)
      rows[i].x[k] = float(i * (k + 3) % 11);
  std::vector<double> out(n);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (const Tree &t : trees)
      sum += t.predict(t.root, rows[i].x);
    out[i] = sum;
  }
  for (double x : out)
    std::printf("%a\n", x);
}
