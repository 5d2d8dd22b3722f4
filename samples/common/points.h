// Points of DIM dimensions: shapes that are generated, the options that choose
// them, and the order in which they are queried. Files are read by
// point_files.h. C11 and C++17.
#ifndef SAMPLES_COMMON_POINTS_H
#define SAMPLES_COMMON_POINTS_H

#ifndef DIM
#define DIM 3
#endif

#include "kd_split.h"
#include "options.h"
#include "point_files.h"
#include "random.h"

#include <limits.h>

/// How many clouds the shape `clustered` has.
enum { NUM_CLOUDS = 64 };

/// A Plummer sphere: dense in the middle, with a halo up to 20 times the
/// scale radius. Takes any dimension: the radius is that of the
/// three-dimensional model, the direction is uniform.
static inline void plummerPoint(Random *random, float *coord) {
  double length, direction[DIM], norm = 0;
  int i;
  do
    length = 1 / sqrt(pow(1 - randomUniform(random), -2.0 / 3) - 1);
  while (!(length < 20));
  while (norm == 0) {
    for (i = 0; i < DIM; ++i) {
      direction[i] = randomNormal(random);
      norm += direction[i] * direction[i];
    }
  }
  for (i = 0; i < DIM; ++i)
    coord[i] = (float)(direction[i] / sqrt(norm) * length);
}

/// Points of one of the shapes
///   uniform    in the unit cube
///   plummer    a Plummer sphere
///   clustered  normal clouds of unlike size, with centres in the unit cube
///   equal      every point in the same place
///   line       on the diagonal of the unit cube
/// free() gives `coords` back.
static inline Points makePoints(const char *shape, int count, uint64_t seed) {
  Random random = seeded(seed);
  float centers[NUM_CLOUDS][DIM];
  Points points;
  int i, k;
  for (i = 0; i < NUM_CLOUDS; ++i)
    for (k = 0; k < DIM; ++k)
      centers[i][k] = (float)randomUniform(&random);
  points.count = count;
  points.coords = (Coord *)allocate((size_t)count, sizeof(Coord));
  for (i = 0; i < count; ++i) {
    float *c = points.coords[i];
    if (strcmp(shape, "plummer") == 0) {
      plummerPoint(&random, c);
    } else if (strcmp(shape, "clustered") == 0) {
      int cloud = (int)randomBelow(&random, NUM_CLOUDS);
      double spread = 0.001 * (1 + cloud);
      for (k = 0; k < DIM; ++k)
        c[k] = centers[cloud][k] + (float)(spread * randomNormal(&random));
    } else if (strcmp(shape, "equal") == 0) {
      memcpy(c, centers[0], sizeof(Coord));
    } else if (strcmp(shape, "line") == 0) {
      float x = (float)randomUniform(&random);
      for (k = 0; k < DIM; ++k)
        c[k] = x;
    } else {
      for (k = 0; k < DIM; ++k)
        c[k] = (float)randomUniform(&random);
    }
  }
  return points;
}

/// What the command line says about points and queries.
typedef struct {
  int numPoints;
  const char *shape, *file;
  uint64_t seed;
  int numQueries; // -1: not given
  const char *order;
  int repeat;
  const char *output;
  bool check;
} PointOptions;

static inline PointOptions pointDefaults(void) {
  PointOptions o = {-1, "", "", 1, -1, "shuffled", 1, "", false};
  return o;
}

enum { NUM_POINT_OPTIONS = 9 };

/// Writes the options that all samples with points have to `options`, which has
/// room for NUM_POINT_OPTIONS.
static inline void addPointOptions(Option *options, PointOptions *target) {
  *options++ = wholeOption("--points", "N", "how many points (100000)",
                           &target->numPoints, 0, INT_MAX);
  *options++ =
      choiceOption("--shape", "SHAPE",
                   "uniform, plummer, clustered, equal or line (uniform)",
                   &target->shape, "uniform, plummer, clustered, equal, line");
  *options++ = textOption("--file", "FILE",
                          "read the points: .csv, .obj or .xyz", &target->file);
  *options++ = seedOption(&target->seed);
  *options++ = wholeOption("--queries", "N", "how many queries",
                           &target->numQueries, 0, INT_MAX);
  *options++ = choiceOption("--order", "ORDER",
                            "of the queries: shuffled or tree (shuffled)",
                            &target->order, "shuffled, tree");
  *options++ =
      wholeOption("--repeat", "K", "run K times and print the median time (1)",
                  &target->repeat, 1, INT_MAX);
  *options++ =
      textOption("--output", "FILE",
                 "write every query's result, in input order", &target->output);
  *options = flagOption("--check", "compare with brute force", &target->check);
}

/// The points that the command line asks for, and `more` where they are
/// generated.
static inline Points loadPoints(const PointOptions *o, int more) {
  int count = o->numPoints < 0 ? 100000 : o->numPoints;
  if (*o->file) {
    if (o->numPoints >= 0 || *o->shape)
      fail("--file: the points are either read or generated (--points, "
           "--shape), not both");
    return readPoints(o->file);
  }
  if (more > INT_MAX - count)
    fail("--queries: there are too many points and queries");
  return makePoints(*o->shape ? o->shape : "uniform", count + more, o->seed);
}

/// Data points, and other points of the same kind that are looked up in them.
typedef struct {
  Points points, queries; // free(points.coords) frees both
} Sets;

/// Generated queries are as many as the points unless --queries is given. Of a
/// file the last rows are held out as queries, a tenth unless --queries is
/// given.
static inline Sets loadSets(const PointOptions *o) {
  int numQueries = o->numQueries;
  Sets sets;
  if (numQueries < 0 && !*o->file)
    numQueries = o->numPoints < 0 ? 100000 : o->numPoints;
  sets.points = loadPoints(o, numQueries);
  if (numQueries < 0)
    numQueries = sets.points.count / 10;
  if (numQueries > sets.points.count)
    fail("--queries: '%s' has %d points only", o->file, sets.points.count);
  sets.points.count -= numQueries;
  sets.queries.count = numQueries;
  sets.queries.coords = sets.points.coords + sets.points.count;
  return sets;
}

/// The id of the point that query i is a copy of: where there are fewer or more
/// queries than points they are spread evenly over the points.
static inline int copiedFrom(const Points *points, const Points *queries,
                             int i) {
  return (int)((int64_t)i * points->count / queries->count);
}

/// Copies of the points as queries, as many as --queries says, else all.
static inline Points copyQueries(const Points *points, const PointOptions *o) {
  Points queries;
  int i;
  queries.count = o->numQueries < 0 ? points->count : o->numQueries;
  if (points->count == 0 && queries.count > 0)
    fail("--queries: there are no points to copy");
  queries.coords = (Coord *)allocate((size_t)queries.count, sizeof(Coord));
  for (i = 0; i < queries.count; ++i)
    memcpy(queries.coords[i], points->coords[copiedFrom(points, &queries, i)],
           sizeof(Coord));
  return queries;
}

/// The order in which a loop takes its queries: the i-th is query ids[i].
/// `tree` is the order of the leaves of a kd-tree over the queries. free()
/// gives the ids back.
static inline int *orderQueries(const Points *queries, const PointOptions *o) {
  int *ids = allIds(queries->count);
  if (strcmp(o->order, "tree") == 0) {
    sortAsLeaves(queries, ids, 0, queries->count);
  } else {
    Random random = seeded(o->seed + 1);
    shuffle(ids, queries->count, &random);
  }
  return ids;
}

/// The square of the distance, summed in the order of the dimensions.
static inline float squaredDistance(const float *a, const float *b) {
  float sum = 0;
  int i;
  for (i = 0; i < DIM; ++i) {
    float d = a[i] - b[i];
    sum += d * d;
  }
  return sum;
}

#endif
