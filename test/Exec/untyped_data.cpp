// Data behind a `void *` of the node, which casts say the type of: numbers,
// structs, by casts of C and of C++, kept in a local, under a condition.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "300 40 1" "1 1 2" "0 5 3" "50 0 4"
// RUN: env REGTT_VERIFY=1 REGTT_TARGET=cpu %t.parallel 100 30 6 > /dev/null
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/untyped_data.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/untyped_data.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/untyped_data.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Item {
  double weight;
  int id;
};

struct Node {
  float x;
  bool hasItem;
  void *data;
  const void *item;
  Node *left, *right;
};

struct Query {
  float x;
  long sum;
  double weight;
};

#pragma regtt traversal
static void visit(Query *q, const Node *n) {
  if (!n)
    return;
  if (n->x < q->x)
    q->sum += *(const int *)n->data;
  if (n->hasItem) {
    const Item *item = static_cast<const Item *>(n->item);
    q->weight += item->weight;
    q->sum -= ((const Item *)n->item)->id;
  }
  visit(q, n->left);
  visit(q, n->right);
}

static Node *build(int size) {
  if (size <= 0)
    return nullptr;
  Node *n = new Node;
  n->x = static_cast<float>(nextFraction());
  n->hasItem = nextNumber() % 3 == 0;
  n->data = new int(nextNumber());
  n->item = n->hasItem ? new Item{nextFraction(), nextNumber()} : nullptr;
  const int part = nextNumber() % size;
  n->left = build(part);
  n->right = build(size - 1 - part);
  return n;
}

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  numbersState = static_cast<unsigned long>(std::atoi(argv[3]));
  const Node *root = build(std::atoi(argv[2]));
  std::vector<Query> queries(static_cast<std::size_t>(std::atoi(argv[1])));
  for (Query &q : queries)
    q = {static_cast<float>(nextFraction()), 0, 0};
#pragma regtt parallel
  for (Query &q : queries)
    visit(&q, root);
  for (const Query &q : queries)
    std::printf("%ld %a\n", q.sum, q.weight);
  return 0;
}
