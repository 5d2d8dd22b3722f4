// Tests by callers of where there is a child, where nodes are numbers: beside
// what the calls change, in blocks of their own, next to conditions of the
// query that later code changes.
//
//   callers_tests NODES QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "2000 300 1" "1 20 2" "3 5 3" "900 0 4"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 5 2 2>&1 | FileCheck %s
// CHECK-COUNT-3: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/callers_tests.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/callers_tests.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/callers_tests.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Query {
  float at;
  float best;
  int visits;
};

struct Pool {
  struct {
    float key[4096];
    unsigned left[4096], right[4096];
  } nodes;
  unsigned used;
};

static Pool pool;

// What the caller compares with stands in what calls are handed by reference.
#pragma regtt traversal
static int deepest(Query &q, unsigned n, Pool &tree) {
  q.visits++;
  int most = 0;
  if (q.at > tree.nodes.key[n] - 20) {
    if (tree.nodes.left[n] < tree.used) {
      {
        const int got = deepest(q, tree.nodes.left[n], tree);
        if (most < got)
          most = got;
      }
    }
    if (tree.nodes.right[n] < tree.used && q.visits % 5 != 4) {
      {
        const int got = deepest(q, tree.nodes.right[n], tree);
        if (most < got)
          most = got;
      }
    }
  }
  return most + 1;
}

// The test stands beside a condition that the call changes, and a return.
#pragma regtt traversal
static bool nearest(Query &q, unsigned n, float radius) {
  q.visits++;
  const float d = q.at - pool.nodes.key[n];
  if (d * d < q.best)
    q.best = d * d;
  const unsigned near = d < 0 ? pool.nodes.left[n] : pool.nodes.right[n];
  const unsigned far = d < 0 ? pool.nodes.right[n] : pool.nodes.left[n];
  if (near != 9999) {
    {
      if (nearest(q, near, radius))
        return true;
    }
  }
  if (far != 9999u && d * d < q.best + radius) {
    {
      if (nearest(q, far, radius))
        return q.best < 1e-3f;
    }
  }
  return q.best < 1e-5f;
}

// Two calls of one child, tested in an alternative and in a conjunction; the
// other's test makes the function return.
#pragma regtt traversal
static void twice(Query &q, unsigned n) {
  q.visits++;
  const unsigned left = pool.nodes.left[n], right = pool.nodes.right[n];
  if (!(left == 9999 || q.at > 60))
    twice(q, left);
  q.best -= 1;
  if (right == 9999 || q.best < 0)
    return;
  if (q.visits % 3 == 0 && left != 9999)
    twice(q, left);
  twice(q, right);
}

static unsigned build(int begin, int end) {
  if (begin >= end)
    return 9999;
  const int middle = begin + int(nextNumber() % unsigned(end - begin));
  const unsigned n = pool.used++;
  pool.nodes.key[n] = float(middle) * 100 / 2000;
  const unsigned left = build(begin, middle);
  pool.nodes.left[n] = left;
  pool.nodes.right[n] = build(middle + 1, end);
  return n;
}

static void print(const char *name, std::vector<Query> &queries) {
  for (Query &q : queries) {
    std::printf("%s %a %d\n", name, q.best, q.visits);
    q = {q.at, 1e30f, 0};
  }
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  const int numQueries = argc > 2 ? std::atoi(argv[2]) : 10;
  numbersState = argc > 3 ? std::atoi(argv[3]) : 1;
  std::vector<Query> queries(numQueries);
  for (Query &q : queries)
    q = {float(nextFraction()) * 100, 1e30f, 0};
  const unsigned root = build(0, count);

  std::vector<int> results(numQueries);
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    results[i] = deepest(queries[i], root, pool);
  for (int result : results)
    std::printf("%d\n", result);
  print("deepest", queries);

  int found = 0;
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    found += nearest(queries[i], root, 0.5f);
  std::printf("%d\n", found);
  print("nearest", queries);

  for (Query &q : queries)
    q.best = 40;
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    twice(queries[i], root);
  print("twice", queries);
}
