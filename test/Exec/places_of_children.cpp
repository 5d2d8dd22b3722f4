// What says of each child by itself that it is one: the entry that holds it, the
// number of its place, another array at that place, a mask, constants. Anything
// lies in the others' places. Beside these, conditions that say nothing of the
// place, for which every pointer has to lead to a node or be null.
//
//   places_of_children QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "5 1" "0 2" "40 3"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 4 1 2>&1 | FileCheck %s
// CHECK-COUNT-11: verify=identical
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/places_of_children.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/places_of_children.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/places_of_children.regtt.cu -o %t.o
#include <cstdint>
#include <cstdio>
#include <cstdlib>

struct Node;
struct Entry {
  unsigned char kind : 3; // 1: of a node
  short weight;
  Node *child;
};
struct Node {
  int x;
  unsigned n, mask;
  int kind[4];
  bool isInner[4];
  Node *kid[4];
  Entry entries[4];
  union {
    Node *either[4];
    long words[4]; // of kind 0
  };
};
struct Query {
  long sum;
  int least;
};

static bool isNode(const Entry &e) { return e.kind == 1; }
static bool isInner(const Node *n, int k) {
  return n->kind[k] != 0 && n->isInner[k];
}
static int kindOf(const Entry &e) {
  if (e.kind == 1)
    return e.weight > 0 ? 2 : 1;
  return 0;
}

static void note(Query &q, const Node *n) {
  q.sum = (q.sum * 31 + n->x) % 1000003;
}

// The entry says it, and holds data else.
#pragma regtt traversal
static void byEntry(const Node *n, Query &q) {
  note(q, n);
  for (int i = 0; i < 4; ++i)
    if (n->entries[i].kind == 1)
      byEntry(n->entries[i].child, q);
    else
      q.sum += n->entries[i].weight;
}

// By helpers, references, pointers and what values are made of it.
#pragma regtt traversal
static void byHelper(const Node *n, Query &q) {
  note(q, n);
  for (std::size_t i = 0; i < 4; ++i) {
    const Entry &e = n->entries[i];
    if (!isNode(e))
      continue;
    if (n->x > q.least)
      byHelper(n->entries[i].child, q);
  }
  for (int i = 3; i >= 0; --i) {
    const Entry *e = &n->entries[i];
    switch (kindOf(*e)) {
    case 2:
      q.sum += 3;
      byHelper(e->child, q);
      break;
    default:
      q.sum += e->weight;
    }
  }
}

// Another array of the node's, a return value behind each call.
#pragma regtt traversal
static long byKind(const Node *n, int least) {
  long sum = n->x;
  for (int i = 0; i < 4; ++i)
    if (isInner(n, i) && (n->x + least) % 5 != 0)
      sum = (sum * 31 + byKind(n->kid[i], least)) % 1000003;
  return sum;
}
#pragma regtt traversal
static void byUnion(const Node *n, Query &q) {
  note(q, n);
  for (int i = 0; i < 4; ++i)
    if (isInner(n, i))
      byUnion(n->either[i], q);
    else
      q.sum += n->words[i];
}

// How many there are, asked in the loop; and bits.
#pragma regtt traversal
static void byNumber(const Node *n, Query &q) {
  note(q, n);
  for (unsigned i = 0; i < 4; ++i) {
    if (i >= n->n)
      break;
    byNumber(n->kid[i], q);
  }
}
#pragma regtt traversal
static void byMask(const Node *n, Query &q) {
  note(q, n);
  int i = 0;
  while (i < 4) {
    if (n->mask >> i & 1)
      byMask(n->kid[i], q);
    i++;
  }
}

// Constants, and what the node or the query chooses of them. Place 3 is never
// looked at.
#pragma regtt traversal
static void byConstant(const Node *n, Query &q) {
  note(q, n);
  if (n->n > 1)
    byConstant(n->kid[q.least > 30 ? 0 : 1], q);
  if (n->n > 2)
    byConstant(n->kid[2], q);
}

// A place that another one says something of: each is followed that may be.
#pragma regtt traversal
static void byOthers(const Node *n, Query &q) {
  if (!n)
    return;
  note(q, n);
  for (int i = 0; i < 4; ++i)
    if (n->entries[i ^ 1].kind == 1)
      byOthers(n->kid[i], q);
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k)
      if (i != k && n->kind[i] == 1 && n->x > q.least)
        byOthers(n->kid[k], q);
}

// The number that a function finds is not the loop's here.
static int find(const Node *n, int kind) {
  for (int i = 0; i < 4; ++i)
    if (n->kind[i] == kind)
      return i;
  return 0;
}
#pragma regtt traversal
static void byFound(const Node *n, Query &q) {
  if (!n)
    return;
  note(q, n);
  const int first = find(n, 1), second = find(n, 2);
  if (first != second)
    byFound(n->kid[first], q);
  if (n->kind[second] == 2)
    byFound(n->kid[second], q);
}

// What the last iteration left says of this one.
#pragma regtt traversal
static void byLast(const Node *n, Query &q) {
  if (!n)
    return;
  note(q, n);
  int last = 1;
  for (int i = 0; i < 4; ++i) {
    if (last == 1)
      byLast(n->kid[i], q);
    last = n->kind[i];
  }
}

static unsigned long long state;
static int draw(int below) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return int((state >> 33) % unsigned(below));
}

template <class Uses> static Node *make(int depth, const Uses &uses) {
  Node *n = new Node();
  n->x = draw(100);
  n->n = unsigned(draw(4) + (depth > 3));
  n->mask = unsigned(draw(16)) | unsigned(draw(16));
  for (int i = 0; i < 4; ++i) {
    n->kind[i] = draw(4);
    n->isInner[i] = draw(4) != 0;
    n->entries[i].kind = draw(3) != 0 ? 1 : unsigned(draw(8));
    n->entries[i].weight = short(draw(50) - 25);
  }
  if (depth == 0) {
    n->n = n->mask = 0;
    for (int i = 0; i < 4; ++i)
      n->kind[i] = n->entries[i].kind = 0;
  }
  for (int i = 0; i < 4; ++i) {
    Node *const anything = reinterpret_cast<Node *>(std::uintptr_t(7 + 8 * i));
    n->kid[i] = n->entries[i].child = anything;
    n->words[i] = draw(1000);
    if (uses(n, i))
      n->kid[i] = n->entries[i].child = n->either[i] =
          depth > 0 ? make(depth - 1, uses) : 0;
  }
  return n;
}

int main(int argc, char **argv) {
  const int m = argc > 1 ? std::atoi(argv[1]) : 10;
  state = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  const Node *entries =
      make(4, [](const Node *n, int i) { return n->entries[i].kind == 1; });
  const Node *kinds =
      make(4, [](const Node *n, int i) { return n->kind[i] && n->isInner[i]; });
  const Node *numbers =
      make(4, [](const Node *n, int i) { return unsigned(i) < n->n; });
  const Node *masks =
      make(4, [](const Node *n, int i) { return (n->mask >> i & 1) != 0; });
  const Node *constants = make(5, [](const Node *n, int i) {
    return i == 2 ? n->n > 2 : i < 2 && n->n > 1;
  });
  const Node *const whole = make(4, [](const Node *, int) { return true; });
  Query *q =
      static_cast<Query *>(std::calloc(10 * std::size_t(m) + 1, sizeof(Query)));
  long *sums =
      static_cast<long *>(std::calloc(std::size_t(m) + 1, sizeof(long)));
  for (int i = 0; i < 10 * m; ++i)
    q[i].least = draw(100);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byEntry(entries, q[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byHelper(entries, q[m + i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    sums[i] = byKind(kinds, i);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byNumber(numbers, q[2 * m + i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byMask(masks, q[3 * m + i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byConstant(constants, q[4 * m + i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byOthers(whole, q[5 * m + i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byFound(whole, q[6 * m + i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byLast(whole, q[7 * m + i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byEntry(whole, q[8 * m + i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byUnion(kinds, q[9 * m + i]);
  for (int i = 0; i < 10 * m; ++i)
    std::printf("%ld\n", q[i].sum);
  for (int i = 0; i < m; ++i)
    std::printf("%ld\n", sums[i]);
}
