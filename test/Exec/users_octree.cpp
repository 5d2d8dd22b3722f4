// An octree as users write it: cells own their children, private members, a
// method as traversal, helpers and operators of a vector class, a body that is
// skipped where the cell holds it, and several time steps over a new tree.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes ''
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/users_octree.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/users_octree.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/users_octree.regtt.cu -o %t.o
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <random>
#include <vector>

struct Vec3 {
  double x = 0, y = 0, z = 0;
  Vec3 operator-(const Vec3 &o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vec3 operator+(const Vec3 &o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec3 operator*(double s) const { return {x * s, y * s, z * s}; }
  Vec3 &operator+=(const Vec3 &o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
  double dot(const Vec3 &o) const { return x * o.x + y * o.y + z * o.z; }
};

struct Body {
  Vec3 pos, vel, acc;
  double mass = 1;
};

class Cell {
public:
  Cell(Vec3 center, double half) : center(center), half(half) {}
  void insert(Body *b) {
    if (!body && !divided) {
      body = b;
      return;
    }
    if (!divided) {
      divided = true;
      Body *old = body;
      body = nullptr;
      if (depth < 40)
        childFor(old).insert(old);
    }
    childFor(b).insert(b);
  }
  void summarise() {
    if (body) {
      mass = body->mass;
      com = body->pos;
      return;
    }
    Vec3 sum;
    mass = 0;
    for (auto &c : children)
      if (c) {
        c->summarise();
        sum += c->com * c->mass;
        mass += c->mass;
      }
    if (mass > 0)
      com = sum * (1 / mass);
  }
  bool isLeaf() const { return !divided; }

#pragma regtt traversal
  void accelerate(Body &b, double theta2) const {
    if (mass == 0 || body == &b)
      return;
    const Vec3 d = com - b.pos;
    const double r2 = d.dot(d) + 1e-4;
    if (isLeaf() || 4 * half * half < theta2 * r2) {
      const double inv = 1 / std::sqrt(r2);
      b.acc += d * (mass * inv * inv * inv);
      return;
    }
    for (const auto &child : children)
      if (child)
        child->accelerate(b, theta2);
  }

private:
  Cell &childFor(Body *b) {
    int i = (b->pos.x > center.x) | (b->pos.y > center.y) << 1 |
            (b->pos.z > center.z) << 2;
    if (!children[i]) {
      double h = half / 2;
      children[i] = std::make_unique<Cell>(Vec3{center.x + (i & 1 ? h : -h),
                                                center.y + (i & 2 ? h : -h),
                                                center.z + (i & 4 ? h : -h)},
                                           h);
      children[i]->depth = depth + 1;
    }
    return *children[i];
  }
  Vec3 center, com;
  double half, mass = 0;
  int depth = 0;
  bool divided = false;
  Body *body = nullptr;
  std::array<std::unique_ptr<Cell>, 8> children;
};

class Simulation {
public:
  explicit Simulation(int n) : bodies(n) {
    std::mt19937 g(1);
    std::normal_distribution<double> d;
    for (Body &b : bodies)
      b.pos = {d(g), d(g), d(g)};
  }
  void step(double dt) {
    Cell root({0, 0, 0}, 16);
    for (Body &b : bodies)
      root.insert(&b);
    root.summarise();
    for (Body &b : bodies)
      b.acc = Vec3{};
#pragma regtt parallel
    for (Body &b : bodies)

      root.accelerate(b, theta * theta);
    for (Body &b : bodies) {
      b.vel += b.acc * dt;
      b.pos += b.vel * dt;
    }
  }
  void print() const {
    double e = 0;
    for (const Body &b : bodies)
      e += b.vel.dot(b.vel) * b.mass / 2;
    std::printf("%.17g\n", e);
  }

private:
  std::vector<Body> bodies;
  double theta = 0.5;
};

int main() {
  Simulation s(2000);
  for (int i = 0; i < 3; ++i)
    s.step(0.01);
  s.print();
}
