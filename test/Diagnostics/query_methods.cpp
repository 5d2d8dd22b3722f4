// A query that is the object: it is an object of the iteration's own, and the
// same in all recursive calls.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <vector>

struct Walker {
  float x;
  int count;
  Walker *other;
#pragma regtt traversal node(n)
  void search(const Node *n) {
    if (!n || n->x < x)
      return;
    ++count;
    search(n->left);
    search(n->right);
  }
#pragma regtt traversal node(n)
  void changing(const Node *n) {
    if (!n)
      return;
    ++count;
    // expected-error@+1 {{'this' is handed another query in the recursive call [RTT2020]}}
    other->changing(n->left);
    changing(n->right);
  }
};
struct Derived : Walker {};

Walker make(int i);

void refused(std::vector<Walker> &walkers, std::vector<Derived> &derived,
             const Node *root, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{the query 'make(i)' is not the element of an array at the loop variable [RTT1105]}}
    make(i).search(root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // Taken: the part of it that is a Walker.
    derived[i].search(root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // Taken: what it counts is lost in any case.
    Walker w = walkers[i];
    w.search(root);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    walkers[i].changing(root);
}

void accepted(std::vector<Walker> &walkers, const Node *root, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Walker &w = walkers[n - 1 - i];
    w.search(root);
  }
}
