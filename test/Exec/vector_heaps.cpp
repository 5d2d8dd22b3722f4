// Vectors that are kept as binary heaps by std::push_heap and the like: pairs and
// numbers, the greatest or the least in front, many equal ones; in traversals and
// in the function between the loop and them, and the loop's body, which sort what
// they leave; arrays of a query.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -std=c++17 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0 3" "1 1" "60 6" "500 5"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 60 4 2>&1 | FileCheck %s
// CHECK-COUNT-3: verify=identical
//
// RUN: not env REGTT_TARGET=cpu %t.parallel 60 9 2>&1 | FileCheck --check-prefix=ROOM %s
// ROOM: needs room for 10 elements in the container 'heap', whose bound is 9
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc -std=c++17 %s --emit=header -o %t.d/vector_heaps.regtt.h
// RUN: regtt-cc -std=c++17 %s --emit=cuda -o %t.d/vector_heaps.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/vector_heaps.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

struct Node {
  double x;
  int id;
  const Node *left, *right;
};
using Candidate = std::pair<double, int>;

#pragma regtt traversal bound(heap : 9)
static void search(const Node *n, double at, std::size_t k,
                   std::vector<Candidate> &heap) {
  if (!n)
    return;
  const double d = std::floor(std::fabs(n->x - at) / 4);
  if (heap.size() < k || Candidate(d, n->id % 3) < heap.front()) {
    heap.emplace_back(d, n->id % 3);
    std::push_heap(heap.begin(), heap.end());
    if (heap.size() > k) {
      std::pop_heap(heap.begin(), heap.end());
      heap.pop_back();
    }
  }
  search(at < n->x ? n->left : n->right, at, k, heap);
  search(at < n->x ? n->right : n->left, at, k, heap);
}
static void nearest(const Node *root, double at, std::size_t k,
                    std::vector<Candidate> &out) {
  std::vector<Candidate> heap;
  if (k > 0)
    search(root, at, k, heap);
  std::sort_heap(heap.begin(), heap.end());
  out.clear();
  while (!heap.empty()) {
    out.push_back(heap.back());
    heap.pop_back();
  }
}

// The least in front, of numbers; made a heap behind the call.
#pragma regtt traversal bound(ids : 40)
static void collect(const Node *n, double from, double to,
                    std::vector<int> &ids) {
  if (!n)
    return;
  if (n->x >= from && n->x < to && ids.size() < 40)
    ids.push_back(n->id);
  collect(n->left, from, to, ids);
  collect(n->right, from, to, ids);
}
static int ordered(const Node *root, double from, double to) {
  std::vector<int> ids;
  collect(root, from, to, ids);
  std::make_heap(ids.begin(), ids.end(), std::greater<int>());
  int sum = 0;
  for (const int id : ids)
    sum = (sum * 3 + id) % 65521;
  while (ids.size() > 2) {
    std::pop_heap(ids.begin(), ids.end(), std::greater<>{});
    sum = (sum * 5 + ids.back()) % 65521;
    ids.pop_back();
  }
  if (ids.size() == 2) {
    ids[1] = 7;
    std::push_heap(&ids[0], &ids[0] + 2, std::greater<int>());
    sum += ids[0];
  }
  return sum;
}

// In an array, by pointers; sorted by the loop's body.
struct Query {
  double at;
  int count;
  Candidate best[4];
};
#pragma regtt traversal
static void four(const Node *n, Query &q) {
  if (!n)
    return;
  const Candidate mine(std::floor(std::fabs(n->x - q.at)), n->id % 5);
  if (q.count < 4) {
    q.best[q.count++] = mine;
    std::push_heap(q.best, q.best + q.count);
  } else if (mine < q.best[0]) {
    std::pop_heap(&q.best[0], &q.best[4]);
    q.best[3] = mine;
    std::push_heap(q.best, q.best + 4);
  }
  four(n->left, q);
  four(n->right, q);
}

static const Node *build(int count) {
  if (count <= 0)
    return nullptr;
  Node *n = new Node();
  n->x = int(nextFraction() * 400) / 4.0;
  n->id = nextNumber() % 1000;
  const int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 60;
  const std::size_t k = std::size_t(argc > 2 ? std::atoi(argv[2]) : 4);
  const Node *root = build(size);
  const int count = 40;
  std::vector<std::vector<Candidate>> lists(count);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    nearest(root, i * 2.5, k, lists[std::size_t(i)]);
  for (const auto &list : lists) {
    for (const Candidate &each : list)
      std::printf("%a %d ", each.first, each.second);
    std::printf("\n");
  }
  std::vector<int> out(count);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    out[std::size_t(i)] = ordered(root, i * 2.5, i * 2.5 + 9);
  for (int each : out)
    std::printf("%d\n", each);
  std::vector<Query> queries(count);
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    Query &q = queries[std::size_t(i)];
    q.at = i * 2.5;
    four(root, q);
    std::sort_heap(q.best, q.best + q.count);
  }
  for (const Query &q : queries)
    for (int k = 0; k < q.count; ++k)
      std::printf("%a %d\n", q.best[k].first, q.best[k].second);
}
