// Unsigned distance from sample points to a triangle mesh: a bounding volume hierarchy
// with inner nodes and leaves as derived classes told apart by a type tag, leaves that
// hold pointers to triangles, and the usual closest-point-on-triangle regions.

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <vector>

struct Vec3f {
  float x, y, z;
  Vec3f() : x(0), y(0), z(0) {}
  Vec3f(float x_, float y_, float z_) : x(x_), y(y_), z(z_) {}
  Vec3f operator+(const Vec3f &o) const { return Vec3f(x + o.x, y + o.y, z + o.z); }
  Vec3f operator-(const Vec3f &o) const { return Vec3f(x - o.x, y - o.y, z - o.z); }
  Vec3f operator*(float s) const { return Vec3f(x * s, y * s, z * s); }
  float dot(const Vec3f &o) const { return x * o.x + y * o.y + z * o.z; }
  float operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
};

struct AABB {
  Vec3f lo{FLT_MAX, FLT_MAX, FLT_MAX}, hi{-FLT_MAX, -FLT_MAX, -FLT_MAX};
  void grow(const Vec3f &p) {
    lo = Vec3f(std::min(lo.x, p.x), std::min(lo.y, p.y), std::min(lo.z, p.z));
    hi = Vec3f(std::max(hi.x, p.x), std::max(hi.y, p.y), std::max(hi.z, p.z));
  }
  float distSqr(const Vec3f &p) const {
    const float dx = std::max(std::max(lo.x - p.x, 0.0f), p.x - hi.x);
    const float dy = std::max(std::max(lo.y - p.y, 0.0f), p.y - hi.y);
    const float dz = std::max(std::max(lo.z - p.z, 0.0f), p.z - hi.z);
    return dx * dx + dy * dy + dz * dz;
  }
};

struct Triangle {
  Vec3f a, b, c;
  unsigned index;

  Vec3f center() const { return (a + b + c) * (1.0f / 3.0f); }

  Vec3f closestPoint(const Vec3f &p) const {
    const Vec3f ab = b - a, ac = c - a, ap = p - a;
    const float d1 = ab.dot(ap), d2 = ac.dot(ap);
    if (d1 <= 0 && d2 <= 0)
      return a;
    const Vec3f bp = p - b;
    const float d3 = ab.dot(bp), d4 = ac.dot(bp);
    if (d3 >= 0 && d4 <= d3)
      return b;
    const float vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0)
      return a + ab * (d1 / (d1 - d3));
    const Vec3f cp = p - c;
    const float d5 = ab.dot(cp), d6 = ac.dot(cp);
    if (d6 >= 0 && d5 <= d6)
      return c;
    const float vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0)
      return a + ac * (d2 / (d2 - d6));
    const float va = d3 * d6 - d5 * d4;
    if (va <= 0 && (d4 - d3) >= 0 && (d5 - d6) >= 0)
      return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    const float denom = 1.0f / (va + vb + vc);
    return a + ab * (vb * denom) + ac * (vc * denom);
  }
};

enum NodeType { INNER_NODE, LEAF_NODE };

struct BVHNode {
  NodeType type;
  AABB box;
  explicit BVHNode(NodeType t) : type(t) {}
};

struct InnerNode : public BVHNode {
  BVHNode *child[2];
  InnerNode() : BVHNode(INNER_NODE) { child[0] = child[1] = nullptr; }
};

struct LeafNode : public BVHNode {
  enum { MAX_TRIS = 4 };
  int count;
  const Triangle *tri[MAX_TRIS];
  LeafNode() : BVHNode(LEAF_NODE), count(0) {}
};

struct ClosestHit {
  float distSqr;
  const Triangle *triangle;
  Vec3f point;
};

static BVHNode *buildBVH(std::vector<const Triangle *> &tris, size_t begin, size_t end) {
  if (begin == end)
    return nullptr;
  AABB box, centers;
  for (size_t i = begin; i < end; i++) {
    box.grow(tris[i]->a);
    box.grow(tris[i]->b);
    box.grow(tris[i]->c);
    centers.grow(tris[i]->center());
  }
  if (end - begin <= LeafNode::MAX_TRIS) {
    LeafNode *leaf = new LeafNode;
    leaf->box = box;
    for (size_t i = begin; i < end; i++)
      leaf->tri[leaf->count++] = tris[i];
    return leaf;
  }
  const Vec3f ext = centers.hi - centers.lo;
  const int axis = ext.x >= ext.y && ext.x >= ext.z ? 0 : ext.y >= ext.z ? 1 : 2;
  const size_t mid = (begin + end) / 2;
  std::nth_element(tris.begin() + begin, tris.begin() + mid, tris.begin() + end,
                   [axis](const Triangle *s, const Triangle *t) {
                     const float u = s->center()[axis], v = t->center()[axis];
                     return u < v || (u == v && s->index < t->index);
                   });
  InnerNode *inner = new InnerNode;
  inner->box = box;
  inner->child[0] = buildBVH(tris, begin, mid);
  inner->child[1] = buildBVH(tris, mid, end);
  return inner;
}

#pragma regtt traversal
static void closest(const BVHNode *node, const Vec3f &p, ClosestHit &hit) {
  if (node->type == LEAF_NODE) {
    const LeafNode *leaf = static_cast<const LeafNode *>(node);
    for (int i = 0; i < leaf->count; i++) {
      const Vec3f q = leaf->tri[i]->closestPoint(p);
      const Vec3f d = q - p;
      const float dd = d.dot(d);
      if (dd < hit.distSqr) {
        hit.distSqr = dd;
        hit.triangle = leaf->tri[i];
        hit.point = q;
      }
    }
    return;
  }

  const InnerNode *inner = static_cast<const InnerNode *>(node);
  const BVHNode *first = inner->child[0], *second = inner->child[1];
  float d0 = first->box.distSqr(p), d1 = second->box.distSqr(p);
  if (d1 < d0) {
    std::swap(first, second);
    std::swap(d0, d1);
  }
  if (d0 < hit.distSqr)
    closest(first, p, hit);
  if (d1 < hit.distSqr)
    closest(second, p, hit);
}

static unsigned rngState = 2463534242u;
static float frand() {
  rngState ^= rngState << 13;
  rngState ^= rngState >> 17;
  rngState ^= rngState << 5;
  return (rngState >> 8) * (1.0f / 16777216.0f);
}

// a bumpy height field and a few small copies of an octahedron
static void makeMesh(std::vector<Triangle> &mesh) {
  const int n = 40;
  std::vector<Vec3f> v;
  for (int j = 0; j <= n; j++)
    for (int i = 0; i <= n; i++)
      v.push_back(Vec3f(i / (float)n, j / (float)n, 0.1f * frand()));
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      const int k = j * (n + 1) + i;
      mesh.push_back({v[k], v[k + 1], v[k + n + 1], (unsigned)mesh.size()});
      mesh.push_back({v[k + 1], v[k + n + 2], v[k + n + 1], (unsigned)mesh.size()});
    }
  for (int o = 0; o < 12; o++) {
    const Vec3f m(frand(), frand(), 0.3f + 0.5f * frand());
    const float r = 0.02f + 0.05f * frand();
    for (int f = 0; f < 8; f++) {
      const Vec3f x((f & 1) ? r : -r, 0, 0), y(0, (f & 2) ? r : -r, 0), z(0, 0, (f & 4) ? r : -r);
      mesh.push_back({m + x, m + y, m + z, (unsigned)mesh.size()});
    }
  }
}

static void sample(const char *name, const BVHNode *root, const std::vector<Vec3f> &pts, int step) {
  std::vector<ClosestHit> hits(pts.size());
#pragma regtt parallel
  for (size_t i = 0; i < pts.size(); i++) {
    hits[i].distSqr = FLT_MAX;
    hits[i].triangle = nullptr;
    if (root)
      closest(root, pts[i], hits[i]);
  }

  double sum = 0;
  unsigned long ids = 17;
  for (const ClosestHit &h : hits) {
    sum += h.triangle ? std::sqrt((double)h.distSqr) : -1;
    ids = ids * 31 + (h.triangle ? h.triangle->index : 99999);
  }
  std::printf("%s: %zu samples, sum %.17g, ids %lu\n", name, hits.size(), sum, ids);
  for (size_t i = 0; i < hits.size(); i += step) {
    const ClosestHit &h = hits[i];
    std::printf("  %5zu %5d %.9g (%.9g %.9g %.9g)\n", i, h.triangle ? (int)h.triangle->index : -1,
                h.distSqr, h.point.x, h.point.y, h.point.z);
  }
}

int main() {
  std::vector<Triangle> mesh;
  makeMesh(mesh);
  std::vector<const Triangle *> tris;
  for (const Triangle &t : mesh)
    tris.push_back(&t);
  const BVHNode *root = buildBVH(tris, 0, tris.size());

  std::vector<Vec3f> pts;
  for (int i = 0; i < 2500; i++)
    pts.push_back(Vec3f(1.4f * frand() - 0.2f, 1.4f * frand() - 0.2f, frand()));
  for (int i = 0; i < 1000; i++)
    pts.push_back(mesh[i * 3].center() + Vec3f(0, 0, 0.01f * frand()));
  for (int i = 0; i < 200; i++)
    pts.push_back(mesh[i].b);
  sample("mesh", root, pts, 150);

  tris.resize(3);
  sample("one leaf", buildBVH(tris, 0, 3), std::vector<Vec3f>(pts.begin(), pts.begin() + 40), 8);
  sample("no mesh", nullptr, std::vector<Vec3f>(pts.begin(), pts.begin() + 4), 2);
  sample("no samples", root, std::vector<Vec3f>(), 1);
  return 0;
}
// RUN: %as-written %s
