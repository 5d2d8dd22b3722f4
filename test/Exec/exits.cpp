// Effects before the truncation test, several exits, truncation in the caller,
// in the callee and in both; with work after the calls and without; the same
// traversal called from several loops.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "600 1" "1 2" "5 3" "3000 4" "0 5"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/exits.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/exits.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/exits.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

struct Node {
  float lo, hi, x;
  int kind;
  Node *left, *right;
};
struct Query {
  float at, reach, sum;
  int tested, entered, left, hits;
};

static bool far(const Query *q, const Node *n) {
  return q->at + q->reach < n->lo || q->at - q->reach > n->hi;
}

// In the callee, after an effect; a second exit below it.
#pragma regtt traversal
static void inCallee(Query *q, const Node *n) {
  q->tested++;
  if (far(q, n))
    return;
  q->entered++;
  if (n->kind == 3) {
    q->hits += n->x < q->at;
    return;
  }
  if (q->hits > 40) {
    q->left++;
    return;
  }
  if (n->left)
    inCallee(q, n->left);
  if (n->right)
    inCallee(q, n->right);
}

// In the caller: what is not entered is not counted.
#pragma regtt traversal
static void inCaller(Query *q, const Node *n) {
  q->entered++;
  q->sum += n->x;
  if (n->left && n->x > q->at - q->reach) {
    q->tested++;
    inCaller(q, n->left);
  }
  if (n->right && n->x < q->at + q->reach)
    inCaller(q, n->right);
}

// In both, with effects between the tests and after the calls.
#pragma regtt traversal
static void inBoth(Query *q, const Node *n) {
  if (!n)
    return;
  q->tested++;
  if (far(q, n)) {
    q->left++;
    return;
  }
  if (n->left && n->x > q->at - q->reach) {
    q->entered++;
    inBoth(q, n->left);
    q->reach *= 0.999f;
  } else {
    q->left += 2;
  }
  q->sum = q->sum * 0.5f + n->x;
  if (q->hits > 60)
    return;
  if (n->x < q->at + q->reach)
    inBoth(q, n->right);
  q->hits++;
}

static std::deque<Node> nodes;
static Node *build(int count, float lo, float hi) {
  if (count <= 0)
    return nullptr;
  Node &n = nodes.emplace_back();
  n.lo = lo;
  n.hi = hi;
  n.x = lo + (hi - lo) * float(nextFraction());
  n.kind = nextNumber() % 4;
  const int part = nextNumber() % count;
  n.left = build(part, lo, n.x);
  n.right = build(count - 1 - part, n.x, hi);
  return &n;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  Node *root = build(size, 0, 1);
  std::vector<Query> queries(200), others(50);
  for (auto *list : {&queries, &others})
    for (Query &q : *list)
      q = {float(nextFraction()), float(nextFraction()) * 0.3f, 0, 0, 0, 0, 0};
  const int n = int(queries.size());
  if (root) {
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      inCallee(&queries[i], root);
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      inCaller(&queries[i], root);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    inBoth(&queries[i], root);
#pragma regtt parallel
  for (Query &q : others)
    inBoth(&q, root);
  if (root && root->left) {
#pragma regtt parallel
    for (int i = n - 1; i >= 0; --i)
      inCallee(&queries[i], root->left);
  }
  for (const auto *list : {&queries, &others})
    for (const Query &q : *list)
      std::printf("%a %a %d %d %d %d\n", q.reach, q.sum, q.tested, q.entered,
                  q.left, q.hits);
}
