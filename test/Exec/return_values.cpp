// Values that traversals return: top-down, in tail calls; combined from several
// calls, in serial order; kept in locals, tested, under short circuits; a value
// for null nodes, returned for an empty tree as well; assigned to an array or
// to a field of the query.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "600 1" "1 2" "5 3" "3000 4" "0 5"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/return_values.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/return_values.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/return_values.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

struct Node {
  float key, weight;
  int id;
  bool marked;
  Node *left, *right;
  Node *child[3];
};
struct Query {
  float key, total, height;
  int visits, found;
  unsigned trace;
};

static int fallback = -7;

// Top-down: the value of the last call is the value.
#pragma regtt traversal
static int find(const Node *n, const Query *q) {
  if (!n)
    return -1;
  if (q->key == n->key)
    return n->id;
  return q->key < n->key ? find(n->left, q) : find(n->right, q);
}
#pragma regtt traversal
static int nearestBelow(const Node *n, const Query *q, int best) {
  if (q->key < n->key) {
    if (n->left)
      return nearestBelow(n->left, q, best);
    return best;
  }
  if (!n->right)
    return n->id;
  return nearestBelow(n->right, q, n->id);
}

// Combining, in floating point, in the order of the calls.
#pragma regtt traversal
static float sum(const Node *n, Query *q) {
  if (n == nullptr)
    return 0;
  if (n->weight > q->key)
    return n->weight * 0.5f;
  return sum(n->left, q) * 0.75f + sum(n->right, q) + n->weight;
}
#pragma regtt traversal
static int height(Query *q, Node *n) {
  if (!n)
    return fallback;
  int most = 0;
  for (int k = 0; k < 3; ++k) {
    int here = height(q, n->child[k]);
    if (here > most)
      most = here;
    if (most > 4 && n->marked)
      break;
  }
  return std::max(most, height(q, n->right)) + 1;
}

// Found as soon as one is found; a count beside the value.
#pragma regtt traversal
static bool any(Query *q, const Node *n) {
  if (!n)
    return false;
  q->visits++;
  if (n->key > q->key && n->marked)
    return true;
  if (any(q, n->left))
    return true;
  bool right = any(q, n->right);
  if (right)
    q->trace = q->trace * 31 + n->id;
  return right || any(q, n->child[1]);
}
#pragma regtt traversal
static bool all(Query *q, const Node *n) {
  return !n || ((n->weight < 0.99f || n->marked) && all(q, n->left) &&
                all(q, n->right));
}

// What the call itself is handed is read before it, whatever it changes.
#pragma regtt traversal
static double path(Query *q, const Node *n, float scale) {
  if (!n)
    return 0.25;
  q->visits++;
  q->height = q->height * 0.5f + n->weight;
  double so = n->key;
  so = so * 0.5 +
       path(q, q->visits % 3 == 0 ? n->left : n->right, scale + q->height);
  return so + scale;
}

static std::deque<Node> nodes;
static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  Node &n = nodes.emplace_back();
  n.id = int(nodes.size());
  n.key = float(nextFraction());
  n.weight = float(nextFraction());
  n.marked = nextNumber() % 5 == 0;
  const int part = (count - 1) / 4;
  n.left = build(count - 1 - 3 * part);
  n.right = build(part);
  for (Node *&child : n.child)
    child = nextNumber() % 4 == 0 ? nullptr : build(part / 2);
  return &n;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  Node *root = build(size);
  std::vector<Query> queries(200);
  std::vector<int> ids(queries.size(), 99);
  std::vector<float> sums(queries.size(), 99);
  std::vector<char> unused;
  const int n = int(queries.size());
  for (int i = 0; i < n; ++i)
    queries[i] = {float(nextFraction()), 0, 0, 0, 0, unsigned(i)};
  if (!nodes.empty())
    for (int i = 0; i < n; i += 2)
      queries[i].key = nodes[nextNumber() % nodes.size()].key;
  std::vector<double> paths(queries.size());
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    paths[i] = path(&queries[i], root, queries[i].key);
  for (int i = 0; i < n; ++i)
    std::printf("%a %d\n", paths[i], queries[i].visits);
  bool *flags = new bool[2 * n];
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    ids[i] = find(root, &queries[i]);
  for (int id : ids)
    std::printf("%d\n", id);
  if (root) {
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      ids[i] = nearestBelow(root, &queries[i], -1);
    for (int id : ids)
      std::printf("%d\n", id);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    sums[i] = sum(root, &queries[i]);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    queries[i].found = height(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    flags[i] = any(&queries[i], root);
  bool *others = flags + n;
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    others[i] = all(&queries[i], root);
  for (int i = 0; i < n; ++i)
    std::printf("%a %d %d %d %d %u\n", sums[i], queries[i].found, flags[i],
                others[i], queries[i].visits, queries[i].trace);
  delete[] flags;
}
