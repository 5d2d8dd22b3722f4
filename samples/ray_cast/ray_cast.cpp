// Casts rays at a mesh of triangles through a bounding volume hierarchy, and
// draws what they hit: for every pixel the nearest triangle, and whether it is
// in the light. The mesh is generated or read from an .obj file (mesh.h).
//
// The traversals are `Bvh::hit`, which visits first the child that the ray
// meets first and passes over boxes behind the nearest hit so far, and
// `Bvh::shade`, which ends at any hit. Their loops are in `Bvh::castAll` and
// `Bvh::shadeAll`.

#include "mesh.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <new>
#include <vector>

struct Ray {
  Vec3 origin, direction;
  Vec3 inverse;       // of the direction, by component
  float t = INFINITY; // how far the nearest hit is, in lengths of direction
  int triangle = -1;  // its number in the mesh, -1 where nothing is hit
};

struct ShadowRay {
  Vec3 origin, direction;
  Vec3 inverse;
  bool blocked = false;
};

/// A triangle as a corner and two edges, with its number in the mesh.
struct Triangle {
  Vec3 corner, edge1, edge2;
  int id;
};

struct Box {
  Vec3 min, max;

  /// Does the ray enter the box before `limit`?
  bool enteredBefore(const Vec3 &origin, const Vec3 &inverse,
                     float limit) const {
    float x0 = (min.x - origin.x) * inverse.x;
    float x1 = (max.x - origin.x) * inverse.x;
    float y0 = (min.y - origin.y) * inverse.y;
    float y1 = (max.y - origin.y) * inverse.y;
    float z0 = (min.z - origin.z) * inverse.z;
    float z1 = (max.z - origin.z) * inverse.z;
    float enter = std::max(std::max(std::min(x0, x1), std::min(y0, y1)),
                           std::max(std::min(z0, z1), 0.0f));
    float leave = std::min(std::min(std::max(x0, x1), std::max(y0, y1)),
                           std::max(z0, z1));
    // Rounding may not close a flat box (Ize 2013).
    return enter <= leave * 1.0000004f && enter < limit;
  }
};

/// Where a ray hits a triangle (Moeller and Trumbore 1997): the distance in
/// lengths of its direction, INFINITY if it does not.
static float intersect(const Vec3 &origin, const Vec3 &direction,
                       const Triangle &triangle) {
  Vec3 p = cross(direction, triangle.edge2);
  float determinant = dot(triangle.edge1, p);
  if (determinant == 0)
    return INFINITY;
  float inverse = 1 / determinant;
  Vec3 s = origin - triangle.corner;
  float u = dot(s, p) * inverse;
  if (!(u >= 0 && u <= 1))
    return INFINITY;
  Vec3 q = cross(s, triangle.edge1);
  float v = dot(direction, q) * inverse;
  if (!(v >= 0 && u + v <= 1))
    return INFINITY;
  float t = dot(triangle.edge2, q) * inverse;
  return t > 0 ? t : INFINITY;
}

/// A bounding volume hierarchy, split at the median of the centres along the
/// widest side.
class Bvh {
public:
  explicit Bvh(const Mesh &mesh) {
    int count = int(mesh.faces.size());
    std::vector<Coord> centers(count);
    for (int i = 0; i < count; ++i) {
      const Face &f = mesh.faces[i];
      Vec3 sum = mesh.vertices[f.a] + mesh.vertices[f.b] + mesh.vertices[f.c];
      centers[i][0] = sum.x / 3;
      centers[i][1] = sum.y / 3;
      centers[i][2] = sum.z / 3;
    }
    std::vector<int> ids(count);
    for (int i = 0; i < count; ++i)
      ids[i] = i;
    if (count > 0)
      root = build(mesh, {centers.data(), count}, ids.data(), 0, count);
  }
  Bvh(const Bvh &) = delete;
  Bvh &operator=(const Bvh &) = delete;

  void castAll(std::vector<Ray> &rays) const {
    if (!root)
      return;
#pragma regtt parallel
    for (size_t i = 0; i < rays.size(); ++i)
      hit(rays[i], root);
  }

  void shadeAll(std::vector<ShadowRay> &rays) const {
    if (!root)
      return;
#pragma regtt parallel
    for (size_t i = 0; i < rays.size(); ++i)
      shade(rays[i], root);
  }

private:
  enum { BUCKET = 4 };

  struct Node {
    Box box;
    int axis;  // along which the children are divided
    int count; // of a leaf's triangles; 0 at inner nodes
    Triangle triangles[BUCKET];
    Node *below, *above;
  };

#pragma regtt traversal
  void hit(Ray &ray, const Node *n) const {
    if (!n->box.enteredBefore(ray.origin, ray.inverse, ray.t))
      return;
    if (n->count > 0) {
      for (int i = 0; i < n->count; ++i) {
        float t = intersect(ray.origin, ray.direction, n->triangles[i]);
        if (t < ray.t) {
          ray.t = t;
          ray.triangle = n->triangles[i].id;
        }
      }
      return;
    }
    bool backward = ray.direction[n->axis] < 0;
    hit(ray, backward ? n->above : n->below);
    hit(ray, backward ? n->below : n->above);
  }

#pragma regtt traversal
  void shade(ShadowRay &ray, const Node *n) const {
    if (ray.blocked || !n->box.enteredBefore(ray.origin, ray.inverse, INFINITY))
      return;
    if (n->count > 0) {
      for (int i = 0; i < n->count && !ray.blocked; ++i)
        ray.blocked =
            intersect(ray.origin, ray.direction, n->triangles[i]) < INFINITY;
      return;
    }
    shade(ray, n->below);
    shade(ray, n->above);
  }

  Node *build(const Mesh &mesh, const Points &centers, int *ids, int begin,
              int end) {
    Node &n = nodes.emplace_back(); // all members zero
    n.box = boundFaces(mesh, ids, begin, end);
    if (end - begin <= BUCKET) {
      n.count = end - begin;
      for (int k = begin; k < end; ++k) {
        const Face &f = mesh.faces[ids[k]];
        Vec3 a = mesh.vertices[f.a];
        n.triangles[k - begin] = {a, mesh.vertices[f.b] - a,
                                  mesh.vertices[f.c] - a, ids[k]};
      }
      return &n;
    }
    Coord min, max;
    n.axis = boundPoints(&centers, ids, begin, end, min, max);
    int middle = splitAtMedian(&centers, n.axis, ids, begin, end);
    n.below = build(mesh, centers, ids, begin, middle);
    n.above = build(mesh, centers, ids, middle, end);
    return &n;
  }

  static Box boundFaces(const Mesh &mesh, const int *ids, int begin, int end) {
    Box box = {{INFINITY, INFINITY, INFINITY},
               {-INFINITY, -INFINITY, -INFINITY}};
    for (int k = begin; k < end; ++k) {
      const Face &f = mesh.faces[ids[k]];
      for (int corner : {f.a, f.b, f.c}) {
        box.min = minimum(box.min, mesh.vertices[corner]);
        box.max = maximum(box.max, mesh.vertices[corner]);
      }
    }
    return box;
  }

  std::deque<Node> nodes; // keeps its elements in place as it grows
  Node *root = nullptr;
};

static Vec3 inverseOf(const Vec3 &v) { return {1 / v.x, 1 / v.y, 1 / v.z}; }

/// A ray for every pixel, row by row from the top, from a camera in front of
/// the mesh that sees all of it.
static std::vector<Ray> makeRays(const Mesh &mesh, int width, int height) {
  Vec3 min = {INFINITY, INFINITY, INFINITY};
  Vec3 max = {-INFINITY, -INFINITY, -INFINITY};
  for (const Vec3 &v : mesh.vertices) {
    min = minimum(min, v);
    max = maximum(max, v);
  }
  if (mesh.vertices.empty())
    min = max = {0, 0, 0};
  Vec3 center = (min + max) * 0.5f;
  float size = length(max - min);
  size = size > 0 ? size : 1;
  Vec3 eye = center + normalize(Vec3{0.3f, 0.35f, 1}) * (1.2f * size);
  Vec3 forward = normalize(center - eye);
  Vec3 right = normalize(cross(forward, Vec3{0, 1, 0}));
  Vec3 up = cross(right, forward);
  float pixel = 0.9f / float(std::max(1, std::min(width, height)));

  std::vector<Ray> rays(size_t(width) * size_t(height));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      Ray &ray = rays[size_t(y) * width + x];
      float dx = (float(x) + 0.5f - float(width) / 2) * pixel;
      float dy = (float(height) / 2 - float(y) - 0.5f) * pixel;
      ray.origin = eye;
      ray.direction = normalize(forward + right * dx + up * dy);
      ray.inverse = inverseOf(ray.direction);
    }
  }
  return rays;
}

static Vec3 normalOf(const Mesh &mesh, int triangle) {
  const Face &f = mesh.faces[triangle];
  Vec3 a = mesh.vertices[f.a];
  return normalize(cross(mesh.vertices[f.b] - a, mesh.vertices[f.c] - a));
}

/// From every hit a ray to the light, started a little before the surface.
static std::vector<ShadowRay> makeShadowRays(const Mesh &mesh,
                                             const std::vector<Ray> &rays,
                                             const Vec3 &light) {
  std::vector<ShadowRay> shadows;
  for (const Ray &ray : rays) {
    if (ray.triangle < 0)
      continue;
    Vec3 normal = normalOf(mesh, ray.triangle);
    if (dot(normal, ray.direction) > 0)
      normal = normal * -1;
    ShadowRay shadow;
    shadow.origin =
        ray.origin + ray.direction * ray.t + normal * (1e-4f * ray.t);
    shadow.direction = light;
    shadow.inverse = inverseOf(light);
    shadows.push_back(shadow);
  }
  return shadows;
}

/// Writes a picture in the format PPM (P6), lit from `light`.
static void writePicture(FILE *out, int width, int height, const Mesh &mesh,
                         const std::vector<Ray> &rays,
                         const std::vector<ShadowRay> &shadows,
                         const Vec3 &light) {
  std::fprintf(out, "P6\n%d %d\n255\n", width, height);
  size_t next = 0;
  for (const Ray &ray : rays) {
    unsigned char color[3] = {28, 34, 48};
    if (ray.triangle >= 0) {
      float lit = std::fabs(dot(normalOf(mesh, ray.triangle), light));
      float shade = 40 + (shadows[next++].blocked ? 45 : 205) * lit;
      color[0] = (unsigned char)(shade);
      color[1] = (unsigned char)(shade * 0.95f);
      color[2] = (unsigned char)(shade * 0.85f);
    }
    std::fwrite(color, 1, 3, out);
  }
}

/// Compares with every triangle. Where a box is entered is rounded, so of two
/// hits that are as near either may be found.
static void check(const Mesh &mesh, const std::vector<Ray> &rays) {
  for (const Ray &ray : rays) {
    float t = INFINITY;
    for (size_t i = 0; i < mesh.faces.size(); ++i) {
      const Face &f = mesh.faces[i];
      Vec3 a = mesh.vertices[f.a];
      Triangle triangle = {a, mesh.vertices[f.b] - a, mesh.vertices[f.c] - a,
                           int(i)};
      t = std::min(t, intersect(ray.origin, ray.direction, triangle));
    }
    if (t != ray.t && !(std::fabs(t - ray.t) <= 1e-5f * t))
      fail("check: a ray hits at %g, not at %g", t, ray.t);
  }
  std::printf("check passed\n");
}

int main(int argc, char **argv) {
  MeshOptions meshOptions;
  int width = 640, height = 480, repeat = 1;
  const char *order = "rows", *output = "", *image = "";
  bool checked = false;
  uint64_t seed = 1;
  const Option table[] = {
      wholeOption("--triangles", "N", "how many triangles (20000)",
                  &meshOptions.numTriangles, 0, 100000000),
      choiceOption("--shape", "SHAPE", "spheres, soup, flat, equal (spheres)",
                   &meshOptions.shape, "spheres, soup, flat, equal"),
      textOption("--file", "FILE", "read the mesh from an .obj file",
                 &meshOptions.file),
      seedOption(&seed),
      wholeOption("--width", "N", "of the picture, in pixels (640)", &width, 0,
                  30000),
      wholeOption("--height", "N", "of the picture, in pixels (480)", &height,
                  0, 30000),
      choiceOption("--order", "ORDER", "of the rays: rows or shuffled (rows)",
                   &order, "rows, shuffled"),
      wholeOption("--repeat", "K", "run K times and print the median time (1)",
                  &repeat, 1, INT_MAX),
      textOption("--output", "FILE",
                 "write every pixel's triangle and distance", &output),
      textOption("--image", "FILE", "write the picture (.ppm)", &image),
      flagOption("--check", "compare with all triangles", &checked)};
  parseOptions(argc, argv, "Casts rays at a mesh of triangles.", table,
               int(sizeof table / sizeof *table));
  std::set_new_handler([] { failMemory(); });
  Mesh mesh = loadMesh(meshOptions, seed);
  FILE *out = openOutput(output), *picture = openOutput(image);

  double start = milliseconds();
  Bvh bvh(mesh);
  printTimeSince("build", start);

  const Vec3 light = normalize(Vec3{0.5f, 1, 0.6f});
  const std::vector<Ray> fresh = makeRays(mesh, width, height);
  std::vector<int> ids(fresh.size());
  for (size_t i = 0; i < ids.size(); ++i)
    ids[i] = int(i);
  if (order[0] == 's') {
    Random random = seeded(seed + 1);
    shuffle(ids.data(), int(ids.size()), &random);
  }
  std::vector<Ray> cast(fresh.size()), rays(fresh.size());
  std::vector<ShadowRay> shadows;
  std::vector<double> times;
  for (int run = 0; run < repeat; ++run) {
    for (size_t i = 0; i < ids.size(); ++i)
      cast[i] = fresh[ids[i]];
    start = milliseconds();
    bvh.castAll(cast);
    double time = milliseconds() - start;
    for (size_t i = 0; i < ids.size(); ++i)
      rays[ids[i]] = cast[i];
    shadows = makeShadowRays(mesh, rays, light);
    start = milliseconds();
    bvh.shadeAll(shadows);
    times.push_back(time + milliseconds() - start);
  }
  printTime("traversal", times.data(), repeat);

  size_t blocked = 0, next = 0;
  uint64_t checksum = 0;
  for (size_t i = 0; i < rays.size(); ++i) {
    bool dark = rays[i].triangle >= 0 && shadows[next++].blocked;
    blocked += dark;
    addResult(&checksum, int(i),
              floatBits(rays[i].t) << 32 ^
                  (uint64_t(uint32_t(rays[i].triangle)) << 1 | dark));
    if (out)
      std::fprintf(out, "%d %.9g %d\n", rays[i].triangle, rays[i].t, dark);
  }
  std::printf("triangles  %zu\n", mesh.faces.size());
  std::printf("picture    %d x %d, %s\n", width, height, order);
  std::printf("hits       %zu, %zu of them in the shadow\n", shadows.size(),
              blocked);
  printChecksum(checksum);
  if (out)
    closeOutput(out, output);
  if (picture) {
    writePicture(picture, width, height, mesh, rays, shadows, light);
    closeOutput(picture, image);
  }
  if (checked)
    check(mesh, rays);
  return finish();
}
