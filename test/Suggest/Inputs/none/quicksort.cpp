#include <cstdio>
#include <vector>
static void quick(int *a, int lo, int hi) {
  if (lo >= hi)
    return;
  int p = a[(lo + hi) / 2], i = lo, j = hi;
  while (i <= j) {
    while (a[i] < p)
      ++i;
    while (a[j] > p)
      --j;
    if (i <= j) {
      int t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
  }
  quick(a, lo, j);
  quick(a, i, hi);
}
int main() {
  std::vector<std::vector<int>> rows(20);
  unsigned s = 1;
  for (int r = 0; r < 20; ++r)
    for (int i = 0; i < 30 + r; ++i)
      rows[r].push_back((s = s * 1103515245u + 12345u) >> 16);
  for (int r = 0; r < 20; ++r)
    quick(rows[r].data(), 0, (int)rows[r].size() - 1);
  long sum = 0;
  for (auto &r : rows)
    sum += r[3];
  std::printf("%ld\n", sum);
}
