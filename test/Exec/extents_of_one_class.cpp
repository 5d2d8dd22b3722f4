// Arrays of two objects of one class that are gone over together, as far as one
// of them says, through members and functions that return an element or how many
// there are: an element of a vector and the query, in either order, and two
// elements. That all arrays are of one length is found out when the loop runs.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0" "1" "60" "500"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 60 2>&1 | FileCheck %s
// CHECK-COUNT-3: verify=identical
//
// RUN: not env REGTT_TARGET=cpu %t.parallel 60 short 2>&1 | FileCheck --check-prefix=SHORT %s
// SHORT: have 2 to 4 elements, and '{{.*}}', as far as which they are looked at, 4; they have to be of one length
// RUN: env REGTT_TARGET=cpu REGTT_ALLOW_SERIAL=1 %t.parallel 60 short 2>/dev/null > %t.allowed
// RUN: %t.serial 60 short | diff - %t.allowed
// RUN: not env REGTT_TARGET=cpu %t.parallel 60 none 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: have 0 to 4 elements, and
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/extents_of_one_class.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/extents_of_one_class.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/extents_of_one_class.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Point {
  double *x = nullptr;
  int dim = 0;
  double at(int d) const { return x[d]; }
  int size() const { return dim; }
};
struct Node {
  int index, other;
  const Node *left, *right;
};

static double distance(const Point &a, const Point &b) {
  double sum = 0;
  for (int d = 0; d < a.size(); ++d)
    sum += (a.at(d) - b.at(d)) * (a.at(d) - b.at(d));
  return sum;
}

#pragma regtt traversal
static void nearest(const Node *n, const std::vector<Point> &items,
                    const Point &p, double &best) {
  if (!n)
    return;
  const double d = distance(items[n->index], p);
  if (d < best)
    best = d;
  nearest(n->left, items, p, best);
  nearest(n->right, items, p, best);
}

// The query says how far.
#pragma regtt traversal
static void farthest(const Node *n, const std::vector<Point> &items,
                     const Point &p, double &best) {
  if (!n)
    return;
  double sum = 0;
  for (int d = 0; d < p.dim; ++d)
    sum += p.x[d] > items[n->index].x[d] ? 1.5 : items[n->index].x[d];
  if (sum > best)
    best = sum;
  farthest(n->left, items, p, best);
  farthest(n->right, items, p, best);
}

// Two elements of one vector.
#pragma regtt traversal
static void pairs(const Node *n, const std::vector<Point> &items, double scale,
                  double &sum) {
  if (!n)
    return;
  sum += scale * distance(items[n->index], items[n->other]);
  pairs(n->left, items, scale, sum);
  pairs(n->right, items, scale, sum);
}

static Point point(int dim) {
  Point p;
  p.dim = dim;
  p.x = new double[4];
  for (int d = 0; d < 4; ++d)
    p.x[d] = nextFraction();
  return p;
}

static const Node *build(int from, int to) {
  if (from >= to)
    return nullptr;
  const int middle = from + (to - from) / 2;
  return new Node{middle, nextNumber() % to, build(from, middle),
                  build(middle + 1, to)};
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 60;
  const char how = argc > 2 ? argv[2][0] : ' ';
  std::vector<Point> items, queries;
  for (int i = 0; i < size; ++i)
    items.push_back(point(4));
  for (int i = 0; i < 25; ++i)
    queries.push_back(point(how == 's' && i == 20 ? 2 : 4));
  if (how == 'n')
    queries[7].x = nullptr;
  const Node *root = build(0, size);
  std::vector<double> out(25, 1e9);
#pragma regtt parallel
  for (int i = 0; i < 25; ++i)
    nearest(root, items, queries[i], out[i]);
  for (double each : out)
    std::printf("%a\n", each);
#pragma regtt parallel
  for (int i = 0; i < 25; ++i)
    farthest(root, items, queries[i], out[i]);
#pragma regtt parallel
  for (int i = 0; i < 25; ++i)
    pairs(root, items, i, out[i]);
  for (double each : out)
    std::printf("%a\n", each);
}
