#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>
template <class T, class F> void permute(std::vector<T> &v, size_t k, F &&f) {
  if (k == v.size()) {
    f(v);
    return;
  }
  for (size_t i = k; i < v.size(); ++i) {
    std::swap(v[k], v[i]);
    permute(v, k + 1, f);
    std::swap(v[k], v[i]);
  }
}
int main() {
  std::vector<std::string> words = {"abcd", "xyz", "hello"};
  long sum = 0;
  for (auto &w : words) {
    std::vector<char> c(w.begin(), w.end());
    permute(c, 0, [&](const std::vector<char> &p) { sum += p[0] * 31 + p.back(); });
  }
  std::function<int(int, int)> choose = [&](int n, int k) -> int {
    if (k == 0 || k == n)
      return 1;
    return choose(n - 1, k - 1) + choose(n - 1, k);
  };
  for (int n = 1; n < 10; ++n)
    sum += choose(n, n / 2);
  std::printf("%ld\n", sum);
}
