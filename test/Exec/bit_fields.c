/* Bit-fields of nodes and queries, in C and C++: signed, unsigned, enumerations
 * and truth values; beside what a query writes there is what it must keep.
 *
 * RUN: gcc -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
 * RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
 * RUN: %same %t.serial %t.parallel autoropes,static_ropes "0 1" "1 2" "300 3"
 * RUN: %same %t.serial %t.parallel autoropes "1 2 guards" "700 4 guards"
 * RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 5 guards 2>&1 | FileCheck %s
 * CHECK-COUNT-2: verify=identical
 *
 * RUN: rm -rf %t.d && mkdir %t.d && cp %s %t.d/bit_fields.cpp
 * RUN: %serial -I%S %t.d/bit_fields.cpp -o %t.serial
 * RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror -I%S %t.d/bit_fields.cpp -o %t.parallel
 * RUN: %same %t.serial %t.parallel autoropes "300 6 guards"
 * RUN: %same %t.serial %t.parallel static_ropes "300 6"
 *
 * RUN: regtt-cc %s --emit=header -o %t.d/bit_fields.regtt.h
 * RUN: regtt-cc %s --emit=cuda -o %t.d/bit_fields.regtt.cu
 * RUN: %check_cuda -I%t.d %t.d/bit_fields.regtt.cu -o %t.o
 */
#include "../Inputs/numbers.h"
#include <stdio.h>
#include <stdlib.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif

enum Kind { Inner, Leaf, Bucket, Empty };

struct Mark {
  unsigned short seen : 5;
  unsigned short : 3;
  int level : 7;
};

struct Far {
  char name;
  int level : 7;
};

struct Node {
  unsigned depth : 5;
  int tilt : 6;
  bool open : 1;
  enum Kind kind : 3;
  unsigned char low : 2, high : 6;
  struct Mark mark;
  struct Far *far;
  struct Node *left, *right;
};

struct Query {
  char name;
  unsigned count : 9;
  int balance : 5;
  bool done : 1;
  enum Kind last : 3;
  unsigned keep : 11;
  struct Mark mark, copy;
  float sum;
};

#pragma regtt traversal
static void visit(struct Query *q, const struct Node *n) {
  if (!n)
    return;
  q->count += n->depth;
  q->count++;
  q->balance = q->balance + n->tilt;
  if (n->depth - 5 < 0)
    q->balance--;
  q->done = n->open && q->count > 300;
  q->last = n->kind;
  q->mark.seen += n->mark.seen;
  q->mark.level ^= n->far->level;
  q->sum += (n->kind == Leaf ? 0.5f : 0.25f) * n->high + n->low;
  switch (n->kind) {
  case Bucket:
    q->sum += 1;
    break;
  case Empty:
    return;
  default:
    break;
  }
  visit(q, n->left);
  visit(q, n->right);
}

/* A struct of bit-fields as a whole, and a condition that visits decide. */
#pragma regtt traversal
static void whole(struct Query *q, const struct Node *n, int limit) {
  struct Mark mark;
  if (!n || n->depth > (unsigned)limit)
    return;
  mark = n->mark;
  mark.level += 3;
  q->copy = mark;
  q->copy.seen--;
  q->count += n->low - q->copy.level;
  whole(q, n->left, limit);
  if (n->depth - 4 < (int)q->count - 200)
    whole(q, n->right, limit);
}

static struct Node *build(int count, int depth) {
  int part;
  struct Node *n;
  if (count <= 0)
    return NULL;
  n = (struct Node *)calloc(1, sizeof *n);
  n->depth = depth;
  n->tilt = nextNumber();
  n->open = nextNumber() & 1;
  n->kind = (enum Kind)(nextNumber() % 8 ? nextNumber() % 3 : 3);
  n->low = nextNumber();
  n->high = nextNumber();
  n->mark.seen = nextNumber();
  n->mark.level = nextNumber();
  n->far = (struct Far *)calloc(1, sizeof *n->far);
  n->far->level = nextNumber();
  part = nextNumber() % count;
  n->left = build(part, depth + 1);
  n->right = build(count - 1 - part, depth + 1);
  return n;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 100;
  struct Query *queries =
      (struct Query *)calloc(count + 1, sizeof(struct Query));
  struct Node *root;
  int i;
  numbersState = argc > 2 ? atoi(argv[2]) : 1;
  for (i = 0; i < count; ++i) {
    queries[i].name = nextNumber();
    queries[i].count = nextNumber();
    queries[i].keep = nextNumber();
    queries[i].sum = (float)nextFraction();
    queries[i].mark.seen = nextNumber();
  }
  root = build(count, 0);
#pragma regtt parallel
  for (i = 0; i < count; ++i)
    visit(&queries[i], root);
  if (argc > 3) {
#pragma regtt parallel
    for (i = 0; i < count; ++i)
      whole(&queries[i], root, 12);
  }
  for (i = 0; i < count; ++i) {
    const struct Query *q = &queries[i];
    printf("%d %u %d %d %d %u %u %d %u %d %a\n", q->name, q->count, q->balance,
           q->done, q->last, q->keep, q->mark.seen, q->mark.level, q->copy.seen,
           q->copy.level, q->sum);
  }
  return 0;
}
