// Rings of which a pointer is used where it may be at the head, which is no
// element, or which do not end there; each beside what is taken in
// Exec/intrusive_lists.c.
// RUN: regtt-cc --verify-diagnostics %s
#include <stddef.h>
struct list {
  struct list *next, *prev;
};
#define WHOLE(link, type, member)                                              \
  ((type *)((char *)(link) - offsetof(type, member)))
struct item {
  float x;
  int isLast;
  struct list link;
};
struct node {
  struct node *left, *right;
  struct list items, others;
};
struct query {
  float at;
  int hits;
  const struct item *found;
};

// Behind the loop.
#pragma regtt traversal
void after(const struct node *n, struct query *q) {
  // expected-error@+1 {{a pointer to what is not one object throughout is not taken inside a traversal [RTT2004]}}
  const struct list *at;
  if (!n)
    return;
  for (at = n->items.next; at != &n->items; at = at->next)
    if (WHOLE(at, struct item, link)->x > q->at)
      break;
  q->found = WHOLE(at, struct item, link);
  after(n->left, q);
  after(n->right, q);
}

// Once it is moved on.
#pragma regtt traversal
void moved(const struct node *n, struct query *q) {
  // expected-error@+1 {{a pointer to what is not one object throughout is not taken inside a traversal [RTT2004]}}
  const struct list *at;
  if (!n)
    return;
  at = n->items.next;
  while (at != &n->items) {
    at = at->next;
    q->found = WHOLE(at, struct item, link);
  }
  moved(n->left, q);
  moved(n->right, q);
}

// Up to another head, and ahead of this one.
#pragma regtt traversal
void another(const struct node *n, struct query *q) {
  // expected-error@+1 {{a pointer to what is not one object throughout is not taken inside a traversal [RTT2004]}}
  const struct list *at;
  if (!n)
    return;
  for (at = n->items.next; at != &n->others; at = at->next)
    q->hits++;
  another(n->left, q);
  another(n->right, q);
}
#pragma regtt traversal
void flagged(const struct node *n, struct query *q) {
  // expected-error@+1 {{a pointer to what is not one object throughout is not taken inside a traversal [RTT2004]}}
  const struct list *at;
  if (!n)
    return;
  for (at = n->items.next; at != &n->items; at = at->next)
    if (WHOLE(at, struct item, link)->isLast)
      break;
  flagged(n->left, q);
  flagged(n->right, q);
}

void all(const struct node *root, struct query *q, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    after(root, &q[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    moved(root, &q[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    another(root, &q[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    flagged(root, &q[i]);
}
