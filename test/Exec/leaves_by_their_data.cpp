// What says that a node is a leaf lies behind a pointer, which only some nodes
// have: what leaves keep for children, and the others for data, leads nowhere.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "1 1" "20 2" "300 3"
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.language
// RUN: %same %t.serial %t.language autoropes "1 1" "20 2" "300 3"
#include "../Inputs/numbers.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

struct Extra {
  float coord;
  bool leaf;
  double more[4];
};
struct Node {
  float x, y, z, w;
  double a, b;
  bool has;
  Extra *extra;
  Node *left, *right;
};
struct Query {
  float at;
  double sum;
  int count;
};

#pragma regtt traversal
static void visit(Query *q, const Node *n) {
  if (!n)
    return;
  q->count++;
  q->sum += n->x * n->y + n->z * n->w + n->a * n->b;
  if (n->has) {
    q->sum += n->extra->coord;
    if (n->extra->leaf)
      return;
  }
  if (n->x > q->at)
    visit(q, n->left);
  visit(q, n->right);
}

static std::deque<Node> nodes;
static std::deque<Extra> extras;
template <class T> static T *nowhere(std::uintptr_t address) {
  return reinterpret_cast<T *>(address);
}

static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  nodes.emplace_back();
  Node *n = &nodes.back();
  n->x = float(nextFraction());
  n->y = n->z = n->w = n->x / 2;
  n->a = n->b = nextFraction();
  n->has = count == 1 || nextNumber() % 2;
  n->extra = nowhere<Extra>(19);
  if (n->has) {
    extras.push_back({float(nextFraction()), count == 1, {}});
    n->extra = &extras.back();
  }
  const int part = count == 1 ? 0 : 1 + nextNumber() % (count - 1);
  n->left = count == 1 ? nowhere<Node>(7) : build(part);
  n->right = count == 1 ? nowhere<Node>(9) : build(count - 1 - part);
  return n;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 100;
  numbersState = argc > 2 ? strtoul(argv[2], nullptr, 10) : 1;
  const Node *root = build(count);
  std::vector<Query> queries(count);
  for (Query &q : queries)
    q.at = float(nextFraction());
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    visit(&queries[i], root);
  for (const Query &q : queries)
    std::printf("%a %d\n", q.sum, q.count);
}
