// Children in locals that are changed: exchanged by hand, by std::swap, set in
// branches, in loops and within expressions; compared with each other; null
// among them; behind guards; of nodes that own their children and nodes that are
// numbers.
//
//   changed_locals NODES QUERIES SEED [twice]
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "400 200 1" "1 3 2" "2 3 3" "900 60 4" "0 5 5"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 60 5 2 2>&1 | FileCheck %s
// CHECK-COUNT-16: verify=identical
// CHECK-NOT: verify=
//
// RUN: env REGTT_TARGET=cpu REGTT_THREADS=3 not %t.parallel 60 5 2 twice 2>&1 | FileCheck --check-prefix=TWICE %s
// TWICE: error: compared: the tree has a node with one child twice, and the traversal compares children
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/changed_locals.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/changed_locals.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/changed_locals.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

struct Node {
  float split;
  int axis, kind;
  Node *left = nullptr, *right = nullptr, *middle = nullptr;
  Node *child[4] = {};
};
struct Query {
  float x[2];
  float best;
  int count;
  std::uint64_t trace; // the order of visits
};

static bool leaves(Query &q, const Node &n) {
  q.trace = q.trace * 31 + static_cast<unsigned>(n.kind);
  const float d = q.x[n.axis] - n.split;
  q.best = d * d < q.best ? d * d : q.best;
  return ++q.count > 3000;
}

#pragma regtt traversal
static void branches(Query &q, const Node *n) {
  if (!n || leaves(q, *n))
    return;
  float d = q.x[n->axis] - n->split;
  const Node *near = n->left, *far = n->right;
  if (d > 0) {
    near = n->right;
    far = n->left;
  }
  branches(q, near);
  if (d * d < q.best * 1.5f)
    branches(q, far);
}

#pragma regtt traversal
static void swapped(Query &q, Node *n) {
  if (leaves(q, *n))
    return;
  const float d = q.x[n->axis] - n->split;
  Node *near = n->left, *far = n->right;
  if (d > 0)
    std::swap(near, far);
  if (near)
    swapped(q, near);
  if (far && d * d < q.best * 1.25f)
    swapped(q, far);
}

#pragma regtt traversal
static void byHand(Query *q, const Node *n) {
  if (n == nullptr || leaves(*q, *n))
    return;
  const Node *first = n->left;
  const Node *second = n->right;
  if (q->x[n->axis] >= n->split) {
    const Node *t = first;
    first = second;
    second = t;
  }
  byHand(q, first);
  byHand(q, n->middle);
  byHand(q, second);
}

#pragma regtt traversal
static void unset(Query &q, const Node *n) {
  if (!n || leaves(q, *n))
    return;
  const Node *near, *far;
  const Node *also = nullptr;
  if (q.x[n->axis] < n->split) {
    near = n->left;
    far = n->right;
  } else {
    near = n->right, far = n->left;
    also = n->middle;
  }
  unset(q, near);
  unset(q, also);
  if (q.count < 700)
    unset(q, far);
}

// Which of two the first one was.
#pragma regtt traversal
static void compared(Query &q, const Node *n) {
  if (!n || leaves(q, *n))
    return;
  const Node *near = q.x[0] < n->split ? n->left : n->right;
  const Node *far = near == n->left ? n->right : n->left;
  if (near != n->right)
    q.trace += 5;
  compared(q, near);
  if (q.count < 900 && far != n->right)
    compared(q, far);
}

#pragma regtt traversal
static void lastOf(Query &q, const Node *n) {
  if (!n || leaves(q, *n))
    return;
  const Node *last = nullptr;
  for (int i = 0; i < 4; ++i) {
    if (q.x[i & 1] < n->split)
      last = n->child[i];
    if (n->child[i] != last)
      lastOf(q, n->child[i]);
  }
  lastOf(q, last);
}

// A loop without calls sorts two of them; what they are is not followed there.
#pragma regtt traversal
static void looped(Query &q, const Node *n) {
  if (!n || leaves(q, *n))
    return;
  const Node *a = n->left, *b = n->right, *c = n->middle;
  for (int i = 0; i < n->kind % 4; ++i) {
    std::swap(a, b);
    if (q.x[i & 1] > 0.5f)
      std::swap(b, c);
  }
  looped(q, a);
  looped(q, b);
  looped(q, c);
}

// One local, set anew between the calls; an assignment as a value.
#pragma regtt traversal
static void again(Query &q, const Node *n) {
  if (leaves(q, *n))
    return;
  const Node *c;
  if ((c = n->left) != nullptr)
    again(q, c);
  if ((c = q.x[1] < n->split ? n->right : n->middle))
    again(q, c);
  c = n->child[n->kind & 3];
  if (!c)
    return;
  again(q, c);
}

#pragma regtt traversal
static void sides(Query &q, const Node *n, float reach) {
  if (!n || leaves(q, *n))
    return;
  int side = q.x[n->axis] >= n->split;
  sides(q, n->child[side], reach);
  if (q.best < reach)
    sides(q, n->child[!side], reach * 0.5f);
  sides(q, n->child[3 - side], reach);
  sides(q, n->child[(side ^ 1) + 2], reach);
}

#pragma regtt traversal
static void onePointer(Query &q, const Node *n) {
  if (!n || leaves(q, *n))
    return;
  const Node *next = n->left;
  if (q.x[n->axis] > n->split)
    next = n->right;
  if (q.x[0] > 0.9f && n->kind == 2)
    next = nullptr;
  onePointer(q, next);
}

// Nodes that own their children.
struct Owner {
  float split;
  int kind;
  std::unique_ptr<Owner> left, right;
};
#pragma regtt traversal
static void owned(Query &q, const Owner *n) {
  if (!n)
    return;
  q.trace = q.trace * 31 + static_cast<unsigned>(n->kind);
  Owner *near = n->left.get(), *far = n->right.get();
  if (q.x[0] > n->split)
    std::swap(near, far);
  owned(q, near);
  if (q.trace % 3)
    owned(q, far);
}

// Numbers.
struct Cell {
  double split;
  int left, right;
  short kids[3];
};
static std::vector<Cell> cells;

static bool enters(Query &q, const Cell &c, int i) {
  q.trace = q.trace * 31 + static_cast<unsigned>(i);
  return q.x[0] * 2 > c.split || ++q.count > 2000;
}

#pragma regtt traversal
static void numbers(Query &q, int i) {
  if (i < 0)
    return;
  const Cell &c = cells[i];
  if (enters(q, c, i))
    return;
  int first, second;
  if (q.x[1] < c.split) {
    first = c.left;
    second = c.right;
  } else {
    first = c.right;
    second = c.left;
  }
  numbers(q, first);
  numbers(q, second);
}

// The caller tests; the numbers are exchanged after a test and before another.
#pragma regtt traversal
static void tested(Query &q, int i) {
  const Cell &c = cells[i];
  if (enters(q, c, i))
    return;
  int near = c.left, far = c.right;
  if (q.x[1] >= c.split)
    std::swap(near, far);
  if (near != -1)
    tested(q, near);
  if (far != -1)
    tested(q, far);
}

#pragma regtt traversal
static void shorts(Query &q, int i, int depth) {
  if (i == -1 || enters(q, cells[i], depth))
    return;
  short a = cells[i].kids[0], b = cells[i].kids[1], t;
  if (q.x[0] > 0.3f) {
    t = a;
    a = b;
    b = t;
  }
  shorts(q, a, depth + 1);
  if (q.count < 100)
    shorts(q, b, depth + 2);
  shorts(q, cells[i].kids[2], depth);
}

// A heap: computed numbers.
static int numCells;
#pragma regtt traversal
static void heap(Query &q, int i) {
  if (i >= numCells)
    return;
  q.trace = q.trace * 31 + static_cast<unsigned>(i);
  int near = 2 * i + 1, far = 2 * i + 2;
  if (q.x[i & 1] > cells[i].split) {
    const int t = near;
    near = far;
    far = t;
  }
  heap(q, near);
  if (q.trace & 3)
    heap(q, far);
}

#pragma regtt traversal
static void heapSides(Query &q, int i) {
  if (i >= numCells || q.x[0] > cells[i].split)
    return;
  q.trace = q.trace * 31 + static_cast<unsigned>(i);
  int left = 2 * i + 1, next = left;
  if (q.x[1] > cells[i].split)
    next = left + 1;
  heapSides(q, next);
}

template <class Run>
static void report(const char *name, int queries, Run run) {
  std::vector<Query> all(queries);
  for (Query &q : all)
    q = {{float(nextFraction()), float(nextFraction())}, 0.5f, 0, 1};
  run(all.data(), queries);
  for (const Query &q : all)
    std::printf("%s %d %a %llu\n", name, q.count, q.best,
                static_cast<unsigned long long>(q.trace));
}

static Node *build(std::vector<Node> &nodes, int count) {
  if (count <= 0)
    return nullptr;
  Node &n = nodes.emplace_back();
  n.split = float(nextFraction());
  n.kind = int(nextNumber() % 7);
  n.axis = n.kind & 1;
  Node **slots[] = {&n.left,     &n.right,    &n.middle,  &n.child[0],
                    &n.child[1], &n.child[2], &n.child[3]};
  --count;
  for (Node **slot : slots) {
    const int part = int(nextNumber() % (count / 3 + 2));
    const int some = part < count ? part : count;
    *slot = build(nodes, some);
    count -= some;
  }
  return &n;
}

static std::unique_ptr<Owner> grow(int count) {
  if (count <= 0)
    return nullptr;
  auto n = std::make_unique<Owner>();
  n->split = float(nextFraction());
  n->kind = count;
  const int left = int(nextNumber() % count);
  n->left = grow(left);
  n->right = grow(count - 1 - left);
  return n;
}

static int fill(int count) {
  if (count <= 0)
    return -1;
  const int self = int(cells.size());
  cells.push_back({nextFraction() * 2, -1, -1, {-1, -1, -1}});
  const int left = int(nextNumber() % count), right = count - 1 - left;
  const int a = fill(left), b = fill(right);
  cells[self].left = a;
  cells[self].right = b;
  cells[self].kids[nextNumber() % 3] = short(a);
  for (short &kid : cells[self].kids)
    if (kid == -1) {
      kid = short(b);
      break;
    }
  return self;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 400;
  const int queries = argc > 2 ? std::atoi(argv[2]) : 200;
  numbersState = argc > 3 ? std::atoi(argv[3]) : 1;
  std::vector<Node> nodes;
  nodes.reserve(count + 1);
  Node *root = build(nodes, count ? count : 1);
  if (argc > 4)
    root->left = root->right;
  const auto owner = grow(count);
  const int first = fill(count);
  numCells = count;

  report("branches", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      branches(q[i], root);
  });
  report("swapped", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      swapped(q[i], root);
  });
  report("byHand", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      byHand(&q[i], root);
  });
  report("unset", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      unset(q[i], root);
  });
  report("compared", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      compared(q[i], root);
  });
  report("lastOf", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      lastOf(q[i], root);
  });
  report("looped", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      looped(q[i], root);
  });
  report("again", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      again(q[i], root);
  });
  report("sides", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      sides(q[i], root, 0.25f);
  });
  report("onePointer", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      onePointer(q[i], root);
  });
  report("owned", queries, [&](Query *q, int m) {
    const Owner *top = owner.get();
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      owned(q[i], top);
  });
  report("numbers", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      numbers(q[i], first);
  });
  if (first >= 0)
    report("tested", queries, [&](Query *q, int m) {
#pragma regtt parallel
      for (int i = 0; i < m; ++i)
        tested(q[i], first);
    });
  report("shorts", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      shorts(q[i], first, 0);
  });
  report("heap", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      heap(q[i], 0);
  });
  report("heapSides", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      heapSides(q[i], 0);
  });
}
