/* Barnes-Hut: gravity among many bodies by an octree, over time steps by the
 * leapfrog scheme (kick, drift, kick). A body takes a cell that is far enough
 * away, seen under less than the opening angle theta, as one mass; nearer cells
 * are opened. The distance at which a cell is far enough halves from each level
 * to the next, so its square is passed down, divided by four each time.
 *
 * The traversal is `force`, the loop over the bodies `computeForces`. Random
 * numbers and the command line are in ../common.
 *
 * Forces are softened (Plummer): a body that meets itself feels no force and a
 * potential that is the same everywhere, which is taken off afterwards.
 */
#include "../common/options.h"
#include "../common/random.h"
#include "../common/text_files.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Compiled with -DSINGLE, bodies and cells are in single precision. */
#ifdef SINGLE
typedef float Real;
#define squareRoot sqrtf
#else
typedef double Real;
#define squareRoot sqrt
#endif

typedef struct {
  Real mass;
  Real pos[3], vel[3], acc[3];
  Real potential;
  long interactions; /* with bodies and cells, over all steps */
} Body;

typedef struct cell {
  Real mass;
  Real pos[3]; /* centre of mass */
  int leaf;
  struct cell *child[8];
} Cell;

/* The cells of a tree are used again from step to step. */
typedef struct {
  Cell **blocks; /* of BLOCK cells each; they stay where they are */
  int numBlocks, room;
  int used;
} Pool;

enum { BLOCK = 4096, MAX_DEPTH = 60 };

static Real epsilon;

#pragma regtt traversal
static void force(Body *b, const Cell *c, Real dsq) {
  Real dx = c->pos[0] - b->pos[0];
  Real dy = c->pos[1] - b->pos[1];
  Real dz = c->pos[2] - b->pos[2];
  Real r2 = dx * dx + dy * dy + dz * dz;
  int i;

  if (c->leaf || r2 >= dsq) {
    Real inverse = 1 / squareRoot(r2 + epsilon * epsilon);
    Real phi = c->mass * inverse;
    Real scale = phi * inverse * inverse;
    b->acc[0] += dx * scale;
    b->acc[1] += dy * scale;
    b->acc[2] += dz * scale;
    b->potential -= phi;
    b->interactions++;
    return;
  }
  for (i = 0; i < 8; i++)
    if (c->child[i] != NULL)
      force(b, c->child[i], dsq / 4);
}

static void computeForces(Body **order, int numBodies, const Cell *root,
                          Real dsq) {
  int i;
#pragma regtt parallel
  for (i = 0; i < numBodies; i++)
    force(order[i], root, dsq);
}

static Cell *newCell(Pool *pool) {
  Cell *c;
  if (pool->used == pool->numBlocks * BLOCK) {
    pool->blocks = (Cell **)makeRoom(pool->blocks, pool->numBlocks, &pool->room,
                                     sizeof *pool->blocks);
    pool->blocks[pool->numBlocks++] = (Cell *)allocate(BLOCK, sizeof(Cell));
  }
  c = &pool->blocks[pool->used / BLOCK][pool->used % BLOCK];
  pool->used++;
  memset(c, 0, sizeof *c);
  return c;
}

/* Moves a cell's centre of mass by one more body or cell. */
static void addMass(Cell *c, Real mass, const Real *pos) {
  int d;
  c->mass += mass;
  for (d = 0; d < 3; d++)
    c->pos[d] += (pos[d] - c->pos[d]) * (mass / c->mass);
}

/* The octant of a position: bit d is set in the upper half of dimension d. */
static int octantOf(const Real *pos, const double *center) {
  int octant = 0, d;
  for (d = 0; d < 3; d++)
    octant |= (pos[d] >= center[d]) << d;
  return octant;
}

/* Sorts bodies by octants, so that those of octant i are at begin[i] ..
 * begin[i + 1] - 1; `spare` has room for all. */
static void sortByOctant(Body **bodies, Body **spare, int count,
                         const double *center, int *begin) {
  int at[8], i;
  memset(begin, 0, 9 * sizeof *begin);
  for (i = 0; i < count; i++)
    begin[octantOf(bodies[i]->pos, center) + 1]++;
  for (i = 0; i < 8; i++) {
    begin[i + 1] += begin[i];
    at[i] = begin[i];
  }
  for (i = 0; i < count; i++)
    spare[at[octantOf(bodies[i]->pos, center)]++] = bodies[i];
  memcpy(bodies, spare, (size_t)count * sizeof *bodies);
}

/* Builds the cell of a cube of half the side `half`, with at least one body;
 * leaves `bodies` in the order of their leaves. Bodies that are still together
 * at the greatest depth share a leaf. */
static Cell *build(Pool *pool, Body **bodies, Body **spare, int count,
                   const double *center, double half, int depth) {
  Cell *c = newCell(pool);
  int begin[9], i, d;
  if (count == 1 || depth == MAX_DEPTH || half == 0) {
    c->leaf = 1;
    for (i = 0; i < count; i++)
      addMass(c, bodies[i]->mass, bodies[i]->pos);
    return c;
  }
  sortByOctant(bodies, spare, count, center, begin);
  for (i = 0; i < 8; i++) {
    double middle[3];
    if (begin[i] == begin[i + 1])
      continue;
    for (d = 0; d < 3; d++)
      middle[d] = center[d] + (i >> d & 1 ? half : -half) / 2;
    c->child[i] = build(pool, bodies + begin[i], spare, begin[i + 1] - begin[i],
                        middle, half / 2, depth + 1);
    addMass(c, c->child[i]->mass, c->child[i]->pos);
  }
  return c;
}

/* The smallest cube around all bodies: its centre, and half of its side. */
static double boundBodies(const Body *bodies, int numBodies, double *center) {
  double half = 0;
  int d, i;
  for (d = 0; d < 3; d++) {
    double min = bodies[0].pos[d], max = min;
    for (i = 1; i < numBodies; i++) {
      min = fmin(min, bodies[i].pos[d]);
      max = fmax(max, bodies[i].pos[d]);
    }
    center[d] = min + (max - min) / 2;
    half = fmax(half, (max - min) / 2);
  }
  return half;
}

typedef struct {
  int numBodies, steps;
  uint64_t seed;
  const char *shape, *file, *order, *output;
  double theta, dt, epsilon;
  bool check;
} Options;

typedef struct {
  Body *bodies;
  int numBodies;
  Body **order, **sorted, **spare; /* [numBodies] */
  Pool pool;
  double buildTime, forceTime; /* ms, of all steps */
} System;

/* Computes acceleration and potential of every body. */
static void accelerate(System *s, const Options *o) {
  double center[3], half, start = milliseconds();
  Cell *root;
  int i;
  if (s->numBodies == 0)
    return;
  for (i = 0; i < s->numBodies; i++) {
    Body *b = &s->bodies[i];
    b->acc[0] = b->acc[1] = b->acc[2] = b->potential = 0;
  }
  half = boundBodies(s->bodies, s->numBodies, center);
  s->pool.used = 0;
  root = build(&s->pool, s->sorted, s->spare, s->numBodies, center, half, 0);
  if (strcmp(o->order, "tree") == 0)
    memcpy(s->order, s->sorted, (size_t)s->numBodies * sizeof *s->order);
  s->buildTime += milliseconds() - start;

  start = milliseconds();
  computeForces(s->order, s->numBodies, root,
                (Real)(4 * half * half / (o->theta * o->theta)));
  s->forceTime += milliseconds() - start;
  for (i = 0; i < s->numBodies; i++)
    s->bodies[i].potential += s->bodies[i].mass / epsilon;
}

/* One step of leapfrog: half a kick, a drift, half a kick. */
static void kick(System *s, double time) {
  int i, d;
  for (i = 0; i < s->numBodies; i++)
    for (d = 0; d < 3; d++)
      s->bodies[i].vel[d] += (Real)(s->bodies[i].acc[d] * time);
}

static void drift(System *s, double time) {
  int i, d;
  for (i = 0; i < s->numBodies; i++)
    for (d = 0; d < 3; d++)
      s->bodies[i].pos[d] += (Real)(s->bodies[i].vel[d] * time);
}

static double energy(const System *s) {
  double kinetic = 0, potential = 0;
  int i;
  for (i = 0; i < s->numBodies; i++) {
    const Body *b = &s->bodies[i];
    kinetic += b->mass * (b->vel[0] * b->vel[0] + b->vel[1] * b->vel[1] +
                          b->vel[2] * b->vel[2]);
    potential += b->mass * b->potential;
  }
  return (kinetic + potential) / 2;
}

static void randomDirection(Random *random, double length, Real *vector) {
  double norm = 0, direction[3];
  int d;
  while (norm == 0) {
    for (d = 0; d < 3; d++) {
      direction[d] = randomNormal(random);
      norm += direction[d] * direction[d];
    }
  }
  for (d = 0; d < 3; d++)
    vector[d] = (Real)(direction[d] * (length / sqrt(norm)));
}

/* A body of the Plummer model in equilibrium, of scale radius, mass and
 * constant of gravity 1 (Aarseth, Henon and Wielen 1974). */
static void makePlummer(Random *random, Body *b) {
  double r, q, g;
  do
    r = 1 / sqrt(pow(1 - randomUniform(random), -2.0 / 3) - 1);
  while (!(r < 20));
  do {
    q = randomUniform(random);
    g = randomUniform(random) / 10;
  } while (g > q * q * pow(1 - q * q, 3.5));
  randomDirection(random, r, b->pos);
  randomDirection(random, q * sqrt(2) * pow(1 + r * r, -0.25), b->vel);
}

/* Bodies of one of the shapes plummer, uniform (at rest in a cube), equal (all
 * in one place) and line (at rest on a line). */
static void makeBodies(System *s, const Options *o) {
  Random random = seeded(o->seed);
  int i, d;
  for (i = 0; i < s->numBodies; i++) {
    Body *b = &s->bodies[i];
    double x = 2 * randomUniform(&random) - 1;
    b->mass = (Real)(1.0 / s->numBodies);
    for (d = 0; d < 3; d++) {
      if (strcmp(o->shape, "uniform") == 0)
        b->pos[d] = (Real)(2 * randomUniform(&random) - 1);
      else
        b->pos[d] = (Real)(strcmp(o->shape, "line") == 0 ? x : 0.25);
    }
    if (strcmp(o->shape, "plummer") == 0)
      makePlummer(&random, b);
  }
}

/* Reads bodies, one a line: mass, position and velocity, seven numbers. */
static void readBodies(System *s, const char *name) {
  TextFile file = openText(name);
  int room = 0;
  while (nextLine(&file)) {
    double values[7], *value = values;
    char *at = file.line + strspn(file.line, " \t\r"), *end;
    Body *b;
    int d;
    if (*at == 0 || *at == '#')
      continue;
    for (; *at && value < values + 7; at = end + strspn(end, " \t\r")) {
      *value = strtod(at, &end);
      if (end == at || !strchr(" \t\r", *end) || !isfinite(*value))
        failAt(&file, "column %d is not a finite number",
               (int)(value - values) + 1);
      value++;
    }
    if (*at || value != values + 7)
      failAt(&file, "7 columns are needed: mass, position, velocity");
    if (!(values[0] > 0))
      failAt(&file, "the mass is not positive");
    s->bodies =
        (Body *)makeRoom(s->bodies, s->numBodies, &room, sizeof *s->bodies);
    b = &s->bodies[s->numBodies++];
    memset(b, 0, sizeof *b);
    b->mass = (Real)values[0];
    for (d = 0; d < 3; d++) {
      b->pos[d] = (Real)values[1 + d];
      b->vel[d] = (Real)values[4 + d];
    }
  }
  closeText(&file);
  if (s->numBodies == 0)
    fail("'%s' holds no bodies", name);
}

static int compareNumbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Compares accelerations with the sum over all bodies, of 2000 bodies at most.
 * The error of all is relative to the sizes of all contributions, which may
 * cancel, and grows with the square of the opening angle; that of each force is
 * relative to the force itself. */
static void check(const System *s, const Options *o) {
  double error = 0, size = 0, median = 0;
  double errors[2000];
  int stride = s->numBodies / 2000 + 1, count = 0;
  int i, k, d;
  for (i = 0; i < s->numBodies; i += stride) {
    const Body *b = &s->bodies[i];
    double acc[3] = {0, 0, 0}, sum = 0, off = 0, force = 0;
    for (k = 0; k < s->numBodies; k++) {
      double r[3], r2 = epsilon * epsilon;
      for (d = 0; d < 3; d++) {
        r[d] = s->bodies[k].pos[d] - b->pos[d];
        r2 += r[d] * r[d];
      }
      for (d = 0; d < 3; d++)
        acc[d] += s->bodies[k].mass * r[d] / (r2 * sqrt(r2));
      sum += s->bodies[k].mass / r2;
    }
    for (d = 0; d < 3; d++) {
      off += (b->acc[d] - acc[d]) * (b->acc[d] - acc[d]);
      force += acc[d] * acc[d];
    }
    error += off;
    size += sum * sum;
    errors[count++] = force > 0 ? sqrt(off / force) : sqrt(off);
  }
  error = size > 0 ? sqrt(error / size) : sqrt(error);
  qsort(errors, (size_t)count, sizeof *errors, compareNumbers);
  if (count > 0)
    median = errors[count / 2];
  printf(
      "error      %.2e of the forces, median %.2e of a force, of %d bodies\n",
      error, median, count);
  if (!(error <= o->theta * o->theta / 4 + 1e-10))
    fail("check: the forces differ too much from brute force");
  printf("check passed\n");
}

static void writeBodies(FILE *out, const System *s) {
  int i;
  for (i = 0; i < s->numBodies; i++) {
    const Body *b = &s->bodies[i];
    fprintf(out, "%.17g  %.17g %.17g %.17g  %.17g %.17g %.17g\n", b->mass,
            b->pos[0], b->pos[1], b->pos[2], b->vel[0], b->vel[1], b->vel[2]);
  }
}

static void prepare(System *s, const Options *o) {
  Random random = seeded(o->seed + 1);
  int *ids, i;
  if (*o->file) {
    readBodies(s, o->file);
  } else {
    s->numBodies = o->numBodies < 0 ? 10000 : o->numBodies;
    s->bodies = (Body *)allocate((size_t)s->numBodies, sizeof *s->bodies);
    makeBodies(s, o);
  }
  s->order = (Body **)allocate((size_t)s->numBodies, sizeof *s->order);
  s->sorted = (Body **)allocate((size_t)s->numBodies, sizeof *s->sorted);
  s->spare = (Body **)allocate((size_t)s->numBodies, sizeof *s->spare);
  ids = (int *)allocate((size_t)s->numBodies, sizeof *ids);
  for (i = 0; i < s->numBodies; i++) {
    ids[i] = i;
    s->sorted[i] = &s->bodies[i];
  }
  if (strcmp(o->order, "shuffled") == 0)
    shuffle(ids, s->numBodies, &random);
  for (i = 0; i < s->numBodies; i++)
    s->order[i] = &s->bodies[ids[i]];
  free(ids);
}

static void release(System *s) {
  int i;
  for (i = 0; i < s->pool.numBlocks; i++)
    free(s->pool.blocks[i]);
  free(s->pool.blocks);
  free(s->order);
  free(s->sorted);
  free(s->spare);
  free(s->bodies);
}

static void printResults(const System *s, const Options *o, double before) {
  double after = energy(s);
  uint64_t checksum = 0;
  long long interactions = 0;
  int i, d;
  for (i = 0; i < s->numBodies; i++) {
    const Body *b = &s->bodies[i];
    uint64_t state = 0;
    for (d = 0; d < 3; d++)
      state = mixBits(mixBits(state ^ doubleBits(b->pos[d])) ^
                      doubleBits(b->vel[d]));
    addResult(&checksum, i, state ^ doubleBits(b->potential));
    interactions += b->interactions;
  }
  printf("bodies     %d\n", s->numBodies);
  printf("steps      %d of %g, theta %g, epsilon %g\n", o->steps, o->dt,
         o->theta, o->epsilon);
  printf("energy     %.12g before, %.12g after, error %.2e\n", before, after,
         before != 0 ? fabs((after - before) / before) : 0);
  printf("pairs      %lld\n", interactions);
  printChecksum(checksum);
}

int main(int argc, char **argv) {
  Options o = {-1, 5, 1, "", "", "shuffled", "", 0.5, 0.025, 0.05, false};
  System s = {0};
  const Option table[] = {
      wholeOption("--bodies", "N", "how many bodies (10000)", &o.numBodies, 0,
                  INT_MAX),
      choiceOption("--shape", "SHAPE",
                   "plummer, uniform, equal, line (plummer)", &o.shape,
                   "plummer, uniform, equal, line"),
      textOption("--file", "FILE",
                 "read bodies: mass, position, velocity a line", &o.file),
      seedOption(&o.seed),
      wholeOption("--steps", "N", "how many time steps (5)", &o.steps, 0,
                  INT_MAX),
      numberOption("--dt", "T", "length of a time step (0.025)", &o.dt, 0, 1),
      numberOption("--theta", "A", "the opening angle, up to 1 (0.5)", &o.theta,
                   0.01, 1),
      numberOption("--epsilon", "E", "the softening length (0.05)", &o.epsilon,
                   1e-6, 1e6),
      choiceOption("--order", "ORDER",
                   "of the loop: shuffled, input or tree (shuffled)", &o.order,
                   "shuffled, input, tree"),
      textOption("--output", "FILE", "write all bodies as --file reads them",
                 &o.output),
      flagOption(
          "--check",
          "compare the last forces with brute force, of 2000 bodies at most",
          &o.check)};
  FILE *out;
  double before;
  int step;

  parseOptions(argc, argv, "Gravity among bodies by an octree (Barnes-Hut).",
               table, (int)(sizeof table / sizeof *table));
  if (*o.file && (*o.shape || o.numBodies >= 0))
    fail("--file: the bodies are either read or generated (--bodies, --shape), "
         "not both");
  if (!*o.shape)
    o.shape = "plummer";
  epsilon = (Real)o.epsilon;
  prepare(&s, &o);
  out = openOutput(o.output);

  accelerate(&s, &o);
  before = energy(&s);
  for (step = 0; step < o.steps; step++) {
    kick(&s, o.dt / 2);
    drift(&s, o.dt);
    accelerate(&s, &o);
    kick(&s, o.dt / 2);
  }
  printTime("build", &s.buildTime, 1);
  printTime("traversal", &s.forceTime, 1);
  printResults(&s, &o, before);
  if (out) {
    writeBodies(out, &s);
    closeOutput(out, o.output);
  }
  if (o.check)
    check(&s, &o);
  release(&s);
  return finish();
}
