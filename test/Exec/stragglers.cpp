// Searches of which a few take far longer than the others: the nearest of
// points on a sphere, of queries near them, and of some at its centre, to which
// all are as near. Guided and by a box's distance, with ropes of chosen and of
// fixed order; visits are counted.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "1 1 1 1" "300 200 3 2" "5000 4000 5 3" "5000 4000 100 4"
#include "../Inputs/numbers.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

struct Node {
  double x[3];
  double low[3], high[3];
  int axis, id;
  Node *child[2];
};
struct Query {
  double x[3];
  double best;
  int id, visits;
};

static double distance(const Query *q, const Node *n) {
  double sum = 0;
  for (int a = 0; a < 3; ++a)
    sum += (q->x[a] - n->x[a]) * (q->x[a] - n->x[a]);
  return sum;
}
static void offer(Query *q, const Node *n) {
  q->visits++;
  const double d = distance(q, n);
  if (d < q->best) {
    q->best = d;
    q->id = n->id;
  }
}

#pragma regtt traversal
static void guided(Query *q, const Node *n) {
  if (!n)
    return;
  offer(q, n);
  const double d = q->x[n->axis] - n->x[n->axis];
  const int side = d < 0 ? 0 : 1;
  guided(q, n->child[side]);
  if (d * d < q->best)
    guided(q, n->child[1 - side]);
}

#pragma regtt traversal
static void boxed(Query *q, const Node *n) {
  if (!n)
    return;
  double gap = 0;
  for (int a = 0; a < 3; ++a) {
    if (q->x[a] < n->low[a])
      gap += (n->low[a] - q->x[a]) * (n->low[a] - q->x[a]);
    if (q->x[a] > n->high[a])
      gap += (q->x[a] - n->high[a]) * (q->x[a] - n->high[a]);
  }
  if (gap >= q->best)
    return;
  offer(q, n);
  boxed(q, n->child[0]);
  boxed(q, n->child[1]);
}

using Points = std::vector<std::unique_ptr<Node>>;

static Node *build(Points::iterator first, Points::iterator last, int axis) {
  if (first == last)
    return nullptr;
  const auto middle = first + (last - first) / 2;
  std::nth_element(first, middle, last, [axis](const auto &a, const auto &b) {
    return a->x[axis] < b->x[axis];
  });
  Node *n = middle->get();
  n->axis = axis;
  for (int a = 0; a < 3; ++a) {
    n->low[a] = n->high[a] = n->x[a];
    for (auto p = first; p != last; ++p) {
      n->low[a] = std::min(n->low[a], (*p)->x[a]);
      n->high[a] = std::max(n->high[a], (*p)->x[a]);
    }
  }
  n->child[0] = build(first, middle, (axis + 1) % 3);
  n->child[1] = build(middle + 1, last, (axis + 1) % 3);
  return n;
}

static void scatter(double *x, double scale) {
  double length = 0;
  while (length == 0) {
    for (int a = 0; a < 3; ++a)
      x[a] = nextFraction() - 0.5;
    length = std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  }
  for (int a = 0; a < 3; ++a)
    x[a] *= scale / length;
}

// GPU-LOG: autoropes: stragglers=[1-9]
// CHECK-DAG: traversal=guided target=cpu variant=autoropes
// CHECK-DAG: traversal=boxed target=cpu variant=autoropes
int main(int argc, char **argv) {
  const int numPoints = argc > 1 ? std::atoi(argv[1]) : 5000;
  const int numQueries = argc > 2 ? std::atoi(argv[2]) : 4000;
  const int numCentral = argc > 3 ? std::atoi(argv[3]) : 5;
  numbersState = argc > 4 ? std::atoi(argv[4]) : 1;
  Points points;
  for (int i = 0; i < numPoints; ++i) {
    points.push_back(std::make_unique<Node>());
    scatter(points.back()->x, 1);
    points.back()->id = i;
  }
  const Node *root = build(points.begin(), points.end(), 0);
  std::vector<Query> start(numQueries);
  for (int i = 0; i < numQueries; ++i) {
    start[i] = {{0, 0, 0}, 1e30, -1, 0};
    if (i % (numQueries / numCentral) != 0)
      scatter(start[i].x, 1.01);
  }
  // Several times, since it may be learned who is late.
  for (int round = 0; round < 3; ++round) {
    std::vector<Query> near = start, inBoxes = start;
#pragma regtt parallel
    for (int i = 0; i < numQueries; ++i)
      guided(&near[i], root);
#pragma regtt parallel
    for (int i = 0; i < numQueries; ++i)
      boxed(&inBoxes[i], root);
    for (int i = 0; i < numQueries; ++i)
      std::printf("%d %d %.17g %d %d\n", near[i].id, near[i].visits,
                  near[i].best, inBoxes[i].id, inBoxes[i].visits);
  }
}
