// Nodes that are numbers, whose children lie side by side: chosen by a test, by
// bits of several, in a loop of constant length or of the node's; in a heap of
// two and of four; one of them called by itself, too; tested in the caller, in
// the callee, in a helper.
//
//   numbers_side_by_side NODES QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "400 200 1" "1 3 2" "2 3 3" "1500 60 4"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 60 5 2 2>&1 | FileCheck %s
// CHECK-COUNT-12: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/numbers_side_by_side.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/numbers_side_by_side.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/numbers_side_by_side.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Query {
  float x, y;
  int count;
  std::uint64_t trace;
};

// Two children, or four, from `first` on; below 0: a leaf.
struct Node {
  float split, other;
  int first, count;
};
static std::vector<Node> pairs, fours, lists;
static std::vector<std::uint16_t> firsts;

static bool enters(Query &q, long number) {
  q.trace = q.trace * 31 + static_cast<std::uint64_t>(number);
  return ++q.count <= 2500;
}

#pragma regtt traversal
static void sides(Query &q, int i) {
  const Node &n = pairs[i];
  if (!enters(q, i) || n.first < 0)
    return;
  const int side = q.x > n.split;
  sides(q, n.first + side);
  if (q.count < 700)
    sides(q, n.first + 1 - side);
}

// The nearer one through a local, the other one by itself.
#pragma regtt traversal
static void turned(Query &q, int i, float reach) {
  const Node &n = pairs[i];
  if (!enters(q, i) || n.first < 0 || reach < 0.001f)
    return;
  int near = n.first + (q.y > n.split ? 1 : 0);
  int far = n.first + !(q.y > n.split);
  turned(q, near, reach * 0.75f);
  turned(q, far, reach * 0.5f);
}

#pragma regtt traversal
static void mixed(Query &q, int i) {
  const Node &n = pairs[i];
  if (!enters(q, i))
    return;
  if (n.first < 0)
    return;
  if (q.x > n.split && q.y > n.split) {
    mixed(q, n.first);
    mixed(q, n.first + 1);
  } else {
    mixed(q, n.first + (q.x < n.other));
  }
}

// One child of four, by two tests.
#pragma regtt traversal
static void quadrant(Query &q, int i) {
  const Node &n = fours[i];
  if (!enters(q, i) || n.first < 0)
    return;
  int k = 0;
  if (q.x > n.split)
    k |= 1;
  if (q.y > n.other)
    k |= 2;
  quadrant(q, n.first + k);
}

static int code(const Query &q, const Node &n) {
  int k = q.x > n.split;
  if (q.y > n.other)
    k += 2;
  return k;
}

// All four, in an order that the query chooses.
#pragma regtt traversal
static void masked(Query &q, int i) {
  const Node &n = fours[i];
  if (!enters(q, i) || n.first < 0)
    return;
  const int mask = code(q, n);
  for (int k = 0; k < 4; ++k)
    masked(q, n.first + (k ^ mask));
}

#pragma regtt traversal
static void inOrder(Query &q, int i) {
  const Node &n = fours[i];
  if (q.x > n.split || !enters(q, i) || n.first == -1)
    return;
  for (int k = 0; k < 4; k++)
    inOrder(q, n.first + k);
}

// As many as the node says.
#pragma regtt traversal
static void counted(Query &q, int i) {
  if (q.x > lists[i].split || !enters(q, i))
    return;
  for (int k = 0; k < lists[i].count; ++k)
    counted(q, lists[i].first + k);
}

#pragma regtt traversal
static void countedLocal(Query &q, unsigned i, int depth) {
  const Node n = lists[i];
  const int count = n.count;
  if (!enters(q, depth))
    return;
  for (int k = 0; k != count; ++k)
    countedLocal(q, k + n.first, depth + 1);
}

// Heaps.
static int numNodes;
static bool valid(int i) { return i < numNodes; }

#pragma regtt traversal
static void heap(Query &q, int i) {
  if (i >= numNodes)
    return;
  if (!enters(q, i))
    return;
  heap(q, 2 * i + 1 + (q.x > pairs[i].split));
}

#pragma regtt traversal
static void heapBoth(Query &q, int i) {
  if (!valid(i) || q.y > pairs[i].split)
    return;
  enters(q, i);
  const int near = 2 * i + 1 + (q.x > pairs[i].split);
  heapBoth(q, near);
  heapBoth(q, 2 * i + 2 - (q.x > pairs[i].split));
}

#pragma regtt traversal
static void heapOfFour(Query &q, int i) {
  if (i >= numNodes || q.x < pairs[i].split)
    return;
  enters(q, i);
  for (int k = 1; k <= 4; ++k)
    heapOfFour(q, 4 * i + k);
}

// Another type; the caller tests.
#pragma regtt traversal
static void tested(Query &q, unsigned short i) {
  if (!enters(q, i))
    return;
  if (firsts[i] == 0xffff)
    return;
  tested(q, firsts[i] + (q.x > 0.5f));
  tested(q, firsts[i] + (q.x <= 0.5f));
}

template <class Run>
static void report(const char *name, int queries, Run run) {
  std::vector<Query> all(queries);
  for (Query &q : all)
    q = {float(nextFraction()), float(nextFraction()), 0, 1};
  run(all.data(), queries);
  for (const Query &q : all)
    std::printf("%s %d %llu\n", name, q.count,
                static_cast<unsigned long long>(q.trace));
}

/// Gives leaves `most` children, or up to `most`, until there are enough nodes.
static void grow(std::vector<Node> &nodes, int count, int most, bool fewer) {
  const auto leaf = [] {
    return Node{float(nextFraction()), float(nextFraction()), -1, 0};
  };
  nodes.push_back(leaf());
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (int(nodes.size()) + most > count || (i > 3 && nextNumber() % 5 == 0))
      continue;
    nodes[i].first = int(nodes.size());
    nodes[i].count = fewer ? nextNumber() % (most + 1) : most;
    for (int k = nodes[i].count; k > 0; --k)
      nodes.push_back(leaf());
  }
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 400;
  const int queries = argc > 2 ? std::atoi(argv[2]) : 200;
  numbersState = argc > 3 ? std::atoi(argv[3]) : 1;
  grow(pairs, count, 2, false);
  grow(fours, count, 4, false);
  grow(lists, count, 5, true);
  for (const Node &n : pairs)
    firsts.push_back(static_cast<std::uint16_t>(n.first));
  numNodes = int(pairs.size());

  const auto run = [&](const char *name, void (*all)(Query *, int)) {
    report(name, queries, all);
  };
  run("sides", [](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      sides(q[i], 0);
  });
  run("turned", [](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      turned(q[i], 0, 0.9f);
  });
  run("mixed", [](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      mixed(q[i], 0);
  });
  run("quadrant", [](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      quadrant(q[i], 0);
  });
  run("masked", [](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      masked(q[i], 0);
  });
  run("inOrder", [](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      inOrder(q[i], 0);
  });
  run("counted", [](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      counted(q[i], 0);
  });
  run("countedLocal", [](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      countedLocal(q[i], 0, 0);
  });
  run("heap", [](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      heap(q[i], 0);
  });
  run("heapBoth", [](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      heapBoth(q[i], 0);
  });
  run("heapOfFour", [](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      heapOfFour(q[i], 0);
  });
  run("tested", [](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      tested(q[i], 0);
  });
}
