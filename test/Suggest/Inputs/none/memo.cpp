#include <cstdio>
#include <map>
#include <vector>
static std::map<int, long> memo;
static long fib(int n) {
  if (n < 2)
    return n;
  auto it = memo.find(n);
  if (it != memo.end())
    return it->second;
  long v = fib(n - 1) + fib(n - 2);
  memo[n] = v;
  return v;
}
static int cut[200];
static int rod(const int *price, int n) {
  if (n == 0)
    return 0;
  if (cut[n])
    return cut[n];
  int best = 0;
  for (int i = 1; i <= n && i <= 10; ++i) {
    int v = price[i] + rod(price, n - i);
    if (v > best)
      best = v;
  }
  return cut[n] = best;
}
int main() {
  int price[11] = {0, 1, 5, 8, 9, 10, 17, 17, 20, 24, 30};
  std::vector<int> asks = {30, 10, 50, 60, 3, 77};
  long s = 0;
  for (int q : asks)
    s += fib(q);
  for (int q : asks)
    s += rod(price, q);
  std::printf("%ld\n", s);
}
