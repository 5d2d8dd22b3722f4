// A sparse matrix's transpose times a vector: each row gives to the elements
// that its columns name. Beside the serial loop and the same with OpenMP, whose
// atomic sums come in another order each time.
#include "product.h"

static void serial(int n, const int *row, const int *col, const REAL *val,
                   const REAL *x, REAL *y) {
  for (int i = 0; i < n; ++i) {
    const REAL own = x[i];
    for (int e = row[i]; e < row[i + 1]; ++e)
      y[col[e]] += val[e] * own;
  }
}

static void parallel(int n, int m, const int *row, const int *col,
                     const REAL *val, const REAL *x, REAL *y) {
#ifdef RESIDENT
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : m], val[0 : m],          \
                              y[0 : n]) resident(row, col, val)
#else
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : m], val[0 : m], y[0 : n])
#endif
  for (int i = 0; i < n; ++i) {
    const REAL own = x[i];
    for (int e = row[i]; e < row[i + 1]; ++e)
      y[col[e]] += val[e] * own;
  }
}
