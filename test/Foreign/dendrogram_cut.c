/*
 * Average-linkage clustering and cuts through its dendrogram. The linkage is kept the way
 * statistics packages do: arrays left[], right[], height[], size[]; ids below n are
 * observations, id n + k is the cluster that the k-th merge made.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DIM 3

static int n;          /* observations */
static int *left;      /* n - 1 merges */
static int *right;
static double *height;
static int *size;

static void *xmalloc(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (p == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

/* ------------------------------------------------------------------ clustering */

static void average_linkage(const double (*x)[DIM], int count)
{
    double *d, best;
    int *id, *weight;
    int i, j, k, bi, bj;

    n = count;
    left = xmalloc(n * sizeof(int));
    right = xmalloc(n * sizeof(int));
    height = xmalloc(n * sizeof(double));
    size = xmalloc(n * sizeof(int));
    if (n < 2)
        return;

    d = xmalloc((size_t)n * n * sizeof(double));
    id = xmalloc(n * sizeof(int));
    weight = xmalloc(n * sizeof(int));
    for (i = 0; i < n; i++) {
        id[i] = i;
        weight[i] = 1;
        for (j = 0; j < n; j++) {
            double s = 0;
            for (k = 0; k < DIM; k++)
                s += (x[i][k] - x[j][k]) * (x[i][k] - x[j][k]);
            d[i * n + j] = sqrt(s);
        }
    }

    for (k = 0; k < n - 1; k++) {
        best = DBL_MAX;
        bi = bj = -1;
        for (i = 0; i < n; i++) {
            if (weight[i] == 0)
                continue;
            for (j = i + 1; j < n; j++)
                if (weight[j] && d[i * n + j] < best) {
                    best = d[i * n + j];
                    bi = i;
                    bj = j;
                }
        }
        left[k] = id[bi] < id[bj] ? id[bi] : id[bj];
        right[k] = id[bi] < id[bj] ? id[bj] : id[bi];
        height[k] = best;
        size[k] = weight[bi] + weight[bj];
        for (j = 0; j < n; j++) {
            if (weight[j] == 0 || j == bi || j == bj)
                continue;
            d[bi * n + j] = d[j * n + bi] =
                (weight[bi] * d[bi * n + j] + weight[bj] * d[bj * n + j]) / size[k];
        }
        weight[bi] = size[k];
        weight[bj] = 0;
        id[bi] = n + k;
    }
    free(d);
    free(id);
    free(weight);
}

static void free_linkage(void)
{
    free(left);
    free(right);
    free(height);
    free(size);
}

/* ------------------------------------------------------------------------ cuts */

struct cut {
    double threshold;
    int clusters;
    int singletons;
    int largest;
    double within; /* sum of the heights of clusters */
};

#pragma regtt traversal
static void cut_tree(int node, struct cut *c)
{
    if (node < n) {
        c->clusters++;
        c->singletons++;
        if (c->largest < 1)
            c->largest = 1;
        return;
    }
    if (height[node - n] <= c->threshold) {
        c->clusters++;
        c->within += height[node - n];
        if (size[node - n] > c->largest)
            c->largest = size[node - n];
        return;
    }
    cut_tree(left[node - n], c);
    cut_tree(right[node - n], c);
}

/* number of clusters only */
#pragma regtt traversal
static int count_clusters(int node, double t)
{
    if (node < n || height[node - n] <= t)
        return 1;
    return count_clusters(left[node - n], t) + count_clusters(right[node - n], t);
}

static void cut_all(struct cut *cuts, int ncuts)
{
    int i;

#pragma regtt parallel
    for (i = 0; i < ncuts; i++) {
        struct cut *c = &cuts[i];
        c->clusters = c->singletons = c->largest = 0;
        c->within = 0.0;
        if (n > 0)
            cut_tree(2 * n - 2, c);
    }
}

static void profile(const double *t, int *k, int nt)
{
    int i;

    if (n < 1) {
        for (i = 0; i < nt; i++)
            k[i] = 0;
        return;
    }
#pragma regtt parallel
    for (i = 0; i < nt; i++)
        k[i] = count_clusters(2 * n - 2, t[i]);
}

/* ------------------------------------------------------------------------ main */

static unsigned long long state = 1234567;

static double unif(void)
{
    state = (state * 25214903917ULL + 11ULL) & ((1ULL << 48) - 1);
    return (double)(state >> 16) / 4294967296.0;
}

static void report(const char *name, struct cut *cuts, int ncuts)
{
    double *t = xmalloc(ncuts * sizeof(double)), within = 0;
    int *k = xmalloc(ncuts * sizeof(int));
    unsigned long hash = 1;
    int i, differ = 0;

    cut_all(cuts, ncuts);
    for (i = 0; i < ncuts; i++)
        t[i] = cuts[i].threshold;
    profile(t, k, ncuts);
    for (i = 0; i < ncuts; i++) {
        differ += k[i] != cuts[i].clusters;
        hash = hash * 65599 + cuts[i].clusters;
        hash = hash * 65599 + cuts[i].singletons;
        hash = hash * 65599 + cuts[i].largest;
        within += cuts[i].within;
    }
    printf("%s: n=%d, top %.17g, %d cuts, hash %lu, within %.17g, %d differ\n", name, n,
           n > 1 ? height[n - 2] : 0.0, ncuts, hash, within, differ);
    for (i = 0; i < ncuts; i += 1 + ncuts / 25)
        printf("  t=%.10g: %d clusters, %d single, largest %d, within %.17g\n", cuts[i].threshold,
               cuts[i].clusters, cuts[i].singletons, cuts[i].largest, cuts[i].within);
    free(t);
    free(k);
}

int main(void)
{
    enum { N = 360, CUTS = 500 };
    static double x[N][DIM];
    static struct cut cuts[CUTS];
    int i, j;

    for (i = 0; i < N; i++)
        for (j = 0; j < DIM; j++) {
            if (i < N / 3)
                x[i][j] = unif();
            else if (i % 9 == 0)
                x[i][j] = x[i - N / 3][j]; /* duplicates */
            else
                x[i][j] = 0.2 * (i % 5) + 0.04 * (unif() + unif() + unif());
        }
    for (i = 0; i < CUTS; i++)
        cuts[i].threshold = i % 4 == 3 ? 0.05 * unif() : 1.1 * unif();
    cuts[1].threshold = 0.0;
    cuts[2].threshold = -1.0;
    cuts[3].threshold = HUGE_VAL;

    average_linkage((const double (*)[DIM])x, N);
    for (i = 0; i < N - 1; i += 40)
        printf("merge %d: %d %d at %.17g (%d)\n", i, left[i], right[i], height[i], size[i]);
    report("all", cuts, CUTS);
    report("no cuts", cuts, 0);
    free_linkage();

    average_linkage((const double (*)[DIM])x, 1);
    report("one", cuts, 3);
    free_linkage();
    average_linkage((const double (*)[DIM])x, 0);
    report("none", cuts, 3);
    free_linkage();
    return 0;
}
// RUN: %as-written %s
