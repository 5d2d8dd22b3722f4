/* Lists of data that nodes have: elements that lie anywhere, each with a pointer
 * to the next. They are gone along in the loop's head, by `while`, by `do`, with
 * the next one kept ahead, up to what the query looks for, in pairs, in helpers
 * that are handed the first one or the node; elements are kept. Lists are empty,
 * of one element, shared by nodes, and behind a condition on the node.
 *
 * RUN: gcc -std=gnu11 -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
 * RUN: regtt-cc -std=gnu11 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
 * RUN: %same %t.serial %t.parallel autoropes "70 6" "1 0" "0 3"
 * RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 60 5 2>&1 | FileCheck %s
 * CHECK-COUNT-3: verify=identical
 * RUN: regtt-cc -std=gnu11 -O1 --target=cpu -DENDLESS %s -o %t.endless
 * RUN: not env REGTT_TARGET=cpu %t.endless 10 3 2>&1 | FileCheck --check-prefix=ENDLESS %s
 * ENDLESS: the list 'first' of a node has no end
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct item {
  float x;
  int id;
  struct {
    struct item *next;
  } link;
};
struct cell {
  float lo, hi;
  struct cell *left, *right;
  struct item *first;
  char hasOthers;
  struct item *others; /* anything where there are none */
};

struct query {
  float at, reach;
  int id, hits;
  double sum;
  const struct item *nearest;
  float distance;
};
static float distance(const struct item *e, const struct query *q) {
  return e->x < q->at ? q->at - e->x : e->x - q->at;
}
#pragma regtt traversal
static void nearest(const struct cell *n, struct query *q) {
  if (!n || q->at + q->reach < n->lo || q->at - q->reach > n->hi)
    return;
  for (const struct item *e = n->first; e; e = e->link.next) {
    const float d = distance(e, q);
    if (d > q->reach)
      continue;
    ++q->hits;
    q->sum += e->x;
    if (!q->nearest || d < q->distance) {
      q->nearest = e;
      q->distance = d;
    }
  }
  nearest(n->left, q);
  nearest(n->right, q);
}

/* C89, several lists, and what stays of a pointer after its loop. */
static int upTo(const struct item *e, int id) {
  int count = 0;
  while (e != NULL && e->id != id) {
    ++count;
    e = e->link.next;
  }
  return count;
}
#pragma regtt traversal
static void several(const struct cell *n, int id, long *sum) {
  const struct item *e, *following;
  if (!n)
    return;
  e = n->first;
  while (e) {
    following = e->link.next;
    if (e->id == id)
      break;
    *sum = (*sum * 3 + e->id) % 1000003;
    e = following;
  }
  if (e)
    *sum += e->id + (e->link.next ? e->link.next->id : 7);
  if (n->hasOthers) {
    for (e = n->others; e; e = e->link.next) {
      const struct item *e = n->first; /* another one */
      *sum += upTo(e, id) + (e ? e->id : 0);
    }
    e = n->others;
    do {
      *sum = (*sum * 5 + e->id) % 1000003;
      e = e->link.next;
    } while (e);
  }
  several(n->left, id, sum);
  several(n->right, id, sum);
}

/* Pairs of a list's elements; a list's length. */
static int length(const struct cell *n) {
  int count = 0;
  const struct item *e;
  for (e = n->first; e != 0; e = e->link.next)
    ++count;
  return count;
}
#pragma regtt traversal
static int pairs(const struct cell *n, float reach) {
  int found = 0;
  if (!n)
    return 0;
  for (const struct item *a = n->first; a; a = a->link.next)
    for (const struct item *b = a->link.next; b; b = b->link.next)
      found += b->x - a->x < reach && a->x - b->x < reach;
  return found + 100 * length(n) + pairs(n->left, reach) +
         pairs(n->right, reach);
}

static struct item *add(struct item *to, float x, int id) {
  struct item *made = malloc(sizeof *made);
  made->x = x;
  made->id = id;
  made->link.next = to;
#ifdef ENDLESS
  if (!to)
    made->link.next = made;
#endif
  return made;
}
static struct cell *build(int levels, int number, struct item *shared) {
  if (!levels)
    return NULL;
  struct cell *n = malloc(sizeof *n);
  n->lo = (float)(number % 7);
  n->hi = n->lo + 9;
  n->first = number % 4 == 3 ? shared : NULL;
  for (int k = 0; k < number % 4; ++k)
    n->first =
        add(n->first, (float)((number * 31 + k * 17) % 97) / 8, number + k);
  n->hasOthers = number % 3 == 1;
  n->others =
      n->hasOthers ? add(add(NULL, 3, 5), 4, number) : (struct item *)16;
  n->left = build(levels - 1, 2 * number, n->first);
  n->right = build(levels - 1, 2 * number + 1, shared);
  return n;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 50;
  const int levels = argc > 2 ? atoi(argv[2]) : 5;
  const struct cell *root = build(levels, 1, NULL);
  struct query *q = calloc((size_t)count + 1, sizeof *q);
  long *sum = calloc((size_t)count + 1, sizeof *sum);
  int *found = calloc((size_t)count + 1, sizeof *found);
  for (int i = 0; i < count; ++i) {
    q[i].at = (float)(i * 37 % 101) / 8;
    q[i].reach = (float)(i % 5);
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    nearest(root, &q[i]);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    several(root, i % 9, &sum[i]);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    found[i] = pairs(root, (float)(i % 6));
  for (int i = 0; i < count; ++i)
    printf("%d %.17g %d %.9g %ld %d\n", q[i].hits, q[i].sum,
           q[i].nearest ? q[i].nearest->id : -1, q[i].distance, sum[i],
           found[i]);
  return 0;
}
