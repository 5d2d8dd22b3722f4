// Lanes at nodes of their own: records of all types, some of which are read on
// some paths only, children that data choose, deep trees, and what lives across
// calls in numbers of different widths.
//
//   lanes_apart QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=lanes --variant=packed,lane_ropes,lane_recursion -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same_lanes %t.serial %t.parallel packed,lane_ropes,lane_recursion "5 1" "0 2" "1 3" "900 4"
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

struct Vec {
  double x;
  float y;
};
struct Node {
  Vec at;
  float split;
  signed char axis;
  bool isHeavy;
  unsigned short kind;
  long long key;
  int weights[12];
  double rare[3];
  int first, last;
  Node *kid[3];
};
struct Query {
  float at[2], best;
  double sum;
  long key;
  int nearest, steps;
  short deep;
  unsigned char seen;
};

static double distance(const Vec &a, float x, float y) {
  const double dx = a.x - x;
  const float dy = a.y - y;
  return dx * dx + dy * dy;
}

// Three children in the order that the query has, one by one; a table of the
// node's own that each chooses from; data that few paths look at.
#pragma regtt traversal
static void guided(Query &q, const Node *n, int depth) {
  if (!n || depth > 400)
    return;
  ++q.steps;
  const double d = distance(n->at, q.at[0], q.at[1]);
  if (d < q.best) {
    q.best = (float)d;
    q.nearest = n->kind;
    if (n->isHeavy)
      q.sum += n->rare[n->kind % 3] / (n->kind + 1);
  }
  q.key += n->weights[q.seen % 12] % (n->kind + 1);
  const float off = q.at[n->axis] - n->split;
  const int side = off < 0 ? 0 : 1;
  guided(q, n->kid[side], depth + 1);
  if (off * off < q.best)
    guided(q, n->kid[1 - side], depth + 1);
  if (q.steps % 3 == n->axis)
    guided(q, n->kid[2], depth + 2);
}

// Loops whose counts are the node's, and a way out of them.
#pragma regtt traversal
static bool counts(Query &q, const Node *n) {
  if (!n)
    return false;
  for (int i = n->first; i < n->last; ++i) {
    if (i == q.deep)
      continue;
    if (n->weights[i] == q.seen)
      return true;
    q.sum += n->weights[i] * 0.5;
  }
  switch (n->kind % 4) {
  case 0:
    q.seen = (unsigned char)(q.seen + 3);
    break;
  case 1:
    q.key ^= n->key;
    // falls through
  default:
    q.key -= n->isHeavy;
  }
  if (counts(q, n->kid[n->at.y > q.at[1] ? 1 : 0]))
    return true;
  return n->isHeavy && counts(q, n->kid[2]);
}

// What lives across calls: a double and a char here, two numbers of four bytes
// there, so that lanes wait with different things in one place.
#pragma regtt traversal
static void around(Query &q, const Node *n) {
  if (!n)
    return;
  const double before = q.sum;
  const unsigned char was = q.seen;
  q.sum = before * 0.5 + n->at.x;
  q.seen = (unsigned char)(was + n->kind);
  around(q, n->kid[0]);
  if (q.sum < before && was % 2) {
    q.sum += n->split;
    return;
  }
  const int deep = q.deep + n->axis;
  const bool heavy = n->isHeavy && q.at[0] < 0;
  q.deep = (short)(q.deep + 1);
  around(q, n->kid[heavy ? 2 : 1]);
  q.key += deep - q.deep;
  if (heavy)
    q.key ^= n->key;
}

static float uniform() { return float(std::rand() % 64) / 32 - 1; }

static Node *make() {
  static int made = 0;
  Node *n = new Node;
  n->at = {uniform() * 0.7, uniform()};
  n->axis = (signed char)(std::rand() % 2);
  n->split = uniform();
  n->isHeavy = std::rand() % 3 == 0;
  n->kind = (unsigned short)(made++ * 7);
  n->key = (long long)std::rand() << 31 | std::rand();
  for (int &weight : n->weights)
    weight = std::rand() % 200 - 20;
  for (double &rare : n->rare)
    rare = uniform() * 3;
  n->first = std::rand() % 6;
  n->last = n->first + std::rand() % 7;
  n->kid[0] = n->kid[1] = n->kid[2] = nullptr;
  return n;
}

static Node *build(int depth) {
  if (depth == 0 || std::rand() % 12 == 0)
    return nullptr;
  Node *n = make();
  for (Node *&kid : n->kid)
    kid = build(depth - 1);
  return n;
}

// A chain with a leaf at each node: ropes pile up.
static Node *chain(int length) {
  Node *n = nullptr;
  for (int k = 0; k < length; ++k) {
    Node *above = make();
    above->kid[k % 2] = n;
    above->kid[1 - k % 2] = make();
    n = above;
  }
  return n;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  std::srand(argc > 2 ? unsigned(std::atoi(argv[2])) : 1);
  Node *root = nullptr;
  while (!root)
    root = build(6);
  Node *deep = chain(300);
  Query *queries = new Query[count + 1]();
  for (int i = 0; i < count; ++i) {
    Query &q = queries[i];
    q.at[0] = uniform();
    q.at[1] = uniform();
    q.best = 100;
    q.nearest = -1;
    q.deep = short(std::rand() % 12);
    q.seen = (unsigned char)std::rand();
    q.key = std::rand();
  }
  Query *again = new Query[count + 1];
  for (int i = 0; i < count; ++i)
    again[i] = queries[i];
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    guided(queries[i], root, 0);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    guided(again[i], deep, 0);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    counts(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    around(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    around(again[i], deep);
  for (const Query *all : {queries, again})
    for (int i = 0; i < count; ++i)
      std::printf("%a %d %d %a %ld %d %d\n", all[i].best, all[i].nearest,
                  all[i].steps, all[i].sum, all[i].key, all[i].deep,
                  all[i].seen);
}
