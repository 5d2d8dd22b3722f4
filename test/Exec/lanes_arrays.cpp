// Elements of the program's arrays that all lanes at a node look at together:
// a leaf's range of points, tables that the node or a counter chooses from, in
// the traversal, in functions and behind calls; elements that each query chooses;
// and what a tree without nodes
// returns.
//
//   lanes_arrays QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=lanes -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same_lanes %t.serial %t.parallel packed "5 1" "0 2" "700 4"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Point {
  double at;
  float weight[2];
  short id;
};
struct Node {
  double low, high;
  int first, count, kind;
  Node *kid[2];
};
struct Query {
  double at, near;
  long sum;
  int id, steps, limit;
  float total;
};

static double away(double at, const Point &p) {
  const double d = at - p.at;
  return d < 0 ? -d : d;
}

// Data of a leaf: NaN and -0 are among them, and each query stops at its own.
#pragma regtt traversal
static void nearest(Query &q, const Node *n, const Point *points,
                    const int *table) {
  if (!n)
    return;
  if (q.at - n->high > q.near || n->low - q.at > q.near)
    return;
  if (!n->kid[0]) {
    for (int i = n->first; i < n->first + n->count; ++i) {
      const double d = away(q.at, points[i]);
      const int id = points[i].id;
      ++q.steps;
      if (d < q.near || (d == q.near && id < q.id)) {
        q.near = d;
        q.id = id;
      }
      q.total += points[i].weight[n->kind & 1] / ((float)q.near + 1);
      if (q.steps > q.limit)
        break;
    }
    return;
  }
  if (q.limit >= 8 && q.limit < 13)
    q.sum ^= table[q.limit - 8];
  q.sum += points[q.limit + n->kind].id;
  if (q.steps < 5)
    q.sum += table[q.steps] / (q.steps - q.id + 40000);
  const int least = table[n->kind];
  if (q.limit < least)
    q.sum = q.sum * 3 + table[n->kind + 1];
  nearest(q, n->kid[0], points, table);
  nearest(q, n->kid[1], points, table);
  q.sum += table[n->kind] * (long)q.steps;
}

// A value, of no node, too.
#pragma regtt traversal
static int depthOf(Query &q, const Node *n) {
  if (!n)
    return -7;
  ++q.steps;
  if (q.at < n->low)
    return depthOf(q, n->kid[0]);
  return n->kid[1] ? depthOf(q, n->kid[1]) : q.steps;
}

static Node *build(std::vector<Point> &points, int first, int count) {
  Node *n = new Node;
  n->low = points[first].at;
  n->high = points[first].at;
  for (int i = first; i < first + count; ++i) {
    n->low = points[i].at < n->low ? points[i].at : n->low;
    n->high = points[i].at > n->high ? points[i].at : n->high;
  }
  n->first = first;
  n->count = count;
  n->kind = std::rand() % 4;
  n->kid[0] = n->kid[1] = nullptr;
  if (count > 5) {
    n->kid[0] = build(points, first, count / 2);
    n->kid[1] = build(points, first + count / 2, count - count / 2);
  }
  return n;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  std::srand(argc > 2 ? unsigned(std::atoi(argv[2])) : 1);
  std::vector<Point> points(301);
  for (int i = 0; i < 301; ++i) {
    Point &p = points[i];
    p.at = i * 0.25 + std::rand() % 8;
    p.weight[0] = i % 50 == 3 ? NAN : float(std::rand() % 9) - 4;
    p.weight[1] = i % 7 == 0 ? -0.0f : float(i);
    p.id = short(std::rand());
  }
  std::vector<int> table = {3, -2147483647 - 1, 40, 7, 2147483647};
  Node *root = build(points, 0, 301);
  Node *none = nullptr;
  std::vector<Query> queries(count);
  for (Query &q : queries) {
    q = {std::rand() % 800 * 0.1, 1e30, 1, -1, 0, std::rand() % 60, 0};
    if (std::rand() % 40 == 0)
      q.at = -0.0;
  }
  std::vector<int> depths(count), no(count);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    nearest(queries[i], root, points.data(), table.data());
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    depths[i] = depthOf(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    no[i] = depthOf(queries[i], none);
  for (int i = 0; i < count; ++i) {
    const Query &q = queries[i];
    std::printf("%a %ld %d %d %a %d %d\n", q.near, q.sum, q.id, q.steps,
                double(q.total), depths[i], no[i]);
  }
}
