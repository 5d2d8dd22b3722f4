/*
 * Barnes-Hut N-body simulation in three dimensions, programming assignment:
 * classes Body, Oct and BHTree in the manner of the Java version, with getters
 * and setters. Computes the forces of a few time steps and prints the bodies.
 */
#include <cmath>
#include <cstdio>
#include <vector>

class Body {
private:
  double rx, ry, rz; // position
  double vx, vy, vz; // velocity
  double fx, fy, fz; // force
  double mass;

  static constexpr double G = 6.67e-11; // gravitational constant
  static constexpr double EPS = 1E8;    // softening parameter

public:
  Body(double rx, double ry, double rz, double vx, double vy, double vz, double mass)
      : rx(rx), ry(ry), rz(rz), vx(vx), vy(vy), vz(vz), fx(0), fy(0), fz(0), mass(mass) {}

  double getX() const { return rx; }
  double getY() const { return ry; }
  double getZ() const { return rz; }
  double getMass() const { return mass; }
  double getForceX() const { return fx; }
  double getForceY() const { return fy; }
  double getForceZ() const { return fz; }

  // update the velocity and position by leapfrog over time dt
  void update(double dt) {
    vx += dt * fx / mass;
    vy += dt * fy / mass;
    vz += dt * fz / mass;
    rx += dt * vx;
    ry += dt * vy;
    rz += dt * vz;
  }

  double distanceTo(const Body *b) const {
    double dx = rx - b->rx;
    double dy = ry - b->ry;
    double dz = rz - b->rz;
    return std::sqrt(dx * dx + dy * dy + dz * dz);
  }

  void resetForce() {
    fx = 0.0;
    fy = 0.0;
    fz = 0.0;
  }

  // compute the net force acting between this body and b, and add it to the force of this body
  void addForce(const Body *b) {
    double dx = b->rx - rx;
    double dy = b->ry - ry;
    double dz = b->rz - rz;
    double dist = std::sqrt(dx * dx + dy * dy + dz * dz);
    double F = (G * mass * b->mass) / (dist * dist + EPS * EPS);
    if (dist == 0.0)
      return;
    fx += F * dx / dist;
    fy += F * dy / dist;
    fz += F * dz / dist;
  }

  Body *plus(const Body *b) const {
    double m = mass + b->mass;
    double x = (rx * mass + b->rx * b->mass) / m;
    double y = (ry * mass + b->ry * b->mass) / m;
    double z = (rz * mass + b->rz * b->mass) / m;
    return new Body(x, y, z, vx, vy, vz, m);
  }
};

class Oct {
private:
  double xmid, ymid, zmid;
  double length;

public:
  Oct(double xmid, double ymid, double zmid, double length)
      : xmid(xmid), ymid(ymid), zmid(zmid), length(length) {}

  double getLength() const { return length; }

  bool contains(const Body *b) const {
    double half = length / 2.0;
    return b->getX() <= xmid + half && b->getX() >= xmid - half && b->getY() <= ymid + half &&
           b->getY() >= ymid - half && b->getZ() <= zmid + half && b->getZ() >= zmid - half;
  }

  int octantOf(const Body *b) const {
    return (b->getX() > xmid ? 1 : 0) | (b->getY() > ymid ? 2 : 0) | (b->getZ() > zmid ? 4 : 0);
  }

  Oct octant(int k) const {
    double q = length / 4.0;
    return Oct(xmid + ((k & 1) ? q : -q), ymid + ((k & 2) ? q : -q), zmid + ((k & 4) ? q : -q),
               length / 2.0);
  }
};

class BHTree {
private:
  static constexpr double Theta = 0.5;
  static constexpr double MIN_LENGTH = 1.0;

  Body *body;       // body or aggregate body stored in this node
  Oct oct;          // cubic region that the tree represents
  BHTree *child[8]; // trees representing the octants

public:
  BHTree(const Oct &o) : body(nullptr), oct(o) {
    for (int i = 0; i < 8; i++)
      child[i] = nullptr;
  }

  bool isExternal() const {
    for (int i = 0; i < 8; i++)
      if (child[i] != nullptr)
        return false;
    return true;
  }

  void insert(Body *b) {
    if (body == nullptr) {
      body = b;
      return;
    }
    if (!isExternal()) {
      body = body->plus(b);
      putBody(b);
    } else if (oct.getLength() < MIN_LENGTH) {
      body = body->plus(b); // two bodies in one place: treat them as one
    } else {
      Body *old = body;
      body = old->plus(b);
      putBody(old);
      putBody(b);
    }
  }

#pragma regtt traversal
  void updateForce(Body *b) const {
    if (body == nullptr || b == body)
      return;
    if (isExternal()) {
      b->addForce(body);
    } else {
      double s = oct.getLength();
      double d = body->distanceTo(b);
      if ((s / d) < Theta) {
        b->addForce(body);
      } else {
        for (int i = 0; i < 8; i++) {
          if (child[i] != nullptr)
            child[i]->updateForce(b);
        }
      }
    }
  }

private:
  void putBody(Body *b) {
    int k = oct.octantOf(b);
    if (child[k] == nullptr)
      child[k] = new BHTree(oct.octant(k));
    child[k]->insert(b);
  }
};

class StdRandom {
private:
  unsigned long long state;

public:
  explicit StdRandom(unsigned long long seed) : state(seed) {}
  double uniform(double a, double b) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return a + (b - a) * ((state >> 11) / 9007199254740992.0);
  }
};

void simulate(std::vector<Body *> &bodies, double radius, double dt, int steps) {
  int N = (int)bodies.size();
  for (int t = 0; t < steps; t++) {
    Oct oct(0, 0, 0, radius * 2);
    BHTree *tree = new BHTree(oct);
    for (int i = 0; i < N; i++) {
      if (oct.contains(bodies[i]))
        tree->insert(bodies[i]);
    }

    // update the forces, positions and velocities
#pragma regtt parallel
    for (int i = 0; i < N; i++) {
      bodies[i]->resetForce();
      tree->updateForce(bodies[i]);
    }

    for (int i = 0; i < N; i++)
      bodies[i]->update(dt);
  }

  double sx = 0, sy = 0, sz = 0, fx = 0, fy = 0, fz = 0;
  for (Body *b : bodies) {
    sx += b->getX(), sy += b->getY(), sz += b->getZ();
    fx += b->getForceX(), fy += b->getForceY(), fz += b->getForceZ();
  }
  std::printf("%d bodies\n%.17g %.17g %.17g\n%.17g %.17g %.17g\n", N, sx, sy, sz, fx, fy, fz);
  for (int i = 0; i < N; i += 1 + N / 10) {
    Body *b = bodies[i];
    std::printf("%5d %.17g %.17g %.17g  %.17g %.17g %.17g\n", i, b->getX(), b->getY(), b->getZ(),
                b->getForceX(), b->getForceY(), b->getForceZ());
  }
}

int main() {
  const double R = 1e11;
  StdRandom random(88172645463325252ULL);
  std::vector<Body *> galaxy;
  for (int i = 0; i < 500; i++)
    galaxy.push_back(new Body(random.uniform(-R, R), random.uniform(-R, R), random.uniform(-R, R),
                              0, 0, 0, random.uniform(1e24, 1e26)));
  for (int i = 0; i < 500; i++) // a disc, turning
  {
    double a = random.uniform(0, 6.28), r = random.uniform(0.01, 0.2) * R;
    double x = r * (1 - a * a / 20), y = r * (a - 3.14) / 3.14;
    galaxy.push_back(new Body(x, y, random.uniform(-1e8, 1e8), -y * 1e-7, x * 1e-7, 0, 1e25));
  }
  for (int i = 0; i < 20; i++) {
    const Body *b = galaxy[i * 11];
    galaxy.push_back(new Body(b->getX(), b->getY(), b->getZ(), 0, 0, 0, 1e24));
  }
  simulate(galaxy, R, 25000.0, 2);

  std::vector<Body *> two;
  two.push_back(new Body(1e9, 0, 0, 0, 1e3, 0, 1e27));
  two.push_back(new Body(-1e9, 0, 0, 0, -1e3, 0, 1e27));
  simulate(two, R, 25000.0, 3);

  std::vector<Body *> nobody;
  simulate(nobody, R, 25000.0, 1);
  return 0;
}
// RUN: %as-written %s
