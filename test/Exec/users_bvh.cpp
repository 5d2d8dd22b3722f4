// A BVH over a mesh as users write it: leaves hold ranges of an order of
// triangles, which hold numbers of vertices; the nearer child first.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes ''
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/users_bvh.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/users_bvh.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/users_bvh.regtt.cu -o %t.o
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <random>
#include <vector>
struct Vec {
  float x, y, z;
};
inline Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec operator*(Vec a, float s) { return {a.x * s, a.y * s, a.z * s}; }
inline float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec cross(Vec a, Vec b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
struct Box {
  Vec lo{1e30f, 1e30f, 1e30f}, hi{-1e30f, -1e30f, -1e30f};
  void add(Vec p) {
    lo = {std::min(lo.x, p.x), std::min(lo.y, p.y), std::min(lo.z, p.z)};
    hi = {std::max(hi.x, p.x), std::max(hi.y, p.y), std::max(hi.z, p.z)};
  }
};
struct Triangle {
  int v[3];
};
struct Mesh {
  std::vector<Vec> vertices;
  std::vector<Triangle> triangles;
};
struct Ray {
  Vec origin, dir, inv;
  float t = std::numeric_limits<float>::infinity();
  int hit = -1;
  bool intersects(const Box &b) const {
    const float x1 = (b.lo.x - origin.x) * inv.x,
                x2 = (b.hi.x - origin.x) * inv.x;
    const float y1 = (b.lo.y - origin.y) * inv.y,
                y2 = (b.hi.y - origin.y) * inv.y;
    const float z1 = (b.lo.z - origin.z) * inv.z,
                z2 = (b.hi.z - origin.z) * inv.z;
    const float near = std::max(std::max(std::min(x1, x2), std::min(y1, y2)),
                                std::min(z1, z2));
    const float far = std::min(std::min(std::max(x1, x2), std::max(y1, y2)),
                               std::max(z1, z2));
    return near <= far && far >= 0 && near < t;
  }
};
struct Node {
  Box box;
  int first = 0, count = 0, axis = 0;
  std::unique_ptr<Node> child[2];
};
struct Bvh {
  Mesh mesh;
  std::vector<int> order;
  std::unique_ptr<Node> root;
  std::unique_ptr<Node> build(int first, int last) {
    auto n = std::make_unique<Node>();
    for (int i = first; i < last; ++i)
      for (int v : mesh.triangles[order[i]].v)
        n->box.add(mesh.vertices[v]);
    if (last - first <= 4) {
      n->first = first;
      n->count = last - first;
      return n;
    }
    Vec e = n->box.hi - n->box.lo;
    n->axis = e.x > e.y && e.x > e.z ? 0 : e.y > e.z ? 1 : 2;
    auto key = [&](int t) {
      Vec p = mesh.vertices[mesh.triangles[t].v[0]];
      return n->axis == 0 ? p.x : n->axis == 1 ? p.y : p.z;
    };
    int mid = (first + last) / 2;
    std::nth_element(order.begin() + first, order.begin() + mid,
                     order.begin() + last,
                     [&](int a, int b) { return key(a) < key(b); });
    n->child[0] = build(first, mid);
    n->child[1] = build(mid, last);
    return n;
  }
#pragma regtt traversal
  void cast(Ray &ray, const Node *node) const {
    if (!ray.intersects(node->box))
      return;
    for (int i = node->first; i < node->first + node->count; ++i) {
      const Triangle &tri = mesh.triangles[order[i]];
      const Vec a = mesh.vertices[tri.v[0]];
      const Vec e1 = mesh.vertices[tri.v[1]] - a,
                e2 = mesh.vertices[tri.v[2]] - a;
      const Vec p = cross(ray.dir, e2);
      const float det = dot(e1, p);
      if (std::fabs(det) < 1e-12f)
        continue;
      const Vec s = ray.origin - a;
      const float u = dot(s, p) / det;
      const Vec q = cross(s, e1);
      const float v = dot(ray.dir, q) / det;
      const float t = dot(e2, q) / det;
      if (u < 0 || v < 0 || u + v > 1 || t < 0)
        continue;
      if (t < ray.t) {
        ray.t = t;
        ray.hit = order[i];
      }
    }
    if (node->count)
      return;
    const float d[3] = {ray.dir.x, ray.dir.y, ray.dir.z};
    const int near = d[node->axis] < 0;
    cast(ray, node->child[near].get());
    cast(ray, node->child[1 - near].get());
  }
};
int main() {
  Bvh bvh;
  std::mt19937 g(1);
  std::uniform_real_distribution<float> u(-1, 1);
  for (int i = 0; i < 2000; ++i) {
    Vec c{u(g), u(g), u(g)};
    for (int k = 0; k < 3; ++k)
      bvh.mesh.vertices.push_back(c + Vec{u(g), u(g), u(g)} * 0.03f);
    bvh.mesh.triangles.push_back({{3 * i, 3 * i + 1, 3 * i + 2}});
    bvh.order.push_back(i);
  }
  bvh.root = bvh.build(0, 2000);
  std::vector<Ray> rays(2000);
  for (Ray &r : rays) {
    r.origin = {0, 0, -3};
    r.dir = {u(g) / 3, u(g) / 3, 1};
    r.inv = {1 / r.dir.x, 1 / r.dir.y, 1 / r.dir.z};
  }
#pragma regtt parallel
  for (std::size_t i = 0; i < rays.size(); ++i)
    bvh.cast(rays[i], bvh.root.get());
  double s = 0;
  unsigned long k = 0;
  for (auto &r : rays) {
    if (r.hit >= 0)
      s += r.t;
    k = k * 31 + static_cast<unsigned long>(r.hit);
  }
  std::printf("%.17g %lu\n", s, k);
}
