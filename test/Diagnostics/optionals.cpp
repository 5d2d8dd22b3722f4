// Optionals are values where what they hold is, and made of it or of numbers;
// what may throw, or runs code of the user's in the library, is not carried.
// RUN: regtt-cc -std=c++17 --verify-diagnostics %s
#include <optional>
#include <string>

struct Node {
  double x;
  int id;
  const Node *left, *right;
};
struct Version {
  int v;
  Version() = default;
  Version(int v) : v(2 * v) {}
  bool operator==(const Version &o) const { return v > o.v; }
};
struct Ended {
  int v;
  ~Ended();
};

// Near miss: taken.
#pragma regtt traversal
static void least(const Node *n, double at, std::optional<double> &best,
                  std::optional<Version> &version) {
  if (!n)
    return;
  if (!best || n->x < *best)
    best = n->x;
  if (best > at)
    best.reset();
  version = Version{n->id};
  least(n->x < at ? n->right : n->left, at, best, version);
}

#pragma regtt traversal
static void throws(const Node *n, double at, std::optional<double> &best) {
  if (!n)
    return;
  // expected-error@+1 {{call of 'value' is not taken inside a traversal: it throws where there is no value; write '*' if there always is [RTT2008]}}
  best = n->x + best.value();
  throws(n->x < at ? n->right : n->left, at, best);
}

#pragma regtt traversal
static void made(const Node *n, double at, std::optional<Version> &best) {
  if (!n)
    return;
  // expected-error@+1 {{an optional of a value that is neither of its type nor a number is not taken inside a traversal [RTT2004]}}
  best = n->id;
  // expected-error@+1 {{an optional of a value that is neither of its type nor a number is not taken inside a traversal [RTT2004]}}
  best.emplace(n->id);
  made(n->x < at ? n->right : n->left, at, best);
}

#pragma regtt traversal
static void compared(const Node *n, double at, int &count) {
  if (!n)
    return;
  const std::optional<Version> a = Version(n->id);
  // expected-error@+1 {{call of 'operator==' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  count += a == Version(3);
  compared(n->x < at ? n->right : n->left, at, count);
}

#pragma regtt traversal
static std::optional<std::string> text(const Node *n, double at) {
  if (!n)
    return std::nullopt;
  return text(n->x < at ? n->right : n->left, at);
}

#pragma regtt traversal
static std::optional<Ended> ended(const Node *n, double at) {
  if (!n)
    return std::nullopt;
  return ended(n->x < at ? n->right : n->left, at);
}

void all(const Node *root, std::optional<double> *best, int *counts, int m,
         std::optional<Version> *versions) {
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    least(root, i, best[i], versions[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    throws(root, i, best[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    made(root, i, versions[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    compared(root, i, counts[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    // expected-error@+1 {{the value that 'text' returns is not kept: it is 'std::optional<std::basic_string<char>>', neither a number nor a struct of numbers [RTT2050]}}
    counts[i] = text(root, i).has_value();
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    // expected-error@+1 {{the value that 'ended' returns is not kept: it is 'std::optional<Ended>', neither a number nor a struct of numbers [RTT2050]}}
    counts[i] = ended(root, i).has_value();
}
