/* The K nearest neighbours of every point, itself left out, by a kd-tree with
 * a point in every node. A query keeps the best K so far in order, and enters
 * the far side of a node only if the splitting plane is nearer than the worst
 * of them.
 *
 * The traversal is `search`, the loop over the queries `searchAll`. Points, the
 * order of the queries and the command line are in ../common.
 */
#ifndef K
#define K 8
#endif

#include "../common/points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  float coord[DIM];
  int id;            /* of the point that is the query */
  float distance[K]; /* squares, the nearest first; INFINITY where none is */
  int neighbor[K];   /* their ids, -1 where there is none */
} Query;

typedef struct node {
  float coord[DIM];
  int id;
  int axis;
  struct node *left, *right; /* up to coord[axis], and from it on */
} Node;

/* Inserts a point into the K best, behind those at the same distance. */
static void insert(Query *q, float distance, int id) {
  int i = K - 1;
  while (i > 0 && q->distance[i - 1] > distance) {
    q->distance[i] = q->distance[i - 1];
    q->neighbor[i] = q->neighbor[i - 1];
    i--;
  }
  q->distance[i] = distance;
  q->neighbor[i] = id;
}

#pragma regtt traversal
static void search(Query *q, const Node *n) {
  float sum = 0, diff;
  int i;

  if (n == NULL)
    return;
  for (i = 0; i < DIM; i++) {
    float d = q->coord[i] - n->coord[i];
    sum += d * d;
  }
  if (sum < q->distance[K - 1] && n->id != q->id)
    insert(q, sum, n->id);

  diff = q->coord[n->axis] - n->coord[n->axis];
  if (diff < 0) {
    search(q, n->left);
    if (diff * diff < q->distance[K - 1])
      search(q, n->right);
  } else {
    search(q, n->right);
    if (diff * diff < q->distance[K - 1])
      search(q, n->left);
  }
}

static void searchAll(Query *queries, int numQueries, const Node *root) {
  int i;
#pragma regtt parallel
  for (i = 0; i < numQueries; i++)
    search(&queries[i], root);
}

/* Builds the tree of ids[begin .. end - 1] in `nodes`, from *used on. */
static Node *build(const Points *points, int *ids, int begin, int end,
                   Node *nodes, int *used) {
  Node *n;
  Coord min, max;
  int middle;

  if (begin == end)
    return NULL;
  n = &nodes[(*used)++];
  n->axis = boundPoints(points, ids, begin, end, min, max);
  middle = splitAtMedian(points, n->axis, ids, begin, end);
  n->id = ids[middle];
  memcpy(n->coord, points->coords[n->id], sizeof n->coord);
  n->left = build(points, ids, begin, middle, nodes, used);
  n->right = build(points, ids, middle + 1, end, nodes, used);
  return n;
}

/* Query i is the point order[i] of those to query. */
static void setQueries(Query *queries, const Points *coords, const int *order,
                       const Points *points) {
  int i, k;
  for (i = 0; i < coords->count; i++) {
    Query *q = &queries[i];
    memcpy(q->coord, coords->coords[order[i]], sizeof q->coord);
    q->id = copiedFrom(points, coords, order[i]);
    for (k = 0; k < K; k++) {
      q->distance[k] = INFINITY;
      q->neighbor[k] = -1;
    }
  }
}

/* The distances have to be those of brute force. They are computed in one way
 * everywhere and rounding is monotone, so the comparison is exact; which of
 * several points at the K-th distance is kept may differ. */
static void check(const Query *queries, int numQueries, const Points *points) {
  int i, k, other;
  for (i = 0; i < numQueries; i++) {
    Query best = queries[i];
    for (k = 0; k < K; k++)
      best.distance[k] = INFINITY;
    for (other = 0; other < points->count; other++) {
      float d = squaredDistance(best.coord, points->coords[other]);
      if (other != best.id && d < best.distance[K - 1])
        insert(&best, d, other);
    }
    for (k = 0; k < K; k++) {
      int id = queries[i].neighbor[k];
      if (queries[i].distance[k] != best.distance[k] ||
          (id < 0 ? isfinite(best.distance[k])
                  : squaredDistance(best.coord, points->coords[id]) !=
                        best.distance[k]))
        fail("check: neighbour %d of point %d is not at %g", k, best.id,
             sqrt(best.distance[k]));
    }
  }
  printf("check passed\n");
}

static void writeResults(FILE *out, const Query *queries, const int *order,
                         int numQueries) {
  int *place = (int *)allocate((size_t)numQueries, sizeof *place);
  int i, k;
  for (i = 0; i < numQueries; i++)
    place[order[i]] = i;
  for (i = 0; i < numQueries; i++) {
    const Query *q = &queries[place[i]];
    fprintf(out, "%d", q->id);
    for (k = 0; k < K; k++)
      fprintf(out, " %d:%.9g", q->neighbor[k], sqrt(q->distance[k]));
    fputc('\n', out);
  }
  free(place);
}

int main(int argc, char **argv) {
  PointOptions options = pointDefaults();
  Option table[NUM_POINT_OPTIONS];
  Points points, coords;
  Query *queries;
  Node *nodes, *root;
  FILE *out;
  double *times, start;
  uint64_t checksum = 0;
  long long found = 0;
  int *ids, *order, run, i, k, used = 0;

  addPointOptions(table, &options);
  parseOptions(argc, argv,
               "Finds the K nearest neighbours of every point among the others "
               "(-DK=8).",
               table, NUM_POINT_OPTIONS);
  points = loadPoints(&options, 0);
  coords = copyQueries(&points, &options);
  out = openOutput(options.output);

  start = milliseconds();
  ids = allIds(points.count);
  nodes = (Node *)allocate((size_t)points.count, sizeof *nodes);
  root = build(&points, ids, 0, points.count, nodes, &used);
  printTimeSince("build", start);

  order = orderQueries(&coords, &options);
  queries = (Query *)allocate((size_t)coords.count, sizeof *queries);
  times = (double *)allocate((size_t)options.repeat, sizeof *times);
  for (run = 0; run < options.repeat; run++) {
    setQueries(queries, &coords, order, &points);
    start = milliseconds();
    searchAll(queries, coords.count, root);
    times[run] = milliseconds() - start;
  }
  printTime("traversal", times, options.repeat);

  for (i = 0; i < coords.count; i++) {
    uint64_t result = 0;
    for (k = 0; k < K; k++)
      result = mixBits(result ^ floatBits(queries[i].distance[k]) << 32 ^
                       (uint32_t)queries[i].neighbor[k]);
    addResult(&checksum, order[i], result);
    for (k = 0; k < K; k++)
      found += queries[i].neighbor[k] >= 0;
  }
  printf("points     %d\n", points.count);
  printf("queries    %d, %s\n", coords.count, options.order);
  printf("dimension  %d\n", DIM);
  printf("neighbors  %d for each, %lld in all\n", K, found);
  printChecksum(checksum);
  if (out) {
    writeResults(out, queries, order, coords.count);
    closeOutput(out, options.output);
  }
  if (options.check)
    check(queries, coords.count, &points);
  free(times);
  free(queries);
  free(order);
  free(nodes);
  free(ids);
  free(coords.coords);
  free(points.coords);
  return finish();
}
