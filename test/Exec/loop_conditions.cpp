// Loops that make their call in some iterations only: under conditions, one in
// the other, after a `continue`, with what is done in the others.
//
//   loop_conditions NODES QUERIES SEED SHARE
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "2000 300 1 50" "1 20 2 90" "300 50 3 0" "300 50 3 100" "0 5 3 50" "900 0 4 50"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 40 2 50 2>&1 | FileCheck %s
// CHECK-COUNT-12: verify=identical
// CHECK-NOT: verify=
// RUN: env REGTT_TARGET=cpu REGTT_LOG=info %t.parallel 50 40 2 0 2>&1 | FileCheck --check-prefix=NONE %s
// NONE-NOT: error
// RUN: %t.serial 50 40 2 0 > %t.plain
// RUN: env REGTT_TARGET=serial %t.parallel 50 40 2 0 | cmp - %t.plain
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/loop_conditions.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/loop_conditions.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/loop_conditions.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

struct Node {
  float at;
  std::unique_ptr<Node> left, right;
};

struct Tree {
  std::unique_ptr<Node> root;
  float scale = 1;
};

struct Query {
  float at, radius;
  int count;
  double sum;
  bool active;
  int history[3];
};

#pragma regtt traversal
static void within(Query &q, const Node *n, float radius) {
  if (!n)
    return;
  const float d = q.at - n->at;
  if (d <= radius && d >= -radius) {
    q.count++;
    q.sum += n->at;
  }
  if (d <= radius)
    within(q, n->left.get(), radius);
  if (d >= -radius)
    within(q, n->right.get(), radius);
}

#pragma regtt traversal
static int deepest(const Query &q, const Node *n, int least) {
  if (!n)
    return 0;
  const Node *next = q.at < n->at ? n->left.get() : n->right.get();
  return deepest(q, next, least) + (n->at > float(least) ? 2 : 1);
}

#pragma regtt traversal
static void numbered(int i, const Node *n, std::vector<int> &hits, float at) {
  if (!n)
    return;
  if (n->at < at)
    hits[i]++;
  numbered(i, n->left.get(), hits, at - 1);
  numbered(i, n->right.get(), hits, at);
}

static std::unique_ptr<Node> build(int begin, int end) {
  if (begin >= end)
    return nullptr;
  const int middle = begin + int(nextNumber() % unsigned(end - begin));
  auto n = std::make_unique<Node>();
  n->at = float(middle) / 20;
  n->left = build(begin, middle);
  n->right = build(middle + 1, end);
  return n;
}

static void print(const char *name, std::vector<Query> &queries) {
  for (Query &q : queries) {
    std::printf("%s %d %a %a\n", name, q.count, q.sum, q.radius);
    q.count = 0;
    q.sum = 0;
  }
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  const int numQueries = argc > 2 ? std::atoi(argv[2]) : 10;
  numbersState = argc > 3 ? std::atoi(argv[3]) : 1;
  const int share = argc > 4 ? std::atoi(argv[4]) : 50;
  std::vector<Query> queries(numQueries);
  for (Query &q : queries)
    q = {float(nextFraction()) * 100,
         float(nextFraction()) * 30,
         0,
         0,
         nextFraction() * 100 < share,
         {}};
  Tree tree;
  tree.root = build(0, count);
  tree.scale = 0.75f;
  const Tree *const given = share > 0 ? &tree : nullptr;

  // Under a condition; nothing of `given` is looked at where it never holds.
#pragma regtt parallel
  for (Query &q : queries) {
    if (given && q.active)
      within(q, given->root.get(), q.radius * given->scale);
  }
  print("if", queries);

  // What has to be done before and after, and in the other iterations.
  double total = 0;
  int skipped = 0;
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i) {
    Query &q = queries[i];
    int first = i % 7;
    if (q.active) {
      const float radius = q.radius + float(first);
      q.count = first;
      within(q, tree.root.get(), radius);
      total += q.sum * radius;
    } else {
      q.count = -1;
      skipped += first;
    }
    q.sum += first;
  }
  std::printf("%a %d\n", total, skipped);
  print("else", queries);

  // The next iteration at once.
  std::vector<float> limits(numQueries);
  for (float &limit : limits)
    limit = float(nextFraction()) * 100;
  int last = -1;
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i) {
    if (!queries[i].active)
      continue;
    const float limit = limits[i];
    if (limit > 80) {
      queries[i].sum = limit;
      last = i;
      continue;
    }
    if (limit < 5)
      continue;
    else
      queries[i].history[i % 3] = i;
    within(queries[i], tree.root.get(), limit / 4);
    last = i;
    queries[i].sum += limit;
  }
  std::printf("%d\n", last);
  print("continue", queries);

  // Values: kept where the call is not made.
  std::vector<int> depths(numQueries, -5);
  std::vector<long> more(numQueries);
#pragma regtt parallel
  for (int i = numQueries - 1; i >= 0; --i)
    if (queries[i].active)
      depths[i] = deepest(queries[i], tree.root.get(), i % 3);
  int most = 0;
#pragma regtt parallel
  for (int i = 0; i < numQueries; i += 2) {
    long sum = 7;
    if (queries[i].at > 30) {
      int base = i;
      if (queries[i].active) {
        const int depth = deepest(queries[i], tree.root.get(), base);
        if (depth > most)
          most = depth;
        sum += depth;
      } else {
        sum -= base;
      }
      sum *= 2;
    }
    more[i] = sum;
  }
  std::printf("%d\n", most);
  for (int i = 0; i < numQueries; ++i)
    std::printf("%d %ld\n", depths[i], more[i]);

  // The loop's number, and arrays by it.
  std::vector<int> hits(numQueries);
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i) {
    if (i % 3 == 1)
      continue;
    numbered(i, tree.root.get(), hits, limits[i]);
  }
  for (int hit : hits)
    std::printf("%d\n", hit);

  // Pointers to queries, null for some, or the same where they are not used.
  std::vector<Query *> some(numQueries);
  for (int i = 0; i < numQueries; ++i)
    some[i] = i % 4 == 0 ? nullptr : &queries[i % 4 == 1 ? 0 : i];
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i) {
    Query *q = some[i];
    if (!q || i % 4 == 1)
      continue;
    within(*q, tree.root.get(), 3);
    q->sum += 0.5;
  }
  print("pointers", queries);

  // In a loop over iterators, with a condition that counts what came before.
  for (int round = 0; round < 2; ++round) {
    float budget = 40;
#pragma regtt parallel
    for (auto q = queries.begin(); q != queries.end(); ++q) {
      float radius = q->radius;
      if (round == 1)
        radius *= 0.5f;
      if (radius > 10 + budget / 8)
        continue;
      within(*q, tree.root.get(), radius);
    }
    print("iterators", queries);
  }

  // Written before the call, where it is made.
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i) {
    if (queries[i].active) {
      queries[i].radius = limits[i] / 10;
      queries[i].sum = -1;
      within(queries[i], tree.root.get(), queries[i].radius);
    }
  }
  print("before", queries);

  // The call in the condition.
  int deep = 0, both = 0;
#pragma regtt parallel
  for (Query &q : queries)
    if (deepest(q, tree.root.get(), 0) > 4 && q.active) {
      ++deep;
      q.sum += 3;
    } else
      ++both;
  std::printf("%d %d\n", deep, both);
  print("condition", queries);

  // All of it in one number.
  int found = 0;
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i) {
    int mine = 0;
    if (i % 5 != 2)
      mine = deepest(queries[i], tree.root.get(), 1);
    found = found * 3 % 1009 + mine;
  }
  std::printf("%d\n", found);
}
