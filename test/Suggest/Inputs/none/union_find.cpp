#include <cstdio>
#include <vector>
class DSU {
  std::vector<int> parent, size;

public:
  explicit DSU(int n) : parent(n), size(n, 1) {
    for (int i = 0; i < n; ++i)
      parent[i] = i;
  }
  int find(int x) { return parent[x] == x ? x : parent[x] = find(parent[x]); }
  bool unite(int a, int b) {
    a = find(a);
    b = find(b);
    if (a == b)
      return false;
    if (size[a] < size[b])
      std::swap(a, b);
    parent[b] = a;
    size[a] += size[b];
    return true;
  }
};
struct Set {
  Set *up;
  int rank;
};
static Set *top(Set *s) {
  if (s->up != s)
    s->up = top(s->up);
  return s->up;
}
int main() {
  DSU d(100);
  int joined = 0;
  for (int i = 0; i < 300; ++i)
    joined += d.unite(i * 17 % 100, i * i % 100);
  long sum = 0;
  for (int i = 0; i < 100; ++i)
    sum += d.find(i);
  std::vector<Set> s(50);
  for (auto &e : s)
    e = {&e, 0};
  for (int i = 1; i < 50; ++i)
    top(&s[i])->up = top(&s[i / 3]);
  for (int i = 0; i < 50; ++i)
    sum += top(&s[i]) - s.data();
  std::printf("%d %ld\n", joined, sum);
}
