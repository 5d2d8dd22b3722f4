// Functions and methods that return a child chosen by data: by ?:, by an index,
// in branches, through locals and further functions, by reference, from smart
// pointers, and lambdas; called as the argument, in tests, and kept in a local
// while what they are called with changes.
//
//   choosing_functions SHAPE DEPTH QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes \
// RUN:   "random 10 1000 1" \
// RUN:   "full 7 300 2" \
// RUN:   "list 200 60 3" \
// RUN:   "one 0 10 4" \
// RUN:   "random 6 0 5"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/choosing_functions.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/choosing_functions.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/choosing_functions.regtt.cu -o %t.o
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

struct Query {
  float x, y;
  int key;
  float best;
  unsigned long sum;
};

class Node {
public:
  float split, other;
  unsigned id;
  const Node *near(float k) const { return k < split ? left() : r; }
  const Node *far(float k) const { return k < split ? r : l; }
  /// A float that is handed over becomes a whole number.
  Node *quarter(int k) const { return kid[k & 3]; }
  const Node *most(double a, double b) const {
    const bool first = a * other < b;
    if (first)
      return kid[0];
    else if (a > b)
      return kid[1];
    return kid[2] ? kid[2] : kid[3];
  }
  friend const Node *third(const Node *n, int k, bool never);
  friend Node *grow(int shape, int depth);

private:
  const Node *left() const { return l; }
  Node *l, *r;
  Node *kid[4];
};

const Node *third(const Node *n, int k, bool never = false) {
  if (never)
    return nullptr;
  if (k == 0) {
    const Node *a = n->l;
    return a;
  }
  if (k == 1)
    return n->r;
  return nullptr;
}

// Guided: the far child only where it may hold something.
#pragma regtt traversal
static void guided(Query &q, const Node *n) {
  q.sum = q.sum * 31 + n->id;
  const float d = std::fabs(q.x - n->split);
  if (d < q.best)
    q.best = d;
  if (n->near(q.x))
    guided(q, n->near(q.x));
  if (d * 4 < q.best + 0.5f)
    if (n->far(q.x) != nullptr)
      guided(q, n->far(q.x));
}

// What chooses is changed by the visits between; the local keeps its child.
#pragma regtt traversal
static void kept(Query &q, const Node *n) {
  q.sum = q.sum * 31 + n->id;
  q.key = (q.key * 7 + int(n->id)) % 3;
  const Node *chosen = third(n, q.key);
  if (!chosen && q.sum % 5 < 2)
    return;
  if (chosen)
    kept(q, chosen);
  q.key++;
  if (const Node *next = third(n, q.key % 3, q.sum % 7 == 0))
    kept(q, next);
  if (chosen)
    q.sum ^= 9;
}

// Top-down, with a conversion of the argument.
#pragma regtt traversal
static void descend(Query &q, const Node *n, float scale) {
  if (!n)
    return;
  q.sum = q.sum * 31 + n->id;
  q.y = q.y * 1.5f - std::floor(q.y * 1.5f);
  descend(q, n->quarter(q.y * scale), scale);
}

#pragma regtt traversal
static void branches(Query &q, const Node *n) {
  q.sum = q.sum * 31 + n->id;
  const auto side = [&](bool low) {
    return low ? n->quarter(q.key) : n->quarter(q.key + 1);
  };
  if (n->most(q.x, q.y))
    branches(q, n->most(q.x, q.y));
  if (q.sum % 3 == 0)
    return;
  q.key += 1;
  if (side(q.sum % 2))
    branches(q, side(q.sum % 2));
}

struct Owner {
  float split;
  unsigned id;
  std::unique_ptr<Owner> low, high;
};

static const Owner &pick(const Owner &n, bool low) {
  return low ? *n.low : *n.high;
}
static const std::unique_ptr<Owner> &held(const Owner &n, float x) {
  if (x < n.split)
    return n.low;
  return n.high;
}

#pragma regtt traversal
static void owned(Query &q, const Owner &n) {
  q.sum = q.sum * 31 + n.id;
  if (!n.low || !n.high)
    return;
  if (q.sum % 4)
    owned(q, pick(n, q.x < n.split));
  else
    owned(q, *held(n, q.y));
}

static std::mt19937 gen;
static float u() { return std::uniform_real_distribution<float>(0, 1)(gen); }
static unsigned made;

/// Shapes: 0 random, 1 full, 2 a list.
Node *grow(int shape, int depth) {
  if (depth < 0 || (shape == 0 && u() < 0.1f))
    return nullptr;
  auto *n = new Node;
  n->split = u();
  n->other = u() * 2;
  n->id = made++;
  const bool side = u() < 0.5f;
  n->l = shape == 2 && side ? nullptr : grow(shape, depth - 1);
  n->r = shape == 2 && !side ? nullptr : grow(shape, depth - 1);
  for (int i = 0; i < 4; ++i)
    n->kid[i] =
        i < 2 && shape != 2 && u() < 0.8f ? grow(shape, depth - 3) : nullptr;
  if (shape == 2)
    n->kid[made % 4] = grow(shape, depth - 1 < 8 ? depth - 1 : 8);
  return n;
}

static std::unique_ptr<Owner> ownedTree(int depth) {
  std::unique_ptr<Owner> n(new Owner{u(), made++, nullptr, nullptr});
  if (depth > 0) {
    n->low = ownedTree(depth - 1);
    if (u() < 0.9f)
      n->high = ownedTree(depth - 1);
  }
  return n;
}

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "random";
  const int shape = !std::strcmp(name, "full") ? 1 : !std::strcmp(name, "list");
  const int depth = argc > 2 ? std::atoi(argv[2]) : 8;
  const int queries = argc > 3 ? std::atoi(argv[3]) : 100;
  gen.seed(argc > 4 ? std::atoi(argv[4]) : 1);
  Node *root = nullptr;
  while (!root)
    root = grow(std::strcmp(name, "list") ? shape : 2,
                std::strcmp(name, "list") ? depth : 24);
  const auto owner = ownedTree(depth < 10 ? depth : 10);
  std::vector<Query> q(queries);
  for (Query &each : q)
    each = {u(), u(), int(u() * 10), 1, 0};
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    guided(q[i], root);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    kept(q[i], root);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    descend(q[i], root, 5.5f);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    branches(q[i], root);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    owned(q[i], *owner);
  for (const Query &each : q)
    std::printf("%d %a %a %lu\n", each.key, each.y, each.best, each.sum);
}
