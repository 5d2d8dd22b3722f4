// Loops that take nodes from a stack of their own, and do what a recursion would
// not; each beside what is taken in Exec/own_stacks.cpp.
// RUN: regtt-cc --verify-diagnostics %s
#include <queue>
#include <stack>
#include <utility>
#include <vector>

struct Node {
  float x;
  int count;
  Node *left, *right, *child[4];
};
struct Query {
  float at;
  int count;
};

// The element pushed first is taken first.
#pragma regtt traversal
// expected-error@+1 {{'queued' is not a recursive traversal: it does not call itself [RTT2001]}}
static void queued(const Node *root, Query &q) {
  std::queue<const Node *> todo;
  todo.push(root);
  while (!todo.empty()) {
    const Node *n = todo.front();
    todo.pop();
    ++q.count;
    if (n->left)
      todo.push(n->left);
  }
}

// What is on top is not what was there when the iteration began.
#pragma regtt traversal
static void looksAgain(const Node *root, Query &q) {
  std::vector<const Node *> todo; // expected-note {{declared here}}
  todo.push_back(root);
  // expected-error@+1 {{'todo' is a stack of nodes that is not followed: it is used for more than pushing elements, taking the last one and asking whether there is one [RTT2063]}}
  while (!todo.empty()) {
    const Node *n = todo.back();
    todo.pop_back();
    if (n->left)
      todo.push_back(n->left);
    if (!todo.empty() || n->x > q.at)
      ++q.count;
    q.count += todo.back()->count;
  }
}

// How much waits is no matter of a node's.
#pragma regtt traversal
static void bounded(const Node *root, Query &q) {
  const Node *todo[8]; // expected-note {{declared here}}
  int top = 0;
  todo[top++] = root;
  // expected-error@+1 {{'todo' is a stack of nodes that is not followed: it is used for more than pushing elements, taking the last one and asking whether there is one [RTT2063]}}
  while (top > 0) {
    const Node *n = todo[--top];
    ++q.count;
    if (n->left && top < 7)
      todo[top++] = n->left;
  }
}

#pragma regtt traversal
static void takesTwo(const Node *root, Query &q) {
  const Node *todo[64]; // expected-note {{declared here}}
  int top = 0;
  todo[top++] = root;
  todo[top++] = root;
  while (top > 0) {
    const Node *n = todo[--top];
    const Node *other = todo[--top];
    // expected-error@+1 {{'todo' is a stack of nodes that is not followed: an iteration takes more than one element, or one that it pushed itself [RTT2063]}}
    if (n->left) {
      todo[top++] = n->left;
      todo[top++] = other->right;
    }
    ++q.count;
  }
}

#pragma regtt traversal
static int lastTaken(const Node *root, Query &q) {
  const Node *todo[64], *n = root; // expected-note {{declared here}}
  int top = 0;
  todo[top++] = root;
  while (top > 0) {
    n = todo[--top];
    ++q.count;
    if (n->left)
      todo[top++] = n->left;
  }
  // expected-error@+1 {{'todo' is a stack of nodes that is not followed: what the last iteration took is looked at behind the loop [RTT2063]}}
  return n->count;
}

// How many children a loop pushes is the node's, whether it does the query's.
#pragma regtt traversal
static void countsOn(const Node *root, Query &q) {
  std::stack<const Node *> todo; // expected-note {{declared here}}
  todo.push(root);
  while (!todo.empty()) {
    const Node *n = todo.top();
    todo.pop();
    ++q.count;
    // expected-error@+1 {{'todo' is a stack of nodes that is not followed: what a loop pushes depends on more than the node, and how often it runs is not a constant [RTT2063]}}
    for (int k = 0; k < n->count; ++k)
      if (n->child[k]->x < q.at + float(q.count))
        todo.push(n->child[k]);
  }
}

void keepFor(std::vector<const Node *> &todo, const Node *n);
#pragma regtt traversal
static void lent(const Node *root, Query &q) {
  std::vector<const Node *> todo; // expected-note {{declared here}}
  todo.push_back(root);
  while (!todo.empty()) {
    const Node *n = todo.back();
    todo.pop_back();
    ++q.count;
    // expected-error@+1 {{'todo' is a stack of nodes that is not followed: it is used here in a way that is not followed [RTT2063]}}
    keepFor(todo, n);
  }
}

// The node that was taken last is looked at only if something waits.
#pragma regtt traversal
static void lastIsLeft(const Node *root, Query &q) {
  const Node *todo[64], *n = root; // expected-note {{declared here}}
  int top = 0;
  todo[top++] = root->right;
  // expected-error@+1 {{'todo' is a stack of nodes that is not followed: the loop's condition asks of it what is not followed [RTT2063]}}
  while (top > 0) {
    ++q.count;
    if (n->left)
      todo[top++] = n->left;
    n = todo[--top];
  }
}

void all(const Node *root, Query *queries, int *results, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    queued(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    looksAgain(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    bounded(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    takesTwo(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    results[i] = lastTaken(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    countsOn(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    lent(root, queries[i]);

#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    lastIsLeft(root, queries[i]);

    // In the loop itself.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const Node *todo[64]; // expected-note {{declared here}}
    int top = 0;
    todo[top++] = root;
    // expected-error@+1 {{this loop takes what it visits from a stack of its own, 'todo'; move it, with the stack, into a function with '#pragma regtt traversal', and call that here [RTT1133]}}
    while (top > 0) {
      const Node *m = todo[--top];
      queries[i].count += m->count;
      if (m->left)
        todo[top++] = m->left;
    }
  }
}
