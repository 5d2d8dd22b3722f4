// Arrays that nodes have: whose extents nothing says, beside those of which a
// loop, a vector or a clause does.
// RUN: regtt-cc --verify-diagnostics %s
#include <vector>

struct Query {
  float best;
  int count;
  float *own;
};
struct Point {
  float x;
};
struct Node {
  Point *points;
  float *box;
  float **rows;
  float *more;
  std::vector<Point> bucket;
  int count, other;
  double width;
  Node *left, *right;
};

#pragma regtt traversal
static void constant(Query *q, Node *n) {
  if (!n)
    return;
  q->best += n->points[0].x; // Taken: the one object that the pointer leads to.
  constant(q, n->left);
}

#pragma regtt traversal
static void second(Query *q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the extent of 'n->points' cannot be inferred; add 'extent(n->points : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
  q->best += n->points[1].x;
  second(q, n->left);
}

#pragma regtt traversal
static void differing(Query *q, Node *n) {
  if (!n)
    return;
  for (int k = 0; k < n->count; ++k)
    q->best += n->points[k].x;
  for (int k = 0; k < n->other; ++k)
    // expected-error@+1 {{the extent of 'n->points' cannot be inferred; add 'extent(n->points : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
    q->best += n->points[k].x;
  differing(q, n->left);
}

#pragma regtt traversal
static void jumps(Query *q, Node *n) {
  if (!n)
    return;
  for (int k = 0; k < n->count; ++k) {
    // expected-error@+1 {{the extent of 'n->points' cannot be inferred; add 'extent(n->points : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
    q->best += n->points[k].x;
    k += 2;
  }
  jumps(q, n->left);
}

// The cast may cut the number off.
#pragma regtt traversal
static void narrowed(Query *q, Node *n) {
  if (!n)
    return;
  for (int k = 0; k < (short)n->count; ++k)
    // expected-error@+1 {{the extent of 'n->points' cannot be inferred; add 'extent(n->points : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
    q->best += n->points[k].x;
  narrowed(q, n->left);
}

// What the query decides is no extent.
#pragma regtt traversal
static void byQuery(Query *q, Node *n) {
  if (!n)
    return;
  for (int k = 0; k < q->count; ++k)
    // expected-error@+1 {{the extent of 'n->box' cannot be inferred; add 'extent(n->box : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
    q->best += n->box[k];
  byQuery(q, n->left);
}

#pragma regtt traversal
static void writes(Query *q, Node *n) {
  if (!n)
    return;
  for (int k = 0; k < n->count; ++k)
    // expected-error@+1 {{the traversal writes to 'n->points', which the queries share [RTT2006]}}
    n->points[k].x = 0;
  for (Point &p : n->bucket)
    // expected-error@+1 {{the traversal writes to 'n->bucket', which the queries share [RTT2006]}}
    p.x = 0;
  // expected-error@+1 {{the array 'n->rows[n->count]' is reached through an element of another, which is not carried by this version [RTT2030]}}
  q->best += n->rows[n->count][1];
  writes(q, n->left);
}

#pragma regtt traversal
static void writesOwn(Query *q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the extent of 'q->own' cannot be inferred; add 'extent(q->own : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
  q->own[n->count] = 1;
  writesOwn(q, n->left);
}

// expected-error@+1 {{clause 'extent' names 'n->width', which is not a number in the node, a parameter that every call hands on, or a constant [RTT1008]}}
#pragma regtt traversal extent(n->points : n->width)
static void wrongCount(Query *q, Node *n) {
  if (!n)
    return;
  q->best += n->points[0].x;
  wrongCount(q, n->left);
}

// expected-error@+1 {{clause 'extent' names 'n->box', which is not an array of the node or the query that the traversal indexes [RTT1008]}}
#pragma regtt traversal extent(n->box : 3)
static void unused(Query *q, Node *n) {
  if (!n)
    return;
  q->best += n->bucket[0].x;
  unused(q, n->left);
}

#pragma regtt traversal extent(n->points : 2 * n->count + more - 1)
static void accepted(Query *q, Node *n, int more) {
  if (!n)
    return;
  q->best += n->points[0].x + n->bucket[n->count].x;
  for (int k = 0; k <= 2 * n->count; k++)
    q->best += n->box[k];
  for (std::size_t k = 0; k < static_cast<std::size_t>(n->other); k++)
    q->best += n->more[k];
  accepted(q, n->left, more);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    constant(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    second(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    differing(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    jumps(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    narrowed(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    byQuery(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    writes(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    writesOwn(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    wrongCount(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    unused(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    accepted(&queries[i], root, 2);
}
