#include <complex>
#include <cstdio>
#include <vector>
using Complex = std::complex<double>;
static void fft(Complex *a, int n, int step, Complex *out) {
  if (n == 1) {
    *out = *a;
    return;
  }
  fft(a, n / 2, step * 2, out);
  fft(a + step, n / 2, step * 2, out + n / 2);
  for (int k = 0; k < n / 2; ++k) {
    Complex t = std::polar(1.0, -2 * 3.14159265358979 * k / n) * out[k + n / 2];
    Complex e = out[k];
    out[k] = e + t;
    out[k + n / 2] = e - t;
  }
}
static double pairwise(const double *v, int n) {
  if (n <= 4) {
    double s = 0;
    for (int i = 0; i < n; ++i)
      s += v[i];
    return s;
  }
  return pairwise(v, n / 2) + pairwise(v + n / 2, n - n / 2);
}
int main() {
  std::vector<Complex> in(8 * 32), out(8 * 32);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = double(i % 13);
  for (int r = 0; r < 8; ++r)
    fft(&in[r * 32], 32, 1, &out[r * 32]);
  std::vector<double> re(out.size()), sums(8);
  for (size_t i = 0; i < out.size(); ++i)
    re[i] = out[i].real();
  for (int r = 0; r < 8; ++r)
    sums[r] = pairwise(&re[r * 32], 32);
  std::printf("%.6f\n", sums[3]);
}
