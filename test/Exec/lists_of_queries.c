/* Queries that lead on to each other, in C: the link may lie in a struct of their
   own; variables from outside of the loop, several of which the head may set.

   RUN: gcc -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
   RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
   RUN: %same %t.serial %t.parallel autoropes,static_ropes 0 1 2 60
   RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 40 2>&1 | FileCheck %s
   RUN: regtt-cc -std=gnu89 -O1 --target=cpu %s -o %t.older
   RUN: %same %t.serial %t.older autoropes 9
   CHECK-COUNT-5: verify=identical
   CHECK-NOT: verify= */
#include "../Inputs/numbers.h"
#include <stdio.h>
#include <stdlib.h>

struct node {
  double x;
  struct node *left, *right;
};
struct body {
  double x;
  int count;
  struct {
    int tag;
    struct body *next;
  } link;
};
#define NEXT(b) ((b)->link.next)

static struct node *build(int count) {
  struct node *n;
  int part;
  if (count <= 0)
    return NULL;
  n = malloc(sizeof *n);
  n->x = nextFraction() + 0.5;
  part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

#pragma regtt traversal
static void visit(struct body *b, const struct node *n, int by) {
  if (!n || n->x < b->x)
    return;
  b->count += by;
  visit(b, n->left, by);
  visit(b, n->right, by);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  struct node *root = build(n + 1);
  struct body *head = NULL, *b, *end, *all;
  long sum = 0;
  int i, last;
  for (i = 0; i < n; ++i) {
    b = malloc(sizeof *b);
    b->x = nextFraction();
    b->count = 0;
    b->link.tag = i;
    b->link.next = head;
    head = b;
  }
#pragma regtt parallel
  for (b = head; b; b = NEXT(b))
    visit(b, root, 1);
  printf("%d ", b == NULL);

  b = head;
#pragma regtt parallel
  while (b != NULL) {
    struct body copy = *b;
    copy.count = b->link.tag;
    visit(&copy, root, 2);
    b->count += copy.count;
    sum = sum * 3 + copy.count;
    b = b->link.next;
  }
  printf("%d ", b == NULL);

  for (end = head; end && end->link.tag > 5;)
    end = NEXT(end);
#pragma regtt parallel
  for (b = head; end != b; b = b->link.next)
    visit(b, root, 4);
  printf("%d ", b == end);

  all = malloc((n + 1) * sizeof *all);
  for (i = 0; i < n; ++i) {
    all[i].x = nextFraction();
    all[i].count = i;
  }
#pragma regtt parallel
  for (b = all, end = b + n; b < end; ++b)
    visit(b, root, 8);
  printf("%d ", b == all + n && end == all + n);
#pragma regtt parallel
  for (i = 0, last = n / 2; i < last; ++i)
    visit(&all[i], root, 16);
  printf("%d %d\n", i, last);

  for (b = head; b; b = NEXT(b))
    printf("%d ", b->count);
  for (i = 0; i < n; ++i)
    printf("%d ", all[i].count);
  printf("%ld\n", sum);
  return 0;
}
