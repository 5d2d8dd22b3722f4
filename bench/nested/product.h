// What programs of products with a sparse matrix have in common: serial(),
// parallel() and, with -DOPENMP, openmp() are theirs, and are compared.
//
//     PROGRAM MATRIX [ROUNDS]
//
// says how many rounds had the serial program's result, bit for bit or by how
// much it differed from it at most, and the medians of their times.
#pragma once

#include "matrices.h"

#include <chrono>
#include <cstdio>
#include <cstring>

#ifndef REAL
#define REAL float
#endif

static void serial(int n, const int *row, const int *col, const REAL *val,
                   const REAL *x, REAL *y);
static void parallel(int n, int m, const int *row, const int *col,
                     const REAL *val, const REAL *x, REAL *y);
#ifdef OPENMP
void openmp(int n, const int *row, const int *col, const REAL *val,
            const REAL *x, REAL *y);
#endif

static double milliseconds() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch())
      .count();
}

static double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

int main(int argc, char **argv) {
  const Matrix a = makeMatrix(argc > 1 ? argv[1] : "small:coauthors");
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 9;
  const int n = a.rows, m = a.start.back();
  std::vector<REAL> val(m), x(n), y(n), wanted(n);
  onAllThreads(m, [&](int e) { val[e] = REAL(unit(e * 3ull + 7) - 0.5); });
  onAllThreads(n, [&](int i) { x[i] = REAL(unit(i * 13ull + 1) * 2 - 1); });
  const auto time = [&](const auto &run) {
    std::vector<double> times;
    for (int r = 0; r < rounds; ++r) {
      const double begin = milliseconds();
      run();
      times.push_back(milliseconds() - begin);
    }
    return median(times);
  };
  const double alone = time([&] {
    std::fill(wanted.begin(), wanted.end(), REAL(0));
    serial(n, a.start.data(), a.column.data(), val.data(), x.data(),
           wanted.data());
  });
  int same = 0;
  double most = 0;
  const double ours = time([&] {
    std::fill(y.begin(), y.end(), REAL(0));
    parallel(n, m, a.start.data(), a.column.data(), val.data(), x.data(),
             y.data());
    same += std::memcmp(y.data(), wanted.data(), n * sizeof(REAL)) == 0;
    for (int i = 0; i < n; ++i)
      most = std::max(most, double(std::abs(y[i] - wanted[i])));
  });
  (void)ours; // the checks are among it: the log has the call's own time
  std::printf("rows %d nonzeros %d longest %d same %d of %d error %.3g serial "
              "%.4f",
              n, m, a.longest, same, rounds, most, alone);
#ifdef OPENMP
  std::printf(" openmp %.4f", time([&] {
                std::fill(y.begin(), y.end(), REAL(0));
                openmp(n, a.start.data(), a.column.data(), val.data(), x.data(),
                       y.data());
              }));
#endif
  std::printf("\n");
}
