// Work between and after calls: straight on, under conditions, in loops that
// may be left early, with locals and arguments that live across, over lists of
// children, in two records.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "600 1" "1 2" "5 3" "3000 4" "0 5"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/resume_points.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/resume_points.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/resume_points.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

struct Vec {
  float x, y;
};
struct Node {
  float x, split, slack;
  float samples[24];
  Vec at;
  int kind;
  Node *left, *right;
  Node *child[3];
  std::vector<Node *> all;
};
struct Query {
  float x, best, sum;
  Vec near;
  int count, limit, depth;
  bool done;
  unsigned trace;
};

static void note(Query *q, unsigned what) { q->trace = q->trace * 31 + what; }
static bool closer(const Query *q, const Node *n) { return n->x < q->best; }
static Vec between(Vec a, Vec b) { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }

// A local and an argument live across the calls; the value of a local that is
// set again does not.
#pragma regtt traversal
static void straight(Query *q, const Node *n, int depth) {
  if (!n)
    return;
  float before = q->best, scratch = n->x;
  if (n->x < q->best)
    q->best = n->x;
  note(q, depth);
  straight(q, n->left, depth + 1);
  q->sum += (before - q->best) * depth + scratch;
  scratch = q->sum * 0.5f;
  straight(q, n->right, depth + 2);
  scratch += q->best;
  q->sum = scratch;
  if (q->depth < depth)
    q->depth = depth;
}

// Nothing stands between the calls, but later ones are handed what visits made,
// by value or as the child that they go to.
#pragma regtt traversal
static void operands(Query *q, const Node *n, int seen) {
  if (!n)
    return;
  note(q, seen);
  q->count += n->kind;
  operands(q, n->left, seen + 1);
  operands(q, n->right, q->count);
  operands(q, q->count % 2 ? n->child[0] : n->child[2], seen);
}

// Two calls under one condition, an if with an else, a call in either branch,
// work after both; a guard beside.
#pragma regtt traversal
static void branches(Query *q, const Node *n) {
  if (!n)
    return;
  note(q, n->kind);
  float d = q->x - n->split;
  if (n->x < q->best)
    q->best = n->x;
  branches(q, n->left);
  if (d * d < q->best) {
    branches(q, n->right);
    branches(q, n->child[0]);
  }
  if (q->count++ % 3 == 0)
    branches(q, n->child[1]);
  else
    branches(q, n->child[2]);
  if (n->kind == 1) {
    note(q, 7);
    branches(q, n->child[0]);
    if (d < q->best)
      branches(q, n->child[1]);
    note(q, 8);
  } else if (n->kind == 2) {
    branches(q, n->child[2]);
  }
  note(q, 9);
}

// A flag that is tested after each call; `continue` and `break`.
#pragma regtt traversal
static void leaves(Query *q, const Node *n) {
  if (!n || q->done)
    return;
  note(q, n->kind);
  if (++q->count >= q->limit) {
    q->done = true;
    return;
  }
  for (int k = 0; k < 3; ++k) {
    if (k == 1 && n->kind == 2)
      continue;
    leaves(q, n->child[k]);
    if (q->done)
      return;
    q->sum += k;
    if (q->sum > 90) {
      q->sum = 0;
      if (n->kind == 0)
        continue;
      if (n->kind == 1)
        break;
      note(q, 4);
    }
    note(q, 5);
  }
  leaves(q, n->left);
  if (q->done)
    return;
  leaves(q, n->right);
}

// Work after all children of a loop; loops in loops; a loop whose bounds are
// data; a name used twice.
#pragma regtt traversal
static void loops(Query *q, const Node *n, float reach) {
  if (!n)
    return;
  q->best -= reach;
  for (int k = 0; k < 3; ++k)
    if (n->child[k])
      loops(q, n->child[k], reach * 0.5f);
  q->sum = q->sum * 0.75f + n->slack;
  float total = 0;
  for (int i = 0; i < 2; ++i) {
    float part = n->samples[i];
    for (int k = i; k < n->kind; ++k) {
      float part = q->best * 0.01f;
      loops(q, i ? n->left : n->right, reach * 0.125f);
      total += part + q->sum;
    }
    total += part;
  }
  q->sum += total * 0.001f;
}

// References, structs, arrays, links and pointers that live across.
#pragma regtt traversal
static void kinds(Query *q, const Node *n) {
  if (!n)
    return;
  float &sum = q->sum;
  const float *x = &n->x;
  const Vec middle = between(q->near, n->at);
  const Vec &old = between(middle, q->near);
  float pair[2] = {n->x, q->sum};
  const Node *last = n->kind == 1 ? n->left : n->right;
  if (n->kind == 2) {
    float far = 0;
    for (int i = 0; i < 24; ++i)
      far += n->samples[i];
    note(q, far > 12);
    kinds(q, n->child[0]);
    note(q, n->samples[3] > sum);
    return;
  }
  kinds(q, n->child[1]);
  sum += *x + middle.x;
  pair[0] += sum;
  q->near = between(old, q->near);
  kinds(q, last);
  sum = sum * 0.5f + pair[0] - pair[1] + old.y;
  if (closer(q, n))
    kinds(q, n->child[2]);
}

// Over a list: after each child, and after all of them.
#pragma regtt traversal
static void eachOf(Query *q, const Node *n) {
  if (!n)
    return;
  note(q, n->kind);
  q->count++;
  for (const Node *c : n->all) {
    eachOf(q, c);
    if (q->count > q->limit)
      break;
    q->sum += 0.25f;
  }
  note(q, 3);
}
#pragma regtt traversal
static void allOf(Query *q, const Node *n) {
  if (!n)
    return;
  note(q, n->kind);
  for (size_t i = 0; i < n->all.size(); ++i)
    allOf(q, n->all[i]);
  q->sum = q->sum * 0.5f + n->x;
}

static std::deque<Node> nodes;
static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  Node &n = nodes.emplace_back();
  n.x = float(nextFraction());
  n.split = float(nextFraction());
  n.slack = float(nextFraction()) - 0.5f;
  for (float &sample : n.samples)
    sample = float(nextFraction());
  n.at = {float(nextFraction()), float(nextFraction())};
  n.kind = int(float(nextFraction()) * 3);
  const int part = (count - 1) / 5;
  n.left = build(count - 1 - 4 * part);
  n.right = build(part);
  for (Node *&child : n.child)
    child = float(nextFraction()) < 0.2f ? nullptr : build(part);
  for (Node *child : {n.left, n.right, n.child[0], n.child[2]})
    if (child)
      n.all.push_back(child);
  return &n;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  Node *root = build(size);
  std::vector<Query> queries(200);
  for (size_t i = 0; i < queries.size(); ++i)
    queries[i] = {float(nextFraction()),
                  1.0f,
                  0,
                  {float(nextFraction()), 0},
                  0,
                  int(i) * 3,
                  0,
                  false,
                  unsigned(i)};
  const int n = int(queries.size());
  const auto print = [&](const char *name) {
    std::printf("%s\n", name);
    for (const Query &q : queries)
      std::printf("%a %a %a %a %d %d %u\n", q.best, q.sum, q.near.x, q.near.y,
                  q.count, q.depth, q.trace);
  };
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    straight(&queries[i], root, 0);
  print("straight");
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    operands(&queries[i], root, 0);
  print("operands");
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    branches(&queries[i], root);
  print("branches");
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    leaves(&queries[i], root);
  print("leaves");
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    loops(&queries[i], root, 0.25f);
  print("loops");
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    kinds(&queries[i], root);
  print("kinds");
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    eachOf(&queries[i], root);
  print("eachOf");
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    allOf(&queries[i], root);
  print("allOf");
}
