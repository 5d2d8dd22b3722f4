// Lambdas in the body: called by name or where they stand, handed to a helper;
// capturing locals, parameters, the query and the node, by value, by reference
// and by an initialiser; generic ones; in helpers and in member functions.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -std=c++17 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0 1" "1 2" "300 3"
// RUN: %same %t.serial %t.parallel static_ropes "300 3 only"
// RUN: %same %t.serial %t.parallel autoropes "1 2 guards" "700 4 guards"
// RUN: regtt-cc -std=c++14 -O1 --target=cpu %s -o %t.cpp14
// RUN: %same %t.serial %t.cpp14 autoropes "300 3"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc -std=c++17 %s --emit=header -o %t.d/lambdas.regtt.h
// RUN: regtt-cc -std=c++17 %s --emit=cuda -o %t.d/lambdas.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/lambdas.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Vec {
  float x, y;
};
struct Point {
  Vec at;
  int weight;
};
struct Node {
  Vec lo, hi;
  const Point *point;
  int count;
  const Point *bucket;
  Node *left, *right;
};
struct Query {
  Vec at;
  float best;
  int found;
  int visits;
};

static const auto twice = [](float x) { return 2 * x; };

template <class Visit> static void eachCorner(const Node *n, Visit visit) {
  visit(n->lo.x, n->lo.y);
  visit(n->hi.x, n->hi.y);
}

static float longer(float a, float b) {
  const auto longest = [&](float scale) { return a * scale > b ? a : b; };
  return longest(1.5f) + longest(0.5f);
}

#pragma regtt traversal
static void visit(Query *q, const Node *n, float scale, int depth) {
  if (!n || depth > 40)
    return;
  const auto square = [](auto x) { return x * x; };
  const float dx = n->lo.x - q->at.x, dy = n->lo.y - q->at.y;
  const auto distance = [&](float k) { return square(dx) + square(dy) * k; };
  float sum = 0;
  int corners = 0;
  const auto add = [&sum, &corners](float x, float y) {
    sum += x - y;
    ++corners;
  };
  eachCorner(n, add);
  eachCorner(n, [&](float x, float) { sum += x * q->at.y; });
  const auto isNear = [=] { return distance(scale) < q->best; };
  const auto update = [q, n, depth](int by) {
    if (by < 0)
      return;
    q->found += by + n->count;
    q->visits ^= depth;
  };
  q->visits += corners + square(depth);
  const float middle = [&] {
    float m = 0;
    for (int k = 0; k < 3; ++k)
      m += k * n->hi.x;
    return m;
  }();
  const auto shift = [by = middle * 2](float x) { return x + by; };
  if (isNear())
    q->best = shift(distance(1)) + twice(sum) + longer(dx, dy);
  for (int k = 0; k < n->count; ++k) {
    const Point &p = n->bucket[k];
    const auto weigh = [&](int most) {
      return p.weight > most ? most : p.weight;
    };
    update(weigh(3) - 1);
    if (n->point != &p)
      update(weigh(q->visits & 7));
  }
  visit(q, n->left, scale, depth + 1);
  visit(q, n->right, scale, depth + 1);
}

// The order of visits is the tree's.
#pragma regtt traversal
static void count(Query *q, const Node *n) {
  if (!n)
    return;
  const auto inside = [&](const Vec &v) {
    return n->lo.x <= v.x && v.y <= n->hi.y;
  };
  int k = 0;
  const auto bump = [&k](int by) { return k += by; };
  if (inside(q->at)) {
    const int first = bump(n->count);
    q->found += first * bump(1);
  }
  q->visits += k;
  count(q, n->left);
  count(q, n->right);
}

class Search {
public:
  explicit Search(float reach) : reach(reach) {}
  void run(std::vector<Query> &queries, const Node *root) {
#pragma regtt parallel
    for (std::size_t i = 0; i < queries.size(); ++i)
      nearest(queries[i], root);
  }

private:
  // A guard that a lambda of the query alone says.
#pragma regtt traversal
  void nearest(Query &q, const Node *n) const {
    if (!n)
      return;
    const auto within = [this, &q](float d) { return d * d < q.best * reach; };
    const float d = n->lo.x - q.at.x;
    q.visits++;
    if (d * d < q.best)
      q.best = d * d + 0.01f;
    if (d < 0) {
      nearest(q, n->left);
      if (within(d))
        nearest(q, n->right);
    } else {
      nearest(q, n->right);
      if (within(d))
        nearest(q, n->left);
    }
  }
  float reach;
};

static std::vector<Point> points;
static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  const auto number = [] { return float(nextFraction()); };
  const int part = nextNumber() % count;
  const Point *bucket = &points[nextNumber() % 60];
  return new Node{{number(), number()},
                  {number(), number()},
                  nextNumber() % 2 ? bucket : nullptr,
                  nextNumber() % 4,
                  bucket,
                  build(part),
                  build(count - 1 - part)};
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  for (int i = 0; i < 64; ++i)
    points.push_back({{float(nextFraction()), 0}, nextNumber() % 9});
  std::vector<Query> queries(size);
  for (Query &q : queries)
    q = {{float(nextFraction()), float(nextFraction())}, 1, 0, 0};
  const Node *root = build(size);
  const char *const which = argc > 3 ? argv[3] : "visit";
#pragma regtt parallel
  for (int i = 0; i < size; ++i)
    count(&queries[i], root);
  if (which[0] != 'o')
#pragma regtt parallel
    for (int i = 0; i < size; ++i)
      visit(&queries[i], root, 0.75f, 0);
  if (which[0] == 'g')
    Search(0.9f).run(queries, root);
  for (const Query &q : queries)
    std::printf("%a %d %d\n", q.best, q.found, q.visits);
}
