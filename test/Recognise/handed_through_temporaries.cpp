// What calls are handed is evaluated before a temporary is made for one of their
// references: what C++ makes of `visit(pool.left[n], q, pool, reach * 0.5)` says
// nothing else than what C makes of it.
// RUN: regtt-cc --target=cpu --emit=kernel %s -DCHILDREN | FileCheck %s --check-prefix=CHILDREN
// RUN: regtt-cc --target=cpu --emit=kernel %s -DBOX | FileCheck %s --check-prefix=BOX
// RUN: not regtt-cc --target=cpu --emit=kernel %s -DBOX -DMISS 2>&1 | FileCheck %s --check-prefix=NOBOX
// RUN: regtt-cc --target=cpu --emit=kernel %s -DTWICE | FileCheck %s --check-prefix=TWICE
// RUN: not regtt-cc --target=cpu --emit=kernel %s -DTWICE -DMISS 2>&1 | FileCheck %s --check-prefix=MOVED
// RUN: regtt-cc --target=cpu --emit=kernel %s -DWHERE | FileCheck %s --check-prefix=WHERE
// RUN: not regtt-cc --target=cpu --emit=kernel %s -DWHERE -DMISS 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// RUN: regtt-cc --target=cpu --emit=kernel %s -DLEVELS | FileCheck %s --check-prefix=LEVELS
// RUN: not regtt-cc --target=cpu --emit=kernel %s -DLEVELS -DMISS 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: regtt-cc --target=cpu --emit=kernel %s -DCHOSEN | FileCheck %s --check-prefix=CHOSEN
// RUN: not regtt-cc --target=cpu --emit=kernel %s -DCHOSEN -DMISS 2>&1 | FileCheck %s --check-prefix=LENT
// RUN: regtt-cc --target=cpu --emit=kernel %s -DBETWEEN | FileCheck %s --check-prefix=BETWEEN
// RUN: not regtt-cc --target=cpu --emit=kernel %s -DBETWEEN -DMISS 2>&1 | FileCheck %s --check-prefix=WRITTEN
// RUN: regtt-cc --target=cpu --emit=kernel %s -DROWS | FileCheck %s --check-prefix=ROWS
// RUN: not regtt-cc --target=cpu --emit=kernel %s -DROWS -DMISS 2>&1 | FileCheck %s --check-prefix=SHARED

struct Query {
  double sum;
  int visits;
  int at;
};
struct Pool {
  int left[100], right[100];
  double x[100];
};

#ifdef CHILDREN
// A temporary of the lowering's that is a child is that child wherever it is
// asked for.
// CHILDREN: kernel @visit(queries)(%self: link @rt::Node, %reach: f64) -> void {
// CHILDREN: visit @visit(lib "rt::child"<link @rt::Node>(0:i32), load %t)
#pragma regtt traversal
void visit(int n, Query &q, Pool &pool, const double &reach) {
  if (n < 0)
    return;
  q.sum += pool.x[n] * reach;
  visit(pool.left[n], q, pool, reach * 0.5);
  visit(pool.right[n], q, pool, reach * 0.5);
}
void loop(Query *qs, int n, Pool &pool) {
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    visit(0, qs[i], pool, 1.0);
}
#endif

#ifdef BOX
// An object that is made for each call is not the node; if nothing else changes,
// there is none.
// BOX: args:
// BOX-NEXT: name: box,
// BOX: nodesAreNumbers: true
// NOBOX: error: {{.*}}'visit'
struct Box {
  float lo, hi;
};
static Box part(const Box &box, float by) {
  Box made = box;
  made.lo += by;
  return made;
}
#pragma regtt traversal
void visit(int n, Query &q, Pool &pool, const Box &box) {
  if (n < 0 || box.lo > box.hi)
    return;
  q.sum += pool.x[n] * box.lo;
#ifdef MISS
  visit(n, q, pool, part(box, 0.5f));
#else
  visit(pool.left[n], q, pool, part(box, 0.5f));
  visit(pool.right[n], q, pool, part(box, 0.25f));
#endif
}
void loop(Query *qs, int n, Pool &pool) {
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    visit(0, qs[i], pool, Box{0, 1});
}
#endif

#ifdef TWICE
// Both calls are handed the one query, unless the pointer moves in between.
// TWICE: fn @visit::program() -> void {
// TWICE: visit @visit(
// TWICE: visit @visit(
// MOVED: error: {{.*}} [RTT
#pragma regtt traversal
void visit(int n, Query *q, Pool *pool, const double &reach) {
  if (n < 0)
    return;
  q->sum += pool->x[n] * reach;
  visit(pool->left[n], q, pool, reach * 0.5);
  visit(pool->right[n], q, pool, reach * 0.5);
}
void loop(Query *qs, int n, Pool *pool) {
#pragma regtt parallel
  for (int i = 0; i < n; i++) {
    Query *q = qs + i;
    visit(0, q, pool, 1.0);
#ifdef MISS
    q = q + 1;
#endif
    visit(0, q, pool, 2.0);
  }
}
#endif

#ifdef WHERE
// What a condition keeps from being followed is not followed ahead of it; the
// value of a variable may be asked for anywhere.
// WHERE: nodeArrays:
// WHERE-NEXT: text: 'pool->x'
// ELSEWHERE: error: {{.*}} [RTT
#pragma regtt traversal
void visit(int n, Query *q, Pool *pool, const double &reach) {
  if (n < 0)
    return;
  q->sum += pool->x[n] * reach;
  visit(pool->left[n], q, pool, reach * 0.5);
  visit(pool->right[n], q, pool, reach * 0.5);
}
void loop(Query *qs, int n, Pool *pool, Pool **pools) {
#pragma regtt parallel
  for (int i = 0; i < n; i++) {
    if (i % 3 != 1) {
#ifdef MISS
      visit(0, qs + i, *pools, 1.0);
#else
      visit(0, qs + i, pool, 1.0);
#endif
    }
  }
}
#endif

#ifdef LEVELS
// What indexes is the node, though iterations begin at several and others are
// computed as numbers of nodes might be; not so if several do.
// LEVELS: numberType: i32
// LEVELS: nodeText: n
// LEVEL: error: the node parameter of 'visit' cannot be inferred
#pragma regtt traversal
void visit(int n, Query *q, Pool *pool, int level, int side) {
  if (n < 0 || level > 20)
    return;
  q->sum += pool->x[n] * level + side;
#ifdef MISS
  q->sum += pool->x[side] + pool->x[level];
#endif
  visit(pool->left[n], q, pool, level + 1, 2 * side);
  visit(pool->right[n], q, pool, level + 1, 2 * side + 1);
}
void loop(Query *qs, int n, Pool *pool, int *roots) {
#pragma regtt parallel copyin(roots[0:2])
  for (int i = 0; i < n; i++)
    visit(roots[i & 1], qs + i, pool, 0, 1);
}
#endif

#ifdef CHOSEN
// A parameter among which one is read is not lent; one whose address gets out
// is, and where it is a number it is not followed.
// CHOSEN: nodesAreNumbers: true
// LENT: error:
static int kept = 7;
static double rest(int n, Query *q, Pool *pool);
#pragma regtt traversal
double visit(int n, Query *q, Pool *pool) {
  if (n < 0)
    return 0;
  q->visits++;
  return rest(n, q, pool);
}
static void change(int *n) { *n += 1; }
static double rest(int n, Query *q, Pool *pool) {
  q->at += (q->visits > 3 ? n : kept) % 5;
#ifdef MISS
  change(&n);
#endif
  double sum = visit(pool->left[n], q, pool);
  sum += visit(pool->right[n], q, pool);
  return sum * 0.5 + n;
}
void loop(Query *qs, int n, Pool *pool) {
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    qs[i].sum = visit(0, qs + i, pool);
}
#endif

#ifdef BETWEEN
// A number of the query's is no part of a box, whoever has that one's address.
// BETWEEN: fn @visit::program() -> void {
// BETWEEN: visit @visit(lib "rt::root"<link @rt::Node>(0:u32, 0:u32), load shared(
// BETWEEN: visit @visit(lib "rt::root"<link @rt::Node>(0:u32, 0:u32), load shared(
// WRITTEN: error: {{.*}} [RTT
struct Box {
  int lo, hi;
};
static Box part(const Box &box, int by) {
  Box made = box;
  made.lo += by;
  return made;
}
void show(const Box &box);
#pragma regtt traversal
void visit(int n, Query &q, Pool &pool, const Box &box) {
  if (n < 0 || box.lo > box.hi)
    return;
  q.sum += pool.x[n] * box.lo;
  visit(pool.left[n], q, pool, part(box, 1));
  visit(pool.right[n], q, pool, part(box, 2));
}
void loop(Query *qs, int n, Pool &pool, Box *boxes) {
  Box whole = {0, 9};
  show(whole);
#pragma regtt parallel
  for (int i = 0; i < n; i++) {
    visit(0, qs[i], pool, whole);
#ifdef MISS
    boxes[i].lo = i;
#else
    qs[i].at = i;
#endif
    visit(0, qs[i], pool, whole);
  }
}
#endif

#ifdef ROWS
// The number of the iteration is that at each call, so that what it indexes is
// the iteration's own.
// ROWS: text: 'marks[i]', name: marks, owner: query
// SHARED: error: the traversal writes to 'marks', which the queries share
static int marks[100];
#pragma regtt traversal
void visit(int n, Query *q, int who, Pool *pool, const double &reach) {
  if (n < 0)
    return;
  q->sum += pool->x[n] * reach;
  marks[who]++;
  visit(pool->left[n], q, who, pool, reach * 0.5);
  visit(pool->right[n], q, who, pool, reach * 0.5);
}
void loop(Query *qs, int n, Pool *pool) {
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) {
#ifdef MISS
      visit(0, qs + i, qs[i].at, pool, k);
#else
      visit(0, qs + i, i, pool, k);
#endif
    }
}
#endif
