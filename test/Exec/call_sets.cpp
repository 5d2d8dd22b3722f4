// Which children are called, and in which order: both ways round, chosen by
// data, one at most, with locals that hold links, loops that skip and stop.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "500 1" "1 2" "2 3" "3000 4"
// RUN: env REGTT_TARGET=cpu REGTT_LOG=info %t.parallel 100 2>&1 | FileCheck %s
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <deque>

struct Node {
  float x;
  int tag, axis;
  Node *left, *right;
  Node *child[4];
};
struct Query {
  float x[2];
  unsigned order; // a hash of the visits in their order
  int count;
};

static void note(Query *q, int tag) {
  q->order = q->order * 31 + tag;
  q->count++;
}

#pragma regtt traversal
static void bothWays(Query *q, const Node *n) {
  if (!n)
    return;
  note(q, n->tag);
  if (q->x[n->axis] < n->x) {
    bothWays(q, n->left);
    bothWays(q, n->right);
  } else {
    bothWays(q, n->right);
    bothWays(q, n->left);
  }
}

#pragma regtt traversal
static void byData(Query *q, const Node *n) {
  if (!n)
    return;
  note(q, n->tag);
  int first = q->x[0] < n->x ? 0 : 1;
  byData(q, n->child[first]);
  byData(q, n->child[3 - first]);
  const Node *near = q->x[1] < n->x ? n->left : n->right;
  const Node *far = q->x[1] < n->x ? n->right : nullptr;
  byData(q, near);
  if (far != nullptr)
    byData(q, far);
}

#pragma regtt traversal
static void topDown(Query *q, const Node *n) {
  if (!n)
    return;
  note(q, n->tag);
  if (n->tag % 11 == 0)
    return;
  if (q->x[n->axis] < n->x)
    topDown(q, n->left);
  else
    topDown(q, n->right);
}

#pragma regtt traversal
static void inTail(Query *q, const Node *n, int depth) {
  if (!n || depth > 12)
    return;
  note(q, depth);
  return inTail(q, n->child[n->tag & 3], depth + 1);
}

#pragma regtt traversal
static void stops(Query *q, const Node *n) {
  note(q, n->tag);
  for (int i = 0; i < 4; ++i) {
    if (!n->child[i])
      break;
    stops(q, n->child[i]);
  }
}

#pragma regtt traversal
static void skips(Query *q, const Node *n) {
  note(q, n->tag);
  int odd = 0;
  for (int k = 0; k < 3; ++k)
    odd += (n->tag >> k) & 1;
  for (int i = 0; i < 4; ++i) {
    const Node *c = n->child[i];
    if (!c)
      continue;
    if (i == 2 && odd > 1)
      continue;
    skips(q, c);
  }
}

#pragma regtt traversal
static void half(Query *q, const Node *n) {
  if (n) {
    note(q, n->tag);
    for (int i = 1; i <= 2; i++) {
      half(q, n->child[i]);
      if (n->axis)
        half(q, n->child[3]);
    }
    half(q, n->left);
  }
}

static std::deque<Node> nodes;

static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  nodes.emplace_back();
  Node *n = &nodes.back();
  n->x = float(nextFraction());
  n->tag = nextNumber();
  n->axis = nextNumber() & 1;
  Node **all[] = {&n->left,     &n->child[0], &n->child[1],
                  &n->child[2], &n->child[3], &n->right};
  int rest = count - 1;
  for (Node **to : all) {
    int part = to == all[5] ? rest : nextNumber() % (rest + 1);
    *to = build(part);
    rest -= part;
  }
  return n;
}

// CHECK-DAG: traversal=bothWays target=cpu variant=autoropes
// CHECK-DAG: traversal=byData target=cpu variant=autoropes
// CHECK-DAG: traversal=topDown target=cpu variant=autoropes
// CHECK-DAG: traversal=inTail target=cpu variant=autoropes
// CHECK-DAG: traversal=stops target=cpu variant=autoropes
// CHECK-DAG: traversal=skips target=cpu variant=autoropes
// CHECK-DAG: traversal=half target=cpu variant=autoropes
int main(int argc, char **argv) {
  int numNodes = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  const Node *root = build(numNodes);
  static Query queries[7][40];
  for (auto &list : queries)
    for (Query &q : list)
      for (float &x : q.x)
        x = float(nextFraction());
#pragma regtt parallel
  for (int i = 0; i < 40; ++i)
    bothWays(&queries[0][i], root);
#pragma regtt parallel
  for (int i = 0; i < 40; ++i)
    byData(&queries[1][i], root);
#pragma regtt parallel
  for (int i = 0; i < 40; ++i)
    topDown(&queries[2][i], root);
#pragma regtt parallel
  for (int i = 0; i < 40; ++i)
    inTail(&queries[3][i], root, 0);
#pragma regtt parallel
  for (int i = 0; i < 40; ++i)
    stops(&queries[4][i], root);
#pragma regtt parallel
  for (int i = 0; i < 40; ++i)
    skips(&queries[5][i], root);
#pragma regtt parallel
  for (int i = 0; i < 40; ++i)
    half(&queries[6][i], root);
  for (const auto &list : queries)
    for (const Query &q : list)
      std::printf("%d %u\n", q.count, q.order);
}
