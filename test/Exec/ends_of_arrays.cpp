// Pointers one past the end of an array, compared with pointers that data holds:
// of an array that all share, of arrays in nodes and behind queries.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "0 1" "1 2" "300 3"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/ends_of_arrays.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/ends_of_arrays.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/ends_of_arrays.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Item {
  int key;
  float weight;
};
struct Node {
  int id;
  std::vector<Item> items;
  Node *left, *right;
};
struct Query {
  const Item *wanted;
  std::vector<Item> own;
  int ends, others;
  float sum;
};

#pragma regtt traversal
static void visit(Query *q, const Node *n, const Item *shared, int count) {
  if (!n)
    return;
  const Item *hit = shared;
  for (int k = 0; k < count && hit->key != n->id; ++k)
    ++hit;
  if (hit == q->wanted)
    q->ends++;
  const int size = int(n->items.size());
  const Item *in = n->items.data();
  for (int k = 0; k < size && in->key != n->id; ++k)
    ++in;
  if (in != q->wanted)
    q->others++;
  else
    q->sum += size;
  Item *at = q->own.data();
  for (int k = 0; k < int(q->own.size()) && at->key != n->id; ++k)
    ++at;
  if (at == q->wanted)
    q->ends += 1000;
  if (!q->own.empty())
    q->own[0].weight += 0.5f;
  visit(q, n->left, shared, count);
  visit(q, n->right, shared, count);
}

static std::vector<Node *> all;

static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  Node *n = new Node();
  all.push_back(n);
  n->id = nextNumber() % 20;
  for (int k = nextNumber() % 4; k > 0; --k)
    n->items.push_back({int(nextNumber() % 20), float(nextFraction())});
  const int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  std::vector<Item> shared(7);
  for (Item &item : shared)
    item = {int(nextNumber() % 20), 0};
  const Node *root = build(count);
  std::vector<Query> queries(count);
  for (int i = 0; i < count; ++i) {
    Query &q = queries[i];
    for (int k = nextNumber() % 3; k > 0; --k)
      q.own.push_back({int(nextNumber() % 20), 0});
    const std::vector<Item> &in = all[nextNumber() % count]->items;
    q.wanted = i % 3 == 0   ? shared.data() + nextNumber() % 8
               : i % 3 == 1 ? in.data() + in.size()
                            : q.own.data() + q.own.size();
    q.ends = q.others = 0;
    q.sum = 0;
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    visit(&queries[i], root, shared.data(), int(shared.size()));
  for (const Query &q : queries)
    std::printf("%d %d %a %a\n", q.ends, q.others, q.sum,
                q.own.empty() ? 0 : q.own[0].weight);
}
