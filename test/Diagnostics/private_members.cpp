// The host file reads shared members at the loop. Since C++14 it has a way to
// those that the loop's function may not name, but none to bit-fields and to
// references that are static.
// RUN: regtt-cc --verify-diagnostics -std=c++11 %s
// RUN: not regtt-cc -std=c++17 --emit=host %s -o - 2>&1 | FileCheck %s
// CHECK: error: 'packed' is read for the traversal at the loop, where it is not accessible; {{.*}}[RTT1113]
// CHECK: error: 'common' is read for the traversal at the loop, where it is not accessible; {{.*}}[RTT1113]
// CHECK: 2 errors generated
#include "../Inputs/tree.h"

class Search {
public:
#pragma regtt traversal
  void visit(Query *q, Node *n) const {
    if (!n || n->x > radius)
      return;
    if (n->x < limit)
      return;
    q->count++;
    visit(q, n->left);
    visit(q, n->right);
  }
  void run(Query *queries, Node *root) const {
#pragma regtt parallel
    for (int i = 0; i < 10; ++i)
      visit(&queries[i], root);
  }

private:
  friend void befriended(const Search &search, Query *queries, Node *root);
  float radius;
  static float limit;
};

void befriended(const Search &search, Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    search.visit(&queries[i], root);
}

void outside(const Search &search, Query *queries, Node *root) {
  // expected-error@+3 {{'radius' is read for the traversal at the loop, where it is not accessible; run the loop in a member function [RTT1113]}}
  // expected-error@+2 {{'limit' is read for the traversal at the loop, where it is not accessible; run the loop in a member function [RTT1113]}}
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    search.visit(&queries[i], root);
}

class Packed {
public:
#pragma regtt traversal
  void visit(Query *q, Node *n) const {
    if (!n || n->x > 7)
      return;
    q->count += packed;
    visit(q, n->left);
    visit(q, n->right);
  }

private:
  unsigned packed : 5;
};

void parts(const Packed &search, Query *queries, Node *root) {
  // expected-error@+2 {{'packed' is read for the traversal at the loop, where it is not accessible; run the loop in a member function [RTT1113]}}
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    search.visit(&queries[i], root);
}

class Referring {
public:
#pragma regtt traversal
  int visit(Node *n) const {
    if (!n || n->x > own)
      return 0;
    if (n->x < common)
      return 1;
    return visit(n->left) + visit(n->right);
  }

private:
  const float &own;
  static const float &common;
};

void references(const Referring &search, int *found, Node *root) {
  // expected-error@+3 {{'own' is read for the traversal at the loop, where it is not accessible; run the loop in a member function [RTT1113]}}
  // expected-error@+2 {{'common' is read for the traversal at the loop, where it is not accessible; run the loop in a member function [RTT1113]}}
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    found[i] = search.visit(root);
}
