// Lists that are not gone along to their ends, or of which it is not known where
// they start; each beside what is taken in Exec/linked_lists.c.
// RUN: regtt-cc --verify-diagnostics %s
struct item {
  float x;
  int id, isLast;
  struct item *next;
};
struct node {
  struct node *left, *right;
  struct item *first, *others, *buckets[4];
  int count;
};
struct query {
  float at;
  int id, hits;
  struct item *items;
};

// What an element says of itself may be that its pointer leads nowhere.
#pragma regtt traversal
void flagged(const struct node *n, struct query *q) {
  // expected-error@+1 {{a pointer to what is not one object throughout is not taken inside a traversal [RTT2004]}}
  const struct item *e;
  if (!n)
    return;
  for (e = n->first; e; e = e->next) {
    q->hits++;
    if (e->isLast)
      break;
  }
  flagged(n->left, q);
  flagged(n->right, q);
}

// So may the node.
#pragma regtt traversal
void counted(const struct node *n, struct query *q) {
  // expected-error@+1 {{a pointer to what is not one object throughout is not taken inside a traversal [RTT2004]}}
  const struct item *e;
  if (!n)
    return;
  e = n->first;
  for (int k = 0; k < n->count; ++k, e = e->next)
    q->hits += e->x > q->at;
  counted(n->left, q);
  counted(n->right, q);
}

// One of two lists.
#pragma regtt traversal
void either(const struct node *n, struct query *q) {
  // expected-error@+1 {{a pointer to what is not one object throughout is not taken inside a traversal [RTT2004]}}
  const struct item *e;
  if (!n)
    return;
  e = n->first;
  if (q->id > 3)
    e = n->others;
  for (; e; e = e->next)
    q->hits++;
  either(n->left, q);
  either(n->right, q);
}

// A list that the traversal changes.
#pragma regtt traversal
void moved(const struct node *n, struct query *q) {
  // expected-error@+1 {{a pointer to what is not one object throughout is not taken inside a traversal [RTT2004]}}
  struct item *e;
  if (!n)
    return;
  for (e = n->first; e; e = e->next)
    if (e->x > q->at && e->next)
      e->next = e->next->next;
  moved(n->left, q);
  moved(n->right, q);
}

// Lists that are no node's, or of which it has several.
#pragma regtt traversal
void queries(const struct node *n, struct query *q) {
  if (!n)
    return;
  // expected-error@+1 {{the array 'q->items' is reached through a pointer that is no node's, which is not carried by this version [RTT2030]}}
  for (const struct item *e = q->items; e; e = e->next)
    q->hits++;
  queries(n->left, q);
  queries(n->right, q);
}
#pragma regtt traversal
void buckets(const struct node *n, struct query *q) {
  if (!n)
    return;
  // expected-error@+1 {{the array 'n->buckets[q->id & 3]' is reached through a pointer that is no node's, which is not carried by this version [RTT2030]}}
  for (const struct item *e = n->buckets[q->id & 3]; e; e = e->next)
    q->hits++;
  buckets(n->left, q);
  buckets(n->right, q);
}

void all(const struct node *root, struct query *q, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    flagged(root, &q[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    counted(root, &q[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    either(root, &q[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    moved(root, &q[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    queries(root, &q[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    buckets(root, &q[i]);
}
