// `for (Query q : queries)`: each copy of the loop makes one of its own, so that
// what is done to it may not outlive the calls. And which base of an element
// calls are handed.
// RUN: regtt-cc --verify-diagnostics %s
// RUN: regtt-cc -DTAKEN --emit=host %s -o - | FileCheck %s
#include "../Inputs/tree.h"
#include <vector>

#pragma regtt traversal
static void count(const Node *n, const Query *q, int *hits) {
  if (!n)
    return;
  *hits += n->x < q->x;
  count(n->left, q, hits);
  count(n->right, q, hits);
}

#pragma regtt traversal
static void visit(Query *q, const Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

struct Named {
  double weight;
};
struct Item : Named, Query {
  int more;
};

// What a copy of a pointer leads to is no copy.
void runPointers(std::vector<Query *> &pointers, const Node *root) {
#pragma regtt parallel
  for (Query *q : pointers)
    visit(q, root);
#pragma regtt parallel
  for (Query *pointer : pointers) {
    Query &q = *pointer;
    visit(&q, root);
  }
}

long run(std::vector<Query> &queries, Item *items, int n, const Node *root) {
  long sum = 0;
  // Where it is changed afterwards, the same statements look at it.
#pragma regtt parallel
  for (Query q : queries) {
    int hits = 0;
    count(root, &q, &hits);
    q.count++;
    sum += hits * q.count;
  }
  // CHECK: {{^}}regtt_inputs[regtt_i].{{.*}} = regtt_object({{.*}}static_cast<::Query *>(items + i)
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visit(&items[i], root);
#ifndef TAKEN
#pragma regtt parallel
  for (Query q : queries) {
    int hits = 0;
    // expected-error@+1 {{an assignment in the loop's body is not taken: it changes the loop's variable}}
    q.x *= 2;
    count(root, &q, &hits);
    sum += hits;
  }
#pragma regtt parallel
  for (Query q : queries) {
    int hits = 0;
    // expected-error@+1 {{a declaration in the loop's body is not taken: it changes the loop's variable}}
    Query &same = q;
    same.x = 1;
    count(root, &q, &hits);
    sum += hits;
  }
#pragma regtt parallel
  for (Query q : queries)
    // expected-error@+1 {{the query 'q' is not the element of an array at the loop variable [RTT1105]}}
    visit(&q, root);
#endif
  return sum;
}
