// A box of the node that every call makes anew, by reference to a temporary and
// to a local, in one function and in two; and a struct that one function returns
// as another has returned it, which C++11 copies.
//
//   rebuilt_boxes DEPTH QUERIES SEED
//
// RUN: %serial -std=c++11 %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -std=c++11 -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "7 50 1" "1 3 2" "0 4 3"
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Box {
  float lo, hi;
  int level;
};
struct Found {
  double sum;
  int id;
};
struct Node {
  float x;
  int id;
  const Node *left, *right;
};
struct Query {
  float x;
  double sum;
  int count;
};

static Box part(const Box &box, int k) {
  Box half = box;
  const float middle = (box.lo + box.hi) * 0.5f;
  (k ? half.lo : half.hi) = middle;
  half.level = box.level + 1;
  return half;
}

static bool isOutside(const Query &q, const Box &box) {
  return q.x < box.lo - 0.25f || q.x > box.hi + 0.25f;
}

// A temporary, handed from function to function.
static void turn(Query &q, const Node *n, const Box &box);
#pragma regtt traversal
static void step(Query &q, const Node *n, const Box &box) {
  if (!n || isOutside(q, box))
    return;
  q.sum += n->x * box.level;
  turn(q, n->left, part(box, 0));
  turn(q, n->right, part(box, 1));
}
static void turn(Query &q, const Node *n, const Box &box) {
  if (!n)
    return;
  q.count += isOutside(q, box) ? 1 : 2;
  step(q, n->right, part(box, 1));
  step(q, n->left, part(box, 0));
}

// Locals.
#pragma regtt traversal
static void refine(Query &q, const Node &n, const Box &box) {
  if (isOutside(q, box))
    return;
  q.sum = q.sum * 0.5 + n.id * (box.hi - box.lo);
  const Box lower = part(box, 0), upper = part(box, 1);
  if (n.left)
    refine(q, *n.left, lower);
  if (n.right)
    refine(q, *n.right, upper);
}

// A struct that is returned as it comes, and one that a variable starts with.
static Found rest(Query &q, const Node *n, Found sofar);
static Found keep(Query &q, const Node *n, Found sofar);
#pragma regtt traversal
static Found gather(Query &q, const Node *n, Found sofar) {
  if (!n)
    return Found{0.25, -1};
  q.count++;
  if (n->id % 5 == 3)
    return keep(q, n, sofar);
  return rest(q, n, sofar);
}
static Found rest(Query &q, const Node *n, Found sofar) {
  sofar.sum += n->x * q.x;
  if (q.x < n->x)
    return gather(q, n->left, sofar);
  sofar.id = n->id;
  return gather(q, n->right, sofar);
}
static Found keep(Query &q, const Node *n, Found sofar) {
  Found best = rest(q, n, sofar);
  if (best.id < 0)
    best.id = n->id;
  return best;
}

static const Node *build(int depth, float lo, float hi) {
  static int numNodes;
  if (depth == 0)
    return nullptr;
  const float middle = (lo + hi) * 0.5f;
  Node *n = new Node{middle, numNodes++, nullptr, nullptr};
  if (nextNumber() % 6 != 0)
    n->left = build(depth - 1, lo, middle);
  if (nextNumber() % 6 != 0)
    n->right = build(depth - 1, middle, hi);
  return n;
}

static void print(const std::vector<Query> &queries) {
  for (const Query &q : queries)
    std::printf("%a %d\n", q.sum, q.count);
}

int main(int argc, char **argv) {
  if (argc < 4)
    return 1;
  const int count = std::atoi(argv[2]);
  numbersState = static_cast<unsigned long>(std::atoi(argv[3]));
  const Node *root = build(std::atoi(argv[1]), 0, 1);
  std::vector<Query> queries(count);
  for (Query &q : queries)
    q.x = static_cast<float>(nextFraction());
  const Box whole = {0, 1, 1};
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    step(queries[i], root, whole);
  print(queries);
  if (root) {
#pragma regtt parallel
    for (int i = 0; i < count; ++i)
      refine(queries[i], *root, whole);
    print(queries);
  }
  const Found nothing = {0.5, -1};
  std::vector<Found> found(count);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    found[i] = gather(queries[i], root, nothing);
  print(queries);
  for (const Found &each : found)
    std::printf("%a %d\n", each.sum, each.id);
}
