// Children in pairs: of a number and a pointer, by reference, by value, by index
// and by name; of a pointer that owns; of a string in front of it.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -std=c++17 -O1 --target=cpu -Wall -Wextra -Werror -Wno-range-loop-construct %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "300" "1"
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Node {
  int value;
  std::vector<std::pair<int, Node *>> kids;
};
struct Owner {
  int value;
  std::vector<std::pair<char, std::unique_ptr<Owner>>> kids;
};
struct Named {
  int value;
  std::vector<std::pair<std::string, Named *>> kids;
};

#pragma regtt traversal
static void byReference(const Node *n, int at, unsigned long &sum) {
  sum = sum * 7 + n->value;
  for (const auto &kid : n->kids)
    if (kid.first % 4 >= at)
      byReference(kid.second, at, sum);
}

#pragma regtt traversal
static void byValue(const Node *n, int at, unsigned long &sum) {
  sum = sum * 7 + n->value;
  for (const auto kid : n->kids)
    if (kid.first % 4 <= at)
      byValue(kid.second, at, sum);
}

#pragma regtt traversal
static void byIndex(const Node *n, int at, unsigned long &sum) {
  for (std::size_t k = 0; k < n->kids.size(); ++k) {
    sum = sum * 5 + n->kids[k].first;
    if (n->kids[k].first % 3 != at)
      byIndex(n->kids[k].second, at, sum);
  }
}

#pragma regtt traversal
static void byName(const Owner &n, int at, unsigned long &sum) {
  sum = sum * 7 + n.value;
  for (const auto &[key, kid] : n.kids)
    if (kid && key % 5 != at)
      byName(*kid, at, sum);
}

#pragma regtt traversal
static void named(const Named *n, int at, unsigned long &sum) {
  sum = sum * 7 + n->value + at;
  for (const auto &kid : n->kids)
    named(kid.second, at, sum);
}

static unsigned seed = 3;
static int drawn(int n) {
  seed = seed * 1103515245u + 12345u;
  return int((seed >> 16) % unsigned(n));
}
template <class T, class Pointer, class Key>
static Pointer build(int n, Key key) {
  Pointer made(new T{drawn(10), {}});
  for (--n; n > 0;) {
    const int size = 1 + drawn(n);
    made->kids.emplace_back(key(), build<T, Pointer>(size, key));
    n -= size;
  }
  return made;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100, m = 60;
  const Node *root = build<Node, Node *>(n, [] { return drawn(20); });
  const auto owner = build<Owner, std::unique_ptr<Owner>>(
      n, [] { return char('a' + drawn(20)); });
  const Named *name = build<Named, Named *>(
      n, [] { return std::string(unsigned(drawn(30)), 'x'); });
  std::vector<unsigned long> sums[5];
  for (auto &each : sums)
    each.resize(m);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byReference(root, i % 4, sums[0][i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byValue(root, i % 4, sums[1][i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byIndex(root, i % 3, sums[2][i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byName(*owner, i % 5, sums[3][i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    named(name, i % 5, sums[4][i]);
  for (int i = 0; i < m; ++i)
    std::printf("%lu %lu %lu %lu %lu\n", sums[0][i], sums[1][i], sums[2][i],
                sums[3][i], sums[4][i]);
}
