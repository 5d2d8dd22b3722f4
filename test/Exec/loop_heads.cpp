// What a loop's body does before its call: results are cleared, queries filled
// in from other data, counters moved, heaps emptied by loops and methods.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Wshadow -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0 1" "1 2" "2 3" "300 4"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 > %t.verified 2> %t.log
// RUN: FileCheck %s < %t.log
// RUN: env REGTT_TARGET=serial %t.parallel 50 > %t.plain
// RUN: cmp %t.verified %t.plain
// CHECK-COUNT-10: verify=identical
// CHECK-NOT: verify=
//
// Where two queries are one, the loop starts again from the beginning.
// RUN: env REGTT_TARGET=cpu REGTT_ALLOW_SERIAL=1 %t.parallel 50 5 twice > %t.again 2> %t.log
// RUN: FileCheck --check-prefix=TWICE %s < %t.log
// RUN: %t.serial 50 5 twice > %t.plain
// RUN: cmp %t.again %t.plain
// TWICE: iterations 0 and 1 write the same query object; the serial loop runs instead
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/loop_heads.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/loop_heads.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/loop_heads.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <list>
#include <vector>

struct Node {
  float x, y;
  int id;
  Node *left, *right;
};
constexpr int K = 4;
struct Query {
  float x, y;
  int count, nearest;
  float best;
  float dist[K];
  int used;

  void reset() {
    count = 0;
    best = 9;
    nearest = -1;
    for (float &d : dist)
      d = 9;
    used = 0;
  }
};

static std::deque<Node> nodes;
static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  nodes.push_back({float(nextFraction()), float(nextFraction()),
                   int(nodes.size()), nullptr, nullptr});
  Node *n = &nodes.back();
  int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

#pragma regtt traversal
static void nearest(const Node *n, Query *q) {
  if (!n)
    return;
  float dx = n->x - q->x, dy = n->y - q->y, d = dx * dx + dy * dy;
  q->count++;
  if (d < q->best) {
    q->best = d;
    q->nearest = n->id;
  }
  float last = d;
  for (int k = 0; k < K; ++k)
    if (last < q->dist[k]) {
      float other = q->dist[k];
      q->dist[k] = last;
      last = other;
      q->used += q->used < K;
    }
  nearest(n->left, q);
  nearest(n->right, q);
}

#pragma regtt traversal
static void within(const Node *n, float x, float y, float r, int *hits) {
  if (!n)
    return;
  float dx = n->x - x, dy = n->y - y;
  if (dx * dx + dy * dy < r * r)
    ++*hits;
  within(n->left, x, y, r, hits);
  within(n->right, x, y, r, hits);
}

#pragma regtt traversal
static void closest(const Node *n, float x, float *best) {
  if (!n)
    return;
  float last = std::fabs(n->x - x);
  for (int k = 0; k < K; ++k)
    if (last < best[k]) {
      float other = best[k];
      best[k] = last;
      last = other;
    }
  closest(n->left, x, best);
  closest(n->right, x, best);
}

#pragma regtt traversal
static void tally(const Node *n, Query *q, float *sums) {
  if (!n)
    return;
  if (n->x < q->x)
    sums[1] += n->x;
  q->count++;
  sums[0] = sums[0] * 0.5f + sums[3];
  tally(n->left, q, sums);
  tally(n->right, q, sums);
}

static void init(Query *q, float x, float y) {
  q->reset();
  q->x = x;
  q->y = y;
}

static int started;
static int fresh() { return ++started; }

static void print(const char *title, const std::vector<Query> &queries) {
  std::puts(title);
  for (const Query &q : queries)
    std::printf("%a %a %d %d %a %a %a %d\n", q.x, q.y, q.count, q.nearest,
                q.best, q.dist[0], q.dist[K - 1], q.used);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  const bool twice = argc > 3;
  const Node *root = build(n / 2 + 1);
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) {
    x[i] = float(nextFraction());
    y[i] = i % 3 ? float(nextFraction()) : 0.5f;
  }
  std::vector<Query> queries(n);
  double total = 0;

  // Fields, from other arrays.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Query &q = queries[i];
    q.x = x[i];
    q.y = y[i];
    q.best = INFINITY;
    q.count = 0;
    q.nearest = -1;
    for (int k = 0; k < K; ++k)
      q.dist[k] = INFINITY;
    q.used = 0;
    nearest(root, &q);
    total += q.best;
  }
  print("fields", queries);
  std::printf("%a\n", total);

  // A method, and what the query was before.
#pragma regtt parallel
  for (Query &q : queries) {
    const float old = q.best;
    q.reset();
    q.x += old;
    nearest(root, &q);
  }
  print("method", queries);

  // A helper; the loop's variable is declared before.
  int i;
#pragma regtt parallel
  for (i = n - 1; i >= 0; i--) {
    Query *q = &queries[i];
    init(q, y[i], x[i]);
    nearest(root, q);
  }
  print("helper", queries);
  std::printf("%d\n", i);

  // Results by themselves, and a counter.
  std::vector<int> hits(n), number(n);
  int next = 100;
#pragma regtt parallel
  for (int j = 0; j < n; ++j) {
    hits[j] = 0;
    number[j] = next++;
    within(root, x[j], y[j], 0.25f, &hits[j]);
    hits[j] += number[j];
  }
  for (int j = 0; j < n; ++j)
    std::printf("%d %d\n", hits[j], number[j]);
  std::printf("%d\n", next);

  // Slices of a long array, emptied by a loop.
  std::vector<float> best(K * n);
  int k;
#pragma regtt parallel
  for (int j = 0; j < n; ++j) {
    for (k = 0; k < K; ++k)
      best[j * K + k] = 3;
    closest(root, x[j], &best[j * K]);
    for (k = 0; k < K; ++k)
      total += best[K * j + k];
  }
#pragma regtt parallel
  for (int j = 0; j < n; ++j) {
    float *mine = &best[K * j];
    for (int m = 0; m < K; ++m)
      mine[m] = float(m) / 16;
    closest(root, y[j], mine);
  }
  for (float b : best)
    std::printf("%a ", b);
  std::printf("%a\n", total);

  // A query of the body's own, filled in by a helper, by memset, by fill.
#pragma regtt parallel
  for (int j = 0; j < n; ++j) {
    Query q;
    std::memset(&q, 0, sizeof q);
    std::fill(q.dist, q.dist + K, 2.0f);
    q.best = 4;
    q.x = x[j];
    q.nearest = fresh();
    nearest(root, &q);
    queries[j] = q;
  }
  print("own", queries);
  std::printf("%d\n", started);

  // Elements that lie anywhere.
  std::list<Query> listed(queries.begin(), queries.end());
#pragma regtt parallel
  for (Query &q : listed) {
    q.reset();
    nearest(root, &q);
  }
  for (const Query &q : listed)
    std::printf("%d %a\n", q.nearest, q.best);

  // Objects found by pointers, which may be one; output before the call.
  std::vector<Query *> owners(n);
  for (int j = 0; j < n; ++j)
    owners[j] = &queries[twice && j == 1 ? 0 : j];
#pragma regtt parallel
  for (int j = 0; j < n; ++j) {
    owners[j]->best = 5;
    owners[j]->x += 0.125f;
    nearest(root, owners[j]);
  }
  print("pointers", queries);

  // The same beside numbers of a long array, which are added to.
  std::vector<float> sums(K * n, 1);
#pragma regtt parallel
  for (int j = 0; j < n; ++j) {
    for (int e = 0; e < K; ++e)
      sums[j * K + e] += 2;
    tally(root, owners[j], &sums[K * j]);
  }
  print("sums", queries);
  for (float sum : sums)
    std::printf("%a\n", sum);
  return 0;
}
