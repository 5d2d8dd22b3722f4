// Functions that recurse through each other: two that alternate, by name and by
// template argument, three in a ring, with parameters of their own, in other
// orders and under other names; guards and work between the calls; values,
// other ones for null nodes; member functions of node and walker; nodes that
// are references and numbers; one that also calls itself.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "700 1" "1 2" "6 3" "3000 4" "0 5" "400 6 1"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/mutual_recursion.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/mutual_recursion.regtt.cu
// RUN: %compile_cuda -I%t.d %t.d/mutual_recursion.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

struct Query {
  float at[3], best;
  double sum;
  int count, found;
  unsigned trace;
};

struct Node {
  float x[3];
  int id;
  bool red;
  Node *left, *right, *pair[2];
  std::vector<Node *> moves;

  void even(Query &q) const;
  void odd(Query &q) const;
};

static float squared(const Query &q, const Node &n) {
  float d = 0;
  for (int k = 0; k < 3; ++k)
    d += (q.at[k] - n.x[k]) * (q.at[k] - n.x[k]);
  return d;
}

// Nearest neighbour, an axis a function.
static void searchY(const Node *node, Query &query);
#pragma regtt traversal
static void searchX(Query &q, const Node *n) {
  if (!n)
    return;
  q.count++;
  if (const float here = squared(q, *n); here < q.best) {
    q.best = here;
    q.found = n->id;
  }
  const float d = q.at[0] - n->x[0];
  searchY(d < 0 ? n->left : n->right, q);
  if (d * d < q.best)
    searchY(d < 0 ? n->right : n->left, q);
}
#pragma regtt traversal
static void searchY(const Node *node, Query &query) {
  if (node == nullptr)
    return;
  const float here = squared(query, *node), n = query.at[1] - node->x[1];
  if (here < query.best) {
    query.best = here;
    query.found = -node->id;
  }
  query.trace = query.trace * 31 + node->id;
  searchX(query, n < 0 ? node->left : node->right);
  query.trace++;
  if (n * n < query.best)
    searchX(query, n < 0 ? node->right : node->left);
  query.trace ^= node->id;
}

// The same by a template argument, in a ring of three.
#pragma regtt traversal
template <int Axis> static void search(Query &q, const Node &n) {
  constexpr int next = (Axis + 1) % 3;
  const float d = q.at[Axis] - n.x[Axis], here = squared(q, n);
  if (here < q.best) {
    q.best = here;
    q.found = n.id;
  }
  const Node *first = d < 0 ? n.left : n.right;
  const Node *second = d < 0 ? n.right : n.left;
  if (first)
    search<next>(q, *first);
  if (second && d * d < q.best)
    search<next>(q, *second);
}

// Parameters that only one of them has; one that also calls itself; a helper
// that both call for their own node.
static void black(Query &q, const Node *n, float scale, int depth);
static void red(Query &q, const Node *n);
static void either(Query &q, const Node *n, int depth) {
  if (n->right && n->right->red)
    red(q, n->right);
  else
    black(q, n->right, 0.5f, depth);
}
#pragma regtt traversal
static void red(Query &q, const Node *n) {
  if (!n)
    return;
  const int depth = n->id % 7; // another's parameter
  q.sum += n->x[0] * depth;
  if (q.sum > 40)
    return;
  black(q, n->left, q.at[0], depth);
  either(q, n, 1);
}
static void black(Query &q, const Node *n, float scale, int depth) {
  if (n == nullptr || depth > 9)
    return;
  q.sum += scale * n->x[1];
  if (n->left && n->left->red)
    red(q, n->left);
  else
    black(q, n->left, scale * 0.75f, depth + 1);
  q.sum -= depth;
  either(q, n, depth * 2);
}

// A game's tree: levels that choose the most and the least, each with a value
// of its own where there is nothing.
static int least(const Node *n, Query &q, int alpha, int beta);
#pragma regtt traversal
static int most(const Node *n, Query &q, int alpha, int beta) {
  if (!n)
    return -1000;
  q.count++;
  if (n->moves.empty())
    return n->id % 97 - int(q.at[0] * 50);
  int best = -500;
  for (const Node *c : n->moves) {
    best = std::max(best, least(c, q, alpha, beta));
    if (best >= beta)
      return best;
    alpha = std::max(alpha, best);
  }
  return best;
}
static int least(const Node *n, Query &q, int alpha, int beta) {
  if (!n)
    return 1000;
  q.count++;
  if (n->moves.empty())
    return n->id % 89 - int(q.at[1] * 50);
  int best = 500;
  for (const Node *c : n->moves) {
    best = std::min(best, most(c, q, alpha, beta));
    if (best <= alpha)
      return best;
    beta = std::min(beta, best);
  }
  return best;
}

// Children in fixed slots, in loops of other directions.
static void backwards(Query &q, const Node *n, int limit);
#pragma regtt traversal
static void forwards(Query &q, const Node *n, int limit) {
  q.trace = q.trace * 3 + n->id;
  for (int k = 0; k < 2; ++k)
    if (n->pair[k] && n->id % 5 < limit)
      backwards(q, n->pair[k], limit - k);
}
static void backwards(Query &q, const Node *n, int limit) {
  for (int k = 1; k >= 0; --k) {
    if (n->pair[k] && q.at[k] > n->x[k])
      forwards(q, n->pair[k], limit);
    q.trace ^= k + limit;
  }
}

// A value of each, in one expression; without effects.
static float rightOf(const Node *n, const Query &q);
#pragma regtt traversal
static float leftOf(const Node *n, const Query &q) {
  if (!n)
    return q.at[0];
  return n->x[0] > q.at[2] ? n->x[1]
                           : rightOf(n->left, q) * 0.5f + leftOf(n->right, q);
}
static float rightOf(const Node *n, const Query &q) {
  if (!n)
    return q.at[1];
  return leftOf(n->right, q) - n->x[2];
}

// The node's own member functions.
#pragma regtt traversal
void Node::even(Query &q) const {
  q.trace = q.trace * 3 + id;
  if (left)
    left->odd(q);
  if (right)
    right->odd(q);
}
void Node::odd(Query &q) const {
  q.trace = q.trace * 5 + unsigned(x[0] * 100);
  if (right && q.at[0] > x[0])
    right->even(q);
  if (left)
    left->even(q);
}

// Nodes that are numbers, in a walker's member functions.
struct Item {
  float x, y;
  int first, second;
};
class Walker {
public:
  explicit Walker(const std::vector<Item> &items) : items(items) {}
  void run(std::vector<Query> &queries, int root) {
#pragma regtt parallel
    for (size_t i = 0; i < queries.size(); ++i)
      across(root, queries[i], 1);
  }

private:
#pragma regtt traversal
  void across(int i, Query &q, int depth) {
    if (i < 0)
      return;
    q.sum += items[i].x * depth;
    if (q.at[0] < items[i].x) {
      down(items[i].first, q);
      down(items[i].second, q);
    } else {
      down(items[i].second, q);
      q.count++;
      if (q.sum < 30)
        across(items[i].first, q, depth + 1);
    }
  }
  void down(int at, Query &q) {
    if (at < 0)
      return;
    q.sum -= items[at].y;
    if (q.at[1] < items[at].y)
      across(items[at].first, q, 2);
    down(items[at].second, q);
  }

  const std::vector<Item> &items;
};

// Children by a formula.
static int leaves;
static float heap[4096];
static void odds(Query &q, int i);
#pragma regtt traversal
static void evens(Query &q, int i) {
  if (i >= leaves)
    return;
  q.sum += heap[i];
  odds(q, 2 * i + 1);
  odds(q, 2 * i + 2);
}
static void odds(Query &q, int i) {
  if (i >= leaves)
    return;
  if (heap[i] > q.at[0])
    q.count++;
  evens(q, 2 * i + 1);
  if (q.count % 3 != 2)
    evens(q, 2 * i + 2);
}

static std::deque<Node> nodes;
static Node *build(int count, bool clustered) {
  if (count <= 0)
    return nullptr;
  Node &n = nodes.emplace_back();
  n.id = int(nodes.size());
  n.red = nextNumber() % 3 == 0;
  for (float &x : n.x)
    x = clustered ? float(nextNumber() % 2) : float(nextFraction());
  const int part = nextNumber() % count;
  n.left = build(part, clustered);
  n.right = build(count - 1 - part, clustered);
  n.pair[0] = n.right;
  n.pair[1] = n.left;
  return &n;
}
static Node *game(int depth) {
  Node &n = nodes.emplace_back();
  n.id = nextNumber();
  n.red = false;
  n.left = n.right = n.pair[0] = n.pair[1] = nullptr;
  for (float &x : n.x)
    x = 0;
  for (int k = depth == 0 ? 0 : nextNumber() % 4; k-- > 0;)
    n.moves.push_back(game(depth - 1));
  return &n;
}

static void print(const std::vector<Query> &queries) {
  for (const Query &q : queries)
    std::printf("%a %a %d %d %u\n", q.best, q.sum, q.count, q.found, q.trace);
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  const bool clustered = argc > 3;
  Node *root = build(size, clustered);
  std::vector<Query> queries(150);
  const auto reset = [&] {
    for (Query &q : queries) {
      q = {{}, 10, 0, 0, 0, 1};
      for (float &x : q.at)
        x = clustered ? 0.5f : float(nextFraction());
    }
  };
  const int n = int(queries.size());
  reset();
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    searchX(queries[i], root);
  print(queries);
  // Entered by the other one.
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    searchY(root, queries[i]);
  print(queries);
  reset();
  if (root) {
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      search<1>(queries[i], *root);
    print(queries);
#pragma regtt parallel
    for (Query &q : queries)
      root->even(q);
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      forwards(queries[i], root, 4);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    red(queries[i], root);
  print(queries);
  Node *start = game(size == 0 ? 0 : 7);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    queries[i].found = most(start, queries[i], -2000, 2000);
  print(queries);
  std::vector<float> values(queries.size());
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    values[i] = leftOf(root, queries[i]);
  for (float value : values)
    std::printf("%a\n", value);
  std::vector<Item> items(size);
  for (int i = 0; i < size; ++i)
    items[i] = {float(nextFraction()), float(nextFraction()),
                2 * i + 1 < size ? 2 * i + 1 : -1,
                2 * i + 2 < size ? 2 * i + 2 : -1};
  Walker(items).run(queries, size > 0 ? 0 : -1);
  print(queries);
  leaves = std::min(size, 4096);
  for (float &value : heap)
    value = float(nextFraction());
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    evens(queries[i], 0);
  print(queries);
}
