// What the loop's body writes is found by way of references that are members,
// parameters that move on, pointers to containers, what is moved from, and
// places in the middle of an array.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

static int smallest;

#pragma regtt traversal
static void visit(Query *q, const Node *n, int limit) {
  // expected-note@+1 {{read here}}
  if (!n || n->leaf > limit + smallest)
    return;
  q->count++;
  visit(q, n->left, limit);
  visit(q, n->right, limit);
}

struct Named {
  int &place;
};
struct Held {
  int place;
};
struct Chain {
  int tag;
  Chain *next;
};

static void mark(Chain *at, int tag) {
  ++at;
  at->tag = tag;
}
static void markThis(Chain *at, int tag) { at->tag = tag; }

void refused(std::vector<Query> &queries, Node *root, Chain *chain, int n,
             std::vector<std::vector<int>> &lists, double *parts, int *exponents) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&queries[i], root, chain[i].tag);
    // expected-error@+1 {{'mark(&chain[i], queries[i].count)' is written after the call, where a later iteration may read it}}
    mark(&chain[i], queries[i].count);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root, 3);
    Named name{smallest};
    // expected-error@+1 {{'name.place' is written after the call, where a later iteration may read it}}
    name.place = queries[i].count;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int size = 0;
    {
      // expected-error@+1 {{a declaration in the loop's body is not taken: it is not known what it writes}}
      std::vector<int> last = std::move(lists[i]);
      size = last.size();
    }
    visit(&queries[i], root, size);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&queries[i], root, exponents[i]);
    // expected-error@+1 {{'exponents[i + 1]' is written after the call}}
    std::memset(&exponents[i] + 1, 0, sizeof exponents[i]);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&queries[i], root, exponents[i]);
    // expected-error@+1 {{'exponents[i + 1]' is written after the call}}
    parts[i] = std::frexp(parts[i], &exponents[i] + 1);
  }
}

// Near misses.
void taken(std::vector<Query> &queries, Node *root, std::vector<Chain> &chain,
           int n, std::vector<std::vector<int>> &lists, double *parts) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root, 3);
    markThis(&chain[i], queries[i].count);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root, 3);
    Held held{smallest};
    held.place += queries[i].count;
    chain[i].tag = held.place;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int size = 0;
    {
      std::vector<int> whole = lists[i];
      size = whole.size();
    }
    visit(&queries[i], root, size);
  }
  std::vector<int> exponents(n);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root, 4);
    std::memset(&exponents[i], 0, sizeof exponents[i]);
    parts[i] = std::frexp(parts[i], &exponents[i]);
  }
}
