// What an iteration hands on as a pointer has to be held by an element of an
// array, which nothing changes while the loop runs.
// RUN: regtt-cc --verify-diagnostics -std=c++17 %s
#include <cstring>
#include <vector>

struct Node {
  const char *word;
  int at;
  Node *left, *right;
};

#pragma regtt traversal
static void unended(const Node *n, const float *x, long &sum) {
  if (!n)
    return;
  // expected-error@+1 {{the extent of 'x' cannot be inferred; add 'extent(x : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
  sum += x[n->at] > 0;
  unended(n->left, x, sum);
}

#pragma regtt traversal
static void either(const Node *n, const char *key, long &sum) {
  if (!n)
    return;
  // expected-error@+1 {{the array 'key[nth]' is reached through a parameter, which is not carried by this version [RTT2030]}}
  sum += std::strcmp(n->word, key) < 0;
  either(n->left, key, sum);
}

#pragma regtt traversal
static void find(const Node *n, const char *key, long &sum) {
  if (!n)
    return;
  sum += std::strcmp(n->word, key) < 0;
  find(n->left, key, sum);
}

static void all(const Node *root, std::vector<const char *> &keys,
                const std::vector<float *> &rows, std::vector<long> &sums) {
#pragma regtt parallel
  for (std::size_t i = 0; i < sums.size(); ++i)
    unended(root, rows[i], sums[i]);
#pragma regtt parallel
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const char *key = keys[i];
    if (i % 2)
      key = "abba";
    either(root, key, sums[i]);
  }
#pragma regtt parallel
  for (std::size_t i = 0; i < sums.size(); ++i) {
    // expected-note@+1 {{read here}}
    find(root, keys[i], sums[i]);
    // expected-error@+1 {{'keys[i + 1]' is written after the call, where a later iteration may read it; write it in a loop of its own [RTT1117]}}
    keys[i + 1] = "abba";
  }
#pragma regtt parallel
  for (std::size_t i = 0; i < sums.size(); ++i)
    find(root, keys[i], sums[i]);
}
