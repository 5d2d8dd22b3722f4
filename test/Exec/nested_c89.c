/* Code of 1989: all variables of a loop are declared at the function's beginning,
 * one counter counts several loops, and rows are gone along by pointers.
 * (--suggest does not look for loops that call no recursion.)
 *
 * RUN: gcc -O2 -ffp-contract=off -Wno-unknown-pragmas -std=gnu99 %s -o %t.serial -lm
 * RUN: regtt-cc -O1 -std=gnu99 --target=cpu --variant=all -Wall -Wextra -Wno-implicit-fallthrough -Werror %s -o %t.parallel -lm
 * RUN: %same %t.serial %t.parallel thread_mapped "1" "2" "400"
 * RUN: regtt-cc --target=cpu --explain --emit=host %s 2>&1 | FileCheck %s
 * All of its inner loops count, whatever they look like.
 * CHECK-COUNT-4: variant stream: legal
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  int n, nnz;
  int *ptr, *ind;
  double *val;
} mat;
static void spmv(const mat *a, const double *x, double *y) {
  int i;
  double s;
  const int *p, *e;
  const double *v;
#pragma regtt parallel copyin(a->ptr[0 : a->n + 1], a->ind[0 : a->nnz],        \
                              a->val[0 : a->nnz], x[0 : a->n])
  for (i = 0; i < a->n; i++) {
    s = 0;
    v = a->val + a->ptr[i];
    for (p = a->ind + a->ptr[i], e = a->ind + a->ptr[i + 1]; p != e; p++)
      s += *v++ * x[*p];
    y[i] = s;
  }
}
static void maxs(const mat *a, double *m) {
  int i;
  const double *p;
#pragma regtt parallel copyin(a->ptr[0 : a->n + 1], a->val[0 : a->nnz])
  for (i = 0; i < a->n; i++) {
    const double *e = &a->val[a->ptr[i + 1]];
    double best = -1;
    p = &a->val[a->ptr[i]];
    while (p < e) {
      double t = fabs(*p++);
      if (t > best)
        best = t;
    }
    m[i] = best;
  }
}
static long count(const mat *a, int *deg) {
  long tot = 0;
  int i, k, d;
#pragma regtt parallel copyin(a->ptr[0 : a->n + 1], a->ind[0 : a->nnz])
  for (i = 0; i < a->n; ++i) {
    d = 0;
    k = a->ptr[i];
    while (k < a->ptr[i + 1]) {
      if (a->ind[k] > i)
        d++;
      k++;
    }
    for (k = a->ptr[i]; k < a->ptr[i + 1]; k++)
      if (a->ind[k] == i)
        break;
    if (k < a->ptr[i + 1])
      d += 1000;
    deg[i] = d;
    tot += d;
  }
  return tot;
}
/* Pairs of a row, a pointer that moves beside the counter, and one that is null
   where a vertex has none. */
struct arc {
  int to;
  float w;
};
static void heaviest(int n, const int *first, const struct arc *arcs, int m,
                     float *best, int *at) {
  const struct arc *a, *end, *found;
  int v, k;
#pragma regtt parallel copyin(first[0 : n + 1], arcs[0 : m])
  for (v = 0; v < n; v++) {
    k = 0;
    found = 0;
    best[v] = -1;
    for (a = &arcs[first[v]], end = arcs + first[v + 1]; a < end; ++a, ++k)
      if (a->w > best[v]) {
        best[v] = a->w;
        found = a;
      }
    at[v] = found ? (int)(found - arcs) * 1000 + k : -k;
  }
}
/* The next case reads what the loop has counted up to. */
static void fallsThrough(const mat *a, int *out) {
  int i, j, s;
#pragma regtt parallel copyin(a->ptr[0 : a->n + 1], a->ind[0 : a->nnz])
  for (i = 0; i < a->n; i++) {
    s = 0;
    j = a->ptr[i];
    switch (i % 3) {
    case 0:
      for (; j < a->ptr[i + 1]; j++)
        s = (s * 3 + a->ind[j]) & 4095; /* fall through */
    case 1:
      s += j * 7;
      break;
    default:
      s = 9;
    }
    out[i] = s;
  }
}
int main(int c, char **v) {
  int n = c > 1 ? atoi(v[1]) : 100, i, k = 0;
  mat a;
  a.n = n;
  a.ptr = malloc(sizeof(int) * (n + 1));
  for (i = 0; i <= n; ++i) {
    a.ptr[i] = k;
    k += rand() % 9;
  }
  a.nnz = a.ptr[n];
  a.ind = malloc(sizeof(int) * (a.nnz + 1));
  a.val = malloc(8 * (a.nnz + 1));
  for (i = 0; i < a.nnz; ++i) {
    a.ind[i] = rand() % n;
    a.val[i] = rand() / 1e9 - 1;
  }
  double *x = malloc(8 * n + 8), *y = malloc(8 * n + 8), *m = malloc(8 * n + 8);
  int *d = malloc(4 * n + 4);
  for (i = 0; i < n; ++i)
    x[i] = rand() / 1e9;
  spmv(&a, x, y);
  maxs(&a, m);
  long t = count(&a, d);
  struct arc *arcs = malloc(sizeof *arcs * (a.nnz + 1));
  for (i = 0; i < a.nnz; ++i) {
    arcs[i].to = a.ind[i];
    arcs[i].w = (float)a.val[i];
  }
  float *best = malloc(4 * n + 4);
  int *at = malloc(4 * n + 4);
  heaviest(n, a.ptr, arcs, a.nnz, best, at);
  int *through = malloc(4 * n + 4);
  fallsThrough(&a, through);
  double s = 0;
  for (i = 0; i < n; ++i)
    s = s * 0.5 + y[i] + m[i] + d[i] + best[i] + at[i] + through[i];
  printf("%.17g %ld\n", s, t);
  return 0;
}
