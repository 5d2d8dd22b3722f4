// Children whose numbers follow each other, where a loop's variable has another
// type than what it is compared in: `short` and `unsigned char` are compared as
// int, an int as size_t. The tree is taken as far as the loops end; a loop that
// goes beyond the last number of its variable is an error.
//
//   narrow_counters NODES QUERIES SEED SHAPE
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "255 60 1 tree" "1 5 2 tree" "120 30 3 tree" "255 60 4 last"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 5 2 tree 2>&1 | FileCheck %s
// CHECK-COUNT-6: verify=identical
// CHECK-NOT: verify=
// RUN: env REGTT_TARGET=cpu not %t.parallel 256 5 2 tree 2>&1 | FileCheck --check-prefix=BEYOND %s
// RUN: env REGTT_TARGET=cpu not %t.parallel 100 5 2 missed 2>&1 | FileCheck --check-prefix=MISSED %s
// MISSED: error: until: a loop over the numbers of a node's children goes beyond 32767, the last number of its variable
// BEYOND: error: bytes: a loop over the numbers of a node's children goes beyond 255, the last number of its variable
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/narrow_counters.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/narrow_counters.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/narrow_counters.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

struct Query {
  int key, count;
  unsigned trace;
};

struct Node {
  int value;
  short first, num, last;
  unsigned char begin;
  int end;
  std::size_t size;
};

static std::vector<Node> nodes;

static bool meet(Query &q, int i) {
  q.trace = q.trace * 31 + unsigned(nodes[i].value);
  return nodes[i].value % 7 != q.key;
}

#pragma regtt traversal
static void shorts(Query &q, short i) {
  if (!meet(q, i))
    return;
  for (short c = nodes[i].first; c < nodes[i].first + nodes[i].num; c++)
    shorts(q, c);
}

// By the last of them.
#pragma regtt traversal
static void upTo(Query &q, short i) {
  if (!meet(q, i))
    return;
  for (short c = nodes[i].first; c <= nodes[i].last; ++c) {
    q.count += nodes[i].num;
    upTo(q, c);
  }
}

#pragma regtt traversal
static void bytes(Query &q, unsigned char i) {
  if (!meet(q, i))
    return;
  if (nodes[i].begin == 0)
    return;
  for (unsigned char c = nodes[i].begin; c < nodes[i].end; ++c)
    bytes(q, c);
}

// Into wider parameters.
#pragma regtt traversal
static void widened(Query &q, int i) {
  if (!meet(q, i))
    return;
  for (unsigned short c = nodes[i].begin; c < nodes[i].begin + nodes[i].num;
       ++c)
    widened(q, c);
}

// -1 is the largest number there: such a node has no children.
#pragma regtt traversal
static void asSizes(Query &q, int i) {
  if (!meet(q, i))
    return;
  for (int c = nodes[i].first; static_cast<std::size_t>(c) < nodes[i].size; ++c)
    asSizes(q, c);
}

// Up to one number alone.
#pragma regtt traversal
static void until(Query &q, int i) {
  if (!meet(q, i))
    return;
  if (nodes[i].num == 0)
    return;
  for (short c = nodes[i].first; c != nodes[i].end; ++c)
    until(q, c);
}

static void print(const char *name, std::vector<Query> &queries) {
  for (Query &q : queries) {
    std::printf("%s %d %d %u\n", name, q.key, q.count, q.trace);
    q.count = 0;
    q.trace = 1;
  }
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  const int numQueries = argc > 2 ? std::atoi(argv[2]) : 10;
  numbersState = argc > 3 ? std::atoi(argv[3]) : 1;
  const char *shape = argc > 4 ? argv[4] : "tree";
  nodes.resize(count);
  int next = 1;
  for (int i = 0; i < count; ++i) {
    Node &n = nodes[i];
    n.value = int(nextFraction() * 1000);
    int wanted = i == next - 1 ? 3 : nextNumber() % 4;
    wanted = wanted < count - next ? wanted : count - next;
    if (std::strcmp(shape, "last") == 0 && i == 0)
      wanted = count - 1; // the loop ends where the type does
    n.first = short(wanted ? next : -1);
    n.num = short(wanted);
    n.last = short(n.first + wanted - 1);
    n.begin = static_cast<unsigned char>(wanted ? next : 0);
    n.end = next + wanted;
    if (std::strcmp(shape, "missed") == 0 && i == 0)
      n.end = 0;
    n.size = std::size_t(wanted ? next + wanted : 5);
    next += wanted;
  }
  std::vector<Query> queries(numQueries);
  for (int i = 0; i < numQueries; ++i)
    queries[i] = {i % 11, 0, 1};

#pragma regtt parallel
  for (Query &q : queries)
    shorts(q, 0);
  print("shorts", queries);
#pragma regtt parallel
  for (Query &q : queries)
    upTo(q, 0);
  print("upTo", queries);
#pragma regtt parallel
  for (Query &q : queries)
    bytes(q, 0);
  print("bytes", queries);
#pragma regtt parallel
  for (Query &q : queries)
    widened(q, 0);
  print("widened", queries);
#pragma regtt parallel
  for (Query &q : queries)
    asSizes(q, 0);
  print("asSizes", queries);
#pragma regtt parallel
  for (Query &q : queries)
    until(q, 0);
  print("until", queries);
}
