// Vectors of the query that traversals change the size of, with a bound: lists of
// what was found, the k best kept in order by index, a stack of the way to the
// node, one that is emptied again; beside vectors of a fixed size; the loop's
// body fills and empties its own.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0 1" "1 2" "3 3" "60 4" "500 5"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 6 2>&1 | FileCheck %s
// CHECK-COUNT-5: verify=identical
//
// RUN: not env REGTT_TARGET=cpu %t.parallel 60 7 grow 2>&1 | FileCheck --check-prefix=ROOM %s
// ROOM: iteration {{[0-9]+}} needs room for {{[0-9]+}} elements in the container 'q->found', whose bound is 12
// RUN: env REGTT_TARGET=cpu REGTT_ALLOW_SERIAL=1 %t.parallel 60 7 grow 2>/dev/null > %t.allowed
// RUN: %t.serial 60 7 grow | diff - %t.allowed
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/lists.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/lists.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/lists.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

struct Node {
  double weight;
  float x;
  int id;
  const Node *left, *right;
};

struct Hit {
  char kind; // and what pads it
  double key;
  int id;
};
struct Query {
  float at;
  std::vector<int> found, counts;
  std::vector<std::pair<float, int>> best;
  std::vector<Hit> hits;
};

// Results, up to a number that the program sees to, or does not.
static int limit;
#pragma regtt traversal bound(q->found : 12)
static void find(Query *q, const Node *n) {
  if (!n)
    return;
  if (std::fabs(n->x - q->at) < 0.3f && int(q->found.size()) < limit)
    q->found.push_back(n->id);
  if (!q->counts.empty())
    q->counts[n->id % q->counts.size()]++;
  find(q, n->left);
  if (int(q->found.size()) == limit)
    return;
  find(q, n->right);
}

// The best in order: inserted by index.
enum { K = 4 };
static void insert(std::vector<std::pair<float, int>> &best, float d, int id) {
  if (best.size() == K) {
    if (!(d < best.back().first))
      return;
    best.pop_back();
  }
  best.emplace_back(d, id);
  for (std::size_t i = best.size() - 1;
       i > 0 && best[i].first < best[i - 1].first; --i)
    std::swap(best[i], best[i - 1]);
}
#pragma regtt traversal bound(q.best : K)
static void nearest(Query &q, const Node *n) {
  if (!n)
    return;
  const float diff = q.at - n->x;
  insert(q.best, std::fabs(diff), n->id);
  nearest(q, diff < 0 ? n->left : n->right);
  if (q.best.size() < K || std::fabs(diff) < q.best[K - 1].first)
    nearest(q, diff < 0 ? n->right : n->left);
}

// Structs with padding, written by fields, as a whole, through references.
#pragma regtt traversal bound(q.hits : 3)
static void touch(Query &q, const Node *n) {
  if (!n)
    return;
  const Hit hit = {char('a' + n->id % 3), n->weight, n->id};
  if (q.hits.size() < 3)
    q.hits.push_back(hit);
  else if (n->weight < 0.1)
    q.hits.clear();
  else {
    q.hits[n->id % 3].key += n->weight;
    q.hits.front().id++;
    Hit &last = q.hits.back();
    last.kind = hit.kind;
    if (n->id % 5 == 0)
      q.hits[1] = hit;
  }
  touch(q, n->left);
  touch(q, n->right);
}

// The way to the node, as a list of the iteration's own; with a result.
#pragma regtt traversal bound(way : 256)
static void follow(const Node *n, float at, std::vector<short> &way,
                   int &deepest) {
  if (!n)
    return;
  way.push_back(short(n->id));
  if (int(way.size()) > deepest)
    deepest = int(way.size());
  if (n->x < at)
    follow(n->left, at, way, deepest);
  follow(n->right, at, way, deepest);
  if (n->id % 3)
    way.pop_back();
}

static const Node *build(int count) {
  if (count <= 0)
    return nullptr;
  Node *n = new Node();
  n->weight = nextFraction();
  n->x = float(nextNumber() % 20) / 16;
  n->id = nextNumber() % 1000;
  const int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  limit = argc > 3 ? 60 : 12;
  const Node *root = build(size);
  const int count = size + 2;
  std::vector<Query> queries(count);
  std::vector<std::vector<short>> ways(count);
  std::vector<int> deepest(count);
  std::vector<float> at;
  for (Query &q : queries) {
    q.at = float(nextNumber() % 20) / 16;
    at.push_back(q.at);
    q.counts.resize(nextNumber() % 3);
    for (int k = nextNumber() % 3; k > 0; --k) {
      q.found.push_back(-k);
      q.hits.push_back({'x', 0.5 * k, -k});
    }
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    find(&queries[i], root);
  int sum = 0;
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    queries[i].best.clear();
    queries[i].best.push_back({1, -i});
    nearest(queries[i], root);
    for (const auto &b : queries[i].best)
      sum += b.second;
  }
#pragma regtt parallel
  for (Query &q : queries)
    touch(q, root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    follow(root, at[i], ways[i], deepest[i]);
  // Some make no call; others' lists may be longer than the bound.
  for (int i = 0; i < count; i += 3)
    queries[i].hits.resize(9);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    if (i % 3)
      touch(queries[i], root);
  std::printf("%d\n", sum);
  for (int i = 0; i < count; ++i) {
    const Query &q = queries[i];
    for (int id : q.found)
      std::printf("%d ", id);
    for (int c : q.counts)
      std::printf("%d ", c);
    for (const auto &b : q.best)
      std::printf("%a:%d ", b.first, b.second);
    for (const Hit &h : q.hits)
      std::printf("%d %a %d ", h.kind, h.key, h.id);
    for (short id : ways[i])
      std::printf("%d ", id);
    std::printf("%d\n", deepest[i]);
  }
}
