#include <algorithm>
#include <cstdio>
#include <vector>
struct Item {
  int weight, value;
};
static int best(const std::vector<Item> &items, size_t i, int room) {
  if (i == items.size())
    return 0;
  int skip = best(items, i + 1, room);
  if (items[i].weight > room)
    return skip;
  return std::max(skip, items[i].value + best(items, i + 1, room - items[i].weight));
}
static bool subset(const int *v, int n, int sum) {
  if (sum == 0)
    return true;
  if (n == 0 || sum < 0)
    return false;
  return subset(v, n - 1, sum) || subset(v, n - 1, sum - v[n - 1]);
}
static int search(const int *v, int lo, int hi, int key) {
  if (lo >= hi)
    return lo;
  int m = lo + (hi - lo) / 2;
  return v[m] < key ? search(v, m + 1, hi, key) : search(v, lo, m, key);
}
int main() {
  std::vector<Item> items;
  int v[12];
  for (int i = 0; i < 12; ++i) {
    items.push_back({i % 5 + 1, i * 7 % 11});
    v[i] = i * 3 + 1;
  }
  int out[30], s = 0;
  for (int room = 0; room < 30; ++room)
    out[room] = best(items, 0, room);
  for (int k = 0; k < 30; ++k)
    out[k] += subset(v, 12, k * 2);
  for (int k = 0; k < 30; ++k)
    s += out[k] * search(v, 0, 12, k);
  std::printf("%d\n", s);
}
