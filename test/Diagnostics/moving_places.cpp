// What the loop's body changes and another iteration, or the call, finds its
// way by: pointers, iterators and what holds them are variables as numbers are,
// by whatever name; and two variables of one name are two.
//
// RUN: regtt-cc --verify-diagnostics %s
#include <algorithm>
#include <functional>
#include <list>
#include <memory>
#include <utility>
#include <vector>

struct Node {
  int k;
  Node *l, *r;
};
struct Query {
  long s;
};
struct Tree {
  Node *root;
  void set(Node *n) { root = n; }
};
struct Config {
  int scale;
};
static const Config *config;
static Node *top;
// expected-note@+1 {{changed here}}
static void reset(Node *n) { top = n; }

#pragma regtt traversal
static void visit(Query *q, const Node *n, double w) {
  if (!n)
    return;
  q->s += n->k * w;
  visit(q, n->l, w);
  visit(q, n->r, w);
}

#pragma regtt traversal
static void scaled(Query *q, const Node *n) {
  if (!n)
    return;
  // expected-note@+1 1+ {{read here}}
  q->s += n->k * config->scale;
  scaled(q, n->l);
  scaled(q, n->r);
}

void refusedRoots(Query *qs, Node *root, Tree *t, Tree &tree, Node *spare,
                  std::vector<Node *> &roots, int n) {
  Node **slot = &root->l;
  std::unique_ptr<Tree> owned(new Tree(tree));
  std::function<void()> change = [&] { root = spare; };
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{the tree's root 'root' depends on the iteration}}
    visit(&qs[i], root, 1);
    // expected-note@+1 {{changed here}}
    std::swap(root, spare);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{the tree's root 'top' depends on the iteration}}
    visit(&qs[i], top, 1);
    reset(root->l);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{the tree's root 't->root' depends on the iteration}}
    visit(&qs[i], t->root, 1);
    // expected-note@+1 {{changed here}}
    t = &tree;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&qs[i], t->root, 1);
    // expected-error@+1 {{'t->root' is written after the call}}
    t->set(spare);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&qs[i], owned->root, 1);
    // expected-error@+1 {{'owned.get()->root' is written after the call}}
    owned = nullptr;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&qs[i], roots[0], 1);
    // expected-error@+1 {{'roots[0]' is written after the call}}
    roots[0] = spare;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 1+ {{read here}}
    visit(&qs[i], roots[0], 1);
    // expected-error@+1 1+ {{'roots[0]' is written after the call}}
    std::fill(roots.begin(), roots.end(), spare);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&qs[i], root, 1);
    // expected-error@+1 {{'*slot' is written after the call}}
    *slot = nullptr;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{'*slot' is written before the call, where the call of an earlier iteration}}
    *slot = nullptr;
    // expected-note@+1 {{read here}}
    visit(&qs[i], root, 1);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&qs[i], root, 1);
    // expected-error@+1 {{it is not known what it writes}}
    change();
  }
}

void refusedOthers(Query *qs, Query *more, Node *root, const double *w, int n,
                   std::list<double> &weights, const Config *other) {
  auto at = weights.begin();
  const Node *live = root;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&qs[i], root, *w);
    // expected-error@+1 {{'w' is written after the call}}
    ++w;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 1+ {{read here}}
    visit(&qs[i], root, *at);
    // expected-error@+1 {{'at' is written after the call}}
    ++at;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&qs[i], root, 1);
    // expected-error@+1 {{'qs' is written after the call}}
    qs = more;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    if (live)
      visit(&qs[i], root, 1);
    // expected-error@+1 {{'live' is written after the call}}
    live = nullptr;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{'config' is written before the call}}
    config = other;
    scaled(&qs[i], root);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    scaled(&qs[i], root);
    // expected-error@+1 {{'config' is written after the call}}
    config = other;
  }
}

// A vector of the function's own whose elements something else leads to, too:
// refused, although it is none of those that are read.
void refusedForCaution(Query *qs, Tree *t, Node *spare, const double *w, int n,
                       std::vector<Node *> &roots) {
  std::vector<Node *> other(n + 1);
  std::unique_ptr<Tree> owned(new Tree(*t));
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&qs[i], roots[0], *w);
    // expected-error@+1 {{is written after the call}}
    std::swap(spare, other[i]);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&qs[i], owned->root, *w);
    other[i] = spare;
    auto at = other.begin();
    // expected-error@+1 {{is written after the call}}
    *at = spare;
    std::fill(other.begin(), other.end(), spare);
  }
}

// The same names, types and statements, where nothing that is read changes.
void taken(Query *qs, Query *more, Node *root, Tree *t, Node *spare,
           const double *w, int n, std::vector<Node *> &roots) {
  std::vector<Node *> other(n + 1);
  std::unique_ptr<Tree> owned(new Tree{root});
  const Node *last = nullptr;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&qs[i], roots[0], *w);
    other[i] = spare;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&qs[i], t->root, w[i]);
    last = spare;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&qs[i], owned->root, *w);
    other[i] = spare;
  }
  // Two blocks with a variable of one name.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    {
      Query q = {0};
      visit(&q, root, 1);
      qs[i].s = q.s;
    }
    {
      Query q = {1};
      visit(&q, root, 2);
      more[i].s = q.s;
    }
  }
  top = const_cast<Node *>(last);
}
