// Loops over queries that are written as `while`, or go on from what their
// variable is; iterators from outside of the loop; lists of queries.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes 0 1 2 7 200
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-24: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/while_loops.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/while_loops.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/while_loops.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <list>
#include <vector>

struct Node {
  float x;
  Node *left, *right;
};
struct Query {
  float x;
  int count;
  Query *next;
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

/// Of each instantiation another kind of loop.
template <class Iterator>
static Iterator all(Iterator first, Iterator last, const Node *root, int by) {
#pragma regtt parallel
  while (first != last) {
    visit(*first, root, by);
    ++first;
  }
  return first;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  Node *root = build(n + 1);
  std::vector<Query> queries(n);
  for (Query &q : queries)
    q = {float(nextFraction()), 0, nullptr};
  std::list<Query> list(queries.begin(), queries.end());
  // Linked in another order than they lie in.
  std::vector<int> order(n);
  for (int k = 0; k < n; ++k)
    order[k] = k;
  for (int k = n - 1; k > 0; --k)
    std::swap(order[k], order[nextNumber() % (k + 1)]);
  Query *head = nullptr;
  for (int k : order) {
    queries[k].next = head;
    head = &queries[k];
  }
  long sum = 0;

  // Numbers.
  int i = 0;
#pragma regtt parallel
  while (i < n) {
    visit(queries[i], root, 1);
    ++i;
  }
  printf("%d ", i);
  i = n - 1;
#pragma regtt parallel
  while (i >= 0) {
    Query copy = queries[i];
    copy.x *= 0.5f;
    visit(copy, root, 2);
    queries[i].count += copy.count;
    sum = sum * 3 + copy.count;
    i -= 3;
  }
  printf("%d ", i);
  i = n;
#pragma regtt parallel
  while (i-- > 0) {
    Query copy{queries[i].x, i, nullptr};
    visit(copy, root, 4);
    queries[i].count += copy.count;
  }
  printf("%d ", i);
  i = n;
#pragma regtt parallel
  while (i--)
    visit(queries[i], root, 8);
  printf("%d ", i);
  // One is taken away ahead of the test: none of them has the last number.
  i = n;
#pragma regtt parallel
  while (--i > 0)
    visit(queries[i], root, 3);
  printf("%d ", i);
#pragma regtt parallel
  for (i = n; --i >= 0;) {
    if (i % 3 == 0)
      continue;
    visit(queries[i], root, 5);
    sum = sum * 3 + i;
  }
  printf("%d ", i);
  size_t left = queries.size() + 1;
#pragma regtt parallel
  while (--left)
    visit(queries[left - 1], root, 7);
  printf("%zu ", left);
  signed char byte = n < 100 ? n : 100;
#pragma regtt parallel
  while (--byte >= 0)
    visit(queries[byte], root, 9);
  printf("%d ", byte);
  // What ends it is set first.
  int beyond;
#pragma regtt parallel
  for (beyond = n - 1, i = 0; i < beyond; ++i)
    visit(queries[i], root, 11);
  printf("%d ", i);
  unsigned char small = 0;
  const int most = n < 90 ? n : 90;
#pragma regtt parallel
  while (most > small) {
    visit(queries[small], root, 16);
    ++small;
  }
  printf("%d ", small);
  i = n / 3;
#pragma regtt parallel
  for (; i < n; i++)
    visit(queries[i], root, 32);
  printf("%d ", i);
  // The step stands where nothing that follows it names the variable.
  size_t k = 0;
#pragma regtt parallel
  while (k < queries.size()) {
    Query &q = queries[k];
    const int number = order[k];
    ++k;
    if (number % 3 == 0)
      continue;
    visit(q, root, 64);
    sum += q.count * number;
  }
  printf("%zu ", k);

  // Pointers and iterators.
  Query *p = queries.data(), *end = p + n;
#pragma regtt parallel
  while (p != end) {
    Query &q = *p;
    ++p;
    visit(q, root, 128);
  }
  printf("%d ", p == end);
#pragma regtt parallel
  for (p = queries.data(), end = p + n / 2; p < end; p += 2)
    visit(*p, root, 256);
  printf("%d ", int(p - queries.data()));
  auto at = queries.begin();
  const auto last = queries.end();
#pragma regtt parallel
  while (at != last) {
    visit(*at, root, 512);
    ++at;
  }
  printf("%d ", at == last);
#pragma regtt parallel
  for (at = queries.begin(); at != queries.end(); ++at)
    visit(*at, root, 1024);
  printf("%d ", at == last);
  // The element's address is kept while the iterator goes on.
  at = queries.begin();
#pragma regtt parallel
  while (at != queries.end()) {
    Query *each = &*at;
    ++at;
    const int before = each->count;
    visit(*each, root, 6);
    if (each->count % 3)
      visit(*each, root, 10);
    sum = sum * 3 + before;
  }
  printf("%d ", at == last);
  auto in = list.begin();
#pragma regtt parallel
  while (in != list.end()) {
    visit(*in, root, 1);
    ++in;
  }
  printf("%d ", in == list.end());
  printf("%d ", all(queries.begin(), queries.end(), root, 3) == queries.end());
  printf("%d ", all(list.begin(), list.end(), root, 5) == list.end());
  printf("%d ", all(queries.data(), end, root, 7) == end);

  // Lists.
#pragma regtt parallel
  for (Query *q = head; q; q = q->next)
    visit(*q, root, 9);
  Query *q = head;
#pragma regtt parallel
  while (q) {
    Query *next = q->next;
    Query copy{q->x * 0.25f, 3, nullptr};
    visit(copy, root, 11);
    q->count ^= copy.count;
    sum = sum * 5 + copy.count;
    q = next;
  }
  printf("%d ", q == nullptr);
  Query *stop = head;
  for (int passed = 0; stop && passed < 30; ++passed)
    stop = stop->next;
#pragma regtt parallel
  for (q = head; q != stop; q = q->next) {
    if (q->x > 0.8f) {
      sum -= 1;
      continue;
    }
    visit(*q, root, 13);
    sum += q - queries.data();
  }
  printf("%d\n", q == stop);

  for (const Query &each : queries)
    printf("%d ", each.count);
  for (const Query &each : list)
    printf("%d ", each.count);
  printf("%ld\n", sum);
}
