// Ray casting through a sparse voxel octree by parametric intervals (Revelles, Urena and
// Lastra 2000): directions are mirrored to be positive, child indices are XORed with the
// mirror mask, the traversal stops at the first voxel. Renders a small depth image.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct float3 {
  float x, y, z;
};

struct OctNode {
  OctNode *children[8];
  unsigned color; // of leaves; average of the children otherwise
  bool leaf;
};

struct RayHit {
  float t;
  unsigned color;
  int depth;
  int steps;
};

class VoxelOctree {
public:
  VoxelOctree(int levels) : root(nullptr), maxLevel(levels), res(1 << levels), numNodes(0) {}
  ~VoxelOctree() { release(root); }

  int resolution() const { return res; }
  int size() const { return numNodes; }

  void set(int x, int y, int z, unsigned color) {
    if (x < 0 || y < 0 || z < 0 || x >= res || y >= res || z >= res)
      return;
    OctNode **n = &root;
    for (int level = maxLevel; level >= 0; --level) {
      if (*n == nullptr) {
        *n = (OctNode *)calloc(1, sizeof(OctNode));
        ++numNodes;
      }
      if (level == 0) {
        (*n)->leaf = true;
        (*n)->color = color;
        return;
      }
      const int s = level - 1;
      n = &(*n)->children[((x >> s) & 1) << 2 | ((y >> s) & 1) << 1 | ((z >> s) & 1)];
    }
  }

  void finish() { average(root); }

  /// Casts a ray through the cube [0, 1]^3; stops above maxDepth if that is less.
  bool cast(float3 o, float3 d, int maxDepth, RayHit &hit) const {
    unsigned char a = 0;
    if (d.x < 0.0f)
      o.x = 1.0f - o.x, d.x = -d.x, a |= 4;
    if (d.y < 0.0f)
      o.y = 1.0f - o.y, d.y = -d.y, a |= 2;
    if (d.z < 0.0f)
      o.z = 1.0f - o.z, d.z = -d.z, a |= 1;
    const float eps = 1e-7f;
    d = {std::max(d.x, eps), std::max(d.y, eps), std::max(d.z, eps)};

    const float tx0 = (0.0f - o.x) / d.x, tx1 = (1.0f - o.x) / d.x;
    const float ty0 = (0.0f - o.y) / d.y, ty1 = (1.0f - o.y) / d.y;
    const float tz0 = (0.0f - o.z) / d.z, tz1 = (1.0f - o.z) / d.z;

    hit = RayHit{-1.0f, 0, 0, 0};
    if (root && std::max(tx0, std::max(ty0, tz0)) < std::min(tx1, std::min(ty1, tz1)))
      return procSubtree(tx0, ty0, tz0, tx1, ty1, tz1, root, a, maxDepth, hit);
    return false;
  }

private:
  static int firstNode(float tx0, float ty0, float tz0, float txm, float tym, float tzm) {
    int answer = 0;
    if (tx0 > ty0 && tx0 > tz0) { // enters through the plane YZ
      if (tym < tx0)
        answer |= 2;
      if (tzm < tx0)
        answer |= 1;
    } else if (ty0 > tz0) { // plane XZ
      if (txm < ty0)
        answer |= 4;
      if (tzm < ty0)
        answer |= 1;
    } else { // plane XY
      if (txm < tz0)
        answer |= 4;
      if (tym < tz0)
        answer |= 2;
    }
    return answer;
  }

  static int nextNode(float txm, int x, float tym, int y, float tzm, int z) {
    if (txm < tym && txm < tzm)
      return x;
    if (tym < tzm)
      return y;
    return z;
  }

#pragma regtt traversal
  bool procSubtree(float tx0, float ty0, float tz0, float tx1, float ty1, float tz1,
                   const OctNode *node, unsigned char a, int depthLeft, RayHit &hit) const {
    if (node == nullptr || tx1 < 0.0f || ty1 < 0.0f || tz1 < 0.0f)
      return false;
    hit.steps++;
    if (node->leaf || depthLeft == 0) {
      hit.t = std::max(0.0f, std::max(tx0, std::max(ty0, tz0)));
      hit.color = node->color;
      hit.depth = depthLeft;
      return true;
    }

    const float txm = 0.5f * (tx0 + tx1);
    const float tym = 0.5f * (ty0 + ty1);
    const float tzm = 0.5f * (tz0 + tz1);
    const int left = depthLeft - 1;
    int current = firstNode(tx0, ty0, tz0, txm, tym, tzm);
    do {
      switch (current) {
      case 0:
        if (procSubtree(tx0, ty0, tz0, txm, tym, tzm, node->children[a], a, left, hit))
          return true;
        current = nextNode(txm, 4, tym, 2, tzm, 1);
        break;
      case 1:
        if (procSubtree(tx0, ty0, tzm, txm, tym, tz1, node->children[1 ^ a], a, left, hit))
          return true;
        current = nextNode(txm, 5, tym, 3, tz1, 8);
        break;
      case 2:
        if (procSubtree(tx0, tym, tz0, txm, ty1, tzm, node->children[2 ^ a], a, left, hit))
          return true;
        current = nextNode(txm, 6, ty1, 8, tzm, 3);
        break;
      case 3:
        if (procSubtree(tx0, tym, tzm, txm, ty1, tz1, node->children[3 ^ a], a, left, hit))
          return true;
        current = nextNode(txm, 7, ty1, 8, tz1, 8);
        break;
      case 4:
        if (procSubtree(txm, ty0, tz0, tx1, tym, tzm, node->children[4 ^ a], a, left, hit))
          return true;
        current = nextNode(tx1, 8, tym, 6, tzm, 5);
        break;
      case 5:
        if (procSubtree(txm, ty0, tzm, tx1, tym, tz1, node->children[5 ^ a], a, left, hit))
          return true;
        current = nextNode(tx1, 8, tym, 7, tz1, 8);
        break;
      case 6:
        if (procSubtree(txm, tym, tz0, tx1, ty1, tzm, node->children[6 ^ a], a, left, hit))
          return true;
        current = nextNode(tx1, 8, ty1, 8, tzm, 7);
        break;
      case 7:
        if (procSubtree(txm, tym, tzm, tx1, ty1, tz1, node->children[7 ^ a], a, left, hit))
          return true;
        current = 8;
        break;
      }
    } while (current < 8);
    return false;
  }

  static void average(OctNode *n) {
    if (!n || n->leaf)
      return;
    unsigned sum = 0, count = 0;
    for (OctNode *c : n->children)
      if (c) {
        average(c);
        sum += c->color;
        ++count;
      }
    n->color = sum / count;
  }

  static void release(OctNode *n) {
    if (!n)
      return;
    for (OctNode *c : n->children)
      release(c);
    free(n);
  }

  OctNode *root;
  int maxLevel, res, numNodes;
};

static unsigned seed = 1u;
static float rnd() { return ((seed = seed * 1664525u + 1013904223u) >> 8) / 16777216.0f; }

static void render(const char *name, const VoxelOctree &svo, float3 eye, int w, int h, int depth) {
  std::vector<RayHit> image(w * h);
#pragma regtt parallel
  for (int p = 0; p < w * h; ++p) {
    const float u = (p % w + 0.5f) / w - 0.5f, v = (p / w + 0.5f) / h - 0.5f;
    float3 d = {0.5f + u - eye.x, 0.5f + v - eye.y, 0.5f - 0.3f * u - eye.z};
    const float len = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    d = {d.x / len, d.y / len, d.z / len};
    svo.cast(eye, d, depth, image[p]);
  }

  double sum = 0;
  unsigned long hits = 0, steps = 0, colors = 5381;
  for (const RayHit &r : image) {
    hits += r.t >= 0;
    steps += r.steps;
    sum += r.t;
    colors = colors * 33 + r.color + r.depth;
  }
  printf("%s: %d nodes, %dx%d, %lu hits, %lu steps, depth %.17g, colors %lu\n", name, svo.size(), w,
         h, hits, steps, sum, colors);
  for (int p = w / 2; p < w * h; p += 1 + w * h / 10)
    printf("  %5d: %.9g %06x %d\n", p, image[p].t, image[p].color, image[p].steps);
}

int main() {
  VoxelOctree svo(6), nothing(6);
  const int n = svo.resolution();
  for (int x = 0; x < n; ++x)
    for (int z = 0; z < n; ++z) { // a landscape with stairs
      const int y = ((x * x + 3 * z) / 97 + (x >> 3)) % 12;
      svo.set(x, y, z, 0x2000 + 64 * y);
    }
  for (int i = 0; i < 3000; ++i) { // a ball of dust, some voxels twice
    const float a = rnd() - 0.5f, b = rnd() - 0.5f, c = rnd() - 0.5f;
    if (a * a + b * b + c * c < 0.25f)
      svo.set(40 + (int)(20 * a), 36 + (int)(20 * b), 30 + (int)(20 * c), 0x800000 + i);
  }
  svo.finish();

  render("front", svo, {0.5f, 0.6f, -1.2f}, 64, 48, 99);
  render("above, coarse", svo, {0.9f, 1.8f, 1.5f}, 48, 48, 4);
  render("inside", svo, {0.3f, 0.4f, 0.55f}, 40, 40, 99);
  render("along an axis", svo, {0.5f, 0.5f, 2.0f}, 33, 33, 99);
  render("nothing", nothing, {0.5f, 0.5f, -1.0f}, 3, 3, 99);
  render("no image", svo, {0.5f, 0.5f, -1.0f}, 0, 0, 99);
  return 0;
}
// RUN: %as-written %s
