// Instantiations of a loop that need different texts around it choose one by
// `if constexpr`, which C++17 has, and for which the loop stands in the file
// more than once: then it has neither labels nor directives in it.
// RUN: regtt-cc --verify-diagnostics -std=c++14 %s
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <vector>

#pragma regtt traversal
static void visit(Query *q, const Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

#pragma regtt traversal
static void visit(Query &q, const Node *n) {
  if (!n)
    return;
  q.count++;
  visit(q, n->left);
  visit(q, n->right);
}

template <class Each>
void chosen(std::vector<Each> &queries, const Node *root) {
#pragma regtt parallel
#if __cplusplus < 201703L
  // expected-error@+2 {{instantiations 'chosen<Query *>' and 'chosen<Query>' need different texts around this loop, between which C++17 chooses (if constexpr); compile as C++17 and have no labels and no directives in the loop, or write a loop for each [RTT1115]}}
#endif
  for (std::size_t i = 0; i < queries.size(); ++i)
    visit(queries[i], root);
}

template <class Each>
void refused(std::vector<Each> &queries, const Node *root) {
#pragma regtt parallel
  // expected-error@+1 {{instantiations 'refused<Query *>' and 'refused<Query>' need different texts}}
  for (std::size_t i = 0; i < queries.size(); ++i) {
#pragma GCC diagnostic ignored "-Wsign-compare"
    visit(queries[i], root);
  }
}

struct Other {
  float x;
  int count;
};

#pragma regtt traversal
static void visit(Other &q, const Node *n) {
  if (!n || n->x < q.x)
    return;
  q.count++;
  visit(q, n->left);
  visit(q, n->right);
}

template <class Each>
void accepted(std::vector<Each> &queries, const Node *root) {
#pragma regtt parallel
  for (Each &q : queries)
    visit(q, root);
}

void run(std::vector<Query> &queries, std::vector<Query *> &pointers,
         std::vector<Other> &others, const Node *root) {
  chosen(queries, root);
#if __cplusplus < 201703L
  // expected-note@+2 {{in the instantiation 'chosen<Query *>'}}
#endif
  chosen(pointers, root);
  refused(queries, root);
  // expected-note@+1 {{in the instantiation 'refused<Query *>'}}
  refused(pointers, root);
  accepted(queries, root);
  accepted(others, root);
}
