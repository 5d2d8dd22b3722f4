/* Two-point statistics of a mock galaxy catalogue: a histogram of separations for every
 * galaxy, their sum over all, and the numbers of friends within a linking length. */
#include <stdio.h>
#include <string.h>

#include "tree.h"

#define NGAL 3000
#define NRAND 1200

static long rows[NGAL][NBINS];
static int friends[NGAL];

static unsigned long iseed = 987654321UL;

static double ran(void)
{
    iseed = (16807UL * iseed) % 2147483647UL;
    return (double)iseed / 2147483647.0;
}

static void mock(galaxy *g, int n, int clustered)
{
    double c[NDIM] = {0.5, 0.5, 0.5}, spread = 0.01;
    int i, d;

    for (i = 0; i < n; i++) {
        if (i % 60 == 0) {
            for (d = 0; d < NDIM; d++)
                c[d] = ran();
            spread = 0.005 + 0.03 * ran();
        }
        for (d = 0; d < NDIM; d++)
            g[i].pos[d] = clustered && i % 3 ? c[d] + spread * (ran() + ran() + ran() - 1.5) : ran();
        if (i % 75 == 74)   /* blended images */
            for (d = 0; d < NDIM; d++)
                g[i].pos[d] = g[i - 7].pos[d];
        g[i].id = i;
    }
}

static void count_pairs(const kdtree *kd, const galaxy *g, int n, double link)
{
    int i;

#pragma regtt parallel
    for (i = 0; i < n; i++) {
        long hist[NBINS];
        int b;

        for (b = 0; b < NBINS; b++)
            hist[b] = 0;
        if (kd->nnodes > 0)
            kd_pairs(kd, 0, g[i].pos, hist);
        for (b = 0; b < NBINS; b++)
            rows[i][b] += hist[b];
    }

    if (kd->nnodes == 0)
        return;
#pragma regtt parallel
    for (i = 0; i < n; i++)
        friends[i] = kd_friends(kd, 0, g[i].pos, SQR(link)) - 1;
}

static void print_counts(const char *title, int n)
{
    long total[NBINS] = {0}, nfriends = 0;
    unsigned long hash = 0;
    int i, b;
    for (i = 0; i < n; i++) {
        for (b = 0; b < NBINS; b++) {
            total[b] += rows[i][b];
            hash = hash * 37UL + (unsigned long)rows[i][b];
        }
        nfriends += friends[i];
        hash = hash * 37UL + (unsigned long)friends[i];
    }
    printf("# %s: %d points, %ld friends, hash %lx\n", title, n, nfriends, hash);
    for (b = 0; b < NBINS; b++)
        printf("%2d %ld\n", b, total[b]);
    for (i = 0; i < n; i += 1 + n / 9) {
        printf("  %4d:", i);
        for (b = 0; b < NBINS; b++)
            printf(" %ld", rows[i][b]);
        printf(" (%d)\n", friends[i]);
    }
}

static void clear(void)
{
    memset(rows, 0, sizeof rows);
    memset(friends, 0, sizeof friends);
}

int main(void)
{
    static galaxy data[NGAL], random[NRAND];
    kdtree dd, rr, empty;

    mock(data, NGAL, 1);
    mock(random, NRAND, 0);
    kd_build(&dd, data, NGAL);
    kd_build(&rr, random, NRAND);
    kd_build(&empty, NULL, 0);
    kd_set_bins(&dd, 0.005, 0.12);
    kd_set_bins(&rr, 0.005, 0.12);
    kd_set_bins(&empty, 0.005, 0.12);

    count_pairs(&dd, data, NGAL, 0.02);
    print_counts("DD", NGAL);
    count_pairs(&rr, data, NGAL, 0.05);   /* on top of DD */
    print_counts("DD + DR", NGAL);
    clear();
    count_pairs(&rr, random, NRAND, 0.05);
    print_counts("RR", NRAND);
    clear();
    count_pairs(&empty, data, 20, 0.05);
    print_counts("empty", 20);
    count_pairs(&dd, data, 0, 0.05);
    print_counts("no points", 0);
    return 0;
}
