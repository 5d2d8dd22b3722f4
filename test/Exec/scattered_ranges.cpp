// Loops over containers whose elements do not lie side by side: lists, deques,
// maps, sets of pointers, backwards; by range and by iterators.
//
// RUN: %serial %s -std=c++17 -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -std=c++17 -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "0 1" "1 2" "300 3"
//
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 1 twice 2>&1 | FileCheck --check-prefix=TWICE %s
// TWICE: iterations 1 and 4 write the same query object
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc -std=c++17 %s --emit=header -o %t.d/scattered_ranges.regtt.h
// RUN: regtt-cc -std=c++17 %s --emit=cuda -o %t.d/scattered_ranges.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/scattered_ranges.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

struct Node {
  float x;
  int id;
  Node *left, *right;
};
struct Query {
  float x;
  int hits;
  float best;
};

#pragma regtt traversal
static void visit(Query &q, const Node *n) {
  if (!n)
    return;
  q.hits++;
  if (n->x > q.x)
    q.best += n->x * n->id;
  visit(q, n->left);
  visit(q, n->right);
}

#pragma regtt traversal
static void weigh(Query *q, const Node *n, int key, float scale) {
  if (!n)
    return;
  if (n->id != key)
    q->best += scale * n->x;
  weigh(q, n->left, key, scale);
  weigh(q, n->right, key, scale);
}

static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  Node *n = new Node();
  n->x = float(nextFraction());
  n->id = nextNumber() % 20;
  const int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

static void print(const Query &q) {
  std::printf("%a %d %a\n", q.x, q.hits, q.best);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  std::list<Query> list;
  std::deque<Query> deque;
  std::map<int, Query> map;
  std::unordered_map<int, std::unique_ptr<Query>> owned;
  std::forward_list<Query *> pointers;
  std::vector<Query> vector(count);
  for (int i = 0; i < count; ++i) {
    const Query q = {float(nextFraction()), 0, 0};
    list.push_back(q);
    i % 2 ? deque.push_back(q) : deque.push_front(q);
    map[nextNumber()] = q;
    owned[nextNumber()] = std::make_unique<Query>(q);
    vector[i] = q;
    pointers.push_front(&vector[i]);
  }
  if (argc > 3)
    *std::next(pointers.begin(), 4) = *std::next(pointers.begin(), 1);
  const Node *root = build(count);
#pragma regtt parallel
  for (Query &q : list)
    visit(q, root);
#pragma regtt parallel
  for (auto it = list.begin(); it != list.end(); ++it)
    visit(*it, root);
#pragma regtt parallel
  for (auto &q : deque)
    visit(q, root);
#pragma regtt parallel
  for (auto it = deque.rbegin(); it != deque.rend(); it++)
    weigh(&*it, root, 3, it->x);
#pragma regtt parallel
  for (auto &[key, q] : map)
    weigh(&q, root, key % 20, 0.5f);
#pragma regtt parallel
  for (auto &entry : map)
    visit(entry.second, root);
#pragma regtt parallel
  for (auto it = map.begin(); it != map.end(); ++it)
    weigh(&it->second, root, it->first % 20, 2);
#pragma regtt parallel
  for (auto &entry : owned)
    visit(*entry.second, root);
#pragma regtt parallel
  for (Query *q : pointers)
    visit(*q, root);
#pragma regtt parallel
  for (auto it = vector.rbegin(); it != vector.rend(); ++it)
    weigh(&*it, root, 7, 0.25f);
  for (const Query &q : list)
    print(q);
  for (const Query &q : deque)
    print(q);
  for (const auto &entry : map)
    print(entry.second);
  for (const auto &entry : owned)
    print(*entry.second);
  for (const Query &q : vector)
    print(q);
}
