/* Structs as values in C: by value and by address, compound literals, a struct
 * that has the name of a variable, and a guard that hands a whole struct on.
 *
 * RUN: gcc -std=c99 -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial -lm
 * RUN: regtt-cc -std=c99 -O2 --target=cpu %s -o %t.parallel -lm
 * RUN: %same %t.serial %t.parallel autoropes "1 700" "2 300" "3 1" "4 0"
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct vec {
  float x, y;
} vec;
struct box {
  vec lo, hi;
};
typedef struct node {
  struct box box;
  vec at;
  int id;
  struct node *child[2];
} node;
struct near {
  float d;
  int id;
};
struct query {
  vec at;
  struct near near;
  struct near all[2];
};

static vec sub(vec a, vec b) {
  vec vec = {a.x - b.x, a.y - b.y};
  return vec;
}
static float dot(const vec *a, const vec *b) {
  return a->x * b->x + a->y * b->y;
}
static float distance(vec a, vec b) {
  const vec d = sub(a, b);
  return dot(&d, &d);
}
static float outside(const struct box *box, vec p) {
  const float dx = fmaxf(fmaxf(box->lo.x - p.x, 0), p.x - box->hi.x);
  const float dy = fmaxf(fmaxf(box->lo.y - p.y, 0), p.y - box->hi.y);
  return dx * dx + dy * dy;
}
static int closer(const struct query *q, struct box box) {
  return outside(&box, q->at) < q->near.d;
}
static void keep(struct near *near, struct near other) {
  if (other.d < near->d)
    *near = other;
}

#pragma regtt traversal
static void search(struct query *q, const node *n, vec shift) {
  if (!n || outside(&n->box, q->at) >= q->near.d)
    return;
  keep(&q->near, (struct near){distance(n->at, q->at), n->id});
  q->all[n->id & 1] = (struct near){.id = n->id, .d = shift.x};
  const int first = q->at.x > n->at.x;
  const struct box grown = {sub(n->box.lo, shift), n->box.hi};
  search(q, n->child[first], sub(shift, (vec){0.001f, 0}));
  if (closer(q, grown))
    search(q, n->child[1 - first], shift);
}

static node nodes[1000];
static int count;
static float unit(void) { return (float)rand() / (float)RAND_MAX; }
static node *build(int size) {
  if (size <= 0)
    return NULL;
  node *n = &nodes[count++];
  n->at = (vec){unit(), rand() % 4 ? unit() : 0.5f};
  n->box.lo = n->box.hi = n->at;
  n->id = count;
  const int left = rand() % size;
  n->child[0] = build(left);
  n->child[1] = build(size - 1 - left);
  for (int i = 0; i < 2; ++i)
    if (n->child[i]) {
      const struct box b = n->child[i]->box;
      n->box.lo = (vec){fminf(n->box.lo.x, b.lo.x), fminf(n->box.lo.y, b.lo.y)};
      n->box.hi = (vec){fmaxf(n->box.hi.x, b.hi.x), fmaxf(n->box.hi.y, b.hi.y)};
    }
  return n;
}

int main(int argc, char **argv) {
  static struct query queries[200];
  const vec shift = {0.125f, 0.25f};
  srand(argc > 1 ? (unsigned)atoi(argv[1]) : 1);
  node *root = build(argc > 2 ? atoi(argv[2]) : 500);
  for (int i = 0; i < 200; ++i) {
    queries[i].at = (vec){unit(), unit()};
    queries[i].near = (struct near){1e30f, -1};
  }
#pragma regtt parallel
  for (int i = 0; i < 200; ++i)
    search(&queries[i], root, shift);
  for (int i = 0; i < 200; ++i)
    printf("%a %d %a %d %a %d\n", queries[i].near.d, queries[i].near.id,
           queries[i].all[0].d, queries[i].all[0].id, queries[i].all[1].d,
           queries[i].all[1].id);
  return 0;
}
