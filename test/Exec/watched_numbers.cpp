// Where nodes are numbers, and iterations write numbers of their type: those of
// children are looked at when the loop runs, in arrays of unknown length, in
// lists, and behind pointers.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0"
// RUN: env REGTT_TARGET=cpu not %t.parallel 1 2>&1 | FileCheck %s --check-prefix=BEHIND
// BEHIND: error: behindPointer: an iteration writes 'nodes[i].kids', which is read through a node
// RUN: env REGTT_TARGET=cpu not %t.parallel 2 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: error: inList: an iteration writes 'all[i].kids', which is read through a node
// RUN: env REGTT_TARGET=cpu not %t.parallel 3 2>&1 | FileCheck %s --check-prefix=NODE
// NODE: error: inNode: an iteration writes 'nodes[i].pair', which is read through a node
// RUN: env REGTT_TARGET=cpu not %t.parallel 4 2>&1 | FileCheck %s --check-prefix=AFTER
// AFTER: error: afterwards: an iteration writes 'lefts[i]', which is read through a node
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/watched_numbers.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/watched_numbers.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/watched_numbers.regtt.cu -o %t.o
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  double x;
  int *kids, count;
  int pair[2];
};
struct Listed {
  std::vector<int> kids;
};
static Node *nodes;
static int *lefts;
static std::vector<Listed> lists;

static void meet(int i, double at, int *last, long *met) {
  *met = *met * 13 % 10007 + i;
  *last = at > 0.5 ? 7 : 8;
}

#pragma regtt traversal
static void behindPointer(int i, double at, int *last, long *met) {
  meet(i, at, last, met);
  for (int k = 0; k < nodes[i].count; ++k)
    behindPointer(nodes[i].kids[k], at + nodes[i].x, last, met);
}

#pragma regtt traversal
static void inList(const std::vector<Listed> &all, int i, double at, int *last,
                   long *met) {
  meet(i, at, last, met);
  for (int kid : all[i].kids)
    inList(all, kid, at + 0.1, last, met);
}

#pragma regtt traversal
static void inNode(int i, double at, int *last, long *met) {
  if (i < 0)
    return;
  meet(i, at, last, met);
  for (int k = 0; k < 2; ++k)
    inNode(nodes[i].pair[k], at + nodes[i].x, last, met);
}

// Written behind the call alone.
#pragma regtt traversal
static void afterwards(int i, long *met) {
  if (i < 0)
    return;
  *met = *met * 7 % 1009 + i;
  afterwards(lefts[i], met);
}

int main(int argc, char **argv) {
  const int which = argc > 1 ? std::atoi(argv[1]) : 0, n = 12;
  nodes = static_cast<Node *>(std::calloc(n, sizeof(Node)));
  lefts = static_cast<int *>(std::calloc(n, sizeof(int)));
  static int pool[20] = {1, 2, 3, 4, 5, 6, 9, 10, 11};
  for (int i = 0; i < n; ++i) {
    nodes[i] = {
        i * 0.1,
        pool,
        0,
        {2 * i + 1 < n ? 2 * i + 1 : -1, 2 * i + 2 < n ? 2 * i + 2 : -1}};
    lefts[i] = i + 1 < n ? i + 1 : -1;
  }
  const auto kids = [](int i, int first, int count) {
    nodes[i].kids = pool + first;
    nodes[i].count = count;
  };
  kids(0, 0, 3);
  kids(3, 3, 3);
  kids(2, 6, 2);
  kids(9, 8, 1);
  lists.resize(n);
  for (int i = 0; i < n; ++i)
    lists[i].kids.assign(nodes[i].kids, nodes[i].kids + nodes[i].count);
  int *fresh = new int[4]();
  static long met[8];
  int *out = which == 1 ? pool + 3 : fresh;
#pragma regtt parallel
  for (int i = 0; i < 2; ++i)
    behindPointer(0, i * 0.3, &out[i], &met[i]);
  int *outOfList = which == 2 ? &lists[3].kids[0] : fresh;
#pragma regtt parallel
  for (int i = 0; i < 2; ++i)
    inList(lists, 0, i * 0.3, &outOfList[i], &met[2 + i]);
  int *outOfNode = which == 3 ? nodes[1].pair : fresh;
#pragma regtt parallel
  for (int i = 0; i < 2; ++i)
    inNode(0, i * 0.3, &outOfNode[i], &met[4 + i]);
  int *outOfArray = which == 4 ? lefts + 5 : fresh;
#pragma regtt parallel
  for (int i = 0; i < 2; ++i) {
    afterwards(0, &met[6 + i]);
    outOfArray[i] = met[6 + i] % 2 ? -1 : 11;
  }
  for (long each : met)
    std::printf("%ld\n", each);
  std::printf("%d %d\n", fresh[0], fresh[1]);
}
