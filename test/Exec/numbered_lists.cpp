// Any number of children that are numbers: in a std::vector, in a fixed array or
// behind a pointer with a count, side by side from a first one on; some of them
// no nodes, told by the callee or the caller.
//
//   numbered_lists NODES QUERIES WIDTH SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "3000 200 7 1" "1 20 3 2" "2000 30 1 3" "900 20 400 4" "50 0 3 5"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 5 2 6 2>&1 | FileCheck %s
// CHECK-COUNT-9: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/numbered_lists.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/numbered_lists.regtt.cu
// RUN: %compile_cuda -I%t.d %t.d/numbered_lists.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Query {
  int key, count;
  unsigned trace;
};

struct Node {
  int value;
  std::vector<int> children;
  std::vector<int> gaps;           // -1 among them
  std::vector<unsigned short> far; // some behind the last node
  std::vector<int> tags;           // no children
  int *listed;                     // -1 among them
  int numListed;
  unsigned first, numTogether;
  short few[4];
  int numFew;
};

static std::vector<Node> nodes;

static void meet(Query &q, const Node &n) {
  q.trace = q.trace * 31 + unsigned(n.value);
}

#pragma regtt traversal
static void inVectors(Query &q, int i) {
  const Node &n = nodes[i];
  meet(q, n);
  for (int tag : n.tags)
    q.count += tag == q.key;
  if (n.value % 7 == q.key)
    return;
  for (int child : n.children)
    inVectors(q, child);
}

#pragma regtt traversal
static void behindPointers(Query &q, const std::vector<Node> &tree, int i) {
  if (i < 0)
    return;
  meet(q, tree[i]);
  if (tree[i].value % 5 == q.key)
    return;
  for (int k = 0; k < tree[i].numListed; ++k)
    behindPointers(q, tree, tree[i].listed[k]);
}

// The caller tests.
#pragma regtt traversal
static void behindTested(Query &q, int i) {
  const Node &n = nodes[i];
  meet(q, n);
  if (n.value % 5 == q.key)
    return;
  for (int k = 0; k != n.numListed; ++k)
    if (n.listed[k] != -1)
      behindTested(q, n.listed[k]);
}

#pragma regtt traversal
static void together(Query &q, unsigned i) {
  const Node *n = &nodes[i];
  meet(q, *n);
  if (n->numTogether == 0) {
    q.count++;
    return;
  }
  if (n->value % 6 == q.key)
    return;
  for (unsigned c = n->first; c < n->first + n->numTogether; ++c)
    together(q, c);
}

#pragma regtt traversal
static void fewOfThem(Query &q, int i) {
  const Node &n = nodes[i];
  meet(q, n);
  if (n.value % 9 == q.key)
    return;
  for (int k = 0; k < n.numFew; ++k)
    if (n.few[k] >= 0)
      fewOfThem(q, n.few[k]);
}

#pragma regtt traversal
static void fixedSlots(Query &q, int i) {
  const Node &n = nodes[i];
  meet(q, n);
  for (int side = 0; side < 4; ++side) {
    const int child = n.few[side];
    if (child < 0)
      continue;
    fixedSlots(q, child);
  }
}

#pragma regtt traversal
static void byReferences(Query &q, int i) {
  const Node &n = nodes[i];
  meet(q, n);
  for (const auto &tag : n.tags)
    q.count += tag == q.key;
  if (n.value % 7 == q.key)
    return;
  for (const auto &child : n.children)
    byReferences(q, child);
}

#pragma regtt traversal
static void byIterators(Query &q, int i) {
  if (i < 0)
    return;
  meet(q, nodes[i]);
  if (nodes[i].value % 5 == q.key)
    return;
  for (auto it = nodes[i].gaps.begin(); it != nodes[i].gaps.end(); ++it) {
    if (*it < 0)
      continue;
    const int &child = *it;
    byIterators(q, child);
  }
}

// The caller looks whether there is such a node.
#pragma regtt traversal
static void byIndices(Query &q, const std::vector<Node> &tree, unsigned i) {
  meet(q, tree[i]);
  q.count++;
  for (unsigned k = 0; k < tree[i].far.size(); ++k)
    if (tree[i].far[k] < tree.size())
      byIndices(q, tree, tree[i].far[k]);
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
  const int width = argc > 3 ? std::atoi(argv[3]) : 4;
  numbersState = argc > 4 ? std::atoi(argv[4]) : 1;
  nodes.resize(count);
  // Children follow each other in the order of their parents.
  int next = 1;
  for (int i = 0; i < count; ++i) {
    Node &n = nodes[i];
    n.value = int(nextFraction() * 1000);
    for (int k = nextNumber() % 5; k > 0; --k)
      n.tags.push_back(nextNumber() % 9);
    int wanted = i == next - 1 ? width : nextNumber() % (width + 1);
    wanted = wanted < count - next ? wanted : count - next;
    n.first = unsigned(next);
    n.numTogether = unsigned(wanted);
    n.numFew = wanted < 4 ? wanted : 4;
    n.listed = new int[size_t(2 * wanted + 1)];
    n.numListed = 0;
    for (short &child : n.few)
      child = -3;
    for (int k = 0; k < wanted; ++k, ++next) {
      n.children.push_back(next);
      if (nextNumber() % 3 == 0) {
        n.listed[n.numListed++] = -1;
        n.gaps.push_back(-1);
      }
      n.gaps.push_back(next);
      if (nextNumber() % 4 == 0)
        n.far.push_back(static_cast<unsigned short>(60000 + k));
      n.far.push_back(static_cast<unsigned short>(next));
      n.listed[n.numListed++] = next;
      if (k < 4)
        n.few[k] = short(next % 11 == 0 ? -1 : next);
    }
  }
  std::vector<Query> queries(numQueries);
  for (int i = 0; i < numQueries; ++i)
    queries[i] = {i % 11, 0, 1};

#pragma regtt parallel
  for (Query &q : queries)
    inVectors(q, 0);
  print("inVectors", queries);
#pragma regtt parallel
  for (Query &q : queries)
    behindPointers(q, nodes, 0);
  print("behindPointers", queries);
#pragma regtt parallel
  for (Query &q : queries)
    behindTested(q, 0);
  print("behindTested", queries);
#pragma regtt parallel
  for (Query &q : queries)
    together(q, 0);
  print("together", queries);
#pragma regtt parallel
  for (Query &q : queries)
    fewOfThem(q, 0);
  print("fewOfThem", queries);
#pragma regtt parallel
  for (Query &q : queries)
    fixedSlots(q, 0);
  print("fixedSlots", queries);
#pragma regtt parallel
  for (Query &q : queries)
    byReferences(q, 0);
  print("byReferences", queries);
#pragma regtt parallel
  for (Query &q : queries)
    byIterators(q, 0);
  print("byIterators", queries);
#pragma regtt parallel
  for (Query &q : queries)
    byIndices(q, nodes, 0);
  print("byIndices", queries);
  for (Node &n : nodes)
    delete[] n.listed;
}
