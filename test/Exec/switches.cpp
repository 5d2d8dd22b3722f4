// Orders of children by a switch over calls, with breaks, falling through,
// returning, under an enumeration, in loops, with guards; and by tables of
// constants and masks; calls in the cases of a loop's body, their values in
// variables.
//
//   switches NODES QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "400 200 1" "1 3 2" "2 3 3" "900 60 4"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 60 5 2 2>&1 | FileCheck %s
// CHECK-COUNT-9: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/switches.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/switches.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/switches.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <vector>

enum class Order : unsigned char { Forward, Backward, Inside, None };

struct Node {
  double split;
  Order order;
  int kind;
  Node *a, *b, *c;
  Node *child[4];
};
struct Query {
  float x, best;
  int count;
  unsigned long long trace;
};

static bool leaves(Query *q, const Node *n) {
  q->trace = q->trace * 31 + static_cast<unsigned>(n->kind);
  const float d = q->x - static_cast<float>(n->split);
  q->best = d * d < q->best ? d * d : q->best;
  return ++q->count > 2500;
}

// What decides is the query; one case has no call.
#pragma regtt traversal
static void byQuery(Query *q, const Node *n) {
  if (!n || leaves(q, n))
    return;
  int k = (q->x > n->split) + 2 * (q->best < 0.01f);
  switch (k) {
  case 0:
    byQuery(q, n->a);
    byQuery(q, n->b);
    break;
  case 1:
    byQuery(q, n->b);
    byQuery(q, n->a);
    break;
  case 2:
    break;
  default:
    byQuery(q, n->c);
  }
}

// What decides is the node; a case falls into the next one, another returns.
#pragma regtt traversal
static void falls(Query *q, const Node *n, int depth) {
  if (!n || leaves(q, n))
    return;
  switch (n->order) {
  case Order::Forward:
    falls(q, n->a, depth + 1);
    [[fallthrough]];
  case Order::Inside:
    falls(q, n->b, depth + 2);
    if (q->x < 0.25f)
      break;
    falls(q, n->c, depth);
    return;
  case Order::Backward: {
    const Node *first = n->c;
    falls(q, first, depth + 1);
    falls(q, n->b, depth);
    break;
  }
  case Order::None:
    return;
  }
  if (depth < 9)
    falls(q, n->child[0], depth + 1);
}

// Conditions that visits decide, within cases and after them.
#pragma regtt traversal
static void guarded(Query *q, const Node *n) {
  if (!n || leaves(q, n))
    return;
  const float d = q->x - static_cast<float>(n->split);
  switch (n->kind & 3) {
  case 0:
    guarded(q, n->a);
    if (d * d < q->best * 2)
      guarded(q, n->b);
    break;
  case 1:
  case 2:
    guarded(q, n->b);
    if (q->count < 300)
      guarded(q, n->a);
    break;
  }
  if (q->best > 0.0001f)
    guarded(q, n->c);
}

// In a loop.
#pragma regtt traversal
static void looped(Query *q, const Node *n) {
  if (leaves(q, n))
    return;
  for (int i = 0; i < 4; ++i)
    switch (n->order) {
    case Order::Backward:
      if (n->child[3 - i])
        looped(q, n->child[3 - i]);
      break;
    case Order::Forward:
      if (n->child[i] != nullptr)
        looped(q, n->child[i]);
      continue;
    default:
      if (n->child[i ^ 1])
        looped(q, n->child[i ^ 1]);
    }
}

// Tables of constants: outside, inside, of a class.
static const int orders[4][4] = {
    {0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
#pragma regtt traversal
static void byTable(Query *q, const Node *n) {
  if (!n || leaves(q, n))
    return;
  const int k = (q->x > 0.5f) | (q->x > n->split ? 2 : 0);
  for (int i = 0; i < 4; ++i)
    byTable(q, n->child[orders[k][i]]);
}

struct Octants {
  static constexpr unsigned char first[2] = {1, 2};
};
#pragma regtt traversal
static void bySmallTable(Query *q, const Node *n) {
  static constexpr unsigned char order[2][3] = {{0, 1, 2}, {2, 0, 1}};
  if (!n || leaves(q, n))
    return;
  const unsigned k = q->x > n->split;
  bySmallTable(q, n->child[order[k][0]]);
  bySmallTable(q, n->child[order[k][1]]);
  if (q->best > 0.001f)
    bySmallTable(q, n->child[Octants::first[k]]);
}

// A mask turns the order around.
#pragma regtt traversal
static void byMask(Query *q, const Node *n, unsigned mask) {
  if (!n || leaves(q, n))
    return;
  for (unsigned i = 0; i < 4; ++i)
    byMask(q, n->child[i ^ mask], mask);
}

// Nodes that are numbers.
struct Cell {
  float split;
  int kid[3];
};
static std::vector<Cell> cells;
#pragma regtt traversal
static void numbers(Query *q, int i) {
  const Cell &c = cells[i];
  q->trace = q->trace * 31 + static_cast<unsigned>(i);
  if (++q->count > 2500)
    return;
  switch ((q->x > c.split) + (q->x > 0.5f)) {
  case 0:
    if (c.kid[0] >= 0)
      numbers(q, c.kid[0]);
    if (c.kid[1] >= 0)
      numbers(q, c.kid[1]);
    break;
  case 1:
    if (c.kid[2] >= 0)
      numbers(q, c.kid[2]);
    /* fall through */
  case 2:
    if (c.kid[1] >= 0)
      numbers(q, c.kid[1]);
  }
}

#pragma regtt traversal
static int depthOf(Query *q, const Node *n, int kind) {
  if (!n)
    return 0;
  q->count++;
  const int left = depthOf(q, n->a, kind), right = depthOf(q, n->b, kind);
  return (n->kind == kind) + (left > right ? left : right);
}

// What a call returns is declared in a case, which later labels jump over; a
// variable of one case is another's, too.
static void inCases(Query *q, int m, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    switch (i % 5) {
      int kept;
    case 0: {
      const int first = depthOf(&q[i], root, 1);
      q[i].trace += depthOf(&q[i], root, first);
      break;
    }
    case 1:
      q[i].trace += depthOf(&q[i], root, 2);
      q[i].best -= depthOf(&q[i], root, 3);
      [[fallthrough]];
    case 2:
      kept = q[i].count;
      q[i].best += depthOf(&q[i], root, kept % 4);
      break;
    case 3:
      kept = depthOf(&q[i], root, 5);
      q[i].trace ^= kept;
      break;
    default:
      const int last = depthOf(&q[i], root, 6);
      q[i].trace -= last;
    }
  }
}

template <class Run>
static void report(const char *name, int queries, Run run) {
  std::vector<Query> all(queries);
  for (Query &q : all)
    q = {float(nextFraction()), 0.5f, 0, 1};
  run(all.data(), queries);
  for (const Query &q : all)
    std::printf("%s %d %a %llu\n", name, q.count, q.best, q.trace);
}

static Node *build(std::vector<Node> &nodes, int count) {
  if (count <= 0)
    return nullptr;
  Node &n = nodes.emplace_back();
  n.split = nextFraction();
  n.kind = nextNumber() % 7;
  n.order = Order(nextNumber() % 4);
  Node **slots[] = {&n.a,        &n.b,        &n.c,       &n.child[0],
                    &n.child[1], &n.child[2], &n.child[3]};
  --count;
  for (Node **slot : slots) {
    const int part = nextNumber() % (count / 3 + 2);
    *slot = build(nodes, part < count ? part : count);
    count -= part < count ? part : count;
  }
  return &n;
}

static int fill(int count) {
  if (count <= 0)
    return -1;
  const int self = int(cells.size());
  cells.push_back({float(nextFraction()), {-1, -1, -1}});
  for (int k = 0; k < 3; ++k) {
    const int part = k < 2 ? nextNumber() % (count / 2 + 1) : count - 1;
    const int some = part < count ? part : count - 1;
    const int kid = fill(some);
    cells[self].kid[k] = kid;
    count -= some;
  }
  return self;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 400;
  const int queries = argc > 2 ? std::atoi(argv[2]) : 200;
  numbersState = argc > 3 ? std::atoi(argv[3]) : 1;
  std::vector<Node> nodes;
  nodes.reserve(count + 1);
  Node *root = build(nodes, count);
  const int first = fill(count);

  report("byQuery", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      byQuery(&q[i], root);
  });
  report("falls", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      falls(&q[i], root, 0);
  });
  report("guarded", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      guarded(&q[i], root);
  });
  report("looped", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      looped(&q[i], root);
  });
  report("byTable", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      byTable(&q[i], root);
  });
  report("bySmallTable", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      bySmallTable(&q[i], root);
  });
  report("byMask", queries, [&](Query *q, int m) {
    const unsigned mask = 3;
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      byMask(&q[i], root, mask);
  });
  report("inCases", queries, [&](Query *q, int m) { inCases(q, m, root); });
  report("numbers", queries, [&](Query *q, int m) {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      numbers(&q[i], first);
  });
}
