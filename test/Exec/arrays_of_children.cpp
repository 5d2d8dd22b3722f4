// Local arrays of children: plain and std::array, filled by initialisers, element
// by element and in branches, exchanged, indexed by constants, loops and data,
// gone through by loops over ranges; with null elements, and living while their
// visits change what chooses.
//
//   arrays_of_children SHAPE DEPTH QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes \
// RUN:   "random 12 800 1" \
// RUN:   "full 8 200 2" \
// RUN:   "list 200 60 3" \
// RUN:   "one 0 10 4" \
// RUN:   "random 6 0 5"
// RUN: %serial -DSTATIC %s -o %t.static_serial
// RUN: regtt-cc -O1 --target=cpu -DSTATIC %s -o %t.static
// RUN: %same %t.static_serial %t.static static_ropes,autoropes \
// RUN:   "random 12 800 6" "list 200 60 7"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/arrays_of_children.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/arrays_of_children.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/arrays_of_children.regtt.cu -o %t.o
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

struct Query {
  float x, best;
  int count;
  unsigned long sum;
};

struct Node {
  float split;
  unsigned id;
  Node *l, *r, *m;
};

#ifdef STATIC
#pragma regtt traversal
static void inOrder(Query &q, const Node *n) {
  q.sum = q.sum * 31 + n->id;
  if (q.x < n->split * 0.3f)
    return;
  const Node *all[3] = {n->r, n->l, n->m};
  for (int i = 0; i < 3; ++i)
    if (all[i])
      inOrder(q, all[i]);
}

#else

#pragma regtt traversal
static void exchanged(Query &q, const Node *n) {
  q.sum = q.sum * 31 + n->id;
  if (q.x > n->split * 2)
    return;
  std::array<const Node *, 3> all{n->l, nullptr, n->m};
  all[1] = n->r;
  std::swap(all[0], all[2]);
  for (const Node *c : all) {
    if (c != nullptr)
      exchanged(q, c);
  }
}

// Guided: the side of the query first, the other where it may hold something.
#pragma regtt traversal
static void guided(Query &q, const Node *n) {
  q.sum = q.sum * 31 + n->id;
  const float d = q.x < n->split ? n->split - q.x : q.x - n->split;
  if (d < q.best)
    q.best = d;
  const Node *two[2] = {n->l, n->r};
  const int side = q.x > n->split;
  if (two[side])
    guided(q, two[side]);
  if (d * 4 < q.best + 0.4f)
    if (two[1 - side])
      guided(q, two[1 - side]);
}

// Visits change what chooses; the elements stay.
#pragma regtt traversal
static void living(Query &q, const Node *n) {
  q.sum = q.sum * 31 + n->id;
  Node *order[3];
  order[0] = n->l;
  order[1] = n->m;
  order[2] = n->r;
  if (q.sum % 3 == 0)
    std::swap(order[0], order[2]);
  else if (q.sum % 3 == 1)
    order[1] = n->r;
  for (int k = 0; k < 2; ++k) {
    if (!order[(q.sum + k) % 3])
      continue;
    living(q, order[(q.sum + k) % 3]);
    q.count += k;
    std::swap(order[k], order[2]);
  }
}

// Elements and single locals, and which child they are.
#pragma regtt traversal
static void mixed(Query &q, const Node *n) {
  if (!n)
    return;
  q.sum = q.sum * 31 + n->id;
  std::array<Node *, 2> two = {n->l, n->r};
  Node *third = n->m;
  if (q.sum % 5 == 1)
    std::swap(two[0], third);
  if (two[0] == n->m)
    q.count += 3;
  const Node *chosen = two[q.sum % 2];
  mixed(q, chosen);
  if (q.sum % 4 == 0)
    return;
  two[0] = two[1];
  for (Node *c : two)
    if (c == chosen)
      q.count++;
  mixed(q, two[0] ? third : two[1]);
}
#endif

static std::mt19937 gen;
static float u() { return std::uniform_real_distribution<float>(0, 1)(gen); }
static unsigned made;

/// Shapes: 0 random, 1 full, 2 a list.
static Node *grow(int shape, int depth) {
  if (depth < 0 || (shape == 0 && u() < 0.15f))
    return nullptr;
  auto *n = new Node{u(), made++, nullptr, nullptr, nullptr};
  const int side = shape == 2 ? int(u() * 3) : -1;
  n->l = side > 0 ? nullptr : grow(shape, depth - 1);
  n->r = side >= 0 && side != 1 ? nullptr : grow(shape, depth - 1);
  n->m = side >= 0 && side != 2 ? nullptr : grow(shape, depth - 3);
  return n;
}

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "random";
  const int shape = !std::strcmp(name, "full")   ? 1
                    : !std::strcmp(name, "list") ? 2
                                                 : 0;
  const int depth = argc > 2 ? std::atoi(argv[2]) : 8;
  const int queries = argc > 3 ? std::atoi(argv[3]) : 100;
  gen.seed(argc > 4 ? std::atoi(argv[4]) : 1);
  Node *root = nullptr;
  while (!root)
    root = grow(shape, depth);
  std::vector<Query> q(queries);
  for (Query &each : q)
    each = {u(), 1, 0, 0};
#ifdef STATIC
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    inOrder(q[i], root);
#else
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    exchanged(q[i], root);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    guided(q[i], root);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    living(q[i], root);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    mixed(q[i], root);
#endif
  for (const Query &each : q)
    std::printf("%d %a %lu\n", each.count, each.best, each.sum);
}
