// Names of structured bindings among several calls and in functions between the
// loop and the traversal; names that the calls' results change.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %t.serial > %t.expected && %t.parallel > %t.found
// RUN: cmp %t.expected %t.found
#include <cstdio>
#include <utility>
#include <vector>
struct Node {
  double x;
  Node *l, *r;
};
#pragma regtt traversal
static int count(const Node *n, int lo, int hi) {
  if (!n)
    return 0;
  int c = n->x >= lo && n->x < hi;
  if (n->x >= lo)
    c += count(n->l, lo, hi);
  if (n->x < hi)
    c += count(n->r, lo, hi);
  return c;
}
static int both(const Node *root, int lo, int hi) {
  return hi < lo ? -1 : count(root, lo, hi) + count(root, lo - 5, hi + 5);
}
int main() {
  std::vector<Node> v(300);
  Node *root = nullptr;
  unsigned s = 7;
  for (auto &n : v) {
    s = s * 1103515245u + 12345;
    n = {(double)(s >> 16 & 1023), nullptr, nullptr};
    Node **p = &root;
    while (*p)
      p = n.x < (*p)->x ? &(*p)->l : &(*p)->r;
    *p = &n;
  }
  std::vector<std::pair<int, int>> q(100);
  for (auto &e : q) {
    s = s * 1103515245u + 12345;
    e.first = s >> 16 & 1023;
    s = s * 1103515245u + 12345;
    e.second = s >> 16 & 1023;
  }
  std::vector<int> a(100), b(100), c(100), d(100);
#pragma regtt parallel
  for (int i = 0; i < 100; i++) {
    auto [l, r] = q[i];
    a[i] = both(root, l, r);
  }
#pragma regtt parallel
  for (int i = 0; i < 100; i++) {
    auto &[l, r] = q[i];
    b[i] = both(root, l, r);
    l = -l;
  }
#pragma regtt parallel
  for (int i = 0; i < 100; i++) {
    const auto [l, r] = q[i];
    c[i] = count(root, l, r) + count(root, -l, r);
  }
#pragma regtt parallel
  for (int i = 0; i < 100; i++) {
    auto [l, r] = q[i];
    int x = count(root, l, r);
    l += x;
    d[i] = x + count(root, l, r);
  }
  for (int i = 0; i < 100; i++)
    printf("%d %d %d %d %d\n", a[i], b[i], c[i], d[i], q[i].first);
}
