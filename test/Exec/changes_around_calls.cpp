// What arguments change besides the value that they hand over, and what the
// loop's call converts: a guarded call's arguments, truth values, the numbers
// of children in bit-fields and in wider integers, shared objects behind null
// pointers.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "60 1" "1 2" "700 3"
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

struct Node {
  int id;
  Node *left, *middle, *right;
};
struct Query {
  unsigned trace, visits;
};
struct Options {
  int base, steps[3];
};
struct Cell {
  unsigned char kind : 1, first : 4, leaf : 1;
  unsigned char second;
  long long next;
};

static std::deque<Node> nodes;
static Cell cells[16];
static bool marks[4] = {true, false, true, true};

static Node *grow(int depth) {
  if (depth == 0)
    return nullptr;
  nodes.push_back({int(nodes.size()), nullptr, nullptr, nullptr});
  Node *n = &nodes.back();
  n->left = grow(depth - 1);
  n->middle = n->id % 2 ? grow(depth - 1) : nullptr;
  n->right = n->id % 3 ? grow(depth - 2 > 0 ? depth - 2 : 0) : nullptr;
  return n;
}

// The condition looks at what the call before it has changed; only where it
// holds is the argument evaluated.
#pragma regtt traversal
static void guarded(Query &q, const Node *n, int w) {
  if (!n || q.visits > 4000)
    return;
  ++q.visits;
  q.trace = q.trace * 31 + unsigned(w);
  guarded(q, n->left, w);
  if (q.trace & 1)
    guarded(q, n->middle, w++);
  if (q.trace & 2)
    guarded(q, n->right, w += 5);
  guarded(q, n->left, w);
}

#pragma regtt traversal
static void converted(Query &q, const Node *n, bool on) {
  if (!n)
    return;
  q.trace = q.trace * 31 + (on ? 7u : 2u) + marks[n->id & 3];
  converted(q, n->left, on);
  converted(q, n->middle, !on);
}

#pragma regtt traversal
static void packed(Query &q, int i) {
  q.trace = q.trace * 31 + unsigned(i) + cells[i].kind;
  if (cells[i].leaf)
    return;
  packed(q, cells[i].first);
  packed(q, cells[i].second);
}

#pragma regtt traversal
static void chained(Query &q, int i) {
  q.trace = q.trace * 31 + cells[i].kind;
  if (cells[i].next)
    chained(q, static_cast<int>(cells[i].next));
}

#pragma regtt traversal
static void optional(Query &q, const Node *n, const Options *options) {
  if (!n)
    return;
  q.trace = q.trace * 31 + unsigned(n->id);
  if (options)
    q.trace += unsigned(options->base + options->steps[n->id % 3]);
  optional(q, n->left, options);
  optional(q, n->right, options);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 60;
  const unsigned seed = argc > 2 ? unsigned(atoi(argv[2])) : 1;
  numbersState = seed;
  Node *root = grow(5 + int(seed % 3));
  for (int i = 0; i < 16; ++i) {
    const bool leaf = 2 * i + 2 > 15;
    cells[i].kind = i & 1;
    cells[i].leaf = leaf;
    cells[i].first = leaf ? 0 : 2 * i + 1;
    cells[i].second = static_cast<unsigned char>(leaf ? 0 : 2 * i + 2);
    cells[i].next = i < 15 ? i + 1 : 0;
  }
  std::vector<Query> queries(static_cast<size_t>(count));
  for (Query &q : queries)
    q = {unsigned(nextNumber()), unsigned(nextFraction() * 9)};
  const Options options = {3, {1, 2, 3}};
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    guarded(queries[i], root, 1);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    converted(queries[i], root, i);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    converted(queries[i], root, i - 0.5);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    converted(queries[i], root, queries[i].trace & 256);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    packed(queries[i], 0);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    chained(queries[i], 0);
  for (int round = 0; round < 3; ++round) {
    const Options *given = round == 1 ? &options : nullptr;
    const Node *start = round == 2 ? nullptr : root;
#pragma regtt parallel
    for (int i = 0; i < count; ++i)
      optional(queries[i], start, given);
  }
  for (const Query &q : queries)
    printf("%u %u\n", q.trace, q.visits);
}
