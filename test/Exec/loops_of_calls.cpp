// Loops that make any number of calls, which what they see decides as they go:
// as many as a query wants, from one child to the next by what the last call has
// found, in switches with cases that fall into others, in loops in loops.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "700 1" "1 2" "60 3"
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  int id, kind;
  double value;
  Node *child[4];
};
struct Query {
  double at;
  int want, depth;
  unsigned long visits, sum;
};

static unsigned state;
static unsigned next(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

static Node *build(int size, int &ids) {
  if (size <= 0)
    return nullptr;
  Node *n = new Node();
  n->id = ids++;
  n->kind = int(next(5));
  n->value = next(1000) / 1000.0;
  for (Node *&child : n->child)
    child = build(next(5) == 0 ? 0 : (size - 1) / 4, ids);
  return n;
}

// As many calls as the query wants, which calls change.
#pragma regtt traversal
static void wanted(const Node *n, Query *q) {
  if (!n)
    return;
  q->visits++;
  q->sum = q->sum * 3 + unsigned(n->id);
  for (int k = 0; k < q->want; ++k) {
    if (n->kind == 4 && k == 1)
      continue;
    wanted(n->child[k], q);
    if (q->sum % 11 == 0)
      break;
    if (q->sum % 23 == 0)
      return;
  }
  q->sum += 5;
}

// From one child to another, until there is none.
#pragma regtt traversal
static void steps(const Node *n, Query *q) {
  if (!n)
    return;
  q->visits++;
  int k = n->kind & 3;
  bool seen[4] = {false, false, false, false};
  while (!seen[k]) {
    seen[k] = true;
    steps(n->child[k], q);
    q->sum = q->sum * 5 + unsigned(n->id + k);
    k = int((q->sum >> 3) & 3);
  }
}

// A switch in a loop, with cases that fall into others.
#pragma regtt traversal
static void switches(const Node *n, Query *q) {
  if (!n)
    return;
  q->visits++;
  int at = n->kind;
  do {
    switch (at) {
    case 0:
      switches(n->child[0], q);
      q->sum = q->sum * 3 + 1;
      // falls through
    case 1:
      switches(n->child[1], q);
      q->sum = q->sum * 3 + 2;
      if (q->sum % 3 == 0)
        break;
      // falls through
    case 2:
      q->sum += 7;
      at = 3;
      break;
    case 3:
      if (q->sum % 5 == 0)
        return;
      switches(n->child[2], q);
      at = 9;
      break;
    default:
      switches(n->child[3], q);
      q->sum ^= unsigned(n->id);
      at = 9;
    }
    ++at;
  } while (at < 5);
}

// Loops in loops; the inner one is as long as the outer one has come.
#pragma regtt traversal
static void nested(const Node *n, Query *q) {
  if (!n || n->value < 0.15)
    return;
  q->visits++;
  for (int a = 0; a < 3; ++a)
    for (int b = a; b < q->want + n->kind % 2; b += 2) {
      const int k = (a + b) & 3;
      if (a > 0 && !n->child[k])
        break;
      nested(n->child[k], q);
      q->sum = q->sum * 7 + unsigned(10 * a + b);
    }
}

// Values that come back, in an order that is found first.
#pragma regtt traversal
static double best(const Node *n, const Query &q, double bound) {
  if (!n)
    return 1e30;
  const double own = n->value + q.at;
  double least = own < bound ? own : bound;
  int order[4], count = 0;
  for (int k = 0; k < 4; ++k)
    if (n->child[k] && n->child[k]->value < least) {
      int j = count++;
      for (; j > 0 && n->child[order[j - 1]]->value > n->child[k]->value; --j)
        order[j] = order[j - 1];
      order[j] = k;
    }
  for (int k = 0; k < count; ++k) {
    const double found = best(n->child[order[k]], q, least);
    if (found < least)
      least = found;
    if (least < 0.002)
      return least;
  }
  return least;
}

// Down to the depth that the query has left, by a variable of the caller's.
#pragma regtt traversal
static bool within(const Node *n, Query *q, int left) {
  if (!n || left == 0)
    return false;
  q->visits++;
  for (int k = n->kind & 1; left > 1 && k < 4; ++k, left -= k & 1)
    if (within(n->child[k], q, left - 1))
      return true;
  q->sum += unsigned(left);
  return n->id % 37 == q->want;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  state = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  int ids = 0;
  const Node *const root = build(size, ids);
  std::vector<Query> first(150);
  for (Query &q : first)
    q = {next(100) / 1000.0, int(next(5)), int(next(6)), 0, next(1000)};
  const int count = int(first.size());
  const auto print = [](const char *name, const std::vector<Query> &queries) {
    unsigned long visits = 0, sum = 0;
    for (const Query &q : queries) {
      visits += q.visits;
      sum = sum * 31 + q.sum;
    }
    std::printf("%s %lu %lu\n", name, visits, sum);
  };

  std::vector<Query> q = first;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    wanted(root, &q[i]);
  print("wanted", q);
  q = first;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    steps(root, &q[i]);
  print("steps", q);
  q = first;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    switches(root, &q[i]);
  print("switches", q);
  q = first;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    nested(root, &q[i]);
  print("nested", q);
  std::vector<double> least(first.size());
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    least[i] = best(root, first[i], 1e30);
  double sum = 0;
  for (const double each : least)
    sum = sum * 0.9 + each;
  std::printf("best %.17g\n", sum);
  q = first;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    q[i].depth = within(root, &q[i], q[i].depth);
  print("within", q);
  int found = 0;
  for (const Query &each : q)
    found += each.depth;
  std::printf("%d\n", found);
}
