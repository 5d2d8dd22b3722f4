// Incremental Delaunay triangulation with a history DAG for point location: every
// triangle that was split or flipped away keeps pointers to the two or three triangles
// that replaced it. Queries interpolate heights in the triangle that holds them.

#include <cstdint>
#include <cstdio>
#include <deque>
#include <utility>
#include <vector>

typedef long long Coord;

struct Point {
  Coord x, y;
  double height;
};

// > 0 if a, b, c turn left
static inline Coord orient(const Point &a, const Point &b, const Point &c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool inCircle(const Point &a, const Point &b, const Point &c, const Point &p) {
  const __int128 ax = a.x - p.x, ay = a.y - p.y, bx = b.x - p.x, by = b.y - p.y;
  const __int128 cx = c.x - p.x, cy = c.y - p.y;
  return (ax * ax + ay * ay) * (bx * cy - cx * by) - (bx * bx + by * by) * (ax * cy - cx * ay) +
             (cx * cx + cy * cy) * (ax * by - bx * ay) > 0;
}

struct Triangle {
  const Point *v[3];
  Triangle *adj[3]; // adj[i] is across from v[i]; of live triangles only
  Triangle *child[3];
  int numChildren;
  int id;

  bool isLeaf() const { return numChildren == 0; }
  bool containsPoint(const Point &p) const {
    return orient(*v[0], *v[1], p) >= 0 && orient(*v[1], *v[2], p) >= 0 && orient(*v[2], *v[0], p) >= 0;
  }
};

class Triangulation {
public:
  Triangulation() {
    const Coord big = 1 << 23;
    super_[0] = Point{-3 * big, -big, 0};
    super_[1] = Point{3 * big, -big, 0};
    super_[2] = Point{0, 3 * big, 0};
    root_ = make(&super_[0], &super_[1], &super_[2]);
  }

  const Triangle *root() const { return root_; }
  size_t triangles() const { return pool_.size(); }

  bool isSuper(const Point *p) const { return p >= super_ && p < super_ + 3; }

  // false if the point lies on an edge or is there already
  bool insert(const Point &p) {
    Triangle *t = root_;
    while (!t->isLeaf()) {
      int i = 0;
      while (i < t->numChildren - 1 && !t->child[i]->containsPoint(p))
        ++i;
      t = t->child[i];
    }
    for (int i = 0; i < 3; ++i)
      if (orient(*t->v[i], *t->v[(i + 1) % 3], p) <= 0)
        return false;
    points_.push_back(p);
    const Point *q = &points_.back();
    Triangle *n[3];
    for (int i = 0; i < 3; ++i)
      n[i] = t->child[i] = make(q, t->v[(i + 1) % 3], t->v[(i + 2) % 3]);
    t->numChildren = 3;
    for (int i = 0; i < 3; ++i) {
      n[i]->adj[0] = t->adj[i];
      n[i]->adj[1] = n[(i + 1) % 3];
      n[i]->adj[2] = n[(i + 2) % 3];
      replace(t->adj[i], t, n[i]);
    }
    for (int i = 0; i < 3; ++i)
      legalize(n[i]);
    return true;
  }

  static const Triangle *find(const Triangle *t, const Point &p) { return locate(t, p); }

private:
#pragma regtt traversal
  static const Triangle *locate(const Triangle *t, const Point &p) {
    if (t->isLeaf())
      return t;
    for (int i = 0; i < t->numChildren; ++i) {
      if (t->child[i]->containsPoint(p))
        return locate(t->child[i], p);
    }
    return nullptr;
  }

  Triangle *make(const Point *a, const Point *b, const Point *c) {
    pool_.push_back(Triangle{{a, b, c}, {nullptr, nullptr, nullptr}, {nullptr, nullptr, nullptr}, 0,
                             (int)pool_.size()});
    return &pool_.back();
  }

  static void replace(Triangle *t, Triangle *from, Triangle *to) {
    if (!t)
      return;
    for (Triangle *&a : t->adj)
      if (a == from)
        a = to;
  }

  // t's new point is v[0]; the edge across from it may have to be flipped
  void legalize(Triangle *t) {
    Triangle *o = t->adj[0];
    if (!o)
      return;
    int k = 0;
    while (o->adj[k] != t)
      ++k;
    if (!inCircle(*t->v[0], *t->v[1], *t->v[2], *o->v[k]))
      return;
    Triangle *a = make(t->v[0], t->v[1], o->v[k]);
    Triangle *b = make(t->v[0], o->v[k], t->v[2]);
    a->adj[0] = o->adj[(k + 1) % 3];
    a->adj[1] = b;
    a->adj[2] = t->adj[2];
    b->adj[0] = o->adj[(k + 2) % 3];
    b->adj[1] = t->adj[1];
    b->adj[2] = a;
    replace(a->adj[0], o, a);
    replace(a->adj[2], t, a);
    replace(b->adj[0], o, b);
    replace(b->adj[1], t, b);
    t->numChildren = o->numChildren = 2;
    t->child[0] = o->child[0] = a;
    t->child[1] = o->child[1] = b;
    legalize(a);
    legalize(b);
  }

  Point super_[3];
  std::deque<Triangle> pool_;
  std::deque<Point> points_;
  Triangle *root_;
};

static double interpolate(const Triangle *t, const Point &p) {
  const double area = (double)orient(*t->v[0], *t->v[1], *t->v[2]);
  const double a = (double)orient(*t->v[1], *t->v[2], p), b = (double)orient(*t->v[2], *t->v[0], p);
  const double c = (double)orient(*t->v[0], *t->v[1], p);
  return (a * t->v[0]->height + b * t->v[1]->height + c * t->v[2]->height) / area;
}

static uint32_t x32 = 77777;
static Coord rnd(Coord n) {
  x32 ^= x32 << 13, x32 ^= x32 >> 17, x32 ^= x32 << 5;
  return x32 % n;
}

static void sampleHeights(const char *name, const Triangulation &dt, const std::vector<Point> &at) {
  std::vector<double> heights(at.size());
  std::vector<int> ids(at.size()), border(at.size());
#pragma regtt parallel
  for (size_t i = 0; i < at.size(); ++i) {
    const Triangle *t = Triangulation::find(dt.root(), at[i]);
    if (t == nullptr) {
      ids[i] = -1;
      heights[i] = -9999;
      border[i] = 3;
      continue;
    }
    ids[i] = t->id;
    border[i] = dt.isSuper(t->v[0]) + dt.isSuper(t->v[1]) + dt.isSuper(t->v[2]);
    heights[i] = interpolate(t, at[i]);
  }

  double sum = 0;
  unsigned long hash = 0, outside = 0;
  for (size_t i = 0; i < at.size(); ++i) {
    sum += heights[i];
    outside += border[i] > 0;
    hash = hash * 16777619 + (unsigned long)(ids[i] + 2);
  }
  std::printf("%s: %zu triangles, %zu points, %lu at the border, sum %.17g, hash %lu\n", name,
              dt.triangles(), at.size(), outside, sum, hash);
  for (size_t i = 0; i < at.size(); i += 1 + at.size() / 16)
    std::printf("  (%lld, %lld): triangle %d, %.17g\n", at[i].x, at[i].y, ids[i], heights[i]);
}

int main() {
  const Coord size = 1 << 20;
  const int numSites = 100;
  Triangulation dt, empty;
  std::vector<Point> sites, queries;
  int refused = 0;
  for (int i = 0; i < numSites; ++i) {
    Point p{rnd(size), rnd(size), 0};
    if (i % 3 == 0)
      p = Point{size / 2 + rnd(size / 50), size / 4 + rnd(size / 50), 0};
    if (i % 20 == 19)
      p = sites[i / 2];
    p.height = 100 + (double)(p.x % 977) / 97 + (double)p.y / size;
    sites.push_back(p);
    refused += !dt.insert(p);
  }
  std::printf("%d points refused\n", refused);
  for (int i = 0; i < 2000; ++i)
    queries.push_back(Point{rnd(size), rnd(size), 0});
  for (int i = 0; i < 1000; ++i)
    queries.push_back(Point{size / 2 + rnd(size / 50), size / 4 + rnd(size / 50), 0});
  for (const Point &p : sites)
    queries.push_back(p);
  queries.push_back(Point{100 * size, 0, 0});

  sampleHeights("terrain", dt, queries);
  sampleHeights("empty", empty, {queries[0], queries[1], queries.back()});
  sampleHeights("no queries", dt, {});
  return 0;
}
// RUN: %as-written %s
