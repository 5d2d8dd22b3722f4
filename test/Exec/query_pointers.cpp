// Queries that an iteration makes for itself and that hold pointers: to the
// element that it is of, to data that nodes lead to, to elements of another
// array, some of them written; set as a list, field by field, and by a
// constructor; looked at when the call is over. (Diagnostics/kept_addresses.cpp
// has what may not lie behind them.)
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "700" "1" "0"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-4: verify=identical
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Entity {
  float x;
  int team, hits;
  Entity *target;
};

struct Node {
  float from, to;
  Entity *held;
  const int *weight;
  Node *left, *right;
};

static unsigned seed = 5;
static unsigned random(unsigned n) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 10) % n;
}

static int weights[8] = {3, 1, 4, 1, 5, 9, 2, 6};

static Node *grow(std::vector<Entity> &all, int first, int last) {
  if (first >= last)
    return nullptr;
  const int middle = (first + last) / 2;
  Node *n = new Node;
  n->held = &all[static_cast<size_t>(middle)];
  n->weight = random(4) ? &weights[random(8)] : nullptr;
  n->left = grow(all, first, middle);
  n->right = grow(all, middle + 1, last);
  n->from = n->left ? n->left->from : n->held->x;
  n->to = n->right ? n->right->to : n->held->x;
  return n;
}

// To the element that it is of, and to what nodes lead to.
struct Search {
  const Entity *self;
  float best;
  Entity *found;
};
#pragma regtt traversal
static void nearest(const Node *n, Search *s) {
  if (!n || n->from - s->best > s->self->x || n->to + s->best < s->self->x)
    return;
  const float d = n->held->x < s->self->x ? s->self->x - n->held->x
                                          : n->held->x - s->self->x;
  if (n->held != s->self && n->held->team != s->self->team && d < s->best) {
    s->best = d;
    s->found = n->held;
  }
  nearest(n->left, s);
  nearest(n->right, s);
}

// Written through.
struct Tally {
  Entity *into;
  float at, radius;
  const int *last;
  Tally(Entity &entity, float r)
      : into(&entity), at(entity.x), radius(r), last(nullptr) {}
};
#pragma regtt traversal
static void count(const Node *n, Tally &t) {
  if (!n || n->from - t.radius > t.at || n->to + t.radius < t.at)
    return;
  if (n->weight && n->held->x > t.at) {
    t.into->hits += *n->weight;
    t.last = n->weight;
  }
  count(n->left, t);
  count(n->right, t);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 300;
  std::vector<Entity> all(static_cast<size_t>(n));
  for (Entity &each : all)
    each = {static_cast<float>(random(4000)) / 8, static_cast<int>(random(3)),
            0, nullptr};
  for (size_t k = 1; k < all.size(); ++k)
    for (size_t j = k; j > 0 && all[j].x < all[j - 1].x; --j)
      std::swap(all[j], all[j - 1]);
  Node *root = grow(all, 0, n);
  std::vector<int> last(all.size()), same(all.size());

#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Entity *e = &all[static_cast<size_t>(i)];
    Search s = {e, 20, nullptr};
    if (e->team == 0)
      s.best = 1;
    nearest(root, &s);
    e->target = s.found;
    same[static_cast<size_t>(i)] = s.self == e;
  }

#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Search s;
    s.self = &all[static_cast<size_t>(n - 1 - i)];
    s.found = nullptr;
    s.best = 7;
    nearest(root, &s);
    same[static_cast<size_t>(i)] +=
        s.found ? s.found->team + static_cast<int>(s.best) : -1;
  }

#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Tally t(all[static_cast<size_t>((i + 7) % n)], 5);
    count(root, t);
    last[static_cast<size_t>(i)] =
        t.last ? static_cast<int>(t.last - weights) + (t.into == &all[0]) : -1;
  }

  // An address of what the loop finds, which lasts.
  const float limits[2] = {3, 11};
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const float *const limit = &limits[i % 2];
    Tally t(all[static_cast<size_t>(i)], *limit);
    count(root, t);
    last[static_cast<size_t>(i)] += t.last == nullptr;
  }

  for (size_t k = 0; k < all.size(); ++k)
    std::printf("%d %d %d %d\n",
                all[k].target ? static_cast<int>(all[k].target - all.data())
                              : -1,
                same[k], last[k], all[k].hits);
}
