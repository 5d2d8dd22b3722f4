// Nodes that functions between the loop and the traversal return: what is not
// done with them, beside what is (Exec/found_nodes.cpp).
// RUN: regtt-cc --verify-diagnostics %s
#include <cstdio>
#include <vector>
struct Node {
  double x;
  int id, hits;
  Node *left, *right;
};

#pragma regtt traversal
static void search(Node *n, double x, Node *&best) {
  if (!n)
    return;
  if (!best || n->x < x) // expected-note {{read here}}
    best = n;
  search(n->left, x, best); // expected-note {{read here}}
  search(n->right, x, best);
}
static Node *find(Node *root, double x) {
  Node *best = nullptr;
  search(root, x, best);
  return best;
}

void taken(Node *root, std::vector<Node *> &all, int m) {
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    Node *found = find(root, i);
    if (found) {
      found->hits++;
      all.push_back(found);
    }
  }
}

void refused(Node *root, std::vector<Node *> &all, int *out, int m) {
  // Visits read it.
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    Node *found = find(root, i);
    if (found)
      // expected-error@+1 {{'found->x' is written after the call, where a later iteration may read it; write it in a loop of its own [RTT1117]}}
      found->x += 1;
  }
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    Node *found = find(root, i);
    // expected-error@+1 {{'found->left' is written after the call}}
    found->left = nullptr;
    all.push_back(found);
  }
  // Whether it is one to const, only its declaration says.
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    // expected-error@+1 {{the variable 'found' of the loop's body is used after the call, but cannot be kept until then: its declaration does not say its type; write it out [RTT1118]}}
    auto *found = find(root, i);
    all.push_back(found);
  }
  // The host's work among the calls.
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    Node *found = find(root, i);
    // expected-error@+1 {{a change of a container among the calls of an iteration is not taken}}
    all.push_back(found);
    Node *other = find(root, i + 1);
    out[i] = other ? other->id : 0;
  }
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    Node *found = find(root, i);
    // expected-error@+1 {{'found->left' reads through another node}}
    Node *below = found->left;
    out[i] = below ? below->id : 0;
  }
}
