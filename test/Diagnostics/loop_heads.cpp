// What stands before the call runs for all iterations first: it may not write
// what the calls of others, or what follows those, use.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <cstdio>
#include <vector>

static int smallest;

#pragma regtt traversal
static void visit(Query *q, Node *n, float limit) {
  // expected-note@+1 4 {{read here}}
  if (!n || n->x > limit || q->count < smallest)
    return;
  q->count++;
  // expected-note@+1 {{read here}}
  visit(q, n->left, limit);
  visit(q, n->right, limit);
}

static void reset(Query *q) { q->count = 0; }

void refused(std::vector<Query> &queries, Node *root, float *limits, int n,
             int *out, int *sums) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{'root->x' is written before the call, where the call of an earlier iteration, or what follows that, may use it; write it in a loop of its own [RTT1120]}}
    root->x = limits[i];
    visit(&queries[i], root, 1);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{'root->left' is written before the call}}
    root->left = nullptr;
    visit(&queries[i], root, 1);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{'smallest' is written before the call}}
    smallest = i;
    visit(&queries[i], root, 1);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{'queries' is written before the call}}
    reset(&queries[n - 1 - i]);
    visit(&queries[i], root, 1);
  }
  float limit = 0;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{'limit' is written before the call}}
    limit += limits[i];
    // expected-note@+1 {{read here}}
    visit(&queries[i], root, limit);
  }
  int last = 0;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{'last' is written before the call}}
    last = int(queries[i].x);
    visit(&queries[i], root, 1);
    // expected-note@+1 {{read here}}
    std::printf("%d\n", last);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+2 {{'out[i]' is written before the call}}
    // expected-note@+1 {{written here}}
    out[i] = 0;
    visit(&queries[i], root, 1);
    // expected-error@+2 {{'*sums' is written after the call}}
    // expected-note@+1 {{read here}}
    sums[0] += queries[i].count;
  }
  // The copy of an element.
#pragma regtt parallel
  for (Query q : queries) {
    // expected-error@+1 {{an assignment in the loop's body is not taken: it changes the loop's variable}}
    q.count = 0;
    // expected-error@+1 {{the query 'q' is not the element of an array at the loop variable}}
    visit(&q, root, 1);
  }
  // What an inner block declares.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    {
      Query *first = &queries[0];
      // expected-error@+1 {{'first->count' is written before the call}}
      first->count = 0;
    }
    visit(&queries[i], root, 1);
  }
  // A value that an outer loop goes on to use.
  int k;
  for (k = 0; k < 3; ++k) {
#pragma regtt parallel
    for (int i = 0; i < n; ++i) {
      // expected-error@+1 2 {{'k' is written before the call}}
      for (k = 0; k < 3; ++k)
        out[i] = 0;
      // expected-note@+1 2 {{read here}}
      visit(&queries[i], root, k);
    }
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{output, input and random numbers both before and after the call would change their order; have them in one place [RTT1121]}}
    std::printf("%d\n", i);
    visit(&queries[i], root, 1);
    // expected-note@+1 {{and here}}
    std::printf("%d\n", queries[i].count);
  }
}

void accepted(std::vector<Query> &queries, Node *root, float *limits, int n,
              int *out, int *sums) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    root->split = i;
    visit(&queries[i], root, 1);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    reset(&queries[i]);
    visit(&queries[i], root, 1);
  }
  float limit = 0;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    limit += limits[i];
    const float mine = limit;
    visit(&queries[i], root, mine);
  }
  int last = 0;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    last = int(queries[i].x);
    visit(&queries[i], root, 1);
    std::printf("%d\n", i);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    out[i] = 0;
    std::printf("%d\n", i);
    visit(&queries[i], root, 1);
    out[i] += queries[i].count;
  }
}
