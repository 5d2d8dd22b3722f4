// Data is recorded by the way to it: nested structs, pointers, arrays whole,
// through aliases and helpers the same path. A struct that is handed over as a
// whole is one datum, its fields parts of it.
// RUN: regtt-cc --layout=plain --emit=kernel %s | FileCheck %s
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

// CHECK: helpers:
// CHECK: name: height
// CHECK: name: width
// CHECK: data:
// CHECK-NEXT: text: 'n->point->id', {{.*}} type: i32, steps: 'point@24* -> id@12'
// CHECK-NEXT: text: 'n->bucket->size', {{.*}} steps: 'bucket@32* -> size@8'
// CHECK-NEXT: text: 'q->counts', {{.*}} type: '[4 x i32]', {{.*}} written: true
// CHECK-NEXT: text: 'n->bucket->first->pos', {{.*}} type: '@Vec', steps: 'bucket@32* -> first@0* -> pos@0'
// CHECK-NEXT: text: 'q->pos', {{.*}} type: '@Vec'
// CHECK-NEXT: text: 'n->grid', {{.*}} type: '[2 x [3 x f32]]'
// CHECK-NEXT: text: 'n->box.hi.x', {{.*}} steps: 'box@0 hi@12 x@0'
// CHECK-NEXT: text: 'n->box.lo.x', {{.*}} steps: 'box@0 lo@0 x@0'
// CHECK-NEXT: slots:
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
