// Structs with pointers to data that the body makes for its calls: from a
// method, as a list, field by field; several calls, tests and sums of the
// body's that look at it, too; handed over by reference and by pointer; what
// visits write through one.
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "300 90" "20 1" "2 9" "0 5"
// RUN: regtt-cc %s --emit=header -o %t.d/views.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/views.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/views.regtt.cu -o %t.o
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  float x;
  int feature, id;
  Node *l, *r;
};
struct View {
  const float *data;
  int n;
  float at(int k) const { return data[k]; }
};
struct Matrix {
  std::vector<float> values;
  int width;
  View operator[](int r) const {
    return View{values.data() + r * width, width};
  }
};
struct Point {
  float at[2];
  int weight;
};
struct Sums {
  float *sum;
  const Point *points;
  int n;
};

#pragma regtt traversal extent(v.data : v.n)
static int find(const Node *n, const View &v) {
  if (!n->l)
    return n->id;
  return find(v.at(n->feature) < n->x ? n->l : n->r, v);
}
#pragma regtt traversal extent(s->sum : s->n, s->points : s->n)
static void add(const Node *n, const Sums *s) {
  if (!n)
    return;
  const Point &p = s->points[n->feature % s->n];
  if (p.at[n->id & 1] < n->x)
    s->sum[n->feature % s->n] += n->id * p.weight;
  add(n->l, s);
  add(n->r, s);
}

static Node *build(int low, int high, int depth) {
  const int middle = (low + high) / 2;
  if (high - low < 3)
    return new Node{0, 0, low, nullptr, nullptr};
  Node *l = build(low, middle, depth + 1);
  return new Node{float(middle), depth % 3, middle, l,
                  build(middle, high, depth + 1)};
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 20;
  const Node *root = build(0, argc > 2 ? std::atoi(argv[2]) : 50, 0);
  const Node *other = root->l ? root->l : root;
  Matrix m{std::vector<float>(3 * n), 3};
  for (int i = 0; i < 3 * n; ++i)
    m.values[i] = (i * 37) % 100;
  std::vector<int> found(n), more(n);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const View v = m[i];
    found[i] = find(root, v);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    View v;
    v.data = &m.values[3 * (i / 2)];
    v.n = 3;
    if (i % 3 == 1)
      v.data = m.values.data();
    if (v.at(0) > 90)
      continue;
    int s = find(root, v);
    s += v.n;
    if (v.at(1) > 50)
      s += 1000 * find(other, v);
    more[i] = s + int(v.data[2]);
  }
  std::vector<Point> points(2 * n);
  std::vector<float> sums(2 * n);
  for (int i = 0; i < 2 * n; ++i)
    points[i] = {{float(i % 70), float(i % 40)}, i % 5};
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const Sums s = {&sums[2 * i], &points[2 * i], 1 + i % 2};
    if (i % 7 != 3)
      add(root, &s);
  }
  for (int i = 0; i < n; ++i)
    std::printf("%d: %d %d %g %g\n", i, found[i], more[i], sums[2 * i],
                sums[2 * i + 1]);
}
