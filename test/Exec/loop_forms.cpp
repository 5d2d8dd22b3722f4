// Every form of loop: counters up and down, by steps, of all widths, that count
// in their test; pointers, iterators, ranges of containers and arrays, by
// reference and by value; what a variable declared before is afterwards.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes 0 1 2 7 200
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-29: verify=identical
// CHECK-NOT: verify=
// RUN: regtt-cc -O1 --target=cpu -std=c++11 %s -o %t.older
// RUN: %same %t.serial %t.older autoropes 9
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/loop_forms.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/loop_forms.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/loop_forms.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <iterator>
#include <vector>

struct Node {
  float x;
  Node *left, *right;
};
struct Query {
  char unused[5];
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

#pragma regtt traversal
static void visitPointer(Query *q, const Node *n, int by) {
  if (n && q->x <= n->x) {
    q->count += by;
    visitPointer(q, n->left, by);
    visitPointer(q, n->right, by);
  }
}

#pragma regtt traversal
static void parts(const Node *n, const float &x, int *count) {
  if (!n || n->x < x)
    return;
  ++*count;
  parts(n->left, x, count);
  parts(n->right, x, count);
}

static int marks[1000];
#pragma regtt traversal
static void mark(int i, const Node *n) {
  if (!n || int(n->x * 1000) % 7 == i % 7)
    return;
  marks[i] += i;
  mark(i, n->left);
  mark(i, n->right);
}

template <class Range> static void overAll(Range &range, const Node *root) {
#pragma regtt parallel
  for (auto &q : range)
    visit(q, root, 3);
#pragma regtt parallel
  for (auto it = std::begin(range); it != std::end(range); ++it)
    visitPointer(&*it, root, 5);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  Node *root = build(n + 1);
  std::vector<Query> queries(n);
  for (Query &q : queries)
    q = {{}, float(nextFraction()), 0};
  Query *first = queries.data();
  std::vector<Query *> pointers;
  for (Query &q : queries)
    pointers.push_back(&q);
  std::array<Query, 5> five = {};
  Query four[4] = {};
  Query *three[] = {&four[0], &four[3], &four[2]};
  int i = -3;
  unsigned u = 77;

  // Counters.
#pragma regtt parallel
  for (int k = n - 1; k >= 0; --k)
    visit(queries[k], root, 1);
#pragma regtt parallel
  for (i = n - 1; i > 3; i--)
    visit(first[i], root, 2);
  printf("%d ", i);
#pragma regtt parallel
  for (i = 1; i < n; i += 3)
    visitPointer(&queries[i], root, 4);
  printf("%d ", i);
#pragma regtt parallel
  for (i = n - 2; i >= 1; i -= 2)
    visitPointer(pointers[i], root, 8);
  printf("%d ", i);
#pragma regtt parallel
  for (i = 2; i <= n - 1; i = i + 5)
    visitPointer(first + i, root, 16);
  printf("%d ", i);
#pragma regtt parallel
  for (u = queries.size(); u-- > 0;)
    visitPointer(&queries[u], root, 32);
  printf("%u ", u);
#pragma regtt parallel
  for (std::size_t k = queries.size(); k-- != 0;)
    visit(queries[k], root, 64);
#pragma regtt parallel
  for (short k = 0; k < n; k += 2)
    visit(queries[k], root, 128);
#pragma regtt parallel
  for (long long k = n - 1; k != -1; --k)
    visit(queries[k], root, 256);
#pragma regtt parallel
  for (int k = n - 1; k >= 0; k -= 3)
    mark(k, root);
#pragma regtt parallel
  for (unsigned k = 1; k < queries.size(); k += 2)
    mark(k, root);

  // Pointers and iterators.
#pragma regtt parallel
  for (Query *q = first; q != first + n; ++q)
    visitPointer(q, root, 7);
#pragma regtt parallel
  for (Query *q = first; q < first + n; q += 2)
    visit(*q, root, 11);
  Query *last;
#pragma regtt parallel
  for (last = first; last < first + n; last++)
    parts(root, last->x, &last->count);
  printf("%d ", int(last - first));
#pragma regtt parallel
  for (auto it = queries.begin(); it != queries.end(); ++it)
    visit(*it, root, 13);
#pragma regtt parallel
  for (std::vector<Query>::iterator it = queries.begin(); it < queries.end();
       it += 3)
    parts(root, it->x, &it->count);
#pragma regtt parallel
  for (auto it = std::begin(pointers); it != std::end(pointers); it++)
    visitPointer(*it, root, 17);
#pragma regtt parallel
  for (auto it = pointers.cbegin(); it != pointers.cend(); it++)
    visit(**it, root, 19);

  // Ranges.
#pragma regtt parallel
  for (Query &q : queries)
    visit(q, root, 23);
#pragma regtt parallel
  for (Query &q : queries) {
    parts(root, q.x, &q.count);
  }
#pragma regtt parallel
  for (Query *q : pointers)
    visitPointer(q, root, 29);
#pragma regtt parallel
  for (const auto &q : pointers)
    visit(*q, root, 31);
#pragma regtt parallel
  for (auto *q : three)
    visitPointer(q, root, 37);
  overAll(queries, root);
  overAll(five, root);
  overAll(four, root);

  printf("%d\n", u == ~0u);
  for (const Query &q : queries)
    printf("%d %d\n", q.count, marks[&q - first]);
  for (const Query &q : five)
    printf("%d\n", q.count);
  for (const Query &q : four)
    printf("%d\n", q.count);
}
