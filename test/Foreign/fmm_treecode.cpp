// Treecode for the Laplace potential in the style of the fast multipole codes: cells over
// ranges of sorted bodies, Cartesian multipoles up to quadrupoles in a vector per cell,
// an acceptance criterion with opening angle theta, target bodies in an OpenMP loop.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

typedef double real_t;

const int P = 10; // 1, x, y, z, xx, yy, zz, xy, xz, yz

struct Body {
  real_t X[3]; // position
  real_t q;    // charge
  int index;   // before sorting
};

class Cell {
public:
  int nchild;                // number of child cells
  int nbody;                 // number of bodies below
  Body *body;                // first of them
  std::vector<Cell *> child; // pointers of child cells
  real_t X[3];               // center
  real_t R;                  // half width
  std::vector<real_t> M;     // multipole coefficients

  Cell() : nchild(0), nbody(0), body(NULL), R(0), M(P, 0.0) {}
  ~Cell() {
    for (int i = 0; i < nchild; i++)
      delete child[i];
  }
};

class Treecode {
public:
  Treecode(real_t theta, int ncrit) : theta(theta), ncrit(ncrit), root(NULL) {}
  ~Treecode() { delete root; }

  void build(std::vector<Body> &bodies) {
    delete root;
    root = NULL;
    if (bodies.empty())
      return;
    real_t lo[3], hi[3], X[3], R = 0;
    for (int d = 0; d < 3; d++) {
      lo[d] = hi[d] = bodies[0].X[d];
      for (size_t b = 0; b < bodies.size(); b++) {
        lo[d] = std::min(lo[d], bodies[b].X[d]);
        hi[d] = std::max(hi[d], bodies[b].X[d]);
      }
      X[d] = (lo[d] + hi[d]) / 2;
      R = std::max(R, (hi[d] - lo[d]) / 2);
    }
    root = buildCell(&bodies[0], (int)bodies.size(), X, R * 1.00001, 0);
    upwardPass(root);
  }

  //! potential at each target; bodies at the same place do not count
  void evaluate(const Body *targets, int n, double *phi) const {
    if (root == NULL) {
      std::fill(phi, phi + n, 0.0);
      return;
    }
#pragma regtt parallel
#pragma omp parallel for schedule(dynamic, 64)
    for (int i = 0; i < n; i++) {
      phi[i] = 0;
      traverse(root, &targets[i], &phi[i]);
    }
  }

  int count(const Cell *C) const {
    int n = 1;
    for (int i = 0; i < C->nchild; i++)
      n += count(C->child[i]);
    return n;
  }
  int cells() const { return root ? count(root) : 0; }

private:
#pragma regtt traversal
  void traverse(const Cell *C, const Body *Bi, double *phi) const {
    real_t dX[3];
    for (int d = 0; d < 3; d++)
      dX[d] = Bi->X[d] - C->X[d];
    const real_t R2 = dX[0] * dX[0] + dX[1] * dX[1] + dX[2] * dX[2];
    if (R2 * theta * theta > 4 * C->R * C->R) {
      M2P(C, dX, R2, phi);
    } else if (C->nchild == 0) {
      P2P(C, Bi, phi);
    } else {
      for (int i = 0; i < C->nchild; i++)
        traverse(C->child[i], Bi, phi);
    }
  }

  void P2P(const Cell *C, const Body *Bi, double *phi) const {
    const Body *Bj = C->body;
    real_t p = 0;
    for (int j = 0; j < C->nbody; j++, Bj++) {
      const real_t dx = Bi->X[0] - Bj->X[0];
      const real_t dy = Bi->X[1] - Bj->X[1];
      const real_t dz = Bi->X[2] - Bj->X[2];
      const real_t R2 = dx * dx + dy * dy + dz * dz;
      if (R2 != 0)
        p += Bj->q / std::sqrt(R2);
    }
    *phi += p;
  }

  void M2P(const Cell *C, const real_t *dX, real_t R2, double *phi) const {
    const std::vector<real_t> &M = C->M;
    const real_t invR2 = 1 / R2;
    const real_t invR = std::sqrt(invR2);
    const real_t invR3 = invR * invR2, invR5 = invR3 * invR2;
    real_t p = M[0] * invR;
    p += (M[1] * dX[0] + M[2] * dX[1] + M[3] * dX[2]) * invR3;
    const real_t trace = M[4] + M[5] + M[6];
    const real_t xMx = M[4] * dX[0] * dX[0] + M[5] * dX[1] * dX[1] + M[6] * dX[2] * dX[2] +
                       2 * (M[7] * dX[0] * dX[1] + M[8] * dX[0] * dX[2] + M[9] * dX[1] * dX[2]);
    p += 0.5 * (3 * xMx * invR5 - trace * invR3);
    *phi += p;
  }

  Cell *buildCell(Body *body, int n, const real_t *X, real_t R, int level) {
    Cell *C = new Cell;
    C->body = body;
    C->nbody = n;
    C->R = R;
    std::copy(X, X + 3, C->X);
    if (n <= ncrit || level > 20)
      return C;
    int size[8] = {0}, begin[9] = {0}, fill[8];
    std::vector<Body> buffer(body, body + n);
    for (int b = 0; b < n; b++)
      size[octant(body[b], X)]++;
    for (int o = 0; o < 8; o++)
      fill[o] = begin[o], begin[o + 1] = begin[o] + size[o];
    for (int b = 0; b < n; b++)
      body[fill[octant(buffer[b], X)]++] = buffer[b];
    for (int o = 0; o < 8; o++) {
      if (size[o] == 0)
        continue;
      real_t Xc[3];
      for (int d = 0; d < 3; d++)
        Xc[d] = X[d] + ((o >> d & 1) ? R / 2 : -R / 2);
      C->child.push_back(buildCell(body + begin[o], size[o], Xc, R / 2, level + 1));
      C->nchild++;
    }
    return C;
  }

  static int octant(const Body &B, const real_t *X) {
    return (B.X[0] > X[0]) + ((B.X[1] > X[1]) << 1) + ((B.X[2] > X[2]) << 2);
  }

  void upwardPass(Cell *C) { // P2M and M2M
    if (C->nchild == 0)
      for (Body *B = C->body; B != C->body + C->nbody; B++) {
        const real_t dX[3] = {B->X[0] - C->X[0], B->X[1] - C->X[1], B->X[2] - C->X[2]};
        const real_t m[P] = {B->q, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        shift(m, dX, C->M);
      }
    for (int i = 0; i < C->nchild; i++) {
      Cell *Cj = C->child[i];
      upwardPass(Cj);
      const real_t dX[3] = {Cj->X[0] - C->X[0], Cj->X[1] - C->X[1], Cj->X[2] - C->X[2]};
      shift(&Cj->M[0], dX, C->M);
    }
  }

  static void shift(const real_t *m, const real_t *d, std::vector<real_t> &M) {
    static const int I[6] = {0, 1, 2, 0, 0, 1}, J[6] = {0, 1, 2, 1, 2, 2};
    M[0] += m[0];
    for (int k = 0; k < 3; k++)
      M[1 + k] += m[1 + k] + m[0] * d[k];
    for (int k = 0; k < 6; k++)
      M[4 + k] += m[4 + k] + m[1 + I[k]] * d[J[k]] + m[1 + J[k]] * d[I[k]] + m[0] * d[I[k]] * d[J[k]];
  }

  real_t theta;
  int ncrit;
  Cell *root;
};

static real_t uniform() {
  static unsigned long long s = 42;
  s = s * 3202034522624059733ULL + 1;
  return (s >> 11) / 9007199254740992.0;
}

static void run(const char *name, std::vector<Body> bodies, const std::vector<Body> &extra, real_t theta) {
  Treecode tree(theta, 16);
  tree.build(bodies);
  std::vector<Body> targets(bodies);
  targets.insert(targets.end(), extra.begin(), extra.end());
  const int n = (int)targets.size();
  double *phi = new double[n + 1];
  tree.evaluate(targets.data(), n, phi);

  double sum = 0, norm = 0, diff = 0, direct = 0;
  for (int i = 0; i < n; i++) {
    sum += phi[i] * targets[i].q;
    norm += phi[i] * phi[i];
    if (i % 100)
      continue;
    double p = 0;
    for (size_t j = 0; j < bodies.size(); j++) {
      const double dx = targets[i].X[0] - bodies[j].X[0], dy = targets[i].X[1] - bodies[j].X[1];
      const double dz = targets[i].X[2] - bodies[j].X[2], r2 = dx * dx + dy * dy + dz * dz;
      p += r2 > 0 ? bodies[j].q / std::sqrt(r2) : 0;
    }
    diff += (p - phi[i]) * (p - phi[i]);
    direct += p * p;
  }
  std::printf("%s: %zu bodies, %d cells, %d targets, energy %.17g, norm %.17g, error %.2e\n", name,
              bodies.size(), tree.cells(), n, sum, norm, direct > 0 ? std::sqrt(diff / direct) : 0.0);
  for (int i = 0; i < n; i += 1 + n / 16)
    std::printf("  %5d (%d): %.17g\n", i, targets[i].index, phi[i]);
  delete[] phi;
}

int main() {
  std::vector<Body> cube, plummer, probes;
  for (int i = 0; i < 1500; i++)
    cube.push_back(Body{{uniform(), uniform(), uniform()}, i % 2 ? 1.0 : 0.25 - uniform(), i});
  for (int i = 0; i < 1500; i++) { // dense in the middle
    const real_t r = 0.05 / std::sqrt(1 / std::cbrt((uniform() + 0.01) * (uniform() + 0.01)) - 0.9);
    Body B = {{uniform() - 0.5, uniform() - 0.5, uniform() - 0.5}, 1.0 / 1500, i};
    for (int d = 0; d < 3; d++)
      B.X[d] *= r;
    if (i % 50 == 49)
      std::copy(plummer[i - 20].X, plummer[i - 20].X + 3, B.X);
    plummer.push_back(B);
  }
  for (int i = 0; i < 50; i++)
    probes.push_back(Body{{3 * uniform() - 1, 3 * uniform() - 1, 3 * uniform() - 1}, 0.5, -1 - i});

  run("cube", cube, probes, 0.6);
  run("plummer", plummer, probes, 0.5);
  run("one body", std::vector<Body>(1, cube[0]), probes, 0.5);
  run("no bodies", std::vector<Body>(), std::vector<Body>(probes.begin(), probes.begin() + 3), 0.5);
  run("nothing", std::vector<Body>(), std::vector<Body>(), 0.5);
  return 0;
}
// RUN: %as-written --with "extent(C->body : C->nbody)" %s
