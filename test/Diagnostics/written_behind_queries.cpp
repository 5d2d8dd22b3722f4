// What is not written behind a query, beside what is.
// RUN: regtt-cc --verify-diagnostics %s
#include <memory>
#include <vector>

struct Node {
  int id;
  Node *left, *right;
};
struct Hit {
  float dist;
  int id;
};
struct Query {
  std::vector<Hit> hits;
  std::vector<int> ids;
  Hit *best, *spare;
  Hit **several;
  std::unique_ptr<Hit> own;
  int *counts;
  int k;
};

#pragma regtt traversal
static void visit(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the container 'q.hits' grows while traversals run; say how many elements it has at most, a constant: add 'bound(q.hits : COUNT)' to '#pragma regtt traversal' [RTT2056]}}
  q.hits.push_back({1, n->id});
  // expected-error@+1 {{the container 'q.ids' is not taken: 'resize' is none of the functions that are carried [RTT2057]}}
  q.ids.resize(3);
  // Taken: elements that are there, of what keeps its size.
  // expected-note@+1 {{its elements are looked at here; one that is only added to needs no bound}}
  q.hits[q.k].dist = 1;
  q.ids[0]++;
  q.own->id += n->id;
  // expected-error@+1 {{the traversal writes through the pointers in 'q.several', which may lead to one object; results may lie in the query itself or in arrays of its own [RTT2043]}}
  q.several[n->id % 2]->id = 1;
  visit(q, n->left);
  visit(q, n->right);
}

#pragma regtt traversal
static void reads(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the extent of 'q.several' cannot be inferred; add 'extent(q.several : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
  q.k += q.several[n->id % 2]->id;
  reads(q, n->left);
  reads(q, n->right);
}

#pragma regtt traversal extent(q.several : q.k)
static void changesBound(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+2 {{the extent of 'q.several' cannot be inferred; add 'extent(q.several : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
  // expected-note@+1 {{its bound is written by the traversal}}
  q.k += q.several[n->id % 2]->id;
  changesBound(q, n->left);
  changesBound(q, n->right);
}

// Taken: they are read.
#pragma regtt traversal extent(q.several : q.k)
static void takenReads(Query &q, Node *n) {
  if (!n)
    return;
  q.ids[0] += q.several[n->id % 2]->id;
  takenReads(q, n->left);
  takenReads(q, n->right);
}

#pragma regtt traversal
static void replaces(Query &q, Node *n) {
  if (!n)
    return;
  q.best->id++; // expected-note {{followed here}}
  // expected-error@+1 {{the pointer 'q.best' is used for more than what it leads to, comparisons and null tests [RTT2041]}}
  q.best = q.spare;
  replaces(q, n->left);
  replaces(q, n->right);
}

#pragma regtt traversal
static void unclear(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the extent of 'q.counts' cannot be inferred; add 'extent(q.counts : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
  q.counts[n->id]++;
  unclear(q, n->left);
  unclear(q, n->right);
}

void run(std::vector<Query> &queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    reads(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    changesBound(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenReads(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    replaces(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    unclear(queries[i], root);
}
