/*
 * Ball tree for k nearest neighbours, after the binary trees of a machine learning library:
 * a complete tree in flat arrays (children at 2 i + 1 and 2 i + 2), the data through an
 * index array, and for each query a max-heap in one row of two big arrays.
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

typedef double DTYPE_t;
typedef ptrdiff_t ITYPE_t;

typedef struct {
    ITYPE_t idx_start;
    ITYPE_t idx_end;
    ITYPE_t is_leaf;
    DTYPE_t radius;
} NodeData_t;

typedef struct {
    const DTYPE_t *data;        /* n_samples x n_features */
    ITYPE_t n_samples;
    ITYPE_t n_features;
    ITYPE_t leaf_size;
    ITYPE_t n_levels;
    ITYPE_t n_nodes;
    ITYPE_t *idx_array;
    NodeData_t *node_data;
    DTYPE_t *node_bounds;       /* centroids, n_nodes x n_features */
} BallTree;

static inline DTYPE_t euclidean_rdist(const DTYPE_t *x1, const DTYPE_t *x2, ITYPE_t size)
{
    DTYPE_t tmp, d = 0;
    for (ITYPE_t j = 0; j < size; j++) {
        tmp = x1[j] - x2[j];
        d += tmp * tmp;
    }
    return d;
}

static inline DTYPE_t euclidean_dist(const DTYPE_t *x1, const DTYPE_t *x2, ITYPE_t size)
{
    return sqrt(euclidean_rdist(x1, x2, size));
}

/* ---- heap of the nearest so far, greatest distance on top ---- */

static void heap_push(DTYPE_t *distances, ITYPE_t *indices, ITYPE_t size, DTYPE_t val, ITYPE_t i_val)
{
    ITYPE_t i = 0, left, right, swap;

    if (val >= distances[0])
        return;
    distances[0] = val;
    indices[0] = i_val;
    for (;;) {
        left = 2 * i + 1;
        right = left + 1;
        if (left >= size)
            break;
        swap = left;
        if (right < size && distances[right] > distances[left])
            swap = right;
        if (distances[swap] <= val)
            break;
        distances[i] = distances[swap];
        indices[i] = indices[swap];
        i = swap;
    }
    distances[i] = val;
    indices[i] = i_val;
}

/* insertion sort of one row, by distance and then index */
static void sort_row(DTYPE_t *dist, ITYPE_t *idx, ITYPE_t size)
{
    for (ITYPE_t i = 1; i < size; i++) {
        DTYPE_t d = dist[i];
        ITYPE_t k = idx[i], j = i;
        while (j > 0 && (dist[j - 1] > d || (dist[j - 1] == d && idx[j - 1] > k))) {
            dist[j] = dist[j - 1];
            idx[j] = idx[j - 1];
            j--;
        }
        dist[j] = d;
        idx[j] = k;
    }
}

/* ---- construction ---- */

static void init_node(BallTree *t, ITYPE_t i_node, ITYPE_t idx_start, ITYPE_t idx_end)
{
    const ITYPE_t nf = t->n_features;
    DTYPE_t *centroid = &t->node_bounds[i_node * nf];
    DTYPE_t radius = 0;

    for (ITYPE_t j = 0; j < nf; j++)
        centroid[j] = 0;
    for (ITYPE_t i = idx_start; i < idx_end; i++)
        for (ITYPE_t j = 0; j < nf; j++)
            centroid[j] += t->data[t->idx_array[i] * nf + j];
    for (ITYPE_t j = 0; j < nf; j++)
        centroid[j] /= (DTYPE_t)(idx_end - idx_start);
    for (ITYPE_t i = idx_start; i < idx_end; i++)
        radius = fmax(radius, euclidean_dist(centroid, &t->data[t->idx_array[i] * nf], nf));
    t->node_data[i_node].radius = radius;
    t->node_data[i_node].idx_start = idx_start;
    t->node_data[i_node].idx_end = idx_end;
}

static ITYPE_t find_node_split_dim(const BallTree *t, ITYPE_t start, ITYPE_t end)
{
    ITYPE_t j_max = 0;
    DTYPE_t max_spread = -1;
    for (ITYPE_t j = 0; j < t->n_features; j++) {
        DTYPE_t lo = HUGE_VAL, hi = -HUGE_VAL;
        for (ITYPE_t i = start; i < end; i++) {
            lo = fmin(lo, t->data[t->idx_array[i] * t->n_features + j]);
            hi = fmax(hi, t->data[t->idx_array[i] * t->n_features + j]);
        }
        if (hi - lo > max_spread) {
            max_spread = hi - lo;
            j_max = j;
        }
    }
    return j_max;
}

static const BallTree *cmp_tree;
static ITYPE_t cmp_dim;
static int cmp_index(const void *pa, const void *pb)
{
    ITYPE_t a = *(const ITYPE_t *)pa, b = *(const ITYPE_t *)pb;
    DTYPE_t x = cmp_tree->data[a * cmp_tree->n_features + cmp_dim];
    DTYPE_t y = cmp_tree->data[b * cmp_tree->n_features + cmp_dim];
    if (x != y)
        return x < y ? -1 : 1;
    return a < b ? -1 : a > b;
}

static void recursive_build(BallTree *t, ITYPE_t i_node, ITYPE_t idx_start, ITYPE_t idx_end)
{
    ITYPE_t n_mid = (idx_end - idx_start) / 2;

    init_node(t, i_node, idx_start, idx_end);
    if (2 * i_node + 1 >= t->n_nodes || idx_end - idx_start < 2) {
        t->node_data[i_node].is_leaf = 1;
        return;
    }
    t->node_data[i_node].is_leaf = 0;
    cmp_tree = t;
    cmp_dim = find_node_split_dim(t, idx_start, idx_end);
    qsort(t->idx_array + idx_start, (size_t)(idx_end - idx_start), sizeof(ITYPE_t), cmp_index);
    recursive_build(t, 2 * i_node + 1, idx_start, idx_start + n_mid);
    recursive_build(t, 2 * i_node + 2, idx_start + n_mid, idx_end);
}

static void ball_tree_init(BallTree *t, const DTYPE_t *X, ITYPE_t n_samples, ITYPE_t n_features, ITYPE_t leaf_size)
{
    t->data = X;
    t->n_samples = n_samples;
    t->n_features = n_features;
    t->leaf_size = leaf_size;
    t->n_levels = (ITYPE_t)floor(log2(fmax(1, (n_samples - 1.0) / leaf_size))) + 1;
    t->n_nodes = ((ITYPE_t)1 << t->n_levels) - 1;
    t->idx_array = malloc((n_samples + 1) * sizeof *t->idx_array);
    t->node_data = calloc(t->n_nodes, sizeof *t->node_data);
    t->node_bounds = calloc(t->n_nodes * n_features, sizeof *t->node_bounds);
    for (ITYPE_t i = 0; i < n_samples; i++)
        t->idx_array[i] = i;
    t->node_data[0].is_leaf = 1;
    if (n_samples > 0)
        recursive_build(t, 0, 0, n_samples);
}

/* ---- query ---- */

static inline DTYPE_t min_rdist(const BallTree *t, ITYPE_t i_node, const DTYPE_t *pt)
{
    DTYPE_t d = euclidean_dist(pt, &t->node_bounds[i_node * t->n_features], t->n_features);
    d = fmax(0, d - t->node_data[i_node].radius);
    return d * d;
}

#pragma regtt traversal
static void query_single_depthfirst(const BallTree *t, ITYPE_t i_node, const DTYPE_t *pt, DTYPE_t *heap_dist,
                                    ITYPE_t *heap_idx, ITYPE_t k, DTYPE_t reduced_dist_LB)
{
    NodeData_t node_info = t->node_data[i_node];
    DTYPE_t dist_pt, reduced_dist_LB_1, reduced_dist_LB_2;
    ITYPE_t i, i1, i2;

    /* query point is outside node radius: trim it from the query */
    if (reduced_dist_LB > heap_dist[0])
        return;

    if (node_info.is_leaf) {
        for (i = node_info.idx_start; i < node_info.idx_end; i++) {
            dist_pt = euclidean_rdist(pt, &t->data[t->n_features * t->idx_array[i]], t->n_features);
            heap_push(heap_dist, heap_idx, k, dist_pt, t->idx_array[i]);
        }
    } else {
        /* the child that is nearer goes first */
        i1 = 2 * i_node + 1;
        i2 = i1 + 1;
        reduced_dist_LB_1 = min_rdist(t, i1, pt);
        reduced_dist_LB_2 = min_rdist(t, i2, pt);
        if (reduced_dist_LB_1 <= reduced_dist_LB_2) {
            query_single_depthfirst(t, i1, pt, heap_dist, heap_idx, k, reduced_dist_LB_1);
            query_single_depthfirst(t, i2, pt, heap_dist, heap_idx, k, reduced_dist_LB_2);
        } else {
            query_single_depthfirst(t, i2, pt, heap_dist, heap_idx, k, reduced_dist_LB_2);
            query_single_depthfirst(t, i1, pt, heap_dist, heap_idx, k, reduced_dist_LB_1);
        }
    }
}

static void kneighbors(const BallTree *t, const DTYPE_t *Xq, ITYPE_t n_queries, ITYPE_t k, DTYPE_t *heap_dist, ITYPE_t *heap_idx)
{
    ITYPE_t row;

    for (row = 0; row < n_queries * k; row++) {
        heap_dist[row] = HUGE_VAL;
        heap_idx[row] = -1;
    }
#pragma regtt parallel
    for (row = 0; row < n_queries; row++) {
        const DTYPE_t *pt = Xq + row * t->n_features;
        query_single_depthfirst(t, 0, pt, &heap_dist[row * k], &heap_idx[row * k], k, min_rdist(t, 0, pt));
    }
    for (row = 0; row < n_queries; row++)
        sort_row(&heap_dist[row * k], &heap_idx[row * k], k);
}

static unsigned long long rng_state = 2011;
static double rand_double(void)
{
    rng_state = rng_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(rng_state >> 11) / 9007199254740992.0;
}

static DTYPE_t *make_data(ITYPE_t n, ITYPE_t nf)
{
    DTYPE_t *X = malloc((n * nf + 1) * sizeof *X);
    for (ITYPE_t i = 0; i < n; i++)
        for (ITYPE_t j = 0; j < nf; j++) {
            X[i * nf + j] = i % 3 ? (double)((i * (j + 1)) % 4) + 0.2 * (rand_double() - rand_double()) : 5 * rand_double() - 1;
            if (i % 25 == 24)
                X[i * nf + j] = X[(i - 9) * nf + j];
        }
    return X;
}

static void run(ITYPE_t n, ITYPE_t n_queries, ITYPE_t nf, ITYPE_t k)
{
    DTYPE_t *X = make_data(n, nf), *Xq = make_data(n_queries, nf), sum = 0;
    DTYPE_t *dist = malloc((n_queries * k + 1) * sizeof *dist);
    ITYPE_t *idx = malloc((n_queries * k + 1) * sizeof *idx);
    unsigned long digest = 0;
    BallTree t;

    ball_tree_init(&t, X, n, nf, 20);
    kneighbors(&t, Xq, n_queries, k, dist, idx);
    for (ITYPE_t i = 0; i < n_queries * k; i++) {
        if (idx[i] >= 0)
            sum += sqrt(dist[i]);
        digest = (digest * 31 + (unsigned long)(idx[i] + 1)) & 0xffffffffUL;
    }
    printf("n=%td queries=%td features=%td k=%td nodes=%td digest=%08lx sum=%.17g\n", n, n_queries, nf, k, t.n_nodes, digest, sum);
    for (ITYPE_t row = 0; row < n_queries; row += 41)
        printf("  %td: %td %.17g, %td %.17g\n", row, idx[row * k], sqrt(dist[row * k]), idx[row * k + k - 1], sqrt(dist[row * k + k - 1]));
    free(X); free(Xq); free(dist); free(idx);
    free(t.idx_array); free(t.node_data); free(t.node_bounds);
}

int main(void)
{
    run(2000, 800, 4, 6);
    run(500, 200, 9, 1);
    run(3, 30, 2, 5);
    run(0, 30, 2, 3);
    run(50, 0, 2, 3);
    return 0;
}
// RUN: %as-written --with "copyin(Xq[0:n_queries*t->n_features], t->data[0:t->n_samples*t->n_features], t->idx_array[0:t->n_samples], t->node_data[0:t->n_nodes], t->node_bounds[0:t->n_nodes*t->n_features])" %s
