// A ray caster over a bounding volume hierarchy, written with vectors that have
// constructors and operators: boxes are tested with a slab test, triangles with
// Moeller and Trumbore's, the nearer child is entered first, and the farther
// one is tested again when its turn comes. Prints every hit in full.
//
//   ray_cast [SHAPE [TRIANGLES [SEED [RAYS]]]]
//   SHAPE: random, clustered, flat, grid
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++17 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes \
// RUN:   "random 2000 1" \
// RUN:   "clustered 1500 2" \
// RUN:   "flat 500 3" \
// RUN:   "grid 1000 4" \
// RUN:   "random 1" \
// RUN:   "random 0 1 5" \
// RUN:   "random 100 1 0"
// RUN: regtt-cc -std=c++17 --emit=cpu %s | FileCheck %s
// CHECK: struct Vec3 {
// CHECK-NEXT: float x;
// CHECK: REGTT_OP Vec3 operator-(const Vec3 &self, const Vec3 &o) {
// CHECK: REGTT_OP float dot(const Vec3 &a, const Vec3 &b) {
// CHECK-NEXT: return a.x * b.x + a.y * b.y + a.z * b.z;
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace geometry {

struct Vec3 {
  float x = 0, y = 0, z = 0;

  Vec3() = default;
  Vec3(float x, float y, float z) : x(x), y(y), z(z) {}
  explicit Vec3(float s) : Vec3(s, s, s) {}

  Vec3 operator-(const Vec3 &o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vec3 operator-() const { return Vec3(-x, -y, -z); }
  Vec3 &operator+=(const Vec3 &o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
  float &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  float operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  float length2() const;
};

inline Vec3 operator+(Vec3 a, const Vec3 &b) { return a += b; }
inline Vec3 operator*(float s, const Vec3 &v) {
  return Vec3(s * v.x, s * v.y, s * v.z);
}
inline float dot(const Vec3 &a, const Vec3 &b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3 cross(const Vec3 &a, const Vec3 &b) {
  return Vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
              a.x * b.y - a.y * b.x);
}
inline float Vec3::length2() const { return dot(*this, *this); }

} // namespace geometry

using geometry::Vec3;

struct Box {
  Vec3 lo{std::numeric_limits<float>::infinity()};
  Vec3 hi{-std::numeric_limits<float>::infinity()};

  void grow(const Vec3 &p) {
    for (int i = 0; i < 3; ++i) {
      lo[i] = std::min(lo[i], p[i]);
      hi[i] = std::max(hi[i], p[i]);
    }
  }
};

struct Hit {
  float t = std::numeric_limits<float>::infinity();
  int triangle = -1;
  Vec3 normal;

  bool operator<(const Hit &other) const { return t < other.t; }
};

class Ray {
public:
  Ray(const Vec3 &origin, const Vec3 &direction)
      : origin_(origin), direction_(direction),
        inverse_(1 / direction.x, 1 / direction.y, 1 / direction.z) {}
  const Vec3 &origin() const { return origin_; }
  const Vec3 &direction() const { return direction_; }
  Vec3 at(float t) const { return origin_ + t * direction_; }

  /// Where the ray enters the box; infinity if it misses.
  float enters(const Box &box) const {
    float first = 0, last = hit.t;
    for (int i = 0; i < 3; ++i) {
      float a = (box.lo[i] - origin_[i]) * inverse_[i];
      float b = (box.hi[i] - origin_[i]) * inverse_[i];
      if (a > b)
        std::swap(a, b);
      first = a > first ? a : first;
      last = b < last ? b : last;
    }
    return first <= last ? first : std::numeric_limits<float>::infinity();
  }

  Hit hit;
  Vec3 where;
  int tests = 0;

private:
  Vec3 origin_, direction_, inverse_;
};

struct Triangle {
  Vec3 corner[3];
};

struct Node {
  Box box;
  Node *child[2] = {nullptr, nullptr};
  Triangle triangle[2];
  int first = 0, count = 0; // of a leaf
};

/// Moeller and Trumbore's test.
static Hit intersect(const Ray &ray, const Triangle &triangle, int number) {
  const Vec3 &base = triangle.corner[0];
  const Vec3 e1 = triangle.corner[1] - base, e2 = triangle.corner[2] - base;
  Hit miss;
  const Vec3 p = cross(ray.direction(), e2);
  const float det = dot(e1, p);
  if (std::fabs(det) < 1e-12f)
    return miss;
  const float inv = 1 / det;
  const Vec3 s = ray.origin() - base;
  const float u = inv * dot(s, p);
  if (u < 0 || u > 1)
    return miss;
  const Vec3 q = cross(s, e1);
  const float v = inv * dot(ray.direction(), q);
  if (v < 0 || u + v > 1)
    return miss;
  Hit hit;
  hit.t = inv * dot(e2, q);
  if (hit.t <= 1e-4f)
    return Hit();
  hit.triangle = number;
  hit.normal = cross(e1, e2);
  if (dot(hit.normal, ray.direction()) > 0)
    hit.normal = -hit.normal;
  return hit;
}

#pragma regtt traversal
static void cast(Ray &ray, const Node *n) {
  if (!n)
    return;
  ray.tests++;
  if (ray.enters(n->box) > ray.hit.t)
    return;
  for (int i = 0; i < n->count; ++i) {
    const Hit hit = intersect(ray, n->triangle[i], n->first + i);
    if (hit < ray.hit) {
      ray.hit = hit;
      ray.where = ray.at(hit.t);
    }
  }
  if (n->count)
    return;
  const Vec3 middle = 0.5f * (n->box.lo + n->box.hi);
  const int near = dot(ray.direction(), middle - ray.origin()) < 0;
  cast(ray, n->child[near]);
  cast(ray, n->child[1 - near]);
}

class Builder {
public:
  explicit Builder(std::vector<Triangle> triangles)
      : triangles_(std::move(triangles)) {}
  Node *build() { return build(0, int(triangles_.size()), 0); }

private:
  Node *build(int first, int last, int depth) {
    if (first == last)
      return nullptr;
    nodes_.emplace_back();
    Node *n = &nodes_.back();
    for (int i = first; i < last; ++i)
      for (const Vec3 &corner : triangles_[i].corner)
        n->box.grow(corner);
    if (last - first <= 2) {
      n->first = first;
      n->count = last - first;
      for (int i = 0; i < n->count; ++i)
        n->triangle[i] = triangles_[first + i];
      return n;
    }
    const int axis = depth % 3, middle = (first + last) / 2;
    std::nth_element(triangles_.begin() + first, triangles_.begin() + middle,
                     triangles_.begin() + last,
                     [axis](const Triangle &a, const Triangle &b) {
                       return a.corner[0][axis] < b.corner[0][axis];
                     });
    n->child[0] = build(first, middle, depth + 1);
    n->child[1] = build(middle, last, depth + 1);
    return n;
  }

  std::vector<Triangle> triangles_;
  std::deque<Node> nodes_;
};

int main(int argc, char **argv) {
  const std::string shape = argc > 1 ? argv[1] : "random";
  const int numTriangles = argc > 2 ? std::atoi(argv[2]) : 1000;
  std::mt19937 random(argc > 3 ? std::atoi(argv[3]) : 1);
  const int numRays = argc > 4 ? std::atoi(argv[4]) : 400;
  std::uniform_real_distribution<float> unit(0, 1);
  const auto vector = [&](float scale) {
    const float x = unit(random), y = unit(random), z = unit(random);
    return Vec3(scale * (x - 0.5f), scale * (y - 0.5f), scale * (z - 0.5f));
  };
  std::vector<Vec3> centers;
  for (int i = 0; i < 8; ++i)
    centers.push_back(vector(1));
  std::vector<Triangle> triangles(numTriangles);
  for (Triangle &triangle : triangles) {
    Vec3 at = vector(1);
    if (shape == "clustered")
      at = centers[random() % 8] + 0.05f * at;
    if (shape == "grid")
      for (int i = 0; i < 3; ++i)
        at[i] = std::floor(8 * at[i]) / 8;
    for (Vec3 &corner : triangle.corner) {
      corner = at + vector(0.1f);
      if (shape == "flat")
        corner.z = 0;
    }
  }
  Builder builder(triangles);
  const Node *root = builder.build();
  std::vector<Ray> rays;
  for (int i = 0; i < numRays; ++i) {
    const Vec3 from = vector(3);
    rays.emplace_back(from, vector(1) - from);
  }
#pragma regtt parallel
  for (int i = 0; i < numRays; ++i)
    cast(rays[i], root);
  for (const Ray &ray : rays)
    std::printf("%a %d %a %a %a %a %a %a %d\n", double(ray.hit.t),
                ray.hit.triangle, double(ray.hit.normal.x),
                double(ray.hit.normal.y), double(ray.hit.normal.z),
                double(ray.where.x), double(ray.where.y), double(ray.where.z),
                ray.tests);
}
