/* Pair counts by separation over a kd-tree of galaxies. Nodes and galaxies are arrays,
 * children are indices; whole nodes are counted at once where they fall into one bin. */
#include <stdlib.h>
#include <string.h>

#include "tree.h"

static int sort_axis;

static int by_axis(const void *a, const void *b)
{
    const galaxy *p = a, *q = b;

    if (p->pos[sort_axis] != q->pos[sort_axis])
        return p->pos[sort_axis] < q->pos[sort_axis] ? -1 : 1;
    return (p->id > q->id) - (p->id < q->id);
}

static int build(kdtree *kd, int first, int last)
{
    int self = kd->nnodes++, i, d, axis = 0, child;
    kdnode *n = &kd->node[self];

    n->first = first;
    n->last = last;
    n->left = n->right = -1;
    for (d = 0; d < NDIM; d++) {
        n->lo[d] = HUGE_VAL;
        n->hi[d] = -HUGE_VAL;
    }
    for (i = first; i < last; i++)
        for (d = 0; d < NDIM; d++) {
            n->lo[d] = MIN2(n->lo[d], kd->gal[i].pos[d]);
            n->hi[d] = MAX2(n->hi[d], kd->gal[i].pos[d]);
        }
    if (last - first <= LEAFSIZE)
        return self;

    for (d = 1; d < NDIM; d++)
        if (n->hi[d] - n->lo[d] > n->hi[axis] - n->lo[axis])
            axis = d;
    sort_axis = axis;
    qsort(kd->gal + first, (size_t)(last - first), sizeof(galaxy), by_axis);
    child = build(kd, first, (first + last) / 2);
    kd->node[self].left = child;
    child = build(kd, (first + last) / 2, last);
    kd->node[self].right = child;
    return self;
}

void kd_build(kdtree *kd, const galaxy *gal, int ngal)
{
    memset(kd, 0, sizeof *kd);
    kd->ngal = ngal;
    kd->gal = malloc((size_t)(ngal + 1) * sizeof *kd->gal);
    kd->node = malloc((size_t)(2 * ngal + 1) * sizeof *kd->node);
    if (!kd->gal || !kd->node)
        exit(EXIT_FAILURE);
    if (ngal > 0) {
        memcpy(kd->gal, gal, (size_t)ngal * sizeof *gal);
        build(kd, 0, ngal);
    }
}

void kd_set_bins(kdtree *kd, double rmin, double rmax)
{
    double step = (rmax - rmin) / NBINS;
    int b;

    for (b = 0; b <= NBINS; b++)
        kd->edge2[b] = SQR(rmin + b * step);
    kd->rmin2 = kd->edge2[0];
}

#pragma regtt traversal
void kd_pairs(const kdtree *kd, int k, const double pos[NDIM], long hist[NBINS])
{
    const kdnode *n = &kd->node[k];
    double dmin2 = 0.0, dmax2 = 0.0, d2;
    int d, b, i;

    for (d = 0; d < NDIM; d++) {
        dmin2 += SQR(GAP(pos[d], n->lo[d], n->hi[d]));
        dmax2 += SQR(REACH(pos[d], n->lo[d], n->hi[d]));
    }
    if (dmin2 >= kd->edge2[NBINS] || dmax2 < kd->rmin2)
        return;

    /* all of the node in one bin? */
    for (b = 0; b < NBINS; b++)
        if (dmin2 >= kd->edge2[b] && dmax2 < kd->edge2[b + 1]) {
            hist[b] += n->last - n->first;
            return;
        }

    if (n->left < 0) {
        for (i = n->first; i < n->last; i++) {
            d2 = DIST2(pos, kd->gal[i].pos);
            if (d2 < kd->rmin2 || d2 >= kd->edge2[NBINS])
                continue;
            for (b = NBINS - 1; d2 < kd->edge2[b]; b--)
                ;
            hist[b]++;
        }
        return;
    }
    kd_pairs(kd, n->left, pos, hist);
    kd_pairs(kd, n->right, pos, hist);
}

#pragma regtt traversal
int kd_friends(const kdtree *kd, int k, const double pos[NDIM], double link2)
{
    const kdnode *n = kd->node + k;
    int d, i, count = 0;
    double gap2 = 0.0;

    for (d = 0; d < NDIM; d++)
        gap2 += SQR(GAP(pos[d], n->lo[d], n->hi[d]));
    if (gap2 > link2)
        return 0;
    if (n->left >= 0)
        return kd_friends(kd, n->left, pos, link2) + kd_friends(kd, n->right, pos, link2);
    for (i = n->first; i < n->last; i++)
        if (DIST2(pos, kd->gal[i].pos) <= link2)
            count++;
    return count;
}
