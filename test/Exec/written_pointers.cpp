// Results that are pointers, and vectors that are added to: beside the tree they
// are the iteration's own. Where one is a pointer that leads to a node, or a
// vector that nodes hold and visits read, the loop is not run.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "700 apart" "1 apart" "0 apart"
//
// Serial runs are right, whatever is written where.
// RUN: %t.serial 40 children > %t.1
// RUN: env REGTT_TARGET=cpu REGTT_ALLOW_SERIAL=1 %t.parallel 40 children > %t.2
// RUN: cmp %t.1 %t.2
//
// RUN: env REGTT_TARGET=cpu not %t.parallel 40 children 2>&1 | FileCheck --check-prefix=CHILD %s
// CHILD: error: {{.*}}: an iteration writes 'n->right', which is read through a node
// RUN: env REGTT_TARGET=cpu not %t.parallel 40 other 2>&1 | FileCheck --check-prefix=OTHER %s
// OTHER: error: {{.*}}: an iteration writes 'n->other', which is read through a node
// RUN: env REGTT_TARGET=cpu not %t.parallel 40 items 2>&1 | FileCheck --check-prefix=ITEMS %s
// ITEMS: error: {{.*}}: an iteration writes 'n->items', which is read through a node
// RUN: env REGTT_TARGET=cpu not %t.parallel 40 below 2>&1 | FileCheck --check-prefix=BELOW %s
// BELOW: error: {{.*}}: an iteration writes 'regions[n].below', which is read through a node
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <vector>

struct Point {
  double x;
  int id;
};

struct Node {
  double x;
  int id;
  std::vector<int> items;
  const Point *other;
  Node *left, *right;
};

static std::deque<Point> points;

static Node *build(int begin, int end) {
  if (begin >= end)
    return nullptr;
  const int middle = begin + (end - begin) / 2;
  points.push_back({std::cos(middle * 0.7), middle});
  Node *n = new Node{middle + 0.4 * std::sin(middle * 1.3),
                     middle,
                     {middle},
                     &points.back(),
                     build(begin, middle),
                     build(middle + 1, end)};
  if (n->left && middle % 3 == 0)
    n->items.push_back(-middle);
  return n;
}

// The last node whose point is near, and what is there.
#pragma regtt traversal
static void find(Node *n, double at, Node **found, int *sum) {
  if (!n)
    return;
  if (std::fabs(n->x - at) < 3) {
    *found = n;
    *sum += n->other->id;
  }
  if (at - 3 < n->x)
    find(n->left, at, found, sum);
  if (at + 3 > n->x)
    find(n->right, at, found, sum);
}

// Where the data of that node lie.
#pragma regtt traversal
static void findPoint(const Node *n, double at, const Point **found) {
  if (!n)
    return;
  if (std::fabs(n->x - at) < 2 && n->other->x > 0)
    *found = n->other;
  if (at - 2 < n->x)
    findPoint(n->left, at, found);
  if (at + 2 > n->x)
    findPoint(n->right, at, found);
}

// All items in reach.
#pragma regtt traversal
static void collect(const Node *n, double at, std::vector<int> &found) {
  if (!n)
    return;
  if (std::fabs(n->x - at) < 4)
    for (int item : n->items)
      found.push_back(item);
  if (at - 4 < n->x)
    collect(n->left, at, found);
  if (at + 4 > n->x)
    collect(n->right, at, found);
}

// Nodes are numbers, and so is what is found.
struct Region {
  int id, least;
  std::vector<int> below;
};

#pragma regtt traversal
static void enclosing(const std::vector<Region> &regions, int n, int id,
                      std::vector<int> &found) {
  if (regions[n].least > id)
    return;
  if (regions[n].id % 3 == id % 3)
    found.push_back(n);
  for (int each : regions[n].below)
    enclosing(regions, each, id, found);
}

static std::vector<Region> regions;
static int divide(int least, int count) {
  const int n = int(regions.size());
  regions.push_back({least, least, {}});
  for (int part = 0; part < 3 && count > 3; ++part) {
    const int child = divide(least + part * (count / 3), count / 3);
    regions[n].below.push_back(child);
  }
  return n;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  const char *what = argc > 2 ? argv[2] : "apart";
  Node *root = build(0, size), *last = root;
  while (last && last->right)
    last = last->right;

  // Results of the iterations' own; or, once, what a node holds.
  std::vector<Node *> nodes(size, nullptr);
  std::vector<const Point *> found(size, nullptr);
  std::vector<int> sums(size, 0);
  std::vector<Node **> nodeAt;
  std::vector<const Point **> pointAt;
  std::vector<std::vector<int>> held(size);
  std::vector<std::vector<int> *> listAt;
  for (int i = 0; i < size; ++i) {
    nodeAt.push_back(&nodes[i]);
    pointAt.push_back(&found[i]);
    listAt.push_back(&held[i]);
  }
  if (!std::strcmp(what, "children"))
    nodeAt[size / 3] = &last->right;
  if (!std::strcmp(what, "other"))
    pointAt[size / 3] = &last->other;
  if (!std::strcmp(what, "items"))
    listAt[size / 3] = &last->items;

#pragma regtt parallel
  for (int i = 0; i < size; ++i)
    find(root, i * 0.9, nodeAt[i], &sums[i]);
#pragma regtt parallel
  for (int i = 0; i < size; ++i)
    findPoint(root, i * 0.8, pointAt[i]);
#pragma regtt parallel
  for (int i = 0; i < size; ++i)
    collect(root, i * 0.7, *listAt[i]);

  const int top = divide(0, size);
  std::vector<std::vector<int>> around(size);
  std::vector<std::vector<int> *> aroundAt;
  for (int i = 0; i < size; ++i)
    aroundAt.push_back(&around[i]);
  if (!std::strcmp(what, "below"))
    aroundAt[size / 3] = &regions[top].below;
#pragma regtt parallel
  for (int i = 0; i < size; ++i)
    enclosing(regions, top, i, *aroundAt[i]);

  for (int i = 0; i < size; ++i) {
    std::printf("%d %d %d", nodes[i] ? nodes[i]->id : -1, sums[i],
                found[i] ? found[i]->id : -1);
    for (int item : held[i])
      std::printf(" %d", item);
    for (int each : around[i])
      std::printf(" %d", regions[each].id);
    std::printf("\n");
  }
}
