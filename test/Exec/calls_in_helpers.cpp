// Helpers that make the recursive calls: for the node of their caller, at its
// end and before more work, returning early and returning values; on nodes that
// they are handed, one or two, with and without a test; lambdas, member
// functions of node and walker, templates. One traversal for several loops.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "700 1" "1 2" "6 3" "3000 4" "0 5" "400 6 1"
// RUN: regtt-cc -O1 --target=cpu -DORDERED %s -o %t.ordered
// RUN: %serial -DORDERED %s -o %t.serial
// RUN: %same %t.serial %t.ordered static_ropes,autoropes "700 1" "0 2" "90 3 1"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/calls_in_helpers.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/calls_in_helpers.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/calls_in_helpers.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

struct Query {
  float at[2], best, sum;
  int count, depth, found;
  unsigned trace;
};

struct Node {
  float x[2], reach;
  int id, axis;
  bool leaf;
  Node *left, *right;
  Node *child[4];

  // Of the node itself, by a member function that is handed nothing else.
  void collect(Query &q) const;
  void below(Query &q, float weight) const;
};

static float squared(const Query &q, const Node *n) {
  const float dx = q.at[0] - n->x[0], dy = q.at[1] - n->x[1];
  return dx * dx + dy * dy;
}

// All of it in one order, for all variants.
static void children(Query &q, const Node *n);
#pragma regtt traversal
static void correlate(Query &q, const Node *n) {
  if (!n)
    return;
  if (squared(q, n) > q.best + n->reach)
    return;
  q.count += n->leaf;
  q.trace = q.trace * 31 + n->id;
  children(q, n);
}
static void children(Query &r, const Node *m) {
  r.sum += m->x[0];
  correlate(r, m->left);
  correlate(r, m->right);
}

#ifndef ORDERED
// Two ways on, by what the node is; a depth that grows in the helper.
static void visit(Query &q, const Node *n, int depth);
static void visitLeaf(Query &q, const Node *n, int depth) {
  q.depth = q.depth * 3 % 9973 + depth * n->id;
}
static void visitInner(Query &q, const Node *node, int level) {
  const float d = q.at[node->axis] - node->x[node->axis];
  const int n = level + 1; // another's name
  if (d < 0) {
    visit(q, node->left, n);
    q.trace += n;
    visit(q, node->right, n + 1);
  } else {
    visit(q, node->right, n);
    if (d < q.best)
      visit(q, node->left, level);
  }
  q.trace = q.trace * 7 + n;
}
#pragma regtt traversal
static void visit(Query &q, const Node *n, int depth) {
  if (n == nullptr)
    return;
  if (n->leaf)
    visitLeaf(q, n, depth);
  else
    visitInner(q, n, depth);
}

// Handed two nodes; the second under a condition. What it is handed is known
// under other names, twice.
static void nearest(Query &q, const Node *n);
static void both(Query &q, const Node *first, const Node *second, float d) {
  nearest(q, first);
  if (d * d < q.best)
    nearest(q, second);
}
#pragma regtt traversal
static void nearest(Query &q, const Node *n) {
  if (!n)
    return;
  const float d = q.at[n->axis] - n->x[n->axis];
  if (const float here = squared(q, n); here < q.best) {
    q.best = here;
    q.found = n->id;
  }
  if (d < 0)
    both(q, n->left, n->right, d);
  else
    both(q, n->right, n->left, d);
}

// A test and a call; a helper that returns early, with more to do after it.
static void around(Query &q, const Node *n, float r);
static void maybe(Query &q, const Node *n, float r) {
  if (n != nullptr && q.count < 4000)
    around(q, n, r);
}
static void some(Query &q, const Node *n, float r) {
  if (n->leaf) {
    q.trace ^= 5;
    return;
  }
  const int before = q.count;
  for (int k = 0; k < 4; ++k)
    maybe(q, n->child[k], r * 0.75f);
  if (q.count > before + 3) {
    q.trace++;
    return;
  }
  maybe(q, n->left, r);
}
#pragma regtt traversal
static void around(Query &q, const Node *n, float r) {
  q.count++;
  if (std::fabs(q.at[0] - n->x[0]) > r)
    return;
  some(q, n, r);
  q.trace = q.trace * 31 + q.count;
}

// Values: returned as they are, kept, tested; conversions.
static int height(Query &q, const Node *n);
static short ofLists(Query &q, const Node *n) {
  int most = 0;
  for (const Node *c : n->child) {
    const int here = height(q, c);
    if (here > most)
      most = here;
  }
  return short(most + 1);
}
static int ofTwo(Query &q, const Node *n) {
  if (n->leaf)
    return n->id % 3;
  const int l = height(q, n->left);
  if (l > 12)
    return l;
  return height(q, n->right) + 1;
}
#pragma regtt traversal
static int height(Query &q, const Node *n) {
  if (!n)
    return -2;
  q.count++;
  if (n->id % 4 == 0)
    return ofTwo(q, n);
  float most = ofLists(q, n);
  if (q.at[0] > n->x[0])
    most += ofTwo(q, n);
  return int(most) + (n->axis == 1);
}

// A struct that the helper changes a copy of; names in scopes of their own.
struct Range {
  float lo, hi;
};
static void within(Query &q, const Node *n, Range r);
static void narrow(Query &q, const Node *n, Range r) {
  const float k = n->x[1];
  {
    const float k = n->x[0];
    if (k > r.hi)
      return;
    if (n->id % 2)
      r.hi = k;
    else
      r.lo = k;
    q.sum += k;
  }
  q.sum -= k;
  within(q, n->left, r);
  within(q, n->right, Range{r.lo, k});
}
#pragma regtt traversal
static void within(Query &q, const Node *n, Range r) {
  if (!n || r.hi - r.lo < 0.01f)
    return;
  narrow(q, n, r);
  q.sum += r.lo * 2 + r.hi;
}

// Lambdas.
#pragma regtt traversal
static void lambdas(Query &q, const Node *n, int depth) {
  if (!n)
    return;
  const int next = depth + 1;
  const auto down = [&, next](const Node *c, int more) {
    if (!c)
      return;
    q.sum += depth;
    lambdas(q, c, next + more);
  };
  q.depth += n->id * depth;
  down(n->right, 0);
  for (const Node *c : n->child)
    down(c, n->axis);
  down(n->left, 1);
}

// Templates and a walker's member functions.
template <typename Scalar> struct Walker {
  Scalar bound;
  bool far(const Query &q, const Node *n) const {
    return squared(q, n) > bound + n->reach;
  }
#pragma regtt traversal
  void walk(Query &q, const Node *n, Scalar scale) const {
    if (!n || far(q, n))
      return;
    q.sum += scale * n->x[1];
    descend(q, n, scale);
  }
  void descend(Query &q, const Node *n, Scalar scale) const {
    if (scale < Scalar(0.01))
      return;
    walk(q, n->left, scale / 2);
    walk(q, n->right, scale * bound);
  }
  void run(std::vector<Query> &queries, const Node *root) const {
#pragma regtt parallel
    for (size_t i = 0; i < queries.size(); ++i)
      walk(queries[i], root, Scalar(1));
  }
};

#pragma regtt traversal
void Node::collect(Query &q) const {
  q.count += id % 3;
  below(q, 0.5f);
}
void Node::below(Query &q, float weight) const {
  q.sum = q.sum * weight + x[1];
  if (left)
    left->collect(q);
  if (right && q.count % 5 != 4)
    right->collect(q);
}
#endif

static std::deque<Node> nodes;
static Node *build(int count, int depth, bool clustered) {
  if (count <= 0)
    return nullptr;
  Node &n = nodes.emplace_back();
  n.id = int(nodes.size());
  n.axis = depth % 2;
  for (float &x : n.x)
    x = clustered ? 0.5f : float(nextFraction());
  n.reach = float(nextFraction());
  n.leaf = count == 1;
  const int part = (count - 1) / 6;
  n.left = build(count - 1 - 5 * part, depth + 1, clustered);
  n.right = build(part, depth + 1, clustered);
  for (Node *&child : n.child)
    child = build(part, depth + 1, clustered);
  return &n;
}

static void print(const std::vector<Query> &queries) {
  for (const Query &q : queries)
    std::printf("%a %a %d %d %d %u\n", q.best, q.sum, q.count, q.depth, q.found,
                q.trace);
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  Node *root = build(size, 0, argc > 3);
  std::vector<Query> queries(150);
  const auto reset = [&] {
    for (Query &q : queries)
      q = {
          {float(nextFraction()), float(nextFraction())}, 0.3f, 0, 0, 0, -1, 1};
  };
  reset();
#pragma regtt parallel
  for (size_t i = 0; i < queries.size(); ++i)
    correlate(queries[i], root);
  print(queries);
  // The same traversal from another loop, over others and what there is.
#pragma regtt parallel
  for (Query &q : queries)
    correlate(q, root);
  print(queries);
#ifndef ORDERED
  reset();
  const int n = int(queries.size());
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visit(queries[i], root, 1);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    nearest(queries[i], root);
  print(queries);
  reset();
  if (root) {
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      around(queries[i], root, 0.75f);
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      root->collect(queries[i]);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    queries[i].found = height(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    lambdas(queries[i], root, 0);
  print(queries);
  const Range all = {0, 1};
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    within(queries[i], root, all);
  Walker<float>{0.25f}.run(queries, root);
  Walker<double>{0.75}.run(queries, root);
  print(queries);
#endif
}
