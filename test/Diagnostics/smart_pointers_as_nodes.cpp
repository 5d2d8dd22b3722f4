// A traversal's node may be what holds the pointer as long as nothing changes
// that, or looks at it as an object.
// RUN: regtt-cc -std=c++17 --verify-diagnostics %s
#include <memory>
struct Node {
  double x;
  std::shared_ptr<Node> left, right;
};
using NodePtr = std::shared_ptr<Node>;

// Near miss: taken.
#pragma regtt traversal
static void sum(const NodePtr &n, double at, double &s) {
  if (!n)
    return;
  s += n->x * at;
  sum(n->left, at, s);
  sum(n->right, at, s);
}

static NodePtr current;
#pragma regtt traversal
// expected-error@+1 {{no parameter of 'follows' is the node: none is a pointer, a reference or a number that every recursive call reaches from itself [RTT2045]}}
static void follows(const NodePtr &n, double at, double &s) {
  if (!n)
    return;
  s += n->x * at;
  if (s > 100)
    current = n->left; // 'n' may be 'current'
  if (!n)
    return;
  follows(n->left, at, s);
  follows(n->right, at, s);
}

#pragma regtt traversal
// expected-error@+1 {{no parameter of 'counts' is the node: none is a pointer, a reference or a number that every recursive call reaches from itself [RTT2045]}}
static void counts(NodePtr n, double at, double &s) {
  if (!n)
    return;
  s += n->x * n.use_count();
  counts(n->left, at, s);
  counts(n->right, at, s);
}

#pragma regtt traversal
// expected-error@+1 {{no parameter of 'takes' is the node: none is a pointer, a reference or a number that every recursive call reaches from itself [RTT2045]}}
static void takes(NodePtr n, double at, double &s) {
  if (!n)
    return;
  s += n->x * at;
  takes(std::move(n->left), at, s);
}

#pragma regtt traversal
// expected-error@+1 {{no parameter of 'compares' is the node: none is a pointer, a reference or a number that every recursive call reaches from itself [RTT2045]}}
static void compares(const NodePtr &n, const NodePtr &other, double &s) {
  if (!n)
    return;
  s += &n == &other ? n->x : 1; // two names of one object
  compares(n->left, other, s);
  compares(n->right, other, s);
}

struct Plain {
  double x;
  Plain *left, *right;
};
#pragma regtt traversal
// expected-error@+1 {{no parameter of 'finds' is the node: none is a pointer, a reference or a number that every recursive call reaches from itself [RTT2045]}}
static void finds(Plain *const &n, double at, Plain *&best) {
  if (!n)
    return;
  if (n->x < at)
    best = n; // 'n' may be 'best'
  if (n)
    finds(n->left, at, best);
}

void all(const NodePtr &root, Plain *plain, double *s, Plain **best, int m) {
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    sum(root, i, s[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    follows(current, i, s[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    counts(root, i, s[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    takes(root, i, s[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    compares(root, root, s[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    finds(plain, i, best[i]);
}
