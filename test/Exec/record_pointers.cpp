// Pointers to the elements side by side that an iteration has of an array, in
// the loop and in functions. What leads out of these ends the program.
// --suggest does not look for such loops.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "50 4" "1 1" "0 2"
// RUN: env REGTT_THREADS=2 not --crash %t.parallel 50 5 2>&1 | FileCheck %s
// CHECK: regtt: error: index 4 leads out of the 4 elements that an iteration has of an array
#include <cstdio>
#include <cstdlib>
#include <vector>

static double sum(const double *row, int n) {
  double s = 0;
  for (int k = 0; k < n; ++k)
    s += row[k] * (k + 1);
  return s;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 50;
  const int width = argc > 2 ? std::atoi(argv[2]) : 4;
  std::vector<double> in(size_t(n) * 4), out(size_t(n) * 3), sums(n);
  for (size_t k = 0; k < in.size(); ++k)
    in[k] = double(k * k % 101);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const double *from = &in[4 * i];
    double *to = &out[3 * i];
    to[0] = from[3];
    to[2] = from[0];
    for (int k = 0; k < 3; ++k)
      to[k] += from[k] / 3;
    double s = sum(from, width);
    for (int k = 0; k < width; ++k)
      s -= from[k];
    sums[i] = s;
  }
  double all = 0;
  for (size_t k = 0; k < out.size(); ++k)
    all += out[k] * double(k % 7);
  for (int i = 0; i < n; ++i)
    all += sums[i] * (i % 5);
  std::printf("%.17g\n", all);
}
