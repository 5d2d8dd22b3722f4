// A small complete traversal for tests of the driver and of what is emitted.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

#ifndef DIM
#define DIM 2
#endif

struct Point {
  float coord[DIM];
  int corr;
};
struct Node {
  float min[DIM], max[DIM];
  const Point *point;
  Node *left, *right;
};

static float radius = 0.25f;

static bool canCorrelate(const Point *p, const Node *n) {
  float sum = 0, boxsum = 0;
  for (int i = 0; i < DIM; ++i) {
    float center = (n->max[i] + n->min[i]) / 2;
    float half = (n->max[i] - n->min[i]) / 2;
    sum += (p->coord[i] - center) * (p->coord[i] - center);
    boxsum += half * half;
  }
  return std::sqrt(sum) - std::sqrt(boxsum) < radius;
}

#pragma regtt traversal
static void correlate(Point *p, const Node *n) {
  if (!canCorrelate(p, n))
    return;
  if (!n->left && !n->right) {
    p->corr++;
    return;
  }
  correlate(p, n->left);
  correlate(p, n->right);
}

static std::deque<Node> nodes;

static Node *build(Point *points, int count) {
  nodes.emplace_back();
  Node *n = &nodes.back();
  for (int i = 0; i < DIM; ++i)
    n->min[i] = n->max[i] = points[0].coord[i];
  for (int k = 1; k < count; ++k)
    for (int i = 0; i < DIM; ++i) {
      n->min[i] = std::fmin(n->min[i], points[k].coord[i]);
      n->max[i] = std::fmax(n->max[i], points[k].coord[i]);
    }
  if (count == 1) {
    n->point = points;
    return n;
  }
  n->left = build(points, count / 2);
  n->right = build(points + count / 2, count - count / 2);
  return n;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? std::atoi(argv[1]) : 100;
  std::vector<Point> points(count);
  for (int k = 0; k < count; ++k)
    for (int i = 0; i < DIM; ++i)
      points[k].coord[i] = float((k * 7919 + i * 104729) % 1009) / 1009;
  Node *root = count ? build(points.data(), count) : nullptr;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    correlate(&points[i], root);
  for (int k = 0; k < count; ++k)
    std::printf("%d\n", points[k].corr);
}
