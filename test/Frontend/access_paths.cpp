// Data is recorded by the way to it: nested structs, pointers, arrays whole,
// through aliases and helpers the same path. A struct that is handed over as a
// whole is one datum, its fields parts of it.
// RUN: regtt-cc --layout=plain --emit=model %s | FileCheck %s
struct Vec {
  float x, y[2];
};
struct Point {
  Vec pos;
  int id;
};
struct Box {
  Vec lo, hi;
};
struct Node {
  Box box;
  const Point *point;
  struct Bucket *bucket;
  float grid[2][3];
  Node *left, *right;
};
struct Bucket {
  Point *first;
  int size;
};
struct Query {
  Vec pos;
  int counts[4];
};

static float height(const Vec &v) { return v.y[1]; }
static float width(const Box *b) { return b->hi.x - b->lo.x; }

// CHECK: read n->point->id: int
// CHECK: read n->bucket->size: int
// CHECK: read n->bucket->first->pos: Vec
// CHECK: read n->grid: float[2][3]
// CHECK: read n->box.hi.x: float
// CHECK: read n->box.lo.x: float
// CHECK-NOT: read n->
// CHECK: query q: Query
// CHECK-NEXT: update q->counts: int[4]
// CHECK-NEXT: read q->pos: Vec
// CHECK: helper height{{$}}
// CHECK: helper width
#pragma regtt traversal
static void visit(Query *q, const Node *n) {
  if (!n)
    return;
  const Point *p = n->point;
  const Vec &mine = q->pos;
  const Bucket &bucket = *n->bucket;
  if (p->id > (*n).point->id || mine.x > n->point->id)
    return;
  q->counts[bucket.size]++;
  if (height(n->bucket->first->pos) > height(mine) + height(q->pos))
    return;
  q->counts[1] += n->grid[1][2] < width(&n->box);
  visit(q, n->left);
  visit(q, n->right);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 4; ++i)
    visit(&queries[i], root);
}
