// Lambdas that refer to names of the node: a pointer into the array of nodes,
// the node's number; to a query that keeps a pointer, and to the iteration's
// number. What else changes such a variable is seen by the lambda.
//
// RUN: %serial %s -o %t.serial && %t.serial > %t.expected
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: env REGTT_TARGET=cpu %t.parallel > %t.output
// RUN: cmp %t.expected %t.output
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  double x;
  int id;
  std::vector<int> kids;
  const Node *left, *right; // the first two of them
};
struct Counter {
  double x;
  int hits;
};
struct Query {
  double x, nearest;
  const Node *best;
  int hits;
};

template <typename F> static void repeat(int times, F f) {
  for (int k = 0; k < times; ++k)
    f(k);
}

struct Weigh {
  const Node *of;
  double operator()(double d) const { return d * (of->id % 3); }
};

#pragma regtt traversal
static void count(Counter &q, int n, const std::vector<Node> &nodes, int depth,
                  int who, const short *widths) {
  const Node *node = &nodes[n];
  int seen = depth;
  repeat(node->id % 4, [&](int k) { q.hits += k + node->id % 3 + n % 2; });
  const auto note = [&](int by) {
    q.hits += (by + seen) & 3;
    seen += 2;
  };
  note(node->id);
  note(7);
  q.hits += seen;
  repeat(2, [&](int k) { q.hits += k * widths[who]; });
  for (size_t k = 0; k < nodes[n].kids.size(); ++k)
    count(q, nodes[n].kids[k], nodes, depth + 1, who, widths);
}

#pragma regtt traversal
static void find(Query &q, const Node *n) {
  if (!n)
    return;
  const Weigh weigh{n};
  const auto isFar = [&](double d) { return weigh(d) > 0.25; };
  const double d = (n->x - q.x) * (n->x - q.x);
  const auto keep = [&] {
    q.nearest = d;
    q.best = n;
  };
  if (!q.best || d < q.nearest)
    keep();
  repeat(2, [&](int k) { q.hits += isFar(d) + k; });
  find(q, n->left);
  find(q, n->right);
}

static int make(std::vector<Node> &nodes, int depth) {
  const int n = (int)nodes.size();
  nodes.push_back({rand() % 1000 / 1000.0, n, {}, nullptr, nullptr});
  for (int k = rand() % 4; depth > 0 && k > 0; --k) {
    const int kid = make(nodes, depth - 1);
    nodes[n].kids.push_back(kid);
  }
  return n;
}

int main() {
  srand(5);
  std::vector<Node> nodes;
  int root = 0;
  while (nodes.size() < 40) {
    nodes.clear();
    root = make(nodes, 6);
  }
  for (Node &n : nodes) {
    n.left = n.kids.size() > 0 ? &nodes[n.kids[0]] : nullptr;
    n.right = n.kids.size() > 1 ? &nodes[n.kids[1]] : nullptr;
  }
  static Counter counters[50];
  static Query queries[50];
  short at[50];
  const short *widths = at;
  for (int i = 0; i < 50; ++i) {
    counters[i].x = queries[i].x = rand() % 1000 / 1000.0;
    at[i] = (short)(rand() % 9);
  }
#pragma regtt parallel
  for (int i = 0; i < 50; ++i)
    count(counters[i], root, nodes, 0, i, widths);
#pragma regtt parallel
  for (int i = 0; i < 50; ++i)
    find(queries[i], &nodes[root]);
  for (int i = 0; i < 50; ++i)
    printf("%d %d %d %a\n", counters[i].hits, queries[i].hits,
           queries[i].best->id, queries[i].nearest);
}
