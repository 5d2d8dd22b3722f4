// Scene culling of a game engine: a loose octree whose cells keep their entities in
// intrusive doubly linked lists, a mask that says which children exist, and sphere
// queries (triggers, explosions, lights) that filter entities by flags.

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint32_t u32;
typedef float f32;

struct list_head {
  list_head *next, *prev;
};

#define list_entry(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))
#define list_for_each(pos, head) for ((pos) = (head)->next; (pos) != (head); (pos) = (pos)->next)

static inline void list_init(list_head *h) { h->next = h->prev = h; }
static inline bool list_empty(const list_head *h) { return h->next == h; }
static inline void list_add_tail(list_head *e, list_head *h) {
  e->prev = h->prev;
  e->next = h;
  h->prev->next = e;
  h->prev = e;
}

struct Vec3 {
  f32 x, y, z;
};

static inline f32 DistSq(const Vec3 &a, const Vec3 &b) {
  f32 dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
  return dx * dx + dy * dy + dz * dz;
}

enum EntityFlags : u32 {
  EF_STATIC = 1 << 0,
  EF_DYNAMIC = 1 << 1,
  EF_DAMAGEABLE = 1 << 2,
  EF_HIDDEN = 1 << 3,
};

struct Entity {
  Vec3 pos;
  f32 radius;
  u32 flags;
  u32 id;
  list_head cellLink;
};

struct OctreeCell {
  Vec3 center;
  f32 halfSize; // strict; the loose cell is twice as large
  u8 childMask; // bit i: child[i] exists
  u8 depth;
  u32 flagsBelow; // union of the flags of all entities here and below
  OctreeCell *child[8];
  list_head entities;
};

struct Octree {
  OctreeCell *root;
  u32 cellCount;
  u32 entityCount;
};

#define MAX_DEPTH 7

static OctreeCell *Octree_NewCell(Octree *tree, Vec3 center, f32 halfSize, u8 depth) {
  OctreeCell *c = (OctreeCell *)calloc(1, sizeof(OctreeCell));
  assert(c);
  c->center = center;
  c->halfSize = halfSize;
  c->depth = depth;
  list_init(&c->entities);
  tree->cellCount++;
  return c;
}

static void Octree_Insert(Octree *tree, Entity *e) {
  OctreeCell *c = tree->root;
  for (;;) {
    c->flagsBelow |= e->flags;
    if (c->depth == MAX_DEPTH || e->radius > 0.5f * c->halfSize)
      break;
    f32 h = 0.5f * c->halfSize;
    int i = (e->pos.x >= c->center.x) | (e->pos.y >= c->center.y) << 1 | (e->pos.z >= c->center.z) << 2;
    if (!(c->childMask & (1 << i))) {
      Vec3 cc = {c->center.x + ((i & 1) ? h : -h), c->center.y + ((i & 2) ? h : -h),
                 c->center.z + ((i & 4) ? h : -h)};
      c->child[i] = Octree_NewCell(tree, cc, h, c->depth + 1);
      c->childMask |= 1 << i;
    }
    c = c->child[i];
  }
  list_add_tail(&e->cellLink, &c->entities);
  tree->entityCount++;
}

struct SphereQuery {
  Vec3 center;
  f32 radius;
  u32 require; // all of these flags
  u32 reject;  // none of these

  u32 hits;
  u32 cellsVisited;
  u32 idXor;
  f32 damage; // falls off with distance
  const Entity *nearest;
  f32 nearestSq;
};

static inline bool CellTouchesSphere(const OctreeCell *c, const SphereQuery *q) {
  f32 loose = 2.0f * c->halfSize;
  f32 dx = fmaxf(fabsf(q->center.x - c->center.x) - loose, 0.0f);
  f32 dy = fmaxf(fabsf(q->center.y - c->center.y) - loose, 0.0f);
  f32 dz = fmaxf(fabsf(q->center.z - c->center.z) - loose, 0.0f);
  return dx * dx + dy * dy + dz * dz <= q->radius * q->radius;
}

#pragma regtt traversal
static void Octree_QuerySphere(const OctreeCell *cell, SphereQuery *q) {
  q->cellsVisited++;

  const list_head *it;
  list_for_each(it, &cell->entities) {
    const Entity *e = list_entry(it, const Entity, cellLink);
    if ((e->flags & q->require) != q->require || (e->flags & q->reject))
      continue;
    f32 reach = q->radius + e->radius;
    f32 dsq = DistSq(e->pos, q->center);
    if (dsq > reach * reach)
      continue;
    q->hits++;
    q->idXor ^= e->id * 2654435761u;
    q->damage += 1.0f - sqrtf(dsq) / reach;
    if (!q->nearest || dsq < q->nearestSq) {
      q->nearest = e;
      q->nearestSq = dsq;
    }
  }

  if (!cell->childMask)
    return;
  for (int i = 0; i < 8; i++) {
    if (!(cell->childMask & (1 << i)))
      continue;
    const OctreeCell *c = cell->child[i];
    if ((c->flagsBelow & q->require) == q->require && CellTouchesSphere(c, q))
      Octree_QuerySphere(c, q);
  }
}

static void World_RunQueries(const Octree *tree, SphereQuery *queries, int count) {
#pragma regtt parallel
  for (int i = 0; i < count; i++) {
    SphereQuery *q = &queries[i];
    q->hits = q->cellsVisited = q->idXor = 0;
    q->damage = 0.0f;
    q->nearest = NULL;
    q->nearestSq = 0.0f;
    Octree_QuerySphere(tree->root, q);
  }
}

static u32 s_seed = 1337;
static f32 RandF(f32 lo, f32 hi) {
  s_seed ^= s_seed << 13;
  s_seed ^= s_seed >> 17;
  s_seed ^= s_seed << 5;
  return lo + (hi - lo) * (f32)(s_seed & 0xFFFFFF) / 16777216.0f;
}

static void Octree_Init(Octree *tree, f32 size) {
  memset(tree, 0, sizeof *tree);
  Vec3 zero = {0, 0, 0};
  tree->root = Octree_NewCell(tree, zero, size, 0);
}

static void Report(const char *name, const Octree *tree, const SphereQuery *q, int n, int step) {
  u32 hits = 0, cells = 0, x = 0;
  double damage = 0;
  for (int i = 0; i < n; i++) {
    hits += q[i].hits;
    cells += q[i].cellsVisited;
    x = x * 31 + q[i].idXor + (q[i].nearest ? q[i].nearest->id : 0);
    damage += q[i].damage;
  }
  printf("%s: %u cells, %u entities, %d queries: %u hits, %u visits, %08x, damage %.17g\n", name,
         tree->cellCount, tree->entityCount, n, hits, cells, x, damage);
  for (int i = 0; i < n; i += step)
    printf("  [%4d] %3u hits %4u cells, damage %.9g, nearest %d at %.9g\n", i, q[i].hits,
           q[i].cellsVisited, q[i].damage, q[i].nearest ? (int)q[i].nearest->id : -1,
           q[i].nearestSq);
}

int main() {
  static Entity entities[4000];
  static SphereQuery queries[1500];
  Octree world, empty;
  Octree_Init(&world, 512.0f);
  Octree_Init(&empty, 512.0f);

  Vec3 camp = {0, 0, 0};
  for (u32 i = 0; i < 4000; i++) {
    Entity *e = &entities[i];
    if (i % 200 == 0)
      camp = Vec3{RandF(-400, 400), RandF(-50, 50), RandF(-400, 400)};
    if (i % 2)
      e->pos = Vec3{RandF(-512, 512), RandF(-64, 64), RandF(-512, 512)};
    else
      e->pos = Vec3{camp.x + RandF(-15, 15), camp.y + RandF(-3, 3), camp.z + RandF(-15, 15)};
    if (i % 50 == 49)
      e->pos = entities[i - 9].pos;
    e->radius = i % 97 == 0 ? RandF(20, 120) : RandF(0.2f, 4.0f);
    e->flags = i % 3 ? EF_DYNAMIC : EF_STATIC;
    if (i % 5 == 0)
      e->flags |= EF_DAMAGEABLE;
    if (i % 11 == 0)
      e->flags |= EF_HIDDEN;
    e->id = i + 1;
    Octree_Insert(&world, e);
  }
  for (int i = 0; i < 1500; i++) {
    SphereQuery *q = &queries[i];
    q->center = i % 2 ? entities[i].pos : Vec3{RandF(-520, 520), RandF(-64, 64), RandF(-520, 520)};
    q->radius = i % 40 == 0 ? 150.0f : RandF(1, 30);
    q->require = i % 4 == 0 ? EF_DAMAGEABLE : i % 4 == 1 ? EF_DYNAMIC : 0;
    q->reject = i % 3 == 0 ? EF_HIDDEN : 0;
  }

  World_RunQueries(&world, queries, 1500);
  Report("world", &world, queries, 1500, 64);
  World_RunQueries(&empty, queries, 10);
  Report("empty", &empty, queries, 10, 5);
  World_RunQueries(&world, queries, 0);
  Report("no queries", &world, queries, 0, 1);
  return 0;
}
// RUN: %as-written %s
