/* Rings: lists whose links lie in the elements, and which end at a head in the
 * node. They are gone along by their links or by the elements, back to front,
 * with the next link kept ahead, in pairs, in a helper, up to what the query
 * looks for; an element is in two of them.
 *
 * RUN: gcc -std=gnu11 -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
 * RUN: regtt-cc -std=gnu11 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
 * RUN: %same %t.serial %t.parallel autoropes "70 6" "1 0" "0 3"
 * RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 60 5 2>&1 | FileCheck %s
 * CHECK-COUNT-2: verify=identical
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct list {
  struct list *next, *prev;
};
#define WHOLE(link, type, member)                                              \
  ((type *)((char *)(link) - offsetof(type, member)))
#define EACH(at, head) for (at = (head)->next; at != (head); at = at->next)
#define EACH_BACK(at, head) for (at = (head)->prev; at != (head); at = at->prev)
#define EACH_SAFE(at, after, head)                                             \
  for (at = (head)->next, after = at->next; at != (head);                      \
       at = after, after = at->next)
#define EACH_ITEM(e, head, member)                                             \
  for (e = WHOLE((head)->next, struct item, member); &e->member != (head);     \
       e = WHOLE(e->member.next, struct item, member))

struct item {
  float x;
  int id;
  struct list link;
  char mark;
  struct list byMark;
};
struct cell {
  float lo, hi;
  struct cell *left, *right;
  struct list items, marked;
};

struct query {
  float at;
  int id, hits;
  double sum;
  const struct item *found;
};
static int marks(const struct cell *n, const struct query *q) {
  const struct item *e;
  int result = 0;
  EACH_ITEM(e, &n->marked, byMark) {
    if (e->x < q->at)
      continue;
    result = (result * 3 + e->mark) % 1009;
  }
  return result;
}
#pragma regtt traversal
static void look(const struct cell *n, struct query *q) {
  const struct list *at, *marked, *after;
  const struct item *e;
  if (!n || q->at + 3 < n->lo || q->at - 3 > n->hi)
    return;
  EACH(at, &n->items) {
    const struct item *here = WHOLE(at, struct item, link);
    if (here->x > q->at) {
      ++q->hits;
      q->sum = q->sum / 2 + here->x;
    }
  }
  EACH_ITEM(e, &n->items, link) {
    if (e->id % 7 == q->id)
      q->found = e;
    q->hits += 10;
  }
  EACH_SAFE(marked, after, &n->marked)
  q->hits += WHOLE(marked, struct item, byMark)->mark;
  q->hits += marks(n, q);
  look(n->left, q);
  look(n->right, q);
}

#pragma regtt traversal
static long order(const struct cell *n, int id) {
  const struct list *a, *b, *back;
  const struct item *e;
  long result = 0;
  if (!n)
    return 0;
  EACH(a, &n->items)
  for (b = a->next; b != &n->items; b = b->next)
    result += WHOLE(a, struct item, link)->x < WHOLE(b, struct item, link)->x;
  EACH_BACK(back, &n->items)
  result = (result * 5 + WHOLE(back, struct item, link)->id) % 100003;
  EACH_ITEM(e, &n->items, link)
  if (e->id == id)
    break;
  if (&e->link != &n->items)
    result += 100000;
  return (result + order(n->left, id) * 3 + order(n->right, id) * 7) % 1000003;
}

static void add(struct list *e, struct list *to) {
  e->next = to->next;
  e->prev = to;
  to->next->prev = e;
  to->next = e;
}
static struct cell *build(int levels, int number) {
  if (!levels)
    return NULL;
  struct cell *n = malloc(sizeof *n);
  n->lo = (float)(number % 7);
  n->hi = n->lo + 6;
  n->items.next = n->items.prev = &n->items;
  n->marked.next = n->marked.prev = &n->marked;
  for (int k = 0; k < number % 5; ++k) {
    struct item *e = malloc(sizeof *e);
    e->x = (float)((number * 31 + k * 17) % 97) / 8;
    e->id = number + k;
    e->mark = (char)(k + 1);
    add(&e->link, &n->items);
    if (k % 2)
      add(&e->byMark, &n->marked);
  }
  n->left = build(levels - 1, 2 * number);
  n->right = build(levels - 1, 2 * number + 1);
  return n;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 50;
  const int levels = argc > 2 ? atoi(argv[2]) : 5;
  const struct cell *root = build(levels, 1);
  struct query *q = calloc((size_t)count + 1, sizeof *q);
  long *ordered = calloc((size_t)count + 1, sizeof *ordered);
  for (int i = 0; i < count; ++i) {
    q[i].at = (float)(i * 37 % 101) / 8;
    q[i].id = i % 7;
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    q[i].found = NULL;
    look(root, &q[i]);
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    ordered[i] = order(root, i % 9);
  for (int i = 0; i < count; ++i)
    printf("%d %.17g %d %ld\n", q[i].hits, q[i].sum,
           q[i].found ? q[i].found->id : -1, ordered[i]);
  return 0;
}
