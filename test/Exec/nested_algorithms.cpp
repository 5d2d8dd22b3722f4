// The library's algorithms over rows, in loops without a traversal.
// (--suggest does not look for loops that call no recursion.)
//
// RUN: %serial -std=c++20 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++20 --target=cpu --variant=all -Wall -Wextra -Wshadow -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "1" "2" "400"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>
static unsigned state = 1;
static unsigned draw() {
  return state = state * 1664525u + 1013904223u, state >> 8;
}
using Graph = std::vector<std::vector<int>>;
int main(int c, char **v) {
  const int n = c > 1 ? atoi(v[1]) : 300;
  Graph g(n);
  std::vector<int> row(1, 0), col;
  std::vector<double> val;
  for (auto &r : g) {
    for (int k = draw() % 9; k--;)
      r.push_back(draw() % (n + 1));
    std::sort(r.begin(), r.end());
    col.insert(col.end(), r.begin(), r.end());
    row.push_back(int(col.size()));
  }
  for (std::size_t i = 0; i < col.size(); ++i)
    val.push_back(draw() % 1000 / 7.0);
  std::vector<int> a(n), b(n), d(n), e(n), missing;
  std::vector<double> f(n), h(n);
  long tri = 0;
#pragma regtt parallel
  for (int u = 0; u < n; ++u) {
    for (int w : g[u]) {
      if (w < n && std::find(g[w].begin(), g[w].end(), u) == g[w].end())
        ++a[u];
      if (w < n && w > u && std::binary_search(g[w].begin(), g[w].end(), u))
        ++tri;
    }
    b[u] = int(
        std::lower_bound(col.begin() + row[u], col.begin() + row[u + 1], u) -
        col.begin());
    auto first = col.data() + row[u], last = col.data() + row[u + 1];
    const int *it = std::upper_bound(first, last, n / 2);
    d[u] = it == last ? -1 : *it;
    e[u] = int(std::count(g[u].begin(), g[u].end(), u / 2)) +
           10 * std::any_of(g[u].begin(), g[u].end(),
                            [&](int w) { return w == u; });
    f[u] = std::accumulate(val.begin() + row[u], val.begin() + row[u + 1], 0.5);
    h[u] = row[u] == row[u + 1] ? -1
                                : *std::max_element(val.begin() + row[u],
                                                    val.begin() + row[u + 1]);
  }
#pragma regtt parallel
  for (int u = 0; u < n; ++u)
    for (int w : g[u])
      if (w < n && std::find(g[w].begin(), g[w].end(), u) == g[w].end())
        missing.push_back(w * n + u);
  double s = 0;
  for (int u = 0; u < n; ++u)
    s = s * 0.5 + a[u] + b[u] * 3 + d[u] + e[u] + f[u] + h[u];
  for (int m : missing)
    s = s * 0.5 + m;
  printf("%.17g %ld %zu\n", s, tri, missing.size());
}
