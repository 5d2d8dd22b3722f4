// Nodes that are numbers: what is no number of a node, and what cannot be done
// with one, beside what is taken.
// RUN: regtt-cc --verify-diagnostics %s
#include <utility>
#include <vector>

struct Query {
  float x;
  int count, nearest;
  const struct Node *last;
};
struct Node {
  float x;
  int left, right;
};

struct Listed {
  std::vector<int> kids;
};

static std::vector<Node> nodes;
static std::vector<Listed> lists;
static int *lefts, *rights;
static std::vector<int> children;
static float *values;

// Two halves of a range: no number says which node it is.
#pragma regtt traversal
// expected-error@+1 {{no parameter of 'range' is the node: none is a pointer, a reference or a number that every recursive call reaches from itself [RTT2045]}}
static void range(Query *q, int begin, int end) {
  if (begin == end)
    return;
  int middle = (begin + end) / 2;
  if (nodes[middle].x > q->x)
    q->count++;
  range(q, begin, middle);
  range(q, middle + 1, end);
}

// The child is no number of this node.
#pragma regtt traversal
// expected-error@+1 {{no parameter of 'elsewhere' is the node: none is a pointer, a reference or a number that every recursive call reaches from itself [RTT2045]}}
static void elsewhere(Query *q, int i, int next) {
  if (i < 0 || nodes[i].x > q->x)
    return;
  // expected-note@+1 {{'i' is handed a number that it does not lead to here}}
  elsewhere(q, next, 0);
}

// The number is changed on the way.
#pragma regtt traversal
// expected-error@+2 {{no parameter of 'changed' is the node: none is a pointer, a reference or a number that every recursive call reaches from itself [RTT2045]}}
// expected-note@+1 {{'i' is changed in the body}}
static void changed(Query *q, int i) {
  while (i >= 0) {
    q->count++;
    changed(q, nodes[i].left);
    i = nodes[i].right;
  }
}

#pragma regtt traversal
// expected-error@+1 {{the node parameter of 'twoNumbers' cannot be inferred; add 'node(i)' to the pragma [RTT2002]}}
static void twoNumbers(Query *q, int i, int k) {
  q->count += nodes[i].x < nodes[k].x;
  twoNumbers(q, nodes[i].left, nodes[k].left);
}

#pragma regtt traversal
static void writes(Query *q, int i) {
  if (i < 0)
    return;
  // expected-error@+1 {{the traversal writes to the tree: 'nodes[i].x' [RTT2005]}}
  nodes[i].x = q->x;
  writes(q, nodes[i].left);
}

#pragma regtt traversal
// expected-error@+1 {{the traversal has an effect on a null node [RTT2014]}}
static void countsFirst(Query *q, int i) {
  q->count++;
  // expected-note@+1 {{null is tested only here; test it first, or test the child before the call}}
  if (i < 0)
    return;
  countsFirst(q, nodes[i].left);
}

// What the query decides is not known when the tree is read.
#pragma regtt traversal
static void byQuery(Query *q, int i) {
  if (i < 0)
    return;
  q->count++;
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: '2 * i + q->nearest' [RTT2010]}}
  byQuery(q, 2 * i + q->nearest);
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'nodes[nodes[i].left].left' [RTT2010]}}
  byQuery(q, nodes[nodes[i].left].left);
  byQuery(q, nodes[i].right);
}

// Taken: the number stays a number beside the child.
#pragma regtt traversal
static void childAsNumber(Query *q, int i) {
  if (i < 0)
    return;
  int near = nodes[i].x < q->x ? nodes[i].left : nodes[i].right;
  q->nearest = near;
  childAsNumber(q, near);
}

// Not of one in a list of any length.
#pragma regtt traversal
static void listedAsNumber(Query *q, int i) {
  q->count++;
  for (int kid : lists[i].kids) {
    // expected-error@+1 {{the child's number in 'kid' is used for more than recursive calls and tests of whether there is a child [RTT2046]}}
    q->nearest = kid;
    listedAsNumber(q, kid);
  }
}

// What is added to another child's number has to be followed: not out of what
// sets that, nor around a loop, nor where another name for it is written to.
#pragma regtt traversal
static void eitherNumber(Query *q, int i) {
  if (i >= q->count)
    return;
  q->x += nodes[i].x;
  int one;
  if (q->x > 3)
    one = 2 * i + 1;
  else
    one = 2 * i + 3;
  // expected-error@+1 {{pointer to the child is kept in 'other', which is changed in a way that is not followed [RTT2027]}}
  int other = one + 1;
  eitherNumber(q, other);
}

#pragma regtt traversal
static void numberInLoop(Query *q, int i) {
  if (i >= q->count)
    return;
  q->x += nodes[i].x;
  int one = 2 * i + 1;
  while (q->x < 9) {
    q->x += 1;
    numberInLoop(q, one);
    // expected-error@+1 {{pointer to the child is kept in 'one', which is changed in a way that is not followed [RTT2027]}}
    one = one + 1;
  }
}

static void advance(int &number) { number += 2; }

#pragma regtt traversal
static void numberBehind(Query *q, int i) {
  if (i >= q->count)
    return;
  q->x += nodes[i].x;
  int one = 2 * i + 1;
  advance(one);
  // expected-error@+1 {{pointer to the child is kept in 'other', which is changed in a way that is not followed [RTT2027]}}
  int other = one + 1;
  numberBehind(q, other);
}

// Taken: one statement behind the other.
#pragma regtt traversal
static void numbersInOrder(Query *q, int i) {
  if (i >= q->count)
    return;
  q->x += nodes[i].x;
  int one, other;
  one = 2 * i + 1;
  other = one + 1;
  if (q->x > 3)
    std::swap(one, other);
  numbersInOrder(q, one);
  numbersInOrder(q, other);
  one = 2 * i + 3;
  numbersInOrder(q, one++);
  numbersInOrder(q, one);
}

#pragma regtt traversal
static void addresses(Query *q, int i) {
  if (i < 0)
    return;
  // expected-error@+1 {{where '&nodes[i]' lies is not known to a traversal; compare pointers that data holds, or to the node, the query and elements of arrays [RTT2042]}}
  if (q->last != &nodes[i])
    q->count++;
  addresses(q, nodes[i].left);
}

// Taken: of unknown length, and of a type that the query writes; what of it is
// read is looked at when the loop runs.
#pragma regtt traversal
static void unknownLength(Query *q, int i) {
  if (i < 0)
    return;
  q->count++;
  unknownLength(q, lefts[i]);
}

#pragma regtt traversal
static void accepted(Query *q, int i, int depth) {
  if (i < 0 || depth > 99)
    return;
  q->count++;
  q->nearest = i;
  const int left = nodes[i].left;
  if (left > 3)
    q->count += left;
  accepted(q, left, depth + 1);
  accepted(q, rights[i], depth + 1);
}

#pragma regtt traversal node(i)
static void chosen(Query *q, int i, int k) {
  if (i < 0)
    return;
  q->x += nodes[i].x + values[i];
  chosen(q, nodes[i].left, nodes[i].right);
}

void run(Query *queries, int root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    range(&queries[i], 0, 10);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    elsewhere(&queries[i], root, 1);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    changed(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    twoNumbers(&queries[i], root, root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    writes(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    countsFirst(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    byQuery(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    childAsNumber(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    listedAsNumber(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    eitherNumber(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    numberInLoop(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    numberBehind(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    numbersInOrder(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    addresses(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    unknownLength(&queries[i], root);
#pragma regtt parallel copyin(rights[0 : 10])
  for (int i = 0; i < 10; ++i)
    accepted(&queries[i], root, 0);
#pragma regtt parallel copyin(values[0 : 10])
  for (int i = 0; i < 10; ++i)
    chosen(&queries[i], root, 0);
  // Taken: each iteration has a root of its own.
#pragma regtt parallel copyin(rights[0 : 10])
  for (int i = 0; i < 10; ++i)
    accepted(&queries[i], i % 2, 0);
}
