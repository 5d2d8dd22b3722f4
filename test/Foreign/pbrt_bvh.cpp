// Bounding volume hierarchy of a physically based renderer: built as a binary tree over
// primitives, flattened to a linear array in depth-first order, and traversed with
// a small stack of node indices, nearer child first.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

typedef float Float;
static constexpr Float Infinity = std::numeric_limits<Float>::infinity();

struct Vector3f {
    Vector3f() : x(0), y(0), z(0) {}
    Vector3f(Float x, Float y, Float z) : x(x), y(y), z(z) {}
    Float operator[](int i) const { return i == 0 ? x : (i == 1 ? y : z); }
    Float &operator[](int i) { return i == 0 ? x : (i == 1 ? y : z); }
    Vector3f operator+(const Vector3f &v) const { return {x + v.x, y + v.y, z + v.z}; }
    Vector3f operator-(const Vector3f &v) const { return {x - v.x, y - v.y, z - v.z}; }
    Vector3f operator*(Float s) const { return {s * x, s * y, s * z}; }
    Float x, y, z;
};
typedef Vector3f Point3f;
inline Float Dot(const Vector3f &a, const Vector3f &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vector3f Cross(const Vector3f &a, const Vector3f &b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

struct Ray {
    Ray(const Point3f &o, const Vector3f &d, Float tMax = Infinity) : o(o), d(d), tMax(tMax) {}
    Point3f o;
    Vector3f d;
    mutable Float tMax;
};

struct Bounds3f {
    Bounds3f() : pMin(Infinity, Infinity, Infinity), pMax(-Infinity, -Infinity, -Infinity) {}
    const Point3f &operator[](int i) const { return (i == 0) ? pMin : pMax; }
    int MaximumExtent() const {
        Vector3f d = pMax - pMin;
        return d.x > d.y && d.x > d.z ? 0 : (d.y > d.z ? 1 : 2);
    }
    void Add(const Point3f &p) {
        for (int i = 0; i < 3; ++i) {
            pMin[i] = std::min(pMin[i], p[i]);
            pMax[i] = std::max(pMax[i], p[i]);
        }
    }
    bool IntersectP(const Ray &ray, const Vector3f &invDir, const int dirIsNeg[3]) const {
        const Bounds3f &bounds = *this;
        Float t0 = 0, t1 = ray.tMax;
        for (int a = 0; a < 3; ++a) {
            Float tNear = (bounds[dirIsNeg[a]][a] - ray.o[a]) * invDir[a];
            Float tFar = (bounds[1 - dirIsNeg[a]][a] - ray.o[a]) * invDir[a];
            if (tNear > t0) t0 = tNear;
            if (tFar < t1) t1 = tFar;
            if (t0 > t1) return false;
        }
        return true;
    }
    Point3f pMin, pMax;
};
Bounds3f Union(Bounds3f a, const Bounds3f &b) {
    a.Add(b.pMin);
    a.Add(b.pMax);
    return a;
}

struct SurfaceInteraction {
    Point3f p;
    Vector3f n;
    Float u = 0, v = 0;
    int faceIndex = -1;
};

struct TriangleMesh {
    std::vector<Point3f> p;
    std::vector<int> vertexIndices;
};

class Triangle {
  public:
    Triangle(const std::shared_ptr<TriangleMesh> &mesh, int n) : mesh(mesh.get()), v(&mesh->vertexIndices[3 * n]), n(n) {}
    Bounds3f WorldBound() const {
        Bounds3f b;
        for (int i = 0; i < 3; ++i) b.Add(mesh->p[v[i]]);
        return b;
    }
    bool Intersect(const Ray &ray, SurfaceInteraction *isect) const {
        const Point3f &p0 = mesh->p[v[0]], &p1 = mesh->p[v[1]], &p2 = mesh->p[v[2]];
        Vector3f e1 = p1 - p0, e2 = p2 - p0, s1 = Cross(ray.d, e2);
        Float divisor = Dot(s1, e1);
        if (divisor == 0) return false;
        Vector3f s = ray.o - p0, s2 = Cross(s, e1);
        Float b1 = Dot(s, s1) / divisor, b2 = Dot(ray.d, s2) / divisor;
        if (b1 < 0 || b2 < 0 || b1 + b2 > 1) return false;
        Float t = Dot(e2, s2) / divisor;
        if (t <= 1e-4f || t >= ray.tMax) return false;
        ray.tMax = t;
        if (isect) {
            isect->p = ray.o + ray.d * t;
            isect->n = Cross(e1, e2);
            isect->u = b1;
            isect->v = b2;
            isect->faceIndex = n;
        }
        return true;
    }

  private:
    const TriangleMesh *mesh;
    const int *v;
    int n;
};

struct BVHBuildNode {
    Bounds3f bounds;
    std::unique_ptr<BVHBuildNode> children[2];
    int splitAxis = 0, firstPrimOffset = 0, nPrimitives = 0;
};

struct alignas(32) LinearBVHNode {
    Bounds3f bounds;
    union {
        int primitivesOffset;   // leaf
        int secondChildOffset;  // interior
    };
    uint16_t nPrimitives;       // none in interior nodes
    uint8_t axis;
    uint8_t pad[1];             // 32 bytes in all
};

class BVHAccel {
  public:
    BVHAccel(std::vector<Triangle> p, int maxPrimsInNode) : maxPrimsInNode(maxPrimsInNode), primitives(std::move(p)) {
        if (primitives.empty()) return;
        int totalNodes = 0, offset = 0;
        std::unique_ptr<BVHBuildNode> root = recursiveBuild(0, (int)primitives.size(), &totalNodes);
        nodes = new LinearBVHNode[totalNodes];
        flattenBVHTree(root.get(), &offset);
    }
    ~BVHAccel() { delete[] nodes; }
    bool Intersect(const Ray &ray, SurfaceInteraction *isect) const;

  private:
    std::unique_ptr<BVHBuildNode> recursiveBuild(int start, int end, int *totalNodes) {
        std::unique_ptr<BVHBuildNode> node(new BVHBuildNode);
        (*totalNodes)++;
        for (int i = start; i < end; ++i) node->bounds = Union(node->bounds, primitives[i].WorldBound());
        if (end - start <= maxPrimsInNode) {
            node->firstPrimOffset = start;
            node->nPrimitives = end - start;
            return node;
        }
        int dim = node->bounds.MaximumExtent(), mid = (start + end) / 2;
        auto centroid = [dim](const Triangle &t) { return t.WorldBound().pMin[dim] + t.WorldBound().pMax[dim]; };
        std::stable_sort(primitives.begin() + start, primitives.begin() + end,
                         [&](const Triangle &a, const Triangle &b) { return centroid(a) < centroid(b); });
        node->splitAxis = dim;
        node->children[0] = recursiveBuild(start, mid, totalNodes);
        node->children[1] = recursiveBuild(mid, end, totalNodes);
        return node;
    }
    int flattenBVHTree(const BVHBuildNode *node, int *offset) {
        LinearBVHNode *linearNode = &nodes[*offset];
        linearNode->bounds = node->bounds;
        int myOffset = (*offset)++;
        linearNode->nPrimitives = (uint16_t)node->nPrimitives;
        linearNode->axis = (uint8_t)node->splitAxis;
        if (node->nPrimitives > 0) {
            linearNode->primitivesOffset = node->firstPrimOffset;
        } else {
            flattenBVHTree(node->children[0].get(), offset);
            linearNode->secondChildOffset = flattenBVHTree(node->children[1].get(), offset);
        }
        return myOffset;
    }

    const int maxPrimsInNode;
    std::vector<Triangle> primitives;
    LinearBVHNode *nodes = nullptr;
};

#pragma regtt traversal
bool BVHAccel::Intersect(const Ray &ray, SurfaceInteraction *isect) const {
    if (!nodes) return false;
    const Vector3f invDir(1 / ray.d.x, 1 / ray.d.y, 1 / ray.d.z);
    const int dirIsNeg[3] = {invDir.x < 0, invDir.y < 0, invDir.z < 0};
    bool hit = false;
    int nodesToVisit[64];
    int toVisitOffset = 0, currentNodeIndex = 0;
    while (true) {
        const LinearBVHNode *node = &nodes[currentNodeIndex];
        bool inside = node->bounds.IntersectP(ray, invDir, dirIsNeg);
        if (inside && node->nPrimitives == 0) {
            // The far child waits on the stack
            int nearChild = currentNodeIndex + 1, farChild = node->secondChildOffset;
            if (dirIsNeg[node->axis]) std::swap(nearChild, farChild);
            nodesToVisit[toVisitOffset++] = farChild;
            currentNodeIndex = nearChild;
            continue;
        }
        if (inside) {
            for (int i = 0; i < node->nPrimitives; ++i)
                if (primitives[node->primitivesOffset + i].Intersect(ray, isect)) hit = true;
        }
        if (toVisitOffset == 0) break;
        currentNodeIndex = nodesToVisit[--toVisitOffset];
    }
    return hit;
}

static uint32_t rngState = 12345;
static Float UniformFloat() {
    rngState = rngState * 1664525u + 1013904223u;
    return (rngState >> 8) * (1.f / 16777216.f);
}

static void Render(int nTriangles, int nRays) {
    auto mesh = std::make_shared<TriangleMesh>();
    for (int i = 0; i < nTriangles; ++i) {
        Float s = i % 2 ? 4.f : .4f;
        Point3f c{(UniformFloat() - .5f) * s, (UniformFloat() - .5f) * s, (UniformFloat() - .5f) * s + (i % 2 ? 0 : 1)};
        if (i % 29 == 28) c = mesh->p[3 * (i - 5)];
        for (int k = 0; k < 3; ++k) {
            mesh->p.push_back(c + Vector3f{UniformFloat(), UniformFloat(), UniformFloat()} * .25f);
            mesh->vertexIndices.push_back(3 * i + k);
        }
    }
    std::vector<Triangle> prims;
    for (int i = 0; i < nTriangles; ++i) prims.emplace_back(mesh, i);
    BVHAccel accel(std::move(prims), 4);

    std::vector<Ray> rays;
    for (int i = 0; i < nRays; ++i) {
        Point3f o{UniformFloat() - .5f, UniformFloat() - .5f, -6};
        Vector3f d{UniformFloat() - .5f, i % 50 ? UniformFloat() - .5f : 0, 2};
        rays.push_back(Ray(o, d, i % 9 ? Infinity : 3.1f));
    }
    std::vector<SurfaceInteraction> isects(nRays);
    std::vector<uint8_t> hits(nRays);

#pragma regtt parallel
    for (int i = 0; i < nRays; ++i) hits[i] = accel.Intersect(rays[i], &isects[i]);

    int count = 0;
    uint32_t digest = 0;
    double depth = 0;
    for (int i = 0; i < nRays; ++i) {
        count += hits[i];
        digest = digest * 16777619u + (uint32_t)(isects[i].faceIndex + 1);
        if (hits[i]) depth += rays[i].tMax + isects[i].u * isects[i].n.z;
    }
    std::printf("%d triangles, %d rays, %d hits, digest %08x, depth %.17g\n", nTriangles, nRays, count, digest, depth);
    for (int i = 0; i < nRays; i += 101)
        std::printf("  %d %d %.17g %.17g %.17g\n", hits[i], isects[i].faceIndex, rays[i].tMax, isects[i].u, isects[i].p.x);
}

int main() {
    Render(3000, 3000);
    Render(3, 200);
    Render(0, 100);
    Render(10, 0);
    return 0;
}
// RUN: %as-written %s
