// Functions between the loop and the traversal: methods that set up and call a
// private search of a private root, several calls in one of them, early
// returns, values that are handed before what they were read of changes.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "500" "3" "0"
// RUN: not regtt-cc -std=c++11 --target=cpu --emit=host %s -o - 2>&1 | FileCheck --check-prefix=OLD %s
// OLD: error: 'root' is read for the traversal at the loop, where it is not accessible; {{.*}}[RTT1113]
// OLD-NOT: error: 'next'
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
struct Point {
  double x, y;
  int id;
};
class Tree {
public:
private:
  struct Node {
    Point p;
    int axis;
    Node *l = nullptr, *r = nullptr;
  };

private:
  Node *root = nullptr;

public:
public:
  long visited = 0;
  void insert(const Point &p) { root = add(root, p, 0); }
  int nearest(const Point &q, double *dist) const {
    if (!root) {
      *dist = -1;
      return -1;
    }
    double best = 1e30;
    int id = -1;
    search(root, q, best, id);
    *dist = std::sqrt(best);
    return id;
  }
  int count(const Point &q, double r) const {
    const double r2 = r * r;
    return inside(root, q, r2, r);
  }

private:
  Node *add(Node *n, const Point &p, int d) {
    if (!n) {
      n = new Node;
      n->p = p;
      n->axis = d & 1;
      return n;
    }
    if ((d & 1 ? p.y < n->p.y : p.x < n->p.x))
      n->l = add(n->l, p, d + 1);
    else
      n->r = add(n->r, p, d + 1);
    return n;
  }
#pragma regtt traversal
  void search(const Node *n, const Point &q, double &best, int &id) const {
    if (!n)
      return;
    double dx = q.x - n->p.x, dy = q.y - n->p.y, d = dx * dx + dy * dy;
    if (d < best || (d == best && n->p.id < id)) {
      best = d;
      id = n->p.id;
    }
    double a = n->axis ? dy : dx;
    search(a < 0 ? n->l : n->r, q, best, id);
    if (a * a < best)
      search(a < 0 ? n->r : n->l, q, best, id);
  }
#pragma regtt traversal
  static int inside(const Node *n, const Point &q, double r2, double r) {
    if (!n)
      return 0;
    double dx = q.x - n->p.x, dy = q.y - n->p.y;
    int c = dx * dx + dy * dy < r2;
    double a = n->axis ? dy : dx;
    if (a - r < 0)
      c += inside(n->l, q, r2, r);
    if (a + r >= 0)
      c += inside(n->r, q, r2, r);
    return c;
  }
};
static int twice(const Tree &t, const Point &p, double r) {
  int c = t.count(p, r);
  if (c > 3)
    return c;
  return c + t.count(p, 2 * r);
}
// An element by a number that changes in the function, and a name that the
// lowering has for its own.
static std::vector<double> bounds;
static int bump(const Tree &tree, const double &bound, int &k) {
  ++k;
  return tree.count({bound, bound, 0}, bound);
}
static void run() {
  for (int k = 0; k < 60; ++k)
    bounds.push_back(k % 17 + k * 0.25);
  Tree tree;
  for (int i = 0; i < 300; i++)
    tree.insert({rand() % 100 / 3., rand() % 100 / 7., i});
  std::vector<int> out(50);
#pragma regtt parallel
  for (int i = 0; i < 50; i++) {
    int k = i;
    const int t = bump(tree, bounds[k], k);
    out[i] = t + k;
  }
  for (int each : out)
    printf("%d ", each);
  static double own[60]; // which the loop's text alone may name
  for (int k = 0; k < 60; ++k)
    own[k] = bounds[k] * 0.5;
#pragma regtt parallel
  for (int i = 0; i < 50; i++) {
    int k = i;
    out[i] = bump(tree, own[k], k);
  }
  for (int each : out)
    printf("%d ", each);
}

namespace changed {
struct Node {
  double x;
  Node *l, *r;
};
struct Q {
  double at, sum;
  int n;
};
#pragma regtt traversal
static void walk(const Node *n, double at, double *sum, int *count) {
  if (!n)
    return;
  if (n->x < at) {
    *sum += n->x;
    ++*count;
  }
  walk(n->l, at, sum, count);
  if (n->x < at)
    walk(n->r, at, sum, count);
}
static int inner(const Node *root, double at, double *also) {
  int c = 0;
  double s = 0;
  *also = 1000; // at was handed by value
  walk(root, at, &s, &c);
  *also += s;
  return c;
}
static int outer(const Node *root, double r) {
  double s = r;
  int c = inner(root, s, &s);
  return c * 10 + (int)s % 10;
}
static int changes(const Node *root, Q &q, double at) {
  q.at += 3;
  int c = 0;
  double s = 0;
  walk(root, q.at + at, &s, &c);
  q.sum += s;
  if (c & 1)
    return -c;
  for (int k = 0; k < 3; k++) {
    double z;
    int d = inner(root, q.at - k, &z);
    q.sum += z;
    if (d > 40)
      return d;
    c += d;
  }
  return c;
}

static void run() {
  std::vector<Node> v(200);
  Node *root = nullptr;
  for (auto &n : v) {
    n = {(rand() % 1000) / 10., nullptr, nullptr};
    Node **p = &root;
    while (*p)
      p = n.x < (*p)->x ? &(*p)->l : &(*p)->r;
    *p = &n;
  }
  std::vector<Q> q(150);
  for (auto &e : q)
    e = {(rand() % 1100) / 10., 0, 0};
  std::vector<int> out(150);
#pragma regtt parallel
  for (int i = 0; i < 150; i++)
    out[i] = outer(root, q[i].at);
#pragma regtt parallel
  for (auto &e : q) {
    e.n = changes(root, e, e.at);
    if (e.n < 0)
      e.sum *= 2;
  }
  for (int i = 0; i < 150; i++)
    printf("%d %g %g %d\n", out[i], q[i].at, q[i].sum, q[i].n);
}
} // namespace changed

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 500, m = 300;
  Tree tree;
  std::vector<Point> pts;
  for (int i = 0; i < n; i++) {
    Point p{(rand() % 1000) / 7., (rand() % 1000) / 9., i};
    tree.insert(p);
    if (i % 5 == 0)
      tree.insert(p);
  }
  std::vector<Point> q(m);
  for (auto &p : q)
    p = {(rand() % 1200) / 7., (rand() % 1000) / 9., 0};
  std::vector<int> id(m), cnt(m), two(m);
  std::vector<double> dist(m);
#pragma regtt parallel
  for (int i = 0; i < m; i++) {
    double d;
    id[i] = tree.nearest(q[i], &d);
    dist[i] = d * 2;
  }
#pragma regtt parallel
  for (int i = 0; i < m; i++)
    cnt[i] = tree.count(q[i], 5.5);
#pragma regtt parallel
  for (int i = 0; i < m; i++) {
    Point p = q[i];
    p.x += 1;
    if (p.x > 20)
      two[i] = twice(tree, p, 3.25);
    else
      two[i] = -7;
  }
  for (int i = 0; i < m; i++)
    printf("%d %.17g %d %d\n", id[i], dist[i], cnt[i], two[i]);
  run();
  changed::run();
}
