// Arrays of pointers to data that lie in the node itself: counted, ended by a
// null one with anything behind it, with holes; what one leads to handed to a
// helper, kept, and compared.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "900" "1" "2" "0"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-5: verify=identical
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Point {
  float x[3];
  int id;
};
struct Query {
  float x[3], last;
  int hits;
  const Point *best;
};
struct Node {
  float low, high;
  int count;
  Point *points[5];
  const Point *later[5];
  const float *weights[2];
  Node *left, *right;
};

static float distance(const Query *q, const Point *p) {
  float sum = 0;
  for (int k = 0; k < 3; ++k)
    sum += (q->x[k] - p->x[k]) * (q->x[k] - p->x[k]);
  return sum;
}
static bool isFar(const Query *q, const Node *n) {
  return q->x[0] < n->low || q->x[0] > n->high;
}

#pragma regtt traversal
static void counted(Query *q, const Node *n) {
  if (!n || isFar(q, n))
    return;
  for (int i = 0; i < n->count; ++i) {
    const Point *p = n->points[i];
    const float d = distance(q, p);
    q->last = q->last * 0.5f + d;
    if (d < 0.2f) {
      ++q->hits;
      q->best = p;
    }
  }
  counted(q, n->left);
  counted(q, n->right);
}

// Behind the first that is null lies anything.
#pragma regtt traversal
static void ended(Query *q, const Node *n) {
  if (!n || isFar(q, n))
    return;
  for (int i = 0; i < 5; ++i) {
    if (n->points[i] == nullptr)
      break;
    if (n->points[i]->x[1] < q->x[1] && n->points[i] != q->best)
      q->hits += n->points[i]->id;
  }
  ended(q, n->left);
  ended(q, n->right);
}

// The first ones, which may be null, are no end of the others.
#pragma regtt traversal
static void laterOnes(Query *q, const Node *n) {
  if (!n || isFar(q, n))
    return;
  for (int i = 2; i < 5; ++i) {
    const Point *p = n->later[i];
    if (!p)
      break;
    q->last = q->last * 0.5f + p->x[0];
  }
  laterOnes(q, n->left);
  laterOnes(q, n->right);
}

#pragma regtt traversal
static void holes(Query *q, const Node *n) {
  if (!n || isFar(q, n))
    return;
  for (const float *w : n->weights)
    if (w)
      q->last = q->last * 0.75f + *w;
  holes(q, n->left);
  holes(q, n->right);
}

// Only leaves have any.
#pragma regtt traversal
static void ofLeaves(Query *q, const Node *n) {
  if (isFar(q, n))
    return;
  if (n->left && n->right) {
    ofLeaves(q, n->left);
    ofLeaves(q, n->right);
    return;
  }
  for (int i = 0; i < n->count; ++i)
    q->last += n->points[i]->x[2];
}

static unsigned seed = 5;
static float number() {
  seed = seed * 1664525u + 1013904223u;
  return float(seed >> 8) / 16777216.0f;
}
static Node *build(float low, float high, int depth,
                   std::vector<Point> &points) {
  Node *n = new Node{low - 0.1f, high + 0.1f, 0, {}, {}, {}, nullptr, nullptr};
  n->count = depth && depth != 3 ? 0 : int(number() * 5);
  for (int k = 0; k < 5; ++k)
    n->points[k] = reinterpret_cast<Point *>(
        k == n->count ? 0 : std::uintptr_t(0xdead0000) << 24);
  for (int k = 0; k < n->count; ++k) {
    points.push_back(Point{{low + (high - low) * number(), number(), number()},
                           int(points.size())});
    n->points[k] = &points.back();
  }
  for (int k = 2; k < 5; ++k)
    n->later[k] = k < 2 + n->count ? n->points[k - 2] : nullptr;
  if (number() < 0.5f)
    n->weights[number() < 0.5f] = &n->low;
  if (depth) {
    const float middle = (low + high) / 2;
    n->left = build(low, middle, depth - 1, points);
    n->right = build(middle, high, depth - 1, points);
  }
  return n;
}

static void print(const std::vector<Query> &queries) {
  double last = 0;
  unsigned hits = 0;
  for (const Query &q : queries) {
    last = last * 0.9 + double(q.last);
    hits = hits * 31 + unsigned(q.hits) + (q.best ? unsigned(q.best->id) : 7u);
  }
  std::printf("%a %x\n", last, hits);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 900;
  std::vector<Point> points;
  points.reserve(100000);
  Node *root = count ? build(0, 1, count > 2 ? 6 : 0, points) : nullptr;
  Node none{1, 0, 0, {}, {}, {}, nullptr, nullptr};
  std::vector<Query> q(size_t(count) + 0);
  for (Query &each : q)
    each = {{number(), number(), number()}, 0, 0, nullptr};
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    counted(&q[i], root);
  print(q);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    ended(&q[i], root);
  print(q);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    laterOnes(&q[i], root);
  print(q);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    holes(&q[i], root);
  print(q);
  Node *const from = root ? root : &none;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    ofLeaves(&q[i], from);
  print(q);
}
