// Strings, views of them and C strings in nodes, queries, elements and for all:
// their characters, sizes and ends, compared in every way. Short strings lie in
// the object, long ones elsewhere; some have zeros inside, some are empty, and
// characters are of either sign.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -std=c++17 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "300" "1" "0"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 40 2>&1 | FileCheck %s
// CHECK-COUNT-6: verify=identical
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

struct Node {
  std::string word;
  std::string_view part;
  const char *plain;
  Node *left, *right;
};
struct Query {
  std::string word;
  const char *plain;
  unsigned long sum;
};
struct Item {
  std::string name;
  std::string_view part;
};

static unsigned long hashed(const std::string &s) {
  unsigned long h = s.empty() ? 7 : s.front() * 3ul + s.back();
  for (char c : s)
    h = h * 31 + c;
  for (std::size_t k = 0; k <= s.size(); ++k)
    h = h * 31 + s[k];
  for (auto it = s.begin(); it != s.end(); ++it)
    h = h * 31 + *it;
  return h + s.length();
}

#pragma regtt traversal
static void visit(const Node *n, Query &q) {
  if (!n)
    return;
  q.sum = q.sum * 3 + hashed(n->word) + hashed(q.word);
  visit(n->left, q);
  visit(n->right, q);
}

#pragma regtt traversal
static void compare(const Node *n, Query &q) {
  if (!n)
    return;
  q.sum = q.sum * 3 + (n->word == q.word) + 2 * (n->word != q.word) +
          4 * (n->word < q.word) + 8 * (n->word <= q.word) +
          16 * (n->word > n->part) + 32 * (n->part >= q.word);
  q.sum = q.sum * 3 + (n->word == q.plain) + 2 * (q.plain < n->word) +
          4 * (n->word == "abba") + 8 * ("ab" < n->word) + (n->part == "");
  q.sum += std::strlen(q.plain) + std::strlen(n->word.c_str());
  if (std::strcmp(n->plain, q.plain) < 0)
    q.sum++;
  const int order = n->word.compare(q.word);
  compare(n->left, q);
  if (order >= 0)
    compare(n->right, q);
}

static int alike(std::string_view a, std::string_view b) {
  std::size_t k = 0;
  while (k < a.size() && k < b.size() && a[k] == b[k])
    ++k;
  return int(k);
}
static bool isLess(std::string_view a, const std::string &b) {
  return a.compare(b) < 0;
}
static bool isSame(const char *a, const char *b) { return !std::strcmp(a, b); }

#pragma regtt traversal
static void look(const Node *n, Query &q, const std::vector<Item> &items,
                 std::string_view key) {
  if (!n)
    return;
  const std::string_view mine = n->part;
  std::string_view word = n->word;
  q.sum = q.sum * 3 + alike(n->part, q.word) + alike(mine, word) * 5;
  for (const Item &item : items) {
    q.sum += alike(item.name, item.part) + isLess(item.part, q.word) +
             (item.name == word) + (item.part < n->word);
    std::string_view part = item.part;
    for (char c : part)
      q.sum = q.sum * 5 + c;
  }
  q.sum += isSame(n->plain, q.word.c_str()) + alike(key, word) +
           (key == n->word) + key.size();
  look(n->left, q, items, key);
  look(n->right, q, items, key);
}

#pragma regtt traversal
static void find(const Node *n, std::string_view key, unsigned long &sum) {
  if (!n)
    return;
  sum = sum * 3 + (n->word < key) + key.size() + 5 * alike(n->part, key);
  find(n->left, key, sum);
  find(n->right, key, sum);
}

static unsigned seed = 3;
static unsigned drawn(unsigned n) {
  seed = seed * 1103515245u + 12345u;
  return (seed >> 16) % n;
}
static std::string make() {
  std::string s;
  for (int k = int(drawn(3) ? drawn(5) : drawn(40)); k > 0; --k)
    s.push_back(drawn(9) ? char('a' + drawn(2)) : char(drawn(256)));
  return s;
}
static std::vector<std::string> pool;
static std::string_view drawnPart() {
  pool.push_back(make());
  return drawn(4) ? std::string_view(pool.back()).substr(0, drawn(4))
                  : std::string_view();
}
static const char *drawnPlain() {
  pool.push_back(make());
  return pool.back().c_str();
}
static Node *build(int n) {
  if (n <= 0)
    return nullptr;
  const int left = (n - 1) / 2;
  const std::string_view part = drawnPart();
  return new Node{make(), part, drawnPlain(), build(left), build(n - 1 - left)};
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  pool.reserve(5000);
  const Node *root = build(n);
  std::vector<Query> queries;
  for (int i = 0; i < 90; ++i) {
    const char *plain = drawnPlain();
    queries.push_back({make(), plain, 0});
  }
  std::vector<Item> items;
  for (int i = 0; i < 6; ++i) {
    const std::string_view part = drawnPart();
    items.push_back({make(), part});
  }
  const std::string_view key = pool[7];
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i) {
    queries[i].sum = queries[i].word.size();
    visit(root, queries[i]);
  }
#pragma regtt parallel
  for (Query &q : queries)
    compare(root, q);
#pragma regtt parallel
  for (Query &q : queries)
    look(root, q, items, key);
  std::vector<unsigned long> sums(queries.size());
  const std::vector<std::string_view> parts(pool.begin(), pool.begin() + 90);
  const std::string word = "abba";
#pragma regtt parallel
  for (std::size_t i = 0; i < sums.size(); ++i) {
    std::string_view mine = queries[i].word;
    find(root, mine, sums[i]);
  }
#pragma regtt parallel
  for (std::size_t i = 0; i < sums.size(); ++i)
    find(root, parts[i], sums[i]);
#pragma regtt parallel
  for (std::size_t i = 0; i < sums.size(); ++i)
    find(root, word, sums[i]);
  for (std::size_t i = 0; i < sums.size(); ++i)
    std::printf("%lu %lu\n", queries[i].sum, sums[i]);
}
