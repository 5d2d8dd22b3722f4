// The loop of spmv.cpp as OpenMP runs it.
#ifndef REAL
#define REAL float
#endif

void openmp(int n, const int *row, const int *col, const REAL *val,
            const REAL *x, REAL *y) {
#pragma omp parallel for schedule(dynamic, 1024)
  for (int i = 0; i < n; ++i) {
    REAL s = 0;
    for (int e = row[i]; e < row[i + 1]; ++e)
      s += val[e] * x[col[e]];
    y[i] = s;
  }
}
