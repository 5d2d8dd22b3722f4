// Which pointers in structs that functions between fill are pointers of their own,
// and which arrays of pointers there are arrays of numbers.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

#include <cstdlib>

struct Search {
  float at;
  int k;
  float *sums;
};

#pragma regtt traversal
static void collect(const Node *n, Search *s) {
  if (!n)
    return;
  s->sums[n->x < s->at] += n->x;
  collect(n->left, s);
  collect(n->right, s);
}

static void taken(Query *q, const Node *root) {
  Search s;
  s.at = q->x;
  s.sums = (float *)malloc(2 * sizeof(float));
  s.sums[0] = 0;
  s.sums[1] = 0;
  collect(root, &s);
  q->best = s.sums[0] + s.sums[1];
  free(s.sums);
}

static void chosen(Query *q, const Node *root) {
  Search s;
  s.at = q->x;
  if (q->count > 2)
    s.sums = (float *)malloc(2 * sizeof(float)); // expected-error {{it is not known what it writes}}
  else
    s.sums = (float *)malloc(4 * sizeof(float));
  s.sums[0] = 0;
  s.sums[1] = 0;
  collect(root, &s);
  q->best = s.sums[0] + s.sums[1];
  free(s.sums);
}

static void exchanged(Query *q, const Node *root) {
  Search s;
  s.at = q->x;
  s.sums = (float *)malloc(2 * sizeof(float)); // expected-error {{it is not known what it writes}}
  float *other = (float *)malloc(2 * sizeof(float));
  s.sums[0] = 0;
  other[0] = 0;
  collect(root, &s);
  float *first = s.sums;
  s.sums = other;
  collect(root, &s);
  q->best = first[0] + s.sums[0];
}

static void copied(Query *q, const Node *root) {
  Search s, o;
  s.at = q->x;
  s.sums = (float *)malloc(2 * sizeof(float)); // expected-error {{it is not known what it writes}}
  s.sums[0] = 0;
  s.sums[1] = 0;
  o = s;
  collect(root, &o);
  q->best = s.sums[0];
}

struct Moving {
  float at;
  float *sums;
};

#pragma regtt traversal
static void move(const Node *n, Moving *s) {
  if (!n)
    return;
  *s->sums++ = n->x;
  move(n->left, s);
  move(n->right, s);
}

static void moved(Query *q, const Node *root) {
  Moving s;
  s.sums = (float *)malloc(200 * sizeof(float)); // expected-error {{it is not known what it writes}}
  move(root, &s);
  q->best = s.sums[-1];
}

//===--- Pointers into one array ------------------------------------------===//

struct Item {
  float x;
};

struct Items {
  const Item *all, *more;
  const Item **item;
};

#pragma regtt traversal
static void choose(const Node *n, Items *s) {
  if (!n)
    return;
  s->item[n->leaf % 2] = &s->all[n->leaf];
  choose(n->left, s);
  choose(n->right, s);
}

static void pointers(Query *q, const Node *root, const Item *all) {
  Items s = {all, all, (const Item **)malloc(2 * sizeof(Item *))};
  s.item[0] = all + 1;
  s.item[1] = all + 1;
  choose(root, &s);
  q->best = s.item[0]->x + s.item[1]->x;
  free(s.item);
}

static void nulls(Query *q, const Node *root, const Item *all) {
  Items s = {all, all, (const Item **)malloc(2 * sizeof(Item *))}; // expected-error {{it is not known what it writes}}
  s.item[0] = nullptr;
  s.item[1] = nullptr;
  choose(root, &s);
  q->best = s.item[0] ? s.item[0]->x : 0;
}

static void zeros(Query *q, const Node *root, const Item *all) {
  Items s = {all, all, (const Item **)calloc(2, sizeof(Item *))}; // expected-error {{it is not known what it writes}}
  choose(root, &s);
  q->best = s.item[0] ? s.item[0]->x : 0;
}

static void others(Query *q, const Node *root, const Item *all,
                   const Item *more) {
  Items s = {all, more, (const Item **)malloc(2 * sizeof(Item *))}; // expected-error {{it is not known what it writes}}
  s.item[0] = more + 1;
  s.item[1] = more + 1;
  choose(root, &s);
  q->best = s.item[0]->x;
}

static void many(Query *q, const Node *root, const Item *const *all) {
  Items s = {all[0], all[1], (const Item **)malloc(2 * sizeof(Item *))}; // expected-error {{it is not known what it writes}}
  for (int k = 0; k < 2; k++) {
    const Item *row = all[k];
    s.item[k] = row + 1;
  }
  choose(root, &s);
  q->best = s.item[0]->x;
}

void all(Query *queries, int n, const Node *root, const Item *items,
         const Item *more, const Item *const *rows) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    taken(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    chosen(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    exchanged(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    copied(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    moved(&queries[i], root);
#pragma regtt parallel copyin(items[0 : 100])
  for (int i = 0; i < n; ++i)
    pointers(&queries[i], root, items);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    nulls(&queries[i], root, items);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    zeros(&queries[i], root, items);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    others(&queries[i], root, items, more);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    many(&queries[i], root, rows);
}
