// Several calls in the annotated loop's body: one feeds the next; the same
// function on several trees and several functions on one; work, conditions and
// locals between them; values in expressions; what follows the last call.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "500 8 1" "1 3 2" "0 4 3" "70 0 4" "900 11 5"
// RUN: env REGTT_VERIFY=1 REGTT_TARGET=cpu %t.parallel 300 7 8 > /dev/null
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/several_calls.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/several_calls.regtt.cu
// RUN: %compile_cuda -I%t.d %t.d/several_calls.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <queue>
#include <vector>

struct Vec {
  float x, y;
};
static Vec operator*(float s, const Vec &v) { return {s * v.x, s * v.y}; }

struct Node {
  Vec at;
  int id;
  const Node *left, *right;
};

struct Query {
  Vec at;
  float r, best;
  int count, nearest, kind;
  bool active, done;
};

static float distance(const Vec &a, const Vec &b) {
  return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

#pragma regtt traversal
static void count(Query *q, const Node *n) {
  if (!n)
    return;
  if (distance(q->at, n->at) < q->r)
    q->count++;
  count(q, n->left);
  count(q, n->right);
}

#pragma regtt traversal
static void search(const Node *node, Query *query) {
  if (!node)
    return;
  const float d = distance(query->at, node->at);
  if (d < query->best) {
    query->best = d;
    query->nearest = node->id;
  }
  const float side = query->at.x - node->at.x;
  search(side < 0 ? node->left : node->right, query);
  if (std::fabs(side) < query->best)
    search(side < 0 ? node->right : node->left, query);
}

#pragma regtt traversal
static int descend(const Node *n, const Vec &at, float scale) {
  if (!n)
    return -1;
  if (!n->left && !n->right)
    return n->id;
  return scale * at.x < n->at.x ? descend(n->left, at, scale)
                                : descend(n->right, at, scale);
}

#pragma regtt traversal
static void tally(const Node *n, float at, int depth, int *hits) {
  if (!n)
    return;
  *hits += n->at.x < at ? depth : 1;
  tally(n->left, at, depth + 1, hits);
  tally(n->right, at, depth + 1, hits);
}

#pragma regtt traversal
static int has(const Node *n, const Vec &at, int id) {
  if (!n || at.x > 2)
    return 0;
  return (n->id == id) + has(n->left, at, id) + has(n->right, at, id);
}

// One call feeds the next.
static void feeding(Query *queries, int n, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Query *q = &queries[i];
    count(q, root);
    q->r = std::fmin(q->r, 0.01f * q->count + 0.05f);
    q->best = q->r;
    search(root, q);
    if (q->nearest < 0) {
      q->r *= 2;
      count(q, root);
    }
  }
}

// Two trees, and what is done before and after.
static int trees(std::vector<Query> &queries, const Node *first,
                 const Node *second, std::vector<int> &out) {
  int sum = 0;
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i) {
    Query &q = queries[i];
    q.best = 9;
    search(first, &q);
    const int of = q.nearest;
    const float before = q.best;
    if (q.active)
      search(second, &q);
    else
      q.kind++;
    const int value = of + 3 * q.nearest + (before > q.best);
    out[i] = value;
    sum += value;
  }
  return sum;
}

// Under conditions, one in the other; iterations that make no call.
static void conditions(std::vector<Query> &queries, const Node *root,
                       const Node *other, std::vector<int> &out) {
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i) {
    Query &q = queries[i];
    if (!q.active) {
      out[i] = -5;
      continue;
    }
    if (q.kind > 1) {
      switch (q.kind) {
      case 2:
        count(&q, root);
        break;
      case 3:
        count(&q, other);
        [[fallthrough]];
      default:
        count(&q, root);
        q.count *= 2;
      }
      q.kind = 0;
    } else if (q.kind == 1) {
      count(&q, q.at.x < 0.5f ? root : other);
    }
  }
}

// An iteration that ends between its calls.
static void leaves(std::vector<Query> &queries, const Node *root) {
#pragma regtt parallel
  for (Query &q : queries) {
    count(&q, root);
    if (q.count > 20)
      continue;
    q.r += 0.1f;
    for (int k = 0; k < 3; ++k) {
      if (q.done)
        continue;
      count(&q, root);
      q.done = q.count > 30;
    }
    if (q.done)
      continue;
    q.kind = 7;
    search(root, &q);
  }
  // Other iterations do something else.
#pragma regtt parallel
  for (Query &q : queries) {
    if (q.kind == 7) {
      q.kind++;
      if (q.count > 90) {
        q.kind = 6;
        continue;
      }
      count(&q, root);
      if (q.count % 3 == 0)
        continue;
      q.r -= 0.05f;
      search(root, &q);
    } else {
      q.count--;
    }
  }
}

// Values, in declarations, expressions and conditions; locals that live across.
static void values(const std::vector<Query> &queries, const Node *root,
                   const Node *other, int *out) {
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const Query &q = queries[i];
    int a = descend(root, q.at, 1.0f);
    const Vec half = 0.5f * q.at;
    int b = descend(other, half, 1 + q.r);
    int steps = 0;
    while (steps < 4 && !has(root, q.at, a + steps))
      ++steps;
    if (steps < 3 && has(other, half, b) > 0)
      b += 1000;
    if (descend(root, Vec{q.at.y, q.at.x}, 2.0f) > 3)
      b -= 50;
    out[i] = a + 7 * b + 100000 * steps;
  }
}

// Results in locals, of the body and of the calls alone.
static void locals(const float *at, int n, const Node *root, const Node *other,
                   int *out) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int hits = i % 3;
    float x = at[i];
    tally(root, x, 1, &hits);
    for (int k = 0; k < hits % 4; ++k) {
      int inner = k;
      tally(k % 2 ? root : other, x, hits % 5, &inner);
      x += 0.01f * inner;
    }
    int last = 0;
    tally(other, x, 0, &last);
    out[i] = hits + last;
  }
}

// The k nearest of two trees.
struct Hit {
  float d;
  int id;
};
static bool operator<(const Hit &a, const Hit &b) { return a.d < b.d; }

#pragma regtt traversal bound(best : 6)
static void nearest(const Node *n, const Vec &at,
                    std::priority_queue<Hit> &best) {
  if (!n)
    return;
  const float d = distance(at, n->at);
  if (best.size() < 5) {
    best.push({d, n->id});
  } else if (d < best.top().d) {
    best.push({d, n->id});
    best.pop();
  }
  nearest(n->left, at, best);
  nearest(n->right, at, best);
}

static void queues(const std::vector<Query> &queries, const Node *root,
                   const Node *other) {
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i) {
    std::priority_queue<Hit> best;
    int t; // as a part of the type's name is spelled
    for (t = 0; t < 2; ++t)
      nearest(root, queries[i].at, best);
    nearest(other, queries[i].at, best);
    while (!best.empty()) {
      std::printf("%d ", best.top().id);
      best.pop();
    }
  }
  std::printf("\n");
}

// Functions that recurse through each other, and one more.
static void even(Query *q, const Node *n);
#pragma regtt traversal
static void odd(Query *q, const Node *n) {
  if (!n)
    return;
  q->count += 3;
  even(q, n->left);
  even(q, n->right);
}
#pragma regtt traversal
static void even(Query *q, const Node *n) {
  if (!n)
    return;
  q->count *= 2;
  q->count %= 1009;
  odd(q, n->right);
  odd(q, n->left);
}

static void mutual(std::vector<Query> &queries, const Node *root) {
#pragma regtt parallel
  for (Query &q : queries) {
    odd(&q, root);
    count(&q, root);
    even(&q, root);
  }
}

// A template, and member functions of the query and of its walker.
template <class T> struct Walker {
  const Node *root, *other;
  T scale;
  std::vector<T> *out;
#pragma regtt traversal
  void walk(const Node *n, T &sum) const {
    if (!n)
      return;
    sum += scale * n->at.y;
    walk(n->left, sum);
    walk(n->right, sum);
  }
  void run(std::size_t n) {
#pragma regtt parallel
    for (std::size_t i = 0; i < n; ++i) {
      T sum = 0;
      walk(root, sum);
      sum *= scale;
      walk(other, sum);
      (*out)[i] += sum;
    }
  }
};

static std::deque<Node> pool;
static const Node *build(int depth, float low, float high) {
  if (depth == 0 || (depth < 6 && nextNumber() % 6 == 0))
    return nullptr;
  const float middle = (low + high) / 2;
  Node &node = pool.emplace_back();
  node.id = static_cast<int>(pool.size()) % 400;
  node.at = {middle, static_cast<float>(nextFraction())};
  node.left = build(depth - 1, low, middle);
  node.right = build(depth - 1, middle, high);
  return &node;
}

int main(int argc, char **argv) {
  if (argc < 4)
    return 1;
  const int n = std::atoi(argv[1]), depth = std::atoi(argv[2]);
  numbersState = static_cast<unsigned long>(std::atoi(argv[3]));
  const Node *root = build(depth, 0, 1), *other = build(depth / 2, 0, 1);
  std::vector<Query> queries(n);
  std::vector<float> at(n);
  std::vector<int> out(n);
  for (Query &q : queries)
    q = {{static_cast<float>(nextFraction()),
          static_cast<float>(nextFraction())},
         0.3f,
         9,
         0,
         -1,
         nextNumber() % 6,
         nextNumber() % 3 != 0,
         false};
  for (float &x : at)
    x = static_cast<float>(nextFraction());
  const auto print = [&] {
    for (int i = 0; i < n; ++i)
      std::printf("%d %d %d %d %a %a\n", out[i], queries[i].count,
                  queries[i].nearest, queries[i].kind, queries[i].best,
                  queries[i].r);
  };
  feeding(queries.data(), n, root);
  print();
  std::printf("%d\n", trees(queries, root, other, out));
  print();
  conditions(queries, root, other, out);
  print();
  leaves(queries, root);
  print();
  values(queries, root, other, out.data());
  print();
  locals(at.data(), n, root, other, out.data());
  print();
  queues(queries, root, other);
  mutual(queries, root);
  print();
  std::vector<float> single(n);
  std::vector<double> precise(n);
  Walker<float>{root, other, 0.5f, &single}.run(single.size());
  Walker<double>{other, root, 0.25, &precise}.run(precise.size());
  for (int i = 0; i < n; ++i)
    std::printf("%a %a\n", single[i], precise[i]);
}
