#include <cmath>
#include <cstdio>
#include <vector>
template <class F> double simpson(const F &f, double a, double b) {
  return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b));
}
template <class F> double adapt(const F &f, double a, double b, double eps, double whole, int depth) {
  double m = (a + b) / 2, l = simpson(f, a, m), r = simpson(f, m, b);
  if (depth <= 0 || std::fabs(l + r - whole) < 15 * eps)
    return l + r + (l + r - whole) / 15;
  return adapt(f, a, m, eps / 2, l, depth - 1) + adapt(f, m, b, eps / 2, r, depth - 1);
}
static double bisect(double lo, double hi, double c, int n) {
  if (n == 0)
    return lo;
  double mid = 0.5 * (lo + hi);
  if (mid * mid * mid < c)
    return bisect(mid, hi, c, n - 1);
  return bisect(lo, mid, c, n - 1);
}
int main() {
  std::vector<double> res(20);
  for (int i = 0; i < 20; ++i) {
    auto f = [i](double x) { return std::sin(x * i) + x; };
    res[i] = adapt(f, 0, 1, 1e-7, simpson(f, 0, 1), 12);
  }
  for (int i = 0; i < 20; ++i)
    res[i] += bisect(0, 20, i, 40);
  double s = 0;
  for (double r : res)
    s += r;
  std::printf("%.8f\n", s);
}
