// Arrays that elements of other arrays have: behind a pointer, counted by a
// field, by a constant or by what all share; vectors in vectors; pointers in a
// plain array; several deep; the same or parts of one for several elements, and
// none for some.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "400 3" "1 2" "3 1" "0 2"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2 2>&1 | FileCheck %s
// CHECK-COUNT-6: verify=identical
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  int first, count;
  double at;
  Node *left, *right;
};

struct Item {
  double *x;
  unsigned char n;
  int id;
};

struct Mesh {
  std::vector<double> points;
  std::vector<int> corners;
  double scale;
};

struct Triangle {
  const Mesh *mesh;
  const int *corner;
};

struct Scene {
  std::vector<Item> items;
  std::vector<Triangle> triangles;
  std::vector<std::vector<double>> rows;
  Item **chosen;
  double **points;
  int dim;
};

static unsigned seed = 11;
static unsigned random(unsigned n) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 10) % n;
}
static double unit() { return random(100000) / 100000.0; }

static Node *build(int first, int last) {
  if (first >= last)
    return nullptr;
  Node *n = new Node;
  if (last - first < 5) {
    *n = {first, last - first, unit(), nullptr, nullptr};
    return n;
  }
  const int middle = (first + last) / 2;
  *n = {middle, 1, unit(), build(first, middle), build(middle + 1, last)};
  return n;
}

static double distance(const Item &a, const double *q) {
  double sum = 0;
  for (int k = 0; k < a.n; ++k)
    sum += std::fabs(a.x[k] - q[k & 1]);
  return sum;
}

// The number of elements is each element's own.
#pragma regtt traversal
static void counted(const Node *n, const Scene &scene, const double *q,
                    double *best) {
  if (!n)
    return;
  for (int i = n->first; i < n->first + n->count; ++i) {
    const double d = distance(scene.items[i], q);
    if (d < *best)
      *best = d;
  }
  if (n->at < q[1])
    counted(n->left, scene, q, best);
  counted(n->right, scene, q, best);
}

// What they lead to is shared, and leads on.
#pragma regtt traversal
static void meshes(const Node *n, const Scene &scene, const double *q,
                   double *best) {
  if (!n)
    return;
  for (int i = n->first; i < n->first + n->count; ++i) {
    const Triangle &t = scene.triangles[i];
    const double d = t.mesh->points[t.corner[0]] * q[0] +
                     t.mesh->points[t.corner[2]] * q[1] + t.mesh->scale;
    if (d < *best)
      *best = d;
  }
  meshes(n->left, scene, q, best);
  meshes(n->right, scene, q, best);
}

// Vectors know how long they are.
#pragma regtt traversal
static void vectors(const Node *n, const Scene &scene, const double *q,
                    double *best) {
  if (!n)
    return;
  for (int i = n->first; i < n->first + n->count; ++i) {
    const std::vector<double> &row = scene.rows[i];
    double d = 0;
    for (double x : row)
      d += std::fabs(x - q[0]);
    if (row.size() > 2 && row[1] < d)
      d = row[1];
    if (!row.empty() && d < *best)
      *best = d;
  }
  vectors(n->left, scene, q, best);
  vectors(n->right, scene, q, best);
}

// Elements that are pointers, to numbers and to what has an array.
#pragma regtt traversal
static void pointers(const Node *n, double **points, int dim, Item **chosen,
                     const double *q, double *best) {
  if (!n)
    return;
  for (int i = n->first; i < n->first + n->count; ++i) {
    const double *p = points[i];
    double d = points[i][0];
    for (int k = 0; k < dim; ++k)
      d += (p[k] - q[0]) * (points[i][k] - q[1]);
    for (int k = 0; k < chosen[i]->n; ++k)
      d += chosen[i]->x[k];
    if (d < *best)
      *best = d;
  }
  pointers(n->left, points, dim, chosen, q, best);
  pointers(n->right, points, dim, chosen, q, best);
}

// The clause says it where an element's kind could.
#pragma regtt traversal extent(scene.items[0].x : scene.items[0].n)
static void tagged(const Node *n, const Scene &scene, const double *q,
                   double *best) {
  if (!n)
    return;
  for (int i = n->first; i < n->first + n->count; ++i)
    if (scene.items[i].id % 3 != 0)
      for (int k = 0; k < scene.items[i].n; ++k)
        if (scene.items[i].x[k] * q[0] < *best)
          *best = scene.items[i].x[k] * q[0];
  tagged(n->left, scene, q, best);
  tagged(n->right, scene, q, best);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  const int dim = argc > 2 ? std::atoi(argv[2]) : 3;
  Scene scene;
  scene.dim = dim;
  Mesh *meshOf[2] = {new Mesh, new Mesh};
  for (Mesh *mesh : meshOf) {
    mesh->scale = unit();
    for (int k = 0; k < 50; ++k)
      mesh->points.push_back(unit());
    for (int k = 0; k < 300; ++k)
      mesh->corners.push_back(static_cast<int>(random(50)));
  }
  double *block = new double[n * 4 + 8];
  for (int k = 0; k < n * 4 + 8; ++k)
    block[k] = unit();
  scene.points = new double *[n + 1];
  scene.chosen = new Item *[n + 1];
  for (int i = 0; i < n; ++i) {
    Item item;
    item.n = static_cast<unsigned char>(random(5));
    item.id = i;
    item.x = item.n == 0 && random(2) ? nullptr : block + random(n * 4);
    scene.items.push_back(item);
    const Mesh *mesh = meshOf[random(3) != 0];
    scene.triangles.push_back({mesh, &mesh->corners[random(290)]});
    scene.rows.emplace_back();
    for (unsigned k = random(6); k > 0; --k)
      scene.rows.back().push_back(unit());
    scene.points[i] = new double[dim];
    for (int k = 0; k < dim; ++k)
      scene.points[i][k] = unit();
  }
  for (int i = 0; i < n; ++i)
    scene.chosen[i] = &scene.items[random(n)];
  const Node *root = build(0, n);
  const int m = 150;
  double(*q)[2] = new double[m][2];
  std::vector<double> best[5];
  for (std::vector<double> &each : best)
    each.assign(m, 1e9);
  for (int i = 0; i < m; ++i)
    q[i][0] = unit(), q[i][1] = unit();

#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    counted(root, scene, q[i], &best[0][i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    meshes(root, scene, q[i], &best[1][i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    vectors(root, scene, q[i], &best[2][i]);
  double **points = scene.points;
  Item **chosen = scene.chosen;
#pragma regtt parallel copyin(points[0 : n], chosen[0 : n])
  for (int i = 0; i < m; ++i)
    pointers(root, points, dim, chosen, q[i], &best[3][i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    tagged(root, scene, q[i], &best[4][i]);
  for (int i = 0; i < m; ++i)
    std::printf("%.17g %.17g %.17g %.17g %.17g\n", best[0][i], best[1][i],
                best[2][i], best[3][i], best[4][i]);
  // They are gathered anew: others, and another length.
  for (Item &item : scene.items)
    if (item.n > 0)
      item.n--, item.x[0] = unit();
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    counted(root, scene, q[i], &best[0][i]);
  for (int i = 0; i < m; ++i)
    std::printf("%.17g\n", best[0][i]);
}
