// Tuples are values where their parts are; the library's own work on others is
// not done again.
// RUN: regtt-cc -std=c++17 --verify-diagnostics %s
#include <string>
#include <tuple>
struct Node {
  double x;
  int id;
  const Node *left, *right;
};
struct Version {
  int v;
  bool operator<(const Version &o) const { return v > o.v; }
};
struct Empty {};

// Near miss: taken.
#pragma regtt traversal
static std::tuple<int, double> sum(const Node *n, double at) {
  if (!n)
    return {0, 0.0};
  auto [id, s] = sum(n->x < at ? n->right : n->left, at);
  if (std::tie(n->x, id) < std::tie(s, n->id))
    id += n->id;
  return {id, s};
}

#pragma regtt traversal
static void versions(const Node *n, double at, int &count) {
  if (!n)
    return;
  const Version a{n->id}, b{int(at)};
  // expected-error@+2 {{call of 'tie' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  // expected-error@+1 {{call of 'tie' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  count += std::tie(a, n->id) < std::tie(b, count);
  versions(n->left, at, count);
  versions(n->right, at, count);
}

#pragma regtt traversal
static std::tuple<int, std::string> texts(const Node *n, double at) {
  if (!n)
    return {0, ""};
  return texts(n->x < at ? n->right : n->left, at);
}

#pragma regtt traversal
static std::tuple<Empty, int> empty(const Node *n, double at) {
  if (!n)
    return {};
  return empty(n->x < at ? n->right : n->left, at);
}

#pragma regtt traversal
static std::tuple<const Node *, double> nearest(const Node *n, double at) {
  if (!n)
    return {nullptr, 1e300};
  return nearest(n->x < at ? n->right : n->left, at);
}

void all(const Node *root, double *s, int *counts, int m) {
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    s[i] = std::get<1>(sum(root, i));
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    versions(root, i, counts[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    // expected-error@+1 {{the value that 'texts' returns is not kept: it is 'std::tuple<int, std::basic_string<char>>', neither a number nor a struct of numbers [RTT2050]}}
    counts[i] = std::get<0>(texts(root, i));
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    // expected-error@+1 {{the value that 'empty' returns is not kept: it is 'std::tuple<Empty, int>', neither a number nor a struct of numbers [RTT2050]}}
    counts[i] = std::get<1>(empty(root, i));
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    // expected-error@+1 {{the value that 'nearest' returns is not kept: it is 'tuple<const Node *, double>', neither a number nor a struct of numbers [RTT2050]}}
    s[i] = std::get<1>(nearest(root, i));
}
