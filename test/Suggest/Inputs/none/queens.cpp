#include <cstdio>
#include <vector>
class Queens {
  int n;
  std::vector<int> col, d1, d2;
  long found = 0;

public:
  explicit Queens(int n) : n(n), col(n), d1(2 * n), d2(2 * n) {}
  void place(int r) {
    if (r == n) {
      ++found;
      return;
    }
    for (int c = 0; c < n; ++c) {
      if (col[c] || d1[r + c] || d2[r - c + n])
        continue;
      col[c] = d1[r + c] = d2[r - c + n] = 1;
      place(r + 1);
      col[c] = d1[r + c] = d2[r - c + n] = 0;
    }
  }
  long count() const { return found; }
};
static long bits(unsigned all, unsigned cols, unsigned l, unsigned r) {
  if (cols == all)
    return 1;
  long n = 0;
  for (unsigned free = all & ~(cols | l | r); free; free &= free - 1) {
    unsigned b = free & -free;
    n += bits(all, cols | b, (l | b) << 1, (r | b) >> 1);
  }
  return n;
}
int main() {
  long t = 0;
  for (int n = 1; n <= 8; ++n) {
    Queens q(n);
    q.place(0);
    t += q.count();
  }
  for (int n = 1; n <= 8; ++n)
    t += bits((1u << n) - 1, 0, 0, 0);
  std::printf("%ld\n", t);
}
