// Iterators over vectors of data: in nodes and shared, by begin and end, cbegin
// and std::begin, stepped both ways, compared, subtracted and kept while children
// are visited; in helpers, and with their ends in the head.
//
//   data_iterators QUERIES DEPTH SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "300 8 1" "60 11 2" "20 0 3" "0 3 4"
// RUN: regtt-cc -O1 -std=c++14 --target=cpu %s -o %t.parallel14
// RUN: %same %t.serial %t.parallel14 autoropes "100 6 5"
// RUN: regtt-cc -O1 -std=c++20 --target=cpu %s -o %t.parallel20
// RUN: %same %t.serial %t.parallel20 autoropes "100 6 6"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/data_iterators.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/data_iterators.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/data_iterators.regtt.cu -o %t.o
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <random>
#include <vector>

struct Query {
  int key;
  float sum;
  int hits;
};

struct Item {
  int key;
  float weight;
  float scaled(float by) const { return weight * by; }
};

struct Node {
  int split;
  std::vector<Item> items;
  std::vector<int> numbers;
  int first, count; // of the shared ones
  Node *l, *r;
};

static std::vector<Item> shared;

// A bucket search, as it is written for std::vector.
#pragma regtt traversal
static void bucket(Query &q, const Node *n) {
  if (!n)
    return;
  for (auto it = n->items.begin(); it != n->items.end(); ++it)
    if (it->key == q.key) {
      q.hits++;
      q.sum += it->scaled(0.5f) + (*it).weight;
    }
  for (std::vector<int>::const_iterator it = n->numbers.cbegin();
       it != n->numbers.cend(); it++) {
    if (*it > q.key)
      break;
    q.sum = q.sum * 0.5f + *it;
  }
  if (q.key < n->split)
    bucket(q, n->l);
  else
    bucket(q, n->r);
}

static int countAbove(const Node *n, int key) {
  int result = 0;
  for (auto it = std::begin(n->items), end = std::end(n->items); it != end;
       ++it)
    result += it->key > key;
  return result;
}

#pragma regtt traversal
static void inHelpers(Query &q, const Node *n) {
  q.hits += countAbove(n, q.key);
  if (n->l)
    inHelpers(q, n->l);
  if (n->r)
    inHelpers(q, n->r);
}

// The iterator lives while a child is visited.
#pragma regtt traversal
static void living(Query &q, const Node *n) {
  auto it = n->items.begin();
  while (it != n->items.end() && it->key < q.key % 50)
    ++it;
  if (n->l)
    living(q, n->l);
  if (it != n->items.end()) {
    q.sum = q.sum * 0.25f + it->weight;
    q.hits += static_cast<int>(it - n->items.begin());
    q.key += it->key & 1;
  }
  if (n->r)
    living(q, n->r);
}

#pragma regtt traversal
static void ofAll(Query &q, const Node *n) {
  if (!n)
    return;
  const auto end = shared.begin() + n->first + n->count;
  for (auto it = shared.begin() + n->first; it < end; it += 1)
    q.sum += it->weight * (it[0].key == q.key ? 2 : 1);
  for (auto it = end; it != shared.begin() + n->first;) {
    --it;
    q.hits += it->key % 3;
  }
  ofAll(q, q.key < n->split ? n->l : n->r);
}

static std::mt19937 gen;
static float u() { return std::uniform_real_distribution<float>(0, 1)(gen); }

static Node *tree(int depth) {
  auto *n = new Node;
  n->split = int(u() * 100);
  for (int i = int(u() * 6); i > 0; --i)
    n->items.push_back({int(u() * 100), u()});
  for (int i = int(u() * 9) - 3; i > 0; --i)
    n->numbers.push_back(int(u() * 100));
  n->first = int(shared.size());
  n->count = int(u() * 5);
  for (int i = 0; i < n->count; ++i)
    shared.push_back({int(u() * 100), u()});
  n->l = depth > 0 && u() < 0.9f ? tree(depth - 1) : nullptr;
  n->r = depth > 0 && u() < 0.9f ? tree(depth - 1) : nullptr;
  return n;
}

int main(int argc, char **argv) {
  const int queries = argc > 1 ? std::atoi(argv[1]) : 100;
  const int depth = argc > 2 ? std::atoi(argv[2]) : 6;
  gen.seed(argc > 3 ? std::atoi(argv[3]) : 1);
  const Node *root = tree(depth);
  std::vector<Query> q(queries);
  for (Query &each : q)
    each = {int(u() * 100), 0, 0};
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    bucket(q[i], root);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    inHelpers(q[i], root);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    living(q[i], root);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    ofAll(q[i], root);
  for (const Query &each : q)
    std::printf("%d %a %d\n", each.key, each.sum, each.hits);
}
