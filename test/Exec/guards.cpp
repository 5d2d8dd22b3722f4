// Conditions after a call: on node data that elsewhere only one branch reads,
// several of them, nested, under else, in a loop over children from its first
// call on, as early returns, through helpers, on an argument that the body
// changes.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "600 1" "1 2" "5 3" "3000 4"
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

struct Node {
  float x, split, slack;
  float samples[24];
  int kind;
  bool closed;
  Node *left, *right;
  Node *child[3];
};
struct Query {
  float x, best;
  float nearest[3];
  int count, rank;
};

static bool within(float d, float bound) { return d < bound; }
static float gap(const Query *q, const Node *n) {
  float d = q->x - n->split;
  return d < 0 ? -d : d;
}
static void offer(Query *q, float d) {
  q->count++;
  if (d < q->best)
    q->best = d;
  for (int i = 0; i < 3; ++i)
    if (d < q->nearest[i]) {
      float t = q->nearest[i];
      q->nearest[i] = d;
      d = t;
    }
}

// The guard's operand is in a record that otherwise only leaves load.
#pragma regtt traversal
static void nodeData(Query *q, const Node *n) {
  if (!n)
    return;
  offer(q, gap(q, n));
  if (n->kind == 2) {
    float sum = n->slack;
    for (int i = 0; i < 24; ++i)
      sum += n->samples[i];
    q->rank += sum > 12;
    return;
  }
  nodeData(q, n->left);
  if (q->best > n->slack * 0.125f)
    nodeData(q, n->right);
}

// Guards differ from call to call; one call has none.
#pragma regtt traversal
static void several(Query *q, const Node *n, float reach) {
  if (n == nullptr)
    return;
  float d = gap(q, n);
  offer(q, d);
  several(q, n->child[0], reach);
  if (d < q->best + reach && n->kind != 1)
    several(q, n->child[1], reach * 0.5f);
  several(q, n->left, reach - 0.01f);
  if (!within(d * 2, q->nearest[q->rank & 1]))
    several(q, n->child[2], reach);
  if (q->count > 900)
    return;
  several(q, n->right, reach);
}

// Nested conditions; a test of the child among them; an else.
#pragma regtt traversal
static void nested(Query &q, const Node *n) {
  offer(&q, n->x);
  if (n->left)
    nested(q, n->left);
  if (q.best > 0.001f)
    if (n->right && q.nearest[2] > n->slack * 0.01f)
      nested(q, n->right);
  if (q.nearest[1] < 0.0005f) {
  } else {
    if (n->child[1] != nullptr)
      nested(q, n->child[1]);
  }
}

// In a loop the condition stands before the first call, too.
#pragma regtt traversal
static void inLoop(Query *q, const Node *n) {
  if (!n)
    return;
  offer(q, gap(q, n));
  for (int i = 0; i < 3; i++)
    if (q->nearest[i] > n->samples[i] * 0.02f)
      inLoop(q, n->child[i]);
}

// One guard under two different first calls.
// The guard looks at what the argument is after the change, the children get
// that, too; a local names a child and is tested for null beyond its call.
#pragma regtt traversal
static void counted(Query *q, const Node *n, int depth, float reach) {
  if (!n)
    return;
  depth = depth + 2;
  reach *= 0.75f;
  offer(q, gap(q, n));
  const Node *near = q->x < n->split ? n->left : n->right;
  const Node *far = q->x < n->split ? n->right : n->left;
  if (near != nullptr && n->kind)
    q->rank++;
  else if (!far)
    q->rank += 100;
  counted(q, near, depth, reach);
  if (q->count % 64 + depth > 9 || q->best > reach)
    counted(q, far, depth, reach);
}

#pragma regtt traversal
static void sides(Query *q, const Node *n) {
  if (!n)
    return;
  const float d = q->x - n->split;
  offer(q, d < 0 ? -d : d);
  if (d < 0) {
    sides(q, n->left);
    if (d * d < q->best)
      sides(q, n->right);
  } else {
    sides(q, n->right);
    if (-d > -q->best * 2)
      sides(q, n->left);
  }
}

static std::deque<Node> nodes;

static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  nodes.emplace_back();
  Node *n = &nodes.back();
  n->x = float(nextFraction());
  n->split = float(nextFraction());
  n->slack = float(nextFraction());
  for (float &s : n->samples)
    s = float(nextFraction());
  n->kind = nextNumber() % 3;
  Node **all[] = {&n->left, &n->right, &n->child[0], &n->child[1],
                  &n->child[2]};
  int rest = count - 1;
  for (Node **to : all) {
    int part = to == all[4] ? rest : nextNumber() % (rest + 1);
    *to = build(part);
    rest -= part;
  }
  return n;
}

// Guards that are the same, word by word: of a variable that changes between
// them, and of variables of one name.
#pragma regtt traversal
static void alike(Query *q, const Node *n) {
  if (!n)
    return;
  float slack = n->slack * 0.25f;
  offer(q, gap(q, n));
  alike(q, n->child[0]);
  if (q->best > slack)
    alike(q, n->left);
  slack += n->split * 0.125f;
  if (q->best > slack)
    alike(q, n->right);
  if (n->kind == 1) {
    const float bound = n->x;
    if (q->nearest[2] > bound)
      alike(q, n->child[1]);
  } else {
    const float bound = n->slack;
    if (q->nearest[2] > bound)
      alike(q, n->child[1]);
  }
}

// In both branches the same guard: ropes need not say which.
#pragma regtt traversal
static void eitherSide(Query *q, const Node *n) {
  if (!n)
    return;
  const float d = q->x - n->split;
  offer(q, d * d);
  if (d < 0) {
    eitherSide(q, n->left);
    if (d * d < q->nearest[2])
      eitherSide(q, n->right);
  } else {
    eitherSide(q, n->right);
    if (d * d < q->nearest[2])
      eitherSide(q, n->left);
  }
}
// RUN: regtt-cc --emit=cuda --target=cuda %s | FileCheck %s
// CHECK-LABEL: namespace guards_eitherSide
// CHECK-NOT: int guard;
// CHECK: ropes.visit(1, n.children[{{[0-9]}}], {d});
// CHECK: ropes.visit(1, n.children[{{[0-9]}}], {d});

int main(int argc, char **argv) {
  int numNodes = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  const Node *root = build(numNodes);
  std::vector<Query> queries[8];
  for (auto &list : queries)
    for (int i = 0; i < 60; ++i)
      list.push_back({float(nextFraction()), 1, {1, 1, 1}, 0, i});
#pragma regtt parallel
  for (std::size_t i = 0; i < queries[0].size(); ++i)
    nodeData(&queries[0][i], root);
#pragma regtt parallel
  for (int i = 0; i < 60; ++i)
    several(&queries[1][i], root, 0.25f);
#pragma regtt parallel
  for (int i = 0; i < 60; ++i)
    nested(queries[2][i], root);
#pragma regtt parallel
  for (int i = 0; i < 60; ++i)
    inLoop(&queries[3][i], root);
#pragma regtt parallel
  for (int i = 0; i < 60; ++i)
    sides(&queries[4][i], root);
#pragma regtt parallel
  for (int i = 0; i < 60; ++i)
    counted(&queries[5][i], root, 1, 0.5f);
#pragma regtt parallel
  for (int i = 0; i < 60; ++i)
    alike(&queries[6][i], root);
#pragma regtt parallel
  for (int i = 0; i < 60; ++i)
    eitherSide(&queries[7][i], root);
  for (const auto &list : queries)
    for (const Query &q : list)
      std::printf("%d %d %a %a %a\n", q.count, q.rank, q.best, q.nearest[1],
                  q.nearest[2]);
}
