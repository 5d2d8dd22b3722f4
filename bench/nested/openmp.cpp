// The loops of spmv.cpp, or of push.cpp, as OpenMP runs them.
#ifndef REAL
#define REAL float
#endif

void openmp(int n, const int *row, const int *col, const REAL *val,
            const REAL *x, REAL *y) {
#pragma omp parallel for schedule(dynamic, 1024)
  for (int i = 0; i < n; ++i) {
#ifdef PUSH
    const REAL own = x[i];
    for (int e = row[i]; e < row[i + 1]; ++e) {
#pragma omp atomic
      y[col[e]] += val[e] * own;
    }
#else
    REAL s = 0;
    for (int e = row[i]; e < row[i + 1]; ++e)
      s += val[e] * x[col[e]];
    y[i] = s;
#endif
  }
}
