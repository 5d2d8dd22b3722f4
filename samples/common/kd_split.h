// How kd-trees and their like are split: bounding boxes, the widest side, and
// the median along an axis, on ids of points. C11 and C++17.
#ifndef SAMPLES_COMMON_KD_SPLIT_H
#define SAMPLES_COMMON_KD_SPLIT_H

#include "program.h"

#ifndef DIM
#define DIM 3
#endif

typedef float Coord[DIM];

typedef struct {
  Coord *coords; // [count]
  int count;
} Points;

/// 0 .. count - 1; free() gives them back.
static inline int *allIds(int count) {
  int *ids = (int *)allocate((size_t)count, sizeof *ids);
  int i;
  for (i = 0; i < count; ++i)
    ids[i] = i;
  return ids;
}

/// Sets the box of the points ids[begin .. end - 1], of which there is at least
/// one; returns its widest axis.
static inline int boundPoints(const Points *points, const int *ids, int begin,
                              int end, float *min, float *max) {
  int widest = 0, i, k;
  for (i = 0; i < DIM; ++i) {
    min[i] = max[i] = points->coords[ids[begin]][i];
    for (k = begin + 1; k < end; ++k) {
      float x = points->coords[ids[k]][i];
      min[i] = x < min[i] ? x : min[i];
      max[i] = x > max[i] ? x : max[i];
    }
    if (max[i] - min[i] > max[widest] - min[widest])
      widest = i;
  }
  return widest;
}

/// Whether point a comes before point b along an axis; ids decide between equal
/// coordinates, so that equal points are split like any others.
static inline int comesBefore(const Points *points, int axis, int a, int b) {
  float x = points->coords[a][axis], y = points->coords[b][axis];
  return x < y || (x == y && a < b);
}

static inline void swapIds(int *a, int *b) {
  int id = *a;
  *a = *b;
  *b = id;
}

/// Reorders ids[begin .. end - 1] so that `nth` has its place in the order
/// along the axis, all before it come before, all after it after (quickselect,
/// the median of three as the pivot).
static inline void selectAlong(const Points *points, int axis, int *ids,
                               int begin, int end, int nth) {
  while (end - begin > 1) {
    int middle = begin + (end - begin) / 2, last = end - 1, i, store = begin;
    if (comesBefore(points, axis, ids[middle], ids[begin]))
      swapIds(&ids[middle], &ids[begin]);
    if (comesBefore(points, axis, ids[last], ids[begin]))
      swapIds(&ids[last], &ids[begin]);
    if (comesBefore(points, axis, ids[last], ids[middle]))
      swapIds(&ids[last], &ids[middle]);
    swapIds(&ids[middle], &ids[last]); // the pivot
    for (i = begin; i < last; ++i)
      if (comesBefore(points, axis, ids[i], ids[last]))
        swapIds(&ids[i], &ids[store++]);
    swapIds(&ids[store], &ids[last]);
    if (store == nth)
      return;
    if (nth < store)
      end = store;
    else
      begin = store + 1;
  }
}

/// Splits ids[begin .. end - 1], of which there are at least two, at the median
/// of an axis; returns where the second half begins.
static inline int splitAtMedian(const Points *points, int axis, int *ids,
                                int begin, int end) {
  int middle = begin + (end - begin) / 2;
  selectAlong(points, axis, ids, begin, end, middle);
  return middle;
}

/// Puts ids[begin .. end - 1] in the order of the leaves of a kd-tree that is
/// split at the median of the widest side.
static inline void sortAsLeaves(const Points *points, int *ids, int begin,
                                int end) {
  Coord min, max;
  int axis, middle;
  if (end - begin < 2)
    return;
  axis = boundPoints(points, ids, begin, end, min, max);
  middle = splitAtMedian(points, axis, ids, begin, end);
  sortAsLeaves(points, ids, begin, middle);
  sortAsLeaves(points, ids, middle, end);
}

#endif
