// Each iteration hands on a pointer that an array holds, to text or to numbers,
// or none: what it leads to is an array of the iteration's.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -std=c++17 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "300" "1" "0"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 40 2>&1 | FileCheck %s
// CHECK-COUNT-4: verify=identical
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

struct Node {
  const char *word;
  float at[3];
  int axis;
  Node *left, *right;
};
struct Entry {
  int id;
  const char *name;
  long sum;
};

#pragma regtt traversal
static void find(const Node *n, const char *key, long &sum) {
  if (!n)
    return;
  const int order = std::strcmp(key, n->word);
  sum = sum * 3 + long(std::strlen(key));
  if (order == 0)
    sum += 100;
  find(order < 0 ? n->left : n->right, key, sum);
}

#pragma regtt traversal
static void count(const Node *n, const char *prefix, long &sum) {
  if (!n)
    return;
  int k = 0;
  if (prefix)
    while (prefix[k] && prefix[k] == n->word[k])
      ++k;
  sum = sum * 5 + k;
  count(n->left, prefix, sum);
  count(n->right, prefix, sum);
}

#pragma regtt traversal extent(x : 3)
static void descend(const Node *n, const float *x, long &sum) {
  if (!n)
    return;
  for (int d = 0; d < 3; ++d)
    sum = sum * 3 + (x[d] < n->at[d]);
  descend(x[n->axis] < n->at[n->axis] ? n->left : n->right, x, sum);
}

static unsigned seed = 3;
static unsigned drawn(unsigned n) {
  seed = seed * 1103515245u + 12345u;
  return (seed >> 16) % n;
}
static const char *make() {
  std::string s;
  for (unsigned k = drawn(3) ? drawn(4) : drawn(30); k > 0; --k)
    s.push_back(drawn(9) ? char('a' + drawn(2)) : char(1 + drawn(255)));
  return strdup(s.c_str());
}
static Node *build(int n) {
  if (n <= 0)
    return nullptr;
  Node *made = new Node{make(), {}, int(drawn(3)), nullptr, nullptr};
  for (float &x : made->at)
    x = float(drawn(100));
  made->left = build((n - 1) / 2);
  made->right = build(n - 1 - (n - 1) / 2);
  return made;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  const Node *root = build(n);
  std::vector<const char *> keys;
  std::vector<Entry> entries;
  std::vector<float *> rows;
  std::vector<long> sums(80);
  for (int i = 0; i < 80; ++i) {
    keys.push_back(root && i % 9 == 0 ? root->word : make());
    entries.push_back({i, i % 4 ? keys[unsigned(i) / 2] : nullptr, i});
    rows.push_back(new float[3]);
    for (int d = 0; d < 3; ++d)
      rows.back()[d] = float(drawn(100));
  }
#pragma regtt parallel
  for (std::size_t i = 0; i < keys.size(); ++i)
    find(root, keys[i], sums[i]);
#pragma regtt parallel
  for (Entry &e : entries)
    count(root, e.name, e.sum);
#pragma regtt parallel
  for (std::size_t i = 0; i < rows.size(); ++i)
    descend(root, rows[i], sums[i]);
#pragma regtt parallel
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const char *key = keys[i];
    count(root, key, sums[i]);
  }
  for (std::size_t i = 0; i < sums.size(); ++i)
    std::printf("%ld %ld\n", sums[i], entries[i].sum);
}
