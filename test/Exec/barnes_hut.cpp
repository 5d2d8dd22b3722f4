// Barnes-Hut: gravity among bodies by an octree, over a few time steps. Every
// visit is counted before it is decided whether the cell is far enough away,
// and the distance at which that is so shrinks by half at each level. Prints
// every body's acceleration and visits in full, so that two builds of this
// file can be compared byte for byte.
//
//   barnes_hut [SHAPE [BODIES [SEED [STEPS]]]]
//   SHAPE: random, clustered, equal
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes \
// RUN:   "random 2000 1" \
// RUN:   "clustered 1000 2" \
// RUN:   "equal 300 3" \
// RUN:   "random 1" \
// RUN:   "random 2" \
// RUN:   "random 0"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>
#include <string>
#include <vector>

struct Body {
  double mass;
  double pos[3], vel[3], acc[3];
  int id;
  int visited; // how many cells, over all time steps
};

struct Cell {
  double mass;
  double pos[3]; // centre of mass
  Cell *child[8];
  bool leaf;
  int body; // a leaf's body, or -1 where it holds several in one place
};

#pragma regtt traversal
static void force(Body &b, const Cell *c, double dsq, double epssq) {
  b.visited++;
  double dx = c->pos[0] - b.pos[0];
  double dy = c->pos[1] - b.pos[1];
  double dz = c->pos[2] - b.pos[2];
  double d2 = dx * dx + dy * dy + dz * dz;
  if (c->leaf || d2 >= dsq) {
    if (c->body != b.id) {
      double inverse = 1 / std::sqrt(d2 + epssq);
      double scale = c->mass * inverse * inverse * inverse;
      b.acc[0] += dx * scale;
      b.acc[1] += dy * scale;
      b.acc[2] += dz * scale;
    }
  } else {
    for (int i = 0; i < 8; i++)
      if (c->child[i])
        force(b, c->child[i], dsq * 0.25, epssq);
  }
}

/// The octree of one time step. Bodies that are still together at the greatest
/// depth share a leaf.
class Octree {
public:
  explicit Octree(const std::vector<Body> &bodies) {
    double min[3], max[3];
    for (int d = 0; d < 3; d++) {
      min[d] = max[d] = bodies.empty() ? 0 : bodies[0].pos[d];
      for (const Body &b : bodies) {
        min[d] = std::min(min[d], b.pos[d]);
        max[d] = std::max(max[d], b.pos[d]);
      }
      size_ = std::max(size_, max[d] - min[d]);
    }
    std::vector<const Body *> all;
    all.reserve(bodies.size());
    for (const Body &b : bodies)
      all.push_back(&b);
    double center[3];
    for (int d = 0; d < 3; d++)
      center[d] = (min[d] + max[d]) / 2;
    if (!all.empty())
      root_ = build(all, center, size_ / 4, 0);
  }
  Octree(const Octree &) = delete;
  Octree &operator=(const Octree &) = delete;

  const Cell *root() const { return root_; }
  double size() const { return size_; }

private:
  static constexpr int maxDepth = 40;

  Cell *build(const std::vector<const Body *> &bodies, const double *center,
              double offset, int depth) {
    cells_.emplace_back(); // all members zero
    Cell *c = &cells_.back();
    c->body = -1;
    c->leaf = bodies.size() == 1 || depth == maxDepth;
    if (c->leaf) {
      for (const Body *b : bodies)
        add(*c, b->mass, b->pos);
      if (bodies.size() == 1)
        c->body = bodies[0]->id;
    } else {
      std::vector<const Body *> part[8];
      for (const Body *b : bodies) {
        int octant = 0;
        for (int d = 0; d < 3; d++)
          octant |= (b->pos[d] < center[d] ? 0 : 1) << d;
        part[octant].push_back(b);
      }
      for (int i = 0; i < 8; i++) {
        if (part[i].empty())
          continue;
        double middle[3];
        for (int d = 0; d < 3; d++)
          middle[d] = center[d] + (i >> d & 1 ? offset : -offset);
        c->child[i] = build(part[i], middle, offset / 2, depth + 1);
        add(*c, c->child[i]->mass, c->child[i]->pos);
      }
    }
    return c;
  }

  /// Moves the cell's centre of mass by one more body or cell.
  static void add(Cell &c, double mass, const double *pos) {
    c.mass += mass;
    for (int d = 0; d < 3; d++)
      c.pos[d] += (pos[d] - c.pos[d]) * (mass / c.mass);
  }

  std::deque<Cell> cells_; // keeps its elements in place as it grows
  Cell *root_ = nullptr;
  double size_ = 0;
};

static std::vector<Body> makeBodies(const std::string &shape, int numBodies,
                                    unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  double centers[8][3];
  for (auto &center : centers)
    for (double &x : center)
      x = uniform(random);
  std::vector<Body> bodies(numBodies);
  for (int i = 0; i < numBodies; i++) {
    Body &b = bodies[i];
    const double *center = centers[shape == "clustered" ? random() % 8 : 0];
    b.mass = (1 + uniform(random) / 2) / numBodies;
    b.id = i;
    for (int d = 0; d < 3; d++) {
      b.vel[d] = 0.1 * uniform(random);
      if (shape == "random")
        b.pos[d] = uniform(random);
      else if (shape == "clustered")
        b.pos[d] = center[d] + 0.01 * uniform(random);
      else
        b.pos[d] = center[d];
    }
    if (shape == "equal")
      std::fill_n(b.vel, 3, 0.0); // so that they stay together
    if (shape == "clustered" && i % 16 == 15)
      std::copy_n(bodies[i - 1].pos, 3, b.pos);
  }
  return bodies;
}

/// Computes the acceleration of every body.
static void computeForces(std::vector<Body> &bodies) {
  const double theta = 0.5, epssq = 0.0025;
  Octree tree(bodies);
  const Cell *root = tree.root();
  double dsq = tree.size() * tree.size() / (theta * theta);
  int numBodies = int(bodies.size());
  for (Body &b : bodies)
    std::fill_n(b.acc, 3, 0.0);
#pragma regtt parallel
  for (int i = 0; i < numBodies; i++)
    force(bodies[i], root, dsq, epssq);
}

static void advance(std::vector<Body> &bodies, double dt) {
  for (Body &b : bodies) {
    for (int d = 0; d < 3; d++) {
      b.vel[d] += b.acc[d] * dt;
      b.pos[d] += b.vel[d] * dt;
    }
  }
}

int main(int argc, char **argv) {
  std::string shape = argc > 1 ? argv[1] : "random";
  int numBodies = argc > 2 ? std::atoi(argv[2]) : 1000;
  unsigned seed = argc > 3 ? unsigned(std::atoi(argv[3])) : 1;
  int steps = argc > 4 ? std::atoi(argv[4]) : 3;
  bool known = shape == "random" || shape == "clustered" || shape == "equal";
  if (!known || numBodies < 0 || steps < 0) {
    std::fprintf(stderr, "usage: barnes_hut [random|clustered|equal "
                         "[BODIES [SEED [STEPS]]]]\n");
    return 1;
  }
  std::vector<Body> bodies = makeBodies(shape, numBodies, seed);
  for (int step = 0; step < steps; step++) {
    computeForces(bodies);
    advance(bodies, 0.025);
  }
  std::printf("%d bodies, %d steps\n", numBodies, steps);
  for (const Body &b : bodies)
    std::printf("%a %a %a %d\n", b.acc[0], b.acc[1], b.acc[2], b.visited);
  return 0;
}
