// Loops over a list of children that end before it does: by a number of the
// node's or of all, by a flag, by what is left of it. Engines that go to all
// children of a list are for loops that do.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel "" "60" "0"
// RUN: %same %t.serial %t.parallel autoropes "60"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 60 2>&1 | FileCheck %s
// CHECK-COUNT-10: verify=identical
// RUN: regtt-cc --explain -fsyntax-only --target=cpu %s > %t.log 2>&1
// RUN: FileCheck --check-prefix=LEGAL --input-file=%t.log %s
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node;
struct Entry {
  int id;
  Node *child;
};
struct Node {
  int x, used;
  std::vector<Node *> kids;
  std::vector<Entry> entries;
};
struct Query {
  long sum;
};

static int shown = 2;

// LEGAL: : own
// LEGAL: static_ropes: not legal, it needs slotsClosed
#pragma regtt traversal
static void own(const Node *n, Query *q) {
  q->sum = (q->sum * 3 + n->x) % 1000003;
  for (int i = 0; i < n->used; ++i)
    own(n->kids[static_cast<size_t>(i)], q);
}

// LEGAL: : beside
// LEGAL: static_ropes: not legal, it needs slotsClosed
#pragma regtt traversal
static void beside(const Node *n, Query *q) {
  q->sum = (q->sum * 3 + n->x) % 1000003;
  for (int i = 0; i < n->used; ++i)
    beside(n->entries[static_cast<size_t>(i)].child, q);
}

// LEGAL: : ofAll
// LEGAL: static_ropes: not legal, it needs slotsClosed
#pragma regtt traversal
static void ofAll(const Node *n, Query *q) {
  q->sum = (q->sum * 3 + n->x) % 1000003;
  if (n->kids.size() >= 2)
    for (int i = 0; i < shown; ++i)
      ofAll(n->kids[static_cast<size_t>(i)], q);
}

// LEGAL: : flagged
// LEGAL: static_ropes: not legal, it needs slotsClosed
#pragma regtt traversal
static void flagged(const Node *n, Query *q) {
  q->sum = (q->sum * 3 + n->x) % 1000003;
  for (size_t i = 0; i < static_cast<size_t>(!n->entries.empty()); ++i)
    flagged(n->entries[i].child, q);
}

// LEGAL: : rest
// LEGAL: static_ropes: not legal, it needs slotsClosed
#pragma regtt traversal
static void rest(const Node *n, Query *q) {
  q->sum = (q->sum * 3 + n->x) % 1000003;
  for (size_t i = 0; i < n->kids.size() - static_cast<size_t>(n->used); ++i)
    rest(n->kids[i], q);
}

// All of them, in a variable; and by a function.
// LEGAL: : whole
// LEGAL: static_ropes: legal
#pragma regtt traversal
static void whole(const Node *n, Query *q) {
  q->sum = (q->sum * 3 + n->x) % 1000003;
  const size_t count = n->kids.size();
  for (size_t i = 0; i < count; ++i)
    whole(n->kids[i], q);
}
static int countOf(const Node *n) { return static_cast<int>(n->kids.size()); }
// LEGAL: : asked
// LEGAL: static_ropes: legal
#pragma regtt traversal
static void asked(const Node *n, Query *q) {
  q->sum = (q->sum * 3 + n->x) % 1000003;
  for (int i = 0; i < countOf(n); ++i)
    asked(n->kids[static_cast<size_t>(i)], q);
}

// Of a fixed array, with bounds far behind it, before which the loops end.
struct Cell {
  int x;
  const Cell *kids[3];
  unsigned long bound;
};
#pragma regtt traversal
static void early(const Cell *c, Query *q) {
  if (!c)
    return;
  q->sum = (q->sum * 3 + c->x) % 1000003;
  for (unsigned long k = 0; k < c->bound; ++k) {
    if (k >= 3)
      break;
    early(c->kids[k], q);
  }
}
#pragma regtt traversal
static void earlier(const Cell *c, Query *q) {
  if (!c)
    return;
  q->sum = (q->sum * 3 + c->x) % 1000003;
  for (int k = 0; k < 1000000000; ++k) {
    if (k == 3 || k > q->sum % 4)
      break;
    earlier(c->kids[k], q);
  }
}
struct Numbered {
  int x, kids[3];
};
#pragma regtt traversal
static void numbered(const Numbered *all, int n, Query *q) {
  if (n < 0)
    return;
  q->sum = (q->sum * 3 + all[n].x) % 1000003;
  for (int k = 0; k < 1000000000 - all[n].x; ++k) {
    if (k == 3)
      break;
    numbered(all, all[n].kids[k], q);
  }
}

static unsigned seed = 3;
static unsigned random(unsigned n) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 10) % n;
}

static Node *grow(int depth) {
  Node *n = new Node;
  n->x = static_cast<int>(random(1000));
  const unsigned count = depth > 0 ? random(4) : 0;
  for (unsigned k = 0; k < count; ++k) {
    n->kids.push_back(grow(depth - 1));
    n->entries.push_back({static_cast<int>(random(9)), n->kids.back()});
  }
  n->used = static_cast<int>(random(count + 1));
  return n;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 60;
  const Node *root = grow(7);
  std::vector<Query> q(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i)
    q[static_cast<size_t>(i)].sum = i;
#define RUN(NAME)                                                              \
  for (const Query &each : q)                                                  \
    std::printf(#NAME " %ld\n", each.sum);
#pragma regtt parallel
  for (Query &each : q)
    own(root, &each);
  RUN(own)
#pragma regtt parallel
  for (Query &each : q)
    beside(root, &each);
  RUN(beside)
#pragma regtt parallel
  for (Query &each : q)
    ofAll(root, &each);
  RUN(ofAll)
#pragma regtt parallel
  for (Query &each : q)
    flagged(root, &each);
  RUN(flagged)
#pragma regtt parallel
  for (Query &each : q)
    rest(root, &each);
  RUN(rest)
#pragma regtt parallel
  for (Query &each : q)
    whole(root, &each);
  RUN(whole)
#pragma regtt parallel
  for (Query &each : q)
    asked(root, &each);
  RUN(asked)
  std::vector<Cell> cells(200);
  std::vector<Numbered> numbers(200);
  for (size_t k = 0; k < cells.size(); ++k) {
    const unsigned long bounds[] = {0, 1, 2, 3, 4000000000ul, ~0ul};
    cells[k] = {static_cast<int>(random(1000)), {}, bounds[random(6)]};
    numbers[k] = {cells[k].x, {-1, -1, -1}};
    for (size_t kid = 0; kid < 3; ++kid)
      if (3 * k + kid + 1 < cells.size() && random(4) != 0) {
        cells[k].kids[kid] = &cells[3 * k + kid + 1];
        numbers[k].kids[kid] = static_cast<int>(3 * k + kid + 1);
      }
  }
#pragma regtt parallel
  for (Query &each : q)
    early(&cells[0], &each);
  RUN(early)
#pragma regtt parallel
  for (Query &each : q)
    earlier(&cells[0], &each);
  RUN(earlier)
#pragma regtt parallel
  for (Query &each : q)
    numbered(numbers.data(), 0, &each);
  RUN(numbered)
}
