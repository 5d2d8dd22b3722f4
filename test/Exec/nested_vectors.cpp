// Vectors in structs that iterations change for each other, by operators and
// methods of their own: springs between particles.
// --suggest does not look for such loops.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu --variant=all -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "600" "1" "7"
// RUN: env REGTT_VERIFY=1 REGTT_TARGET=cpu %t.parallel 90 > %t.verified
// RUN: %t.serial 90 | diff - %t.verified
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static unsigned state = 5;
static unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 9) % below;
}

struct Vec3 {
  double x, y, z;

  Vec3 operator-(const Vec3 &o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vec3 operator*(double s) const { return {x * s, y * s, z * s}; }
  Vec3 &operator+=(const Vec3 &o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
  Vec3 &operator-=(const Vec3 &o) { return *this += o * -1; }
  double norm() const { return std::sqrt(x * x + y * y + z * z); }
  void addUpTo(const Vec3 &o, double most) {
    if (o.norm() > most)
      return;
    *this += o;
  }
  void lowest(double d) {
    if (d < x)
      x = d;
  }
};

struct Contact {
  Vec3 sum;
  int hits;
  void hit(const Vec3 &o) {
    sum += o;
    ++hits;
  }
};

struct Particle {
  Vec3 at, velocity, force;
  double mass;
  Contact contact;
  Vec3 low;
  void push(const Vec3 &o) { velocity += o; }
};

struct Spring {
  int a, b;
  double rest, strength;
};

static void turn(Vec3 &to, const Vec3 &by, int times) {
  for (int k = 0; k < times; ++k) {
    to.x += by.y;
    to.z -= by.x;
  }
}

static void pull(std::vector<Particle> &particles,
                 const std::vector<Spring> &springs,
                 std::vector<double> &energy) {
#pragma regtt parallel
  for (std::size_t i = 0; i < springs.size(); ++i) {
    const Spring &s = springs[i];
    Particle &a = particles[s.a], &b = particles[s.b];
    const Vec3 d = b.at - a.at;
    const double length = d.norm() + 0.25;
    const Vec3 f = d * (s.strength * (length - s.rest) / length);
    a.force += f;
    b.force -= f;
    energy[i] = f.norm();
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 600;
  std::vector<Particle> particles;
  std::vector<Spring> springs;
  for (int i = 0; i < n; ++i) {
    const Vec3 at = {draw(99) * 0.1, draw(99) * 0.1, draw(99) * 0.1};
    particles.push_back({at, at * 0.5, {0, 0, 0}, 1, {at, 0}, at});
    for (int k = 0; k < 4; ++k)
      springs.push_back({int(draw(unsigned(n))), int(draw(unsigned(n))),
                         draw(9) * 0.1, draw(9) * 0.3});
  }
  std::vector<double> energy(springs.size());
  pull(particles, springs, energy);

  // Methods of methods, early returns, loops in helpers, and least numbers.
#pragma regtt parallel
  for (std::size_t i = 0; i < springs.size(); ++i) {
    const Spring &s = springs[i];
    const Vec3 f = {s.rest, s.strength, energy[i]};
    particles[s.a].contact.hit(f);
    particles[s.b].push(f);
    particles[s.a].force.addUpTo(f, 2);
    turn(particles[s.b].force, f, s.a % 3);
    particles[s.b].low.lowest(s.strength - 1);
  }

  // An iteration's own, of the sum of its springs.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Vec3 sum = {0, 0, 0};
    for (int k = 4 * i; k < 4 * i + 4; ++k)
      sum += particles[springs[k].b].at;
    particles[i].velocity -= sum;
    energy[i] = sum.norm();
  }

  for (const Particle &p : particles) {
    for (const Vec3 *v : {&p.at, &p.velocity, &p.force, &p.contact.sum, &p.low})
      std::printf("%a %a %a ", v->x, v->y, v->z);
    std::printf("%d\n", p.contact.hits);
  }
  for (double e : energy)
    std::printf("%a ", e);
  std::printf("\n");
}
