// Smoothed particle hydrodynamics: neighbour search in an octree and density summation.
// Each particle keeps a std::vector of the indices of its neighbours; the octree is
// rebuilt every step and searched once for each particle.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

struct Vec3 {
    double x = 0, y = 0, z = 0;
    Vec3() {}
    Vec3(double x_, double y_, double z_) : x(x_), y(y_), z(z_) {}
    Vec3 operator+(const Vec3 &o) const { return Vec3(x + o.x, y + o.y, z + o.z); }
    Vec3 operator-(const Vec3 &o) const { return Vec3(x - o.x, y - o.y, z - o.z); }
    Vec3 operator*(double s) const { return Vec3(x * s, y * s, z * s); }
    double squaredNorm() const { return x * x + y * y + z * z; }
};

struct Particle {
    Vec3 pos, vel;
    double mass = 0, rho = 0, h = 0;
    std::vector<int> neighbours;
};

class Octree {
public:
    explicit Octree(const std::vector<Particle> &particles) : m_particles(particles) { build(); }
    ~Octree() { clear(m_root); }
    Octree(const Octree &) = delete;
    Octree &operator=(const Octree &) = delete;

    // all particles within radius of a point
    void radiusSearch(const Vec3 &point, double radius, std::vector<int> &result) const {
        result.clear();
        if (!m_root)
            return;
        radiusSearch(m_root, point, radius, radius * radius, result);
    }

    int nodeCount() const { return m_count; }

private:
    struct Octant {
        bool isLeaf = true;
        Vec3 centre;
        double extent = 0; // half of side-length
        std::vector<int> indices;
        Octant *child[8] = {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr};
    };

    static const int kBucketSize = 16;
    static const int kMaxDepth = 20;

    const std::vector<Particle> &m_particles;
    Octant *m_root = nullptr;
    int m_count = 0;

    void build() {
        if (m_particles.empty())
            return;
        Vec3 lo = m_particles[0].pos, hi = lo;
        std::vector<int> all;
        for (size_t i = 0; i < m_particles.size(); ++i) {
            const Vec3 &p = m_particles[i].pos;
            lo = Vec3(std::min(lo.x, p.x), std::min(lo.y, p.y), std::min(lo.z, p.z));
            hi = Vec3(std::max(hi.x, p.x), std::max(hi.y, p.y), std::max(hi.z, p.z));
            all.push_back(int(i));
        }
        Vec3 d = hi - lo;
        double ext = 0.5 * std::max(d.x, std::max(d.y, d.z)) + 1e-9;
        m_root = createOctant((lo + hi) * 0.5, ext, all, 0);
    }

    Octant *createOctant(const Vec3 &c, double extent, const std::vector<int> &idx, int depth) {
        Octant *oct = new Octant;
        ++m_count;
        oct->centre = c;
        oct->extent = extent;
        if (int(idx.size()) <= kBucketSize || depth >= kMaxDepth) {
            oct->indices = idx;
            return oct;
        }
        oct->isLeaf = false;
        std::vector<int> part[8];
        for (int i : idx) {
            const Vec3 &p = m_particles[i].pos;
            int code = (p.x > c.x ? 1 : 0) | (p.y > c.y ? 2 : 0) | (p.z > c.z ? 4 : 0);
            part[code].push_back(i);
        }
        for (int k = 0; k < 8; ++k) {
            if (part[k].empty())
                continue;
            Vec3 cc(c.x + (k & 1 ? 0.5 : -0.5) * extent, c.y + (k & 2 ? 0.5 : -0.5) * extent,
                    c.z + (k & 4 ? 0.5 : -0.5) * extent);
            oct->child[k] = createOctant(cc, 0.5 * extent, part[k], depth + 1);
        }
        return oct;
    }

    void clear(Octant *oct) {
        if (!oct)
            return;
        for (auto *c : oct->child)
            clear(c);
        delete oct;
    }

    static bool overlaps(const Vec3 &q, double radius, double sqRadius, const Octant *o) {
        Vec3 d(std::abs(q.x - o->centre.x), std::abs(q.y - o->centre.y), std::abs(q.z - o->centre.z));
        double maxdist = radius + o->extent;
        if (d.x > maxdist || d.y > maxdist || d.z > maxdist)
            return false;
        d = Vec3(std::max(d.x - o->extent, 0.0), std::max(d.y - o->extent, 0.0), std::max(d.z - o->extent, 0.0));
        return d.squaredNorm() <= sqRadius;
    }

#pragma regtt traversal
    void radiusSearch(const Octant *octant, const Vec3 &query, double radius, double sqRadius,
                      std::vector<int> &resultIndices) const {
        if (octant->isLeaf) {
            for (int idx : octant->indices) {
                double dist = (query - m_particles[idx].pos).squaredNorm();
                if (dist < sqRadius)
                    resultIndices.push_back(idx);
            }
            return;
        }
        for (unsigned int c = 0; c < 8; ++c) {
            if (octant->child[c] == nullptr)
                continue;
            if (!overlaps(query, radius, sqRadius, octant->child[c]))
                continue;
            radiusSearch(octant->child[c], query, radius, sqRadius, resultIndices);
        }
    }
};

class Simulation {
public:
    explicit Simulation(int n) {
        for (int i = 0; i < n; ++i) {
            Particle p;
            if (i % 2 == 0) {
                p.pos = Vec3{rnd(), rnd(), rnd()};
            } else { // a drop
                do
                    p.pos = Vec3{2 * rnd() - 1, 2 * rnd() - 1, 2 * rnd() - 1};
                while (p.pos.squaredNorm() > 1.0);
                p.pos = p.pos * 0.08 + Vec3(0.7, 0.6, 0.8);
            }
            if (i % 37 == 36)
                p.pos = m_particles[i / 2].pos;
            p.vel = Vec3{rnd() - 0.5, rnd() - 0.5, rnd() - 0.5};
            p.mass = 1.0 / n;
            p.h = i % 2 == 0 ? 0.06 : 0.03;
            m_particles.push_back(p);
        }
    }

    void step(double dt) {
        findNeighbours();
        for (auto &p : m_particles) {
            p.rho = 0;
            for (int j : p.neighbours)
                p.rho += m_particles[j].mass * poly6((p.pos - m_particles[j].pos).squaredNorm(), p.h);
        }
        for (auto &p : m_particles)
            p.pos = p.pos + p.vel * dt;
    }

    void report() const {
        uint32_t digest = 2166136261u;
        size_t total = 0;
        double rho = 0;
        for (const auto &p : m_particles) {
            for (int j : p.neighbours)
                digest = (digest ^ uint32_t(j)) * 16777619u;
            total += p.neighbours.size();
            rho += p.rho;
        }
        std::printf("%zu particles, %d octants, %zu neighbours, digest %08x, density %.17g\n", m_particles.size(),
                    m_nodes, total, digest, rho);
        for (size_t i = 0; i < m_particles.size(); i += 113)
            std::printf("%zu: %zu %d %.17g\n", i, m_particles[i].neighbours.size(),
                        m_particles[i].neighbours.empty() ? -1 : m_particles[i].neighbours.back(), m_particles[i].rho);
    }

private:
    std::vector<Particle> m_particles;
    uint32_t m_seed = 2463534242u;
    int m_nodes = 0;

    double rnd() {
        m_seed ^= m_seed << 13;
        m_seed ^= m_seed >> 17;
        m_seed ^= m_seed << 5;
        return m_seed / 4294967296.0;
    }
    static double poly6(double r2, double h) {
        double d = h * h - r2;
        return d <= 0 ? 0.0 : 315.0 / (64.0 * 3.14159265358979323846 * std::pow(h, 9)) * d * d * d;
    }
    void findNeighbours() {
        Octree tree(m_particles);
        m_nodes = tree.nodeCount();
#pragma regtt parallel
        for (size_t i = 0; i < m_particles.size(); ++i) {
            Particle &p = m_particles[i];
            tree.radiusSearch(p.pos, p.h, p.neighbours);
        }
    }
};

int main() {
    for (int n : {1500, 5, 0}) {
        Simulation sim(n);
        for (int s = 0; s < 2; ++s) {
            sim.step(0.01);
            sim.report();
        }
    }
    return 0;
}
// RUN: %as-written %s
