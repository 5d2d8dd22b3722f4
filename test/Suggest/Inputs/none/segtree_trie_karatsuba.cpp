#include <cstdio>
#include <string>
#include <vector>
class SegTree {
  std::vector<long> t;
  int n;
  void update(int node, int lo, int hi, int at, long v) {
    if (lo == hi) {
      t[node] += v;
      return;
    }
    int m = (lo + hi) / 2;
    if (at <= m)
      update(2 * node, lo, m, at, v);
    else
      update(2 * node + 1, m + 1, hi, at, v);
    t[node] = t[2 * node] + t[2 * node + 1];
  }

public:
  explicit SegTree(int n) : t(4 * n), n(n) {}
  void add(int at, long v) { update(1, 0, n - 1, at, v); }
  long all() const { return t[1]; }
};
struct Trie {
  Trie *kid[26] = {};
  int ends = 0;
  void add(const char *s) {
    if (!*s) {
      ++ends;
      return;
    }
    Trie *&k = kid[*s - 'a'];
    if (!k)
      k = new Trie;
    k->add(s + 1);
  }
  ~Trie() {
    for (Trie *k : kid)
      delete k;
  }
};
static void kara(const long *a, const long *b, long *r, int n) {
  if (n == 1) {
    r[0] += a[0] * b[0];
    return;
  }
  int h = n / 2;
  std::vector<long> x(h), y(h), lo(2 * h), hi(2 * h), mid(2 * h);
  for (int i = 0; i < h; ++i)
    x[i] = a[i] + a[i + h], y[i] = b[i] + b[i + h];
  kara(a, b, lo.data(), h);
  kara(a + h, b + h, hi.data(), h);
  kara(x.data(), y.data(), mid.data(), h);
  for (int i = 0; i < 2 * h; ++i) {
    r[i] += lo[i], r[i + n] += hi[i];
    r[i + h] += mid[i] - lo[i] - hi[i];
  }
}
int main() {
  SegTree s(64);
  for (int i = 0; i < 200; ++i)
    s.add(i * 7 % 64, i);
  Trie trie;
  for (const char *w : {"ab", "abc", "zed", "abd"})
    trie.add(w);
  std::vector<long> a(16, 3), b(16, 5), r(32);
  for (int k = 0; k < 4; ++k)
    kara(a.data(), b.data(), r.data(), 16);
  std::printf("%ld %ld %d\n", s.all(), r[7], trie.kid[0] != nullptr);
}
