// How often a loop runs is what C++ makes of its head: counters that wrap
// around, narrow ones and their steps, bounds of other types than the
// counter's, and what a counter declared before is afterwards.
//
// RUN: %serial -w %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -w %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes 0 1 2 7 200
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-31: verify=identical
// CHECK-NOT: verify=
//
// What the traversals cannot follow is said when the loop runs.
// RUN: not env REGTT_TARGET=cpu %t.parallel 5 endless 2>&1 | FileCheck --check-prefix=ENDLESS %s
// ENDLESS: loop_counters.cpp:{{[0-9]+}}: regtt: error: visit: the loop does not end
// RUN: not env REGTT_TARGET=cpu %t.parallel 5 wraps 2>&1 | FileCheck --check-prefix=WRAPS %s
// WRAPS: regtt: error: mark: the loop's counter wraps around, and what its iterations find by it does not lie side by side
// RUN: not env REGTT_TARGET=cpu %t.parallel 5 parameter 2>&1 | FileCheck --check-prefix=PARAMETER %s
// PARAMETER: regtt: error: mark: the loop counts to numbers that the traversal's parameter cannot hold
// RUN: not env REGTT_TARGET=cpu %t.parallel 5 overflow 2>&1 | FileCheck --check-prefix=OVERFLOW %s
// OVERFLOW: regtt: error: visit: the loop's counter overflows
// Serially, where that is allowed.
// RUN: env REGTT_TARGET=cpu REGTT_ALLOW_SERIAL=1 %t.parallel 5 wraps > %t.wraps 2> %t.log
// RUN: %t.serial 5 wraps | cmp - %t.wraps
// RUN: FileCheck --check-prefix=INSTEAD %s < %t.log
// INSTEAD: warning: mark: the loop's counter wraps around{{.*}}; the serial loop runs instead
// RUN: env REGTT_TARGET=serial %t.parallel 5 wraps | cmp - %t.wraps
#include "../Inputs/numbers.h"
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <vector>

struct Node {
  float x;
  Node *left, *right;
};
struct Query {
  float x;
  int count;
};

static std::deque<Node> nodes;
static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  nodes.push_back({float(nextFraction()) + 0.5f, nullptr, nullptr});
  Node *n = &nodes.back();
  int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

#pragma regtt traversal
static void visit(Query &q, const Node *n, int by) {
  if (!n || n->x < q.x)
    return;
  q.count += by;
  visit(q, n->left, by);
  visit(q, n->right, by);
}

static int someMarks[1600], *marks = someMarks + 800;
#pragma regtt traversal
static void mark(int i, const Node *n) {
  if (!n || int(n->x * 1000) % 7 == (i + 700) % 7)
    return;
  marks[i] += i + 3;
  mark(i, n->left);
  mark(i, n->right);
}

#pragma regtt traversal
static void number(unsigned char i, Query *q, const Node *n) {
  if (!n || n->x < q->x)
    return;
  q->count += i;
  number(i, q, n->left);
  number(i, q, n->right);
}

enum Extent { Three = 3, Ten = 10 };
struct Parts {
  unsigned five : 5;
  int signedFive : 5;
};
struct Length {
  int n;
  operator int() const { return n; }
};
struct Special : Query {
  double more;
};

template <class Counter>
static void over(std::vector<Query> &queries, Counter n, const Node *root) {
#pragma regtt parallel
  for (Counter i = 0; i < n; i += 2)
    visit(queries[i], root, 41);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  const char *what = argc > 2 ? argv[2] : "";
  Node *root = build(n + 1);
  std::vector<Query> queries(400);
  for (Query &q : queries)
    q = {float(nextFraction()), 0};
  Query *const first = queries.data();
  const unsigned few = n % 200;

  // Down, past zero.
#pragma regtt parallel
  for (unsigned i = few - 1; i != ~0u; --i)
    visit(queries[i], root, 1);
#pragma regtt parallel
  for (std::size_t i = few; i != (std::size_t)-1; --i)
    visit(queries[i], root, 2);
#pragma regtt parallel
  for (std::uint64_t i = few; i < 300; --i)
    if (queries[i].x > 0.25f) // found by a record
      visit(*&queries[i], root, 3);
  // Around, where each iteration finds its query itself.
#pragma regtt parallel
  for (unsigned char i = 254; i != 2; ++i)
    visit(queries[(unsigned char)(i - 254)], root, 4);
#pragma regtt parallel
  for (unsigned i = 0u - few; i != 3; ++i)
    visit(queries[i + few], root, 5);
#pragma regtt parallel
  for (signed char i = 120; i != -120; i = i + 4)
    number(i, &queries[i + 200], root);
  long sum = 0;
#pragma regtt parallel
  for (unsigned char i = 0; i < 250; i += 100) {
    Query own = {queries[i].x, 0};
    visit(own, root, 31);
    sum += own.count * (i + 1L);
  }
#pragma regtt parallel
  for (unsigned char i = 10; i < 250; i += 7)
    visit(queries[i], root, 6);

  // Bounds of other types.
  const unsigned char narrow = few;
#pragma regtt parallel
  for (int i = 0; i < narrow; ++i)
    visit(queries[i], root, 7);
#pragma regtt parallel
  for (short i = 0; i < (long)few; i += 3)
    visit(queries[i], root, 8);
#pragma regtt parallel
  for (int i = -1; i < few; ++i) // no iteration: -1 is large
    visit(queries[i], root, 9);
#pragma regtt parallel
  for (int i = -2; i <= (long)few; ++i)
    visit(queries[i + 2], root, 10);
#pragma regtt parallel
  for (int i = 0; i < n * 0.5; ++i)
    visit(queries[i], root, 11);
#pragma regtt parallel
  for (unsigned i = 300; i > n * 0.75f + 1; i -= 5)
    visit(queries[i], root, 12);
#pragma regtt parallel
  for (long i = 0; i < Ten; ++i)
    visit(queries[i], root, 13);
#pragma regtt parallel
  for (char16_t i = 0; i <= few; ++i)
    visit(queries[i], root, 14);
#pragma regtt parallel
  for (wchar_t i = 5; i > -3; --i)
    visit(first[i + 3], root, 15);
  const Parts parts = {few % 32, -4};
#pragma regtt parallel
  for (int i = -3; i < parts.five; ++i)
    visit(queries[i + 3], root, 16);
#pragma regtt parallel
  for (int i = 7; i >= parts.signedFive; i -= 2)
    visit(queries[i + 4], root, 17);
  const Length length = {n % 100};
#pragma regtt parallel
  for (unsigned i = 0; i < length; ++i)
    visit(queries[i], root, 18);
#pragma regtt parallel
  for (char i = 'a'; i <= 'z'; ++i)
    visit(queries[i], root, 19);
#pragma regtt parallel
  for (int i = 0; i != 3 * (n % 100); i += 3)
    visit(queries[i], root, 20);
#pragma regtt parallel
  for (int i = -n; i <= n; i += 2)
    mark(i, root);
#pragma regtt parallel
  for (unsigned short i = few; i-- > 0;)
    visit(queries[i], root, 21);
#pragma regtt parallel
  for (signed char i = n % 100; i-- != -1;)
    visit(queries[i + 1], root, 22);

  // What stays in the counter.
  unsigned char byte;
#pragma regtt parallel
  for (byte = 20; byte < 200; byte += 90)
    visit(queries[byte], root, 23);
  printf("%d ", byte);
  short down;
#pragma regtt parallel
  for (down = few; down > -1; down -= 4)
    visit(queries[down], root, 24);
  printf("%d ", down);
  unsigned past;
#pragma regtt parallel
  for (past = few; past-- > 0;)
    visit(queries[past], root, 25);
  printf("%u\n", past);

  // Pointers to a base, whose elements are larger, are not elements of it.
  Special special[9] = {};
#pragma regtt parallel
  for (Query *q = special; q < special + 1; ++q)
    visit(*q, root, 26);
  over(queries, n, root);
  over(queries, (unsigned short)few, root);
  over(queries, (long long)n, root);

  if (!strcmp(what, "endless")) {
#pragma regtt parallel
    for (unsigned char i = 0; i <= 255; ++i)
      visit(queries[i], root, 1);
  }
  if (!strcmp(what, "wraps")) {
    // Numbers below zero are those of the elements before.
#pragma regtt parallel
    for (signed char i = 120; i != -120; i += 4)
      mark(i, root);
  }
  if (!strcmp(what, "parameter")) {
#pragma regtt parallel
    for (unsigned i = -3; i != -1; ++i)
      mark(i, root);
  }
  if (!strcmp(what, "overflow")) {
#pragma regtt parallel
    for (int i = INT_MAX - 3; i < INT_MAX; i += 2)
      visit(queries[i - (INT_MAX - 3)], root, 1);
  }

  for (const Query &q : queries)
    printf("%d %d\n", q.count, marks[&q - first - 200]);
  printf("%d %ld\n", special[0].count, sum);
}
