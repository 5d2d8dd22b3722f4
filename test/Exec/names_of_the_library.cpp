// Functions of the library that only read, where something else has their names:
// what is evaluated ahead calls the library's.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes 1
#include <cstdio>
#include <cstring>
#include <vector>
struct Node {
  int key;
  Node *l, *r;
};
#pragma regtt traversal
static void find(const Node *n, long at, long &s) {
  if (!n)
    return;
  s = s * 3 + n->key + at;
  find(at < n->key ? n->l : n->r, at, s);
}
struct Table {
  static char keys[20][16];
  Node *root;
  std::vector<long> out;
  std::size_t strlen(const char *) const { return 99; }
  void all() {
#pragma regtt parallel
    for (int i = 0; i < 20; i++) {
      long s = 0;
      find(root, long(::strlen(keys[i])), s);
      out[i] = s;
    }
#pragma regtt parallel
    for (int i = 0; i < 20; i++) {
      long s = 0;
      find(root, long(std::strlen(keys[i])) + 1, s);
      out[i] += s;
    }
  }
};
char Table::keys[20][16];
int main() {
  Node a{3, nullptr, nullptr}, b{9, nullptr, nullptr}, r{5, &a, &b};
  Table t{&r, std::vector<long>(20)};
  for (int i = 0; i < 20; i++)
    for (int k = 0; k < i % 12; k++)
      t.keys[i][k] = 'a';
  t.all();
  for (long l : t.out)
    std::printf("%ld ", l);
}
