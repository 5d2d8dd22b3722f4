// Pointers that a query keeps to what lies in a node: a field, a part of a base or
// of a union, an element of an array that data choose; compared, asked for null, and
// followed when the call is done. On a device they are the numbers that they are on
// the host.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel static_ropes,autoropes "900" "1" "2" "0"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/addresses_in_nodes.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/addresses_in_nodes.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/addresses_in_nodes.regtt.cu -o %t.o
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Point {
  float x;
  int id;
};

struct First {
  int pad[3];
  Point point;
};

struct Second {
  double unused;
  Point other;
};

struct Node : First, Second {
  union {
    Point packed;
    double wide;
  } either;
  struct {
    int pad;
    Point table[2][3];
  } deep;
  std::array<Point, 2> pair;
  Node *left, *right;
};

struct Query {
  float x;
  const Point *best, *other;
  const int *id;
  const float *value;
  double distance;
  int visits, equal;
};

static double distance(const Point &p, const Query &q) {
  return (p.x - q.x) * (p.x - q.x);
}

#pragma regtt traversal
static void nearest(Query &q, const Node *n) {
  if (!n)
    return;
  const double d = distance(n->point, q);
  q.visits++;
  if (q.best == &n->point || &n->either.packed == q.best)
    q.equal++;
  if (!q.best || d < q.distance) {
    q.distance = d;
    q.best = n->point.id % 3 ? &n->point : &n->either.packed;
    q.id = &q.best[0] == &n->point ? &n->point.id : nullptr;
    const Point &second = n->other;
    q.other = &second;
  }
  if (d > 3 * q.distance)
    return;
  nearest(q, n->left);
  nearest(q, n->right);
}

#pragma regtt traversal
static void inTables(Query &q, const Node *n) {
  if (!n)
    return;
  q.visits++;
  for (int i = 0; i < 2; ++i)
    for (unsigned char k = 0; k < 3; ++k) {
      const double d = distance(n->deep.table[i][k], q);
      if (!q.best || d < q.distance) {
        q.distance = d;
        q.best = &n->deep.table[i][k];
        q.other = &n->pair[(i + k) % 2];
        q.value = &n->deep.table[1 - i][q.visits % 3].x;
      }
    }
  inTables(q, n->left);
  inTables(q, n->right);
}

static std::vector<Node> tree(int count) {
  std::vector<Node> nodes(count);
  for (int i = 0; i < count; ++i) {
    Node &n = nodes[i];
    n.point = {(i * 37 % 1000) / 7.f, i};
    n.other = {i * 3.f, i + 1000};
    n.either.packed = {i * 1.5f, i + 2000};
    for (int k = 0; k < 6; ++k)
      n.deep.table[k / 3][k % 3] = {i * 61 % 97 + k * 0.1f, 10 * i + k};
    n.pair = {Point{i * 2.f, i + 3000}, Point{i * 4.f, i + 4000}};
    n.left = 2 * i + 1 < count ? &nodes[2 * i + 1] : nullptr;
    n.right = 2 * i + 2 < count ? &nodes[2 * i + 2] : nullptr;
  }
  return nodes;
}

static void print(const std::vector<Query> &queries) {
  for (const Query &q : queries)
    std::printf("%d %d %a %d %d %d %a\n", q.visits, q.equal, q.distance,
                q.best ? q.best->id : -1, q.other ? q.other->id : -1,
                q.id ? *q.id : -1, double(q.value ? *q.value : 0));
}

int main(int argc, char **argv) {
  std::vector<Node> nodes = tree(argc > 1 ? std::atoi(argv[1]) : 100);
  std::vector<Query> queries(60);
  for (int i = 0; i < 60; ++i)
    queries[i].x = i * 1.3f;
  std::vector<Query> more = queries;
  const Node *root = nodes.empty() ? nullptr : nodes.data();
#pragma regtt parallel
  for (size_t i = 0; i < queries.size(); ++i) {
    nearest(queries[i], root);
    if (queries[i].best)
      queries[i].visits += queries[i].best->id % 7;
  }
#pragma regtt parallel
  for (size_t i = 0; i < more.size(); ++i)
    inTables(more[i], root);
  print(queries);
  print(more);
}
