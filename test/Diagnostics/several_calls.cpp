// Several calls in the annotated loop's body, and loops over trees: what of them
// is refused, beside what is taken.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <cstdio>
#include <cstdlib>
#include <vector>

#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

#pragma regtt traversal
static int find(const Node *n, float x) {
  if (!n)
    return 0;
  return n->x < x ? find(n->left, x) : find(n->right, x);
}

#pragma regtt traversal
static void within(Node *n, float x, int *hits) {
  if (!n)
    return;
  *hits += n->x < x;
  within(n->left, x, hits);
  within(n->right, x, hits);
}

struct Other {
  float x;
  Other *left, *right;
};

#pragma regtt traversal
static void others(Query *q, Other *n) {
  if (!n)
    return;
  q->count += 2;
  others(q, n->left);
  others(q, n->right);
}

#pragma regtt traversal
// expected-error@+1 {{'visit' and 'returns' are called in one iteration and cannot be one traversal: they return different types; write a loop for each [RTT1127]}}
static bool returns(Query *q, Node *n) {
  if (!n)
    return false;
  return returns(q, n->left) || returns(q, n->right);
}

struct Forest {
  Node *root;
  Node **trees;
  int numTrees;
};

int total;

void refused(Query *queries, Query *more, Node *root, Node *second,
             Other *other, float *x, int *out, int n, Node **trees,
             int numTrees, const Forest *forest, Node *const *roots) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{called here}}
    visit(&queries[i], root);
    // expected-error@+1 {{'others' is called for nodes of 'Other' here, and 'visit' for nodes of 'Node' in the same iteration; write a loop for each [RTT1122]}}
    others(&queries[i], other);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root);
    returns(&queries[i], root);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{here}}
    visit(&queries[i], root);
    // expected-error@+1 {{the calls of an iteration hand over different objects for 'q'}}
    visit(&more[i], root);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root);
    // expected-error@+1 {{a call among the calls of an iteration is not taken: it prints, reads or draws random numbers; move it behind the last call [RTT1124]}}
    std::printf("%d\n", queries[i].count);
    visit(&queries[i], second);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root);
    // expected-error@+1 {{an assignment among the calls of an iteration is not taken: it writes 'total', which all iterations share; move it behind the last call [RTT1124]}}
    total += queries[i].count;
    visit(&queries[i], second);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 2; ++k) {
      Node *mine = root;
      // expected-error@+1 {{pointer to the child is kept in 'mine', which is changed in a way that is not followed [RTT2027]}}
      mine = mine->left;
      visit(&queries[i], mine);
    }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root);
    if (forest)
      // expected-error@+1 {{the root 'forest->root' stands under a condition, and what leads to it is looked at before the calls, whether the condition holds or not; name it by a variable outside of the loop [RTT1126]}}
      visit(&queries[i], forest->root);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{the extent of 'trees' cannot be inferred; add 'copyin(trees[0:COUNT])' to '#pragma regtt parallel' [RTT2015]}}
    for (int t = 0; trees[t]; ++t)
      visit(&queries[i], trees[t]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root);
    if (queries[i].count > 3)
      // expected-error@+1 {{the loop leaves early or jumps [RTT1109]}}
      break;
    visit(&queries[i], second);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root);
    if (queries[i].count > 3)
      // expected-error@+1 {{it goes on to the next iteration, and more follows the last call}}
      continue;
    visit(&queries[i], second);
    out[i] = queries[i].count;
  }
  float scale = 0;
// expected-error@+1 {{clause 'private' names 'scale', in a loop whose iterations make several calls; declare a variable in the loop's body [RTT1014]}}
#pragma regtt parallel private(scale)
  for (int i = 0; i < n; ++i) {
    scale = x[i];
    visit(&queries[i], root);
    out[i] = find(second, scale);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root);
    // expected-error@+1 {{it changes the loop's variable}}
    ++i;
    visit(&queries[i], second);
  }
}

void accepted(Query *queries, Node *root, Node *second, float *x, int *out,
              int n, Node **trees, int numTrees, const Forest *forest) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root);
    queries[i].count *= 2;
    visit(&queries[i], second);
    std::printf("%d\n", queries[i].count);
    total += queries[i].count;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    for (int t = 0; t < numTrees; ++t)
      visit(&queries[i], trees[t]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], forest->root);
    for (int t = 0; t < forest->numTrees; ++t)
      visit(&queries[i], forest->trees[t]);
  }
#pragma regtt parallel copyin(trees[0 : numTrees])
  for (int i = 0; i < n; ++i)
    for (int t = 0; t < numTrees && trees[t]; t += 2)
      visit(&queries[i], trees[t]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    out[i] = find(root, x[i]);
    if (out[i] < 3)
      out[i] += find(second, x[i] * 2);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    while (queries[i].count < 9)
      visit(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int hits = 0;
    within(root, x[i], &hits);
    int inner = hits;
    within(second, x[i] + hits, &hits);
    out[i] = hits - inner;
  }
  Node *const again = forest ? forest->root : nullptr;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root);
    if (queries[i].count > 3)
      visit(&queries[i], again);
  }
}
