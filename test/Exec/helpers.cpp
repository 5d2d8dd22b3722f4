// Helper functions, bound in every way: to the node, the query, objects that
// these lead to, locals and arguments by reference; overloaded, static, member,
// template, with default arguments; loops of every kind in them.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "400 1" "1 2" "3 3"
#include "../Inputs/numbers.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>

struct Vec {
  double v[3];
  double dot(const Vec &o) const {
    double sum = 0;
    for (int i = 0; i < 3; ++i)
      sum += v[i] * o.v[i];
    return sum;
  }
  void add(const Vec &o, double scale) {
    int i = 3;
    while (i-- > 0)
      v[i] += o.v[i] * scale;
  }
};

struct Body {
  Vec pos;
  double mass;
};

struct Node {
  Vec center;
  double half;
  const Body *body;
  int bits;
  Node *left, *right;
  bool isLeaf() const { return !left && !right; }
};

struct Query {
  Vec pos, force;
  double best[4];
  int count;
  static int clamp(int x, int high = 100) { return x < high ? x : high; }
  bool accepts(const Node *n) const { return n->half < best[0]; }
};

template <int N> static double power(double x) {
  double result = x;
  for (int i = 1; i < N; ++i)
    result *= x;
  return result;
}

template <typename T> static T least(const T *values, int count) {
  T result = values[0];
  for (int i = 1; i < count; ++i) {
    if (values[i] >= result)
      continue;
    result = values[i];
  }
  return result;
}

static double distance(const Vec &a, const Vec &b) {
  double d[3] = {a.v[0] - b.v[0], a.v[1] - b.v[1], 0};
  d[2] = a.v[2] - b.v[2];
  return std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}
static double distance(const Query &q, const Node &n) {
  return distance(q.pos, n.center) - n.half;
}
static float distance(float a, float b) { return std::fabs(a - b); }
static double distance(const Query *q, const Body *b) {
  return distance(q->pos, b->pos) + b->mass;
}

static void insert(double *best, double d, int &count) {
  for (int i = 0; i < 4; ++i) {
    if (d >= best[i])
      continue;
    for (int k = 3; k > i; --k)
      best[k] = best[k - 1];
    best[i] = d;
    ++count;
    break;
  }
}

static int bitsOf(unsigned x) {
  int n = 0;
  do {
    n += x & 1;
    x >>= 1;
  } while (x != 0);
  return n;
}

static void split(double x, int *whole, double &rest) {
  *whole = int(x);
  rest = x - *whole;
}

static void halve(double &x, double floor = 0.01) {
  x = std::max(x / 2, floor);
}

static bool reach(const Query &q, const Node &n, double r) {
  return distance(q, n) < r && !q.accepts(&n);
}

#pragma regtt traversal
static void visit(Query &q, const Node *n, double r, double scale) {
  if (n == nullptr)
    return;
  halve(r);
  q.count += Query::clamp(bitsOf(n->bits)) + Query::clamp(n->bits, 7);
  if (!reach(q, *n, r * 50) && q.count % 5 == 0)
    return;
  const Body *b = n->body;
  const Vec &center = n->center;
  q.force.add(b->pos, power<2>(scale));
  q.force.add(center, power<3>(b->mass) * q.pos.dot(n->center));
  insert(q.best, distance(&q, n->body), q.count);
  int whole;
  double rest;
  split(b->mass * 10, &whole, rest);
  q.force.v[whole % 3] += rest + least(n->center.v, 3) + least(&q.best[1], 2);
  q.count += distance(float(b->mass), 0.5f) < 0.25f;
  double *worst = q.best + 3;
  double &first = q.best[0];
  *worst += 0.125;
  (whole & 1 ? first : *worst) *= 1.5;
  if (n->isLeaf())
    return;
  visit(q, n->left, r * 0.9, scale);
  if (q.best[1] > n->half * 0.5)
    visit(q, n->right, r, scale * 0.75);
}

static std::deque<Node> nodes;
static std::deque<Body> bodies;

static Vec draw() { return {{nextFraction(), nextFraction(), nextFraction()}}; }

static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  bodies.push_back({draw(), nextFraction()});
  const Body *b = &bodies.back();
  nodes.push_back({draw(), nextFraction(), b, nextNumber(), nullptr, nullptr});
  Node *n = &nodes.back();
  int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

int main(int argc, char **argv) {
  int numNodes = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  const Node *root = build(numNodes);
  static Query queries[80];
  for (Query &q : queries)
    q = {draw(), {{0, 0, 0}}, {9, 9, 9, 9}, 0};
#pragma regtt parallel
  for (int i = 0; i < 80; ++i)
    visit(queries[i], root, 1, 0.5);
  for (const Query &q : queries)
    std::printf("%d %a %a %a %a\n", q.count, q.force.v[0], q.force.v[2],
                q.best[0], q.best[3]);
}
