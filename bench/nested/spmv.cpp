// A sparse matrix times a vector, again and again, beside the serial loop and
// the same with OpenMP.
#include "product.h"

static void serial(int n, const int *row, const int *col, const REAL *val,
                   const REAL *x, REAL *y) {
  for (int i = 0; i < n; ++i) {
    REAL s = 0;
    for (int e = row[i]; e < row[i + 1]; ++e)
      s += val[e] * x[col[e]];
    y[i] = s;
  }
}

static void parallel(int n, int m, const int *row, const int *col,
                     const REAL *val, const REAL *x, REAL *y) {
#ifdef RESIDENT
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : m], val[0 : m],          \
                              x[0 : n]) resident(row, col, val)
#else
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : m], val[0 : m], x[0 : n])
#endif
  for (int i = 0; i < n; ++i) {
    REAL s = 0;
    for (int e = row[i]; e < row[i + 1]; ++e)
      s += val[e] * x[col[e]];
    y[i] = s;
  }
}
