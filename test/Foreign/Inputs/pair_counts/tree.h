/* Pair counts by separation over a kd-tree of galaxies, header. */
#ifndef PAIR_COUNTS_TREE_H
#define PAIR_COUNTS_TREE_H

#include <math.h>

#define NDIM 3
#define NBINS 12
#define LEAFSIZE 10

#define SQR(x) ((x) * (x))
#define MAX2(a, b) ((a) > (b) ? (a) : (b))
#define MIN2(a, b) ((a) < (b) ? (a) : (b))
#define DIST2(p, q) (SQR((p)[0] - (q)[0]) + SQR((p)[1] - (q)[1]) + SQR((p)[2] - (q)[2]))

/* squared distance from a point to the nearest and the farthest place of a box */
#define GAP(x, lo, hi) ((x) < (lo) ? (lo) - (x) : (x) > (hi) ? (x) - (hi) : 0.0)
#define REACH(x, lo, hi) MAX2(fabs((x) - (lo)), fabs((x) - (hi)))

typedef struct {
    double pos[NDIM];
    int id;
} galaxy;

typedef struct {
    double lo[NDIM], hi[NDIM];
    int first, last;   /* galaxies of this node: first <= k < last */
    int left, right;   /* children, -1 in leaves */
} kdnode;

typedef struct {
    galaxy *gal;
    int ngal;
    kdnode *node;
    int nnodes;
    double rmin2;
    double edge2[NBINS + 1];   /* squared edges of the bins, ascending */
} kdtree;

void kd_build(kdtree *kd, const galaxy *gal, int ngal);
void kd_set_bins(kdtree *kd, double rmin, double rmax);
void kd_pairs(const kdtree *kd, int k, const double pos[NDIM], long hist[NBINS]);
int kd_friends(const kdtree *kd, int k, const double pos[NDIM], double link2);

#endif
