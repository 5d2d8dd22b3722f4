/* Nodes that are numbers, visited in one order: an array of structs behind a
   pointer, of which nothing says how long it is; fixed and parallel arrays; a
   heap; a left child that follows its parent. Numbers that are no node: below
   0, -1, 0, all bits set, the end of the heap; tested by the callee, the
   caller, in locals, or by a flag, or not at all. The node's number as a datum;
   numbers of other nodes and of points among its data.

     numbered_nodes NODES QUERIES SEED SHAPE

   RUN: %serial -std=c99 -x c %s -x none -o %t.serial -lm
   RUN: regtt-cc -std=c99 -pedantic -Wall -Wextra -Werror -O1 --target=cpu %s -o %t.parallel -lm
   RUN: %same %t.serial %t.parallel autoropes,static_ropes "2000 300 1 random" \
   RUN:   "1 20 2 random" "0 5 3 random" "3000 40 4 chain" "500 50 5 equal" "64 0 6 random"
   RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 5 2 random 2>&1 | FileCheck %s
   CHECK-COUNT-10: verify=identical
   CHECK-NOT: verify=

   RUN: rm -rf %t.d && mkdir %t.d
   RUN: regtt-cc -std=c99 %s --emit=header -o %t.d/numbered_nodes.regtt.h
   RUN: regtt-cc -std=c99 %s --emit=cuda -o %t.d/numbered_nodes.regtt.cu
   RUN: %check_cuda -I%t.d %t.d/numbered_nodes.regtt.cu -o %t.o
*/
#include "../Inputs/numbers.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4096

typedef struct {
  float x, weight;
} Point;

typedef struct {
  float key, low, high; /* of the subtree */
  int left, right;      /* -1: none */
  int parent, point;
} Node;

typedef struct {
  float low, high;
  float sum;
  int count, last;
  long trace;
} Query;

static Node *nodes;
static Point *points;
static int numNodes;

static void meet(Query *q, int i) { q->trace = (q->trace * 31 + i) % 1000003; }

/* The callee tests; an alias; the points that nodes name. */
#pragma regtt traversal
static void sumRange(Query *q, int i) {
  if (i < 0)
    return;
  const Node *n = &nodes[i];
  if (n->high < q->low || n->low > q->high)
    return;
  meet(q, i);
  if (n->key >= q->low && n->key <= q->high) {
    q->sum += points[n->point].weight;
    q->last = i;
    q->count++;
  }
  sumRange(q, n->left);
  sumRange(q, n->right);
}

/* The caller tests; the array is a parameter; another node is read, too. */
#pragma regtt traversal
static void countBelow(Query *q, const Node *tree, int i) {
  if (tree[i].low > q->high)
    return;
  q->trace += tree[i].point;
  if (tree[i].parent >= 0 && tree[tree[i].parent].key > q->low)
    q->count++;
  if (tree[i].left != -1)
    countBelow(q, tree, tree[i].left);
  if (tree[i].right != -1)
    countBelow(q, tree, tree[i].right);
}

/* Numbers from 1; 0 is no node. Every node is a struct of parts. */
typedef struct {
  struct {
    unsigned short child[2];
    unsigned char isLeaf;
  } links;
  float key[2];
} Short;

static Short shorts[MOST];

#pragma regtt traversal
static void shortNodes(Query *q, unsigned short i) {
  int k;
  if (!i || shorts[i].key[0] > q->high)
    return;
  meet(q, i);
  if (shorts[i].links.isLeaf) {
    q->sum += shorts[i].key[1];
    return;
  }
  for (k = 0; k < 2; ++k)
    shortNodes(q, shorts[i].links.child[k]);
}

/* The same; callers test, each in a way of its own. */
#pragma regtt traversal
static void shortCallers(Query *q, unsigned short i) {
  const unsigned short left = shorts[i].links.child[0];
  const int right = shorts[i].links.child[1];
  q->count += left > 0 ? 2 : 1;
  meet(q, i);
  if (left)
    shortCallers(q, left);
  if (right != 0)
    shortCallers(q, (unsigned short)right);
}

/* Parallel arrays; all bits set is no node. */
static uint32_t lower[MOST], upper[MOST];
static float *keys;
static const uint32_t nil = 0xffffffffu;

#pragma regtt traversal
static void parallelArrays(Query *q, uint32_t node) {
  if (node == nil)
    return;
  if (keys[node] < q->low) {
    q->count += 1;
    if (lower[node] == nil)
      return;
  }
  q->sum += keys[node];
  parallelArrays(q, lower[node]);
  parallelArrays(q, upper[node]);
}

/* Leaves are told by a field, and keep anything for children. */
typedef struct {
  int split; /* below 0: a leaf */
  int child[2];
  float value;
} Split;

static Split *splits;

#pragma regtt traversal
static void leavesByField(Query *q, int i) {
  const int leaf = splits[i].split < 0;
  if (leaf) {
    q->sum += splits[i].value;
    return;
  }
  q->trace += splits[i].split;
  if (splits[i].value > q->low)
    q->count++;
  leavesByField(q, splits[i].child[0]);
  leavesByField(q, splits[i].child[1]);
}

/* A heap: children are computed. */
#pragma regtt traversal
static void heap(Query *q, int i, int count) {
  if (i >= count)
    return;
  meet(q, i);
  if (keys[i] > q->high)
    return;
  q->sum += keys[i];
  heap(q, 2 * i + 1, count);
  heap(q, 2 * i + 2, count);
}

/* The same, from 1, tested by the caller; the numbers are kept in locals. */
#pragma regtt traversal
static void heapFromOne(Query *q, size_t i) {
  size_t left = i << 1, right = left + 1;
  q->trace += (long)i;
  if (keys[i - 1] > q->high)
    return;
  if (left <= (size_t)numNodes)
    heapFromOne(q, left);
  if (right <= (size_t)numNodes)
    heapFromOne(q, right);
}

/* The left child follows its parent; the right one is stored. */
typedef struct {
  float key;
  int16_t right; /* 0: a leaf */
} Packed;

static Packed packed[MOST];

#pragma regtt traversal
static void preorder(Query *q, int i) {
  const Packed n = packed[i];
  meet(q, i);
  if (n.key > q->high)
    return;
  q->sum += n.key;
  if (n.right == 0)
    return;
  preorder(q, i + 1);
  preorder(q, n.right);
}

/* No array at all. */
#pragma regtt traversal
static void numbersAlone(Query *q, long i) {
  if (i > 700)
    return;
  q->trace = (q->trace * 7 + i) % 1000003;
  if (i % 3 == 0 && q->count++ > 100)
    return;
  numbersAlone(q, 3 * i + 1);
  numbersAlone(q, 3 * i + 2);
  numbersAlone(q, 3 * i + 3);
}

/* A search tree in `nodes`, keys inserted one by one. */
static void insert(float key) {
  int i = 0, n = numNodes++, *place;
  Node node = {key, key, key, -1, -1, -1, n};
  nodes[n] = node;
  while (n > 0) {
    if (nodes[i].low > key)
      nodes[i].low = key;
    if (nodes[i].high < key)
      nodes[i].high = key;
    place = key < nodes[i].key ? &nodes[i].left : &nodes[i].right;
    if (*place < 0) {
      *place = n;
      nodes[n].parent = i;
      return;
    }
    i = *place;
  }
}

/* Packs the subtree of `n` from `at` on, nodes with one child as leaves;
   returns what follows it. */
static int pack(int n, int at) {
  int next = at + 1;
  packed[at].key = nodes[n].key;
  packed[at].right = 0;
  if (nodes[n].left >= 0 && nodes[n].right >= 0) {
    next = pack(nodes[n].left, next);
    packed[at].right = (int16_t)next;
    next = pack(nodes[n].right, next);
  }
  return next;
}

static void build(int count, const char *shape) {
  int i;
  for (i = 0; i < count; ++i)
    insert(!strcmp(shape, "chain")   ? (float)i
           : !strcmp(shape, "equal") ? (float)(i % 3)
                                     : (float)nextFraction() * 100);
  for (i = 0; i < count; ++i) {
    const Node *n = &nodes[i];
    points[i].weight = (float)(i % 17) / 4;
    points[i].x = n->key;
    shorts[i + 1].links.child[0] = (unsigned short)(n->left + 1);
    shorts[i + 1].links.child[1] = (unsigned short)(n->right + 1);
    shorts[i + 1].links.isLeaf = n->left < 0 && n->right < 0;
    shorts[i + 1].key[0] = n->low;
    shorts[i + 1].key[1] = n->key;
    lower[i] = (uint32_t)n->left;
    upper[i] = (uint32_t)n->right;
    keys[i] = n->key;
    splits[i].split = n->left < 0 || n->right < 0 ? -1 - i : i % 5;
    splits[i].child[0] = splits[i].split < 0 ? 30000 + i : n->left;
    splits[i].child[1] = splits[i].split < 0 ? -77 : n->right;
    splits[i].value = n->key;
  }
  if (count > 0)
    pack(0, 0);
}

static Query *queries;
static int numQueries;

static void fill(void) {
  int i;
  for (i = 0; i < numQueries; ++i) {
    memset(&queries[i], 0, sizeof *queries);
    queries[i].low = (float)nextFraction() * 100;
    queries[i].high = queries[i].low + (float)nextFraction() * 60;
  }
}

static void print(const char *name) {
  int i;
  for (i = 0; i < numQueries; ++i)
    printf("%s %a %d %d %ld\n", name, queries[i].sum, queries[i].count,
           queries[i].last, queries[i].trace);
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 100, i, root;
  numQueries = argc > 2 ? atoi(argv[2]) : 10;
  numbersState = (unsigned long)(argc > 3 ? atoi(argv[3]) : 1);
  nodes = malloc(sizeof *nodes * (size_t)(count + 1));
  points = malloc(sizeof *points * (size_t)(count + 1));
  keys = malloc(sizeof *keys * (size_t)(count + 1));
  splits = malloc(sizeof *splits * (size_t)(count + 1));
  queries = malloc(sizeof *queries * (size_t)(numQueries + 1));
  build(count, argc > 4 ? argv[4] : "random");
  root = count > 0 ? 0 : -1;

  fill();
#pragma regtt parallel copyin(points[0 : numNodes])
  for (i = 0; i < numQueries; ++i)
    sumRange(&queries[i], root);
  print("sumRange");

  if (count > 0) {
    fill();
#pragma regtt parallel copyin(nodes[0 : count])
    for (i = 0; i < numQueries; ++i)
      countBelow(&queries[i], nodes, 0);
    print("countBelow");
  }

  fill();
#pragma regtt parallel
  for (i = 0; i < numQueries; ++i)
    shortNodes(&queries[i], (unsigned short)(root + 1));
  print("shortNodes");

  if (count > 0) {
    fill();
#pragma regtt parallel
    for (i = 0; i < numQueries; ++i)
      shortCallers(&queries[i], 1);
    print("shortCallers");
  }

  fill();
#pragma regtt parallel copyin(keys[0 : count])
  for (i = 0; i < numQueries; ++i)
    parallelArrays(&queries[i], (uint32_t)root);
  print("parallelArrays");

  if (count > 0) {
    fill();
#pragma regtt parallel
    for (i = 0; i < numQueries; ++i)
      leavesByField(&queries[i], 0);
    print("leavesByField");
  }

  fill();
#pragma regtt parallel copyin(keys[0 : count])
  for (i = 0; i < numQueries; ++i)
    heap(&queries[i], 0, count);
  print("heap");

  if (count > 0) {
    fill();
#pragma regtt parallel copyin(keys[0 : count])
    for (i = 0; i < numQueries; ++i)
      heapFromOne(&queries[i], 1);
    print("heapFromOne");

    fill();
#pragma regtt parallel
    for (i = 0; i < numQueries; ++i)
      preorder(&queries[i], 0);
    print("preorder");
  }

  fill();
#pragma regtt parallel
  for (i = 0; i < numQueries; ++i)
    numbersAlone(&queries[i], 0);
  print("numbersAlone");
  return 0;
}
