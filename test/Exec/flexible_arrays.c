/* Arrays at the end of nodes that are as long as the nodes' memory: C99's, GNU
 * C's of no element, and those of one that are older; of numbers, of structs, of
 * pointers, of entries with children; and one of a single element that is what
 * it says.
 *
 * RUN: gcc -std=gnu11 -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
 * RUN: regtt-cc -std=gnu11 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
 * RUN: %same %t.serial %t.parallel autoropes "70 6" "1 0" "0 3"
 * RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 60 5 2>&1 | FileCheck %s
 * CHECK-COUNT-6: verify=identical
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct point {
  float x, y;
};

/* Numbers. */
struct keyed {
  int count;
  struct keyed *left, *right;
  int key[];
};
#pragma regtt traversal
static void keys(const struct keyed *n, long *sum) {
  int i;
  if (!n)
    return;
  for (i = 0; i < n->count; ++i)
    *sum = (*sum * 3 + n->key[i]) % 1000003;
  keys(n->left, sum);
  keys(n->right, sum);
}

/* Structs, in the way before C99. */
struct bucket {
  struct bucket *left, *right;
  unsigned char used;
  struct point points[1];
};
#pragma regtt traversal
static void near(const struct bucket *n, float x, float y, int *hits) {
  int i;
  if (!n)
    return;
  for (i = 0; i < n->used; ++i) {
    const float dx = n->points[i].x - x, dy = n->points[i].y - y;
    *hits += dx * dx + dy * dy < 9;
  }
  near(n->left, x, y, hits);
  near(n->right, x, y, hits);
}

/* Entries with children. */
struct wide;
struct entry {
  int id;
  struct wide *child;
};
struct wide {
  int level, count;
  struct entry entry[1];
};
#pragma regtt traversal
static void all(const struct wide *n, long *sum) {
  int i;
  *sum = (*sum * 5 + n->level) % 1000003;
  if (n->level > 0)
    for (i = 0; i < n->count; ++i) {
      *sum += n->entry[i].id;
      all(n->entry[i].child, sum);
    }
}

/* The same of the children alone, of two that may be more. */
struct tall {
  int x, count;
  const struct tall *kids[2];
};
#pragma regtt traversal
static void climb(const struct tall *n, long *sum) {
  int k;
  if (!n)
    return;
  *sum = (*sum * 3 + n->x) % 1000003;
  for (k = 0; k < n->count; ++k)
    climb(n->kids[k], sum);
}

/* Pointers to data. */
struct held {
  struct held *left, *right;
  int count;
  const struct point *at[];
};
#pragma regtt traversal
static void held(const struct held *n, float *sum) {
  int i;
  if (!n)
    return;
  for (i = 0; i < n->count; ++i)
    *sum += n->at[i]->x;
  held(n->left, sum);
  held(n->right, sum);
}

/* What has one element. */
struct one {
  struct one *left, *right;
  float x[1];
};
#pragma regtt traversal
static void single(const struct one *n, float at, float *best) {
  int d;
  float sum = 0;
  if (!n)
    return;
  for (d = 0; d < 1; ++d)
    sum += (n->x[d] - at) * (n->x[d] - at);
  if (sum < *best)
    *best = sum;
  single(n->left, at, best);
  single(n->right, at, best);
}

static unsigned seed = 4;
static unsigned draw(unsigned n) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 10) % n;
}
static void *room(size_t bytes) {
  void *memory = calloc(1, bytes);
  if (!memory)
    exit(1);
  return memory;
}

static struct keyed *grow_keyed(int depth) {
  struct keyed *n;
  int i, count = (int)draw(7);
  if (depth == 0 || draw(7) == 0)
    return NULL;
  n = room(sizeof *n + (size_t)count * sizeof n->key[0]);
  n->count = count;
  for (i = 0; i < count; ++i)
    n->key[i] = (int)draw(100);
  n->left = grow_keyed(depth - 1);
  n->right = grow_keyed(depth - 1);
  return n;
}
static struct bucket *grow_bucket(int depth) {
  struct bucket *n;
  int i, count = (int)draw(5);
  if (depth == 0 || draw(7) == 0)
    return NULL;
  n = room(sizeof *n + (size_t)count * sizeof n->points[0]);
  n->used = (unsigned char)count;
  for (i = 0; i < count; ++i) {
    struct point *p = n->points;
    p[i].x = (float)draw(400) / 20;
    p[i].y = (float)draw(400) / 20;
  }
  n->left = grow_bucket(depth - 1);
  n->right = grow_bucket(depth - 1);
  return n;
}
static struct wide *grow_wide(int level) {
  const int count = level > 0 ? 1 + (int)draw(4) : (int)draw(3);
  int i;
  struct wide *n = room(sizeof *n + (size_t)count * sizeof n->entry[0]);
  struct entry *entry = n->entry;
  n->level = level;
  n->count = count;
  for (i = 0; i < count; ++i) {
    entry[i].id = (int)draw(50);
    entry[i].child =
        level > 0 ? grow_wide(level - 1) : (struct wide *)(size_t)(7 + i);
  }
  return n;
}
static const struct tall *grow_tall(int depth) {
  const int count = depth > 0 ? 1 + depth % 5 : 0;
  struct tall *n = room(sizeof *n + (size_t)count * sizeof n->kids[0]);
  const struct tall **kids = n->kids;
  int k;
  n->x = depth * 7 + count;
  n->count = count;
  for (k = 0; k < count; ++k)
    kids[k] = grow_tall(depth - 1 - k % 2);
  return n;
}

static const struct point points[4] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
static struct held *grow_held(int depth) {
  struct held *n;
  int i, count = (int)draw(4);
  if (depth == 0)
    return NULL;
  n = room(sizeof *n + (size_t)count * sizeof n->at[0]);
  n->count = count;
  for (i = 0; i < count; ++i)
    n->at[i] = &points[draw(4)];
  n->left = grow_held(depth - 1);
  n->right = grow_held(depth - 1);
  return n;
}
static struct one *grow_one(int depth) {
  struct one *n;
  if (depth == 0)
    return NULL;
  n = room(sizeof *n);
  n->x[0] = (float)draw(1000) / 7;
  n->left = grow_one(depth - 1);
  n->right = grow_one(depth - 1);
  return n;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 60;
  const int depth = argc > 2 ? atoi(argv[2]) : 5;
  const struct keyed *keyed = grow_keyed(depth);
  const struct bucket *bucket = grow_bucket(depth);
  const struct wide *wide = grow_wide(depth);
  const struct tall *tall = grow_tall(depth);
  const struct held *holder = grow_held(depth);
  const struct one *one = grow_one(depth);
  long *sum = room((size_t)(n + 1) * sizeof *sum);
  int *hits = room((size_t)(n + 1) * sizeof *hits);
  float *best = room((size_t)(n + 1) * sizeof *best);
  int i;
#pragma regtt parallel
  for (i = 0; i < n; ++i) {
    sum[i] = i;
    keys(keyed, &sum[i]);
  }
#pragma regtt parallel
  for (i = 0; i < n; ++i)
    near(bucket, (float)(i % 20), (float)(i % 7), &hits[i]);
#pragma regtt parallel
  for (i = 0; i < n; ++i)
    all(wide, &sum[i]);
#pragma regtt parallel
  for (i = 0; i < n; ++i)
    climb(tall, &sum[i]);
#pragma regtt parallel
  for (i = 0; i < n; ++i)
    held(holder, &best[i]);
  for (i = 0; i < n; ++i)
    printf("%ld %d %a\n", sum[i], hits[i], (double)best[i]);
#pragma regtt parallel
  for (i = 0; i < n; ++i) {
    best[i] = 1e9f;
    single(one, (float)i, &best[i]);
  }
  for (i = 0; i < n; ++i)
    printf("%a\n", (double)best[i]);
  return 0;
}
