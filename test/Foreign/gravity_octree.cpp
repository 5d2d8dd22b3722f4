// Self-gravity of a star cluster in modern C++: an octree with unique_ptr children in a
// std::array, monopole moments, opening angle criterion, leapfrog. The vector type
// can be used by name or by index through a union.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

union vec3 {
    struct {
        float x, y, z;
    };
    float v[3];

    vec3() : v{0.f, 0.f, 0.f} {}
    vec3(float a, float b, float c) : v{a, b, c} {}
    float &operator[](int i) { return v[i]; }
    const float &operator[](int i) const { return v[i]; }
    vec3 &operator+=(const vec3 &o) {
        for (int i = 0; i < 3; ++i)
            v[i] += o.v[i];
        return *this;
    }
    friend vec3 operator+(vec3 a, const vec3 &b) { return a += b; }
    friend vec3 operator-(const vec3 &a, const vec3 &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend vec3 operator*(float s, const vec3 &a) { return {s * a.x, s * a.y, s * a.z}; }
    friend float dot(const vec3 &a, const vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
};

struct Star {
    vec3 pos, vel, acc;
    float mass = 0.f;
    float pot = 0.f;
};

struct Node {
    vec3 centre;
    float half = 0.f;
    vec3 com;
    float mass = 0.f;
    std::vector<std::uint32_t> stars; // leaves only
    std::array<std::unique_ptr<Node>, 8> child;
    bool isLeaf = true;
};

class GravityTree {
public:
    GravityTree(const std::vector<Star> &stars, float theta, float softening)
        : stars_(stars), theta2_(theta * theta), eps2_(softening * softening) {
        if (stars.empty())
            return;
        vec3 lo = stars[0].pos, hi = lo;
        for (const auto &s : stars)
            for (int k = 0; k < 3; ++k) {
                lo[k] = std::min(lo[k], s.pos[k]);
                hi[k] = std::max(hi[k], s.pos[k]);
            }
        float half = 0.f;
        for (int k = 0; k < 3; ++k)
            half = std::max(half, 0.5f * (hi[k] - lo[k]));
        std::vector<std::uint32_t> all(stars.size());
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = static_cast<std::uint32_t>(i);
        root_ = build(0.5f * (lo + hi), half * 1.0001f + 1e-6f, std::move(all), 0);
    }

    [[nodiscard]] std::pair<vec3, float> field(const Star &s) const {
        vec3 acc;
        float pot = 0.f;
        if (root_)
            walk(*root_, s, acc, pot);
        return {acc, pot};
    }

private:
    const std::vector<Star> &stars_;
    float theta2_, eps2_;
    std::unique_ptr<Node> root_;

    static constexpr std::size_t leafSize = 4;
    static constexpr int maxDepth = 24;

    std::unique_ptr<Node> build(const vec3 &centre, float half, std::vector<std::uint32_t> idx, int depth) const {
        auto node = std::make_unique<Node>();
        node->centre = centre;
        node->half = half;
        for (auto i : idx) {
            node->com += stars_[i].mass * stars_[i].pos;
            node->mass += stars_[i].mass;
        }
        node->com = (1.f / node->mass) * node->com;
        if (idx.size() <= leafSize || depth == maxDepth) {
            node->stars = std::move(idx);
            return node;
        }
        node->isLeaf = false;
        std::array<std::vector<std::uint32_t>, 8> parts;
        for (auto i : idx) {
            unsigned octant = 0;
            for (int k = 0; k < 3; ++k)
                octant |= static_cast<unsigned>(stars_[i].pos[k] >= centre[k]) << k;
            parts[octant].push_back(i);
        }
        for (unsigned o = 0; o < 8; ++o) {
            if (parts[o].empty())
                continue;
            vec3 c = centre;
            for (int k = 0; k < 3; ++k)
                c[k] += (o >> k & 1u ? 0.5f : -0.5f) * half;
            node->child[o] = build(c, 0.5f * half, std::move(parts[o]), depth + 1);
        }
        return node;
    }

    void interact(const vec3 &d, float mass, vec3 &acc, float &pot) const {
        const float r2 = dot(d, d) + eps2_;
        const float inv = 1.f / std::sqrt(r2);
        const float inv3 = inv * inv * inv;
        acc += (mass * inv3) * d;
        pot -= mass * inv;
    }

#pragma regtt traversal
    void walk(const Node &node, const Star &self, vec3 &acc, float &pot) const {
        const vec3 d = node.com - self.pos;
        const float size = 2.f * node.half;
        if (size * size < theta2_ * dot(d, d)) {
            interact(d, node.mass, acc, pot);
            return;
        }
        if (node.isLeaf) {
            for (const auto i : node.stars) {
                const Star &other = stars_[i];
                if (&other != &self)
                    interact(other.pos - self.pos, other.mass, acc, pot);
            }
            return;
        }
        for (const auto &c : node.child)
            if (c)
                walk(*c, self, acc, pot);
    }
};

static std::vector<Star> plummer(std::size_t n) {
    std::uint32_t s = 0x12345678u;
    auto rnd = [&s] {
        s = s * 1664525u + 1013904223u;
        return static_cast<float>(s >> 8) / 16777216.f;
    };
    std::vector<Star> stars(n);
    for (std::size_t i = 0; i < n; ++i) {
        auto &st = stars[i];
        const float m = 0.01f + 0.98f * rnd();
        const float r = 1.f / std::sqrt(std::pow(m, -2.f / 3.f) - 0.999f);
        const float z = 2.f * rnd() - 1.f, phi = 6.2831853f * rnd(), q = std::sqrt(1.f - z * z);
        st.pos = i % 5 ? vec3(r * q * std::cos(phi), r * q * std::sin(phi), r * z)
                       : vec3{8.f * rnd() - 4.f, 8.f * rnd() - 4.f, 8.f * rnd() - 4.f};
        if (i % 60 == 59)
            st.pos = stars[i - 13].pos;
        st.vel = vec3{0.1f * (rnd() - 0.5f), 0.1f * (rnd() - 0.5f), 0.1f * (rnd() - 0.5f)};
        st.mass = (0.5f + rnd()) / static_cast<float>(n);
    }
    return stars;
}

static void computeForces(std::vector<Star> &stars) {
    const GravityTree tree(stars, 0.6f, 0.02f);
    std::vector<vec3> acc(stars.size());
    std::vector<float> pot(stars.size());
#pragma regtt parallel
    for (std::size_t i = 0; i < stars.size(); ++i) {
        const auto [a, p] = tree.field(stars[i]);
        acc[i] = a;
        pot[i] = p;
    }
    for (std::size_t i = 0; i < stars.size(); ++i) {
        stars[i].acc = acc[i];
        stars[i].pot = pot[i];
    }
}

static void simulate(std::size_t n, int steps) {
    auto stars = plummer(n);
    const float dt = 1.f / 64.f;
    computeForces(stars);
    for (int s = 0; s < steps; ++s) {
        for (auto &st : stars) {
            st.vel += 0.5f * dt * st.acc;
            st.pos += dt * st.vel;
        }
        computeForces(stars);
        for (auto &st : stars)
            st.vel += 0.5f * dt * st.acc;
    }
    double kinetic = 0, potential = 0, check = 0;
    for (std::size_t i = 0; i < n; ++i) {
        kinetic += 0.5 * stars[i].mass * dot(stars[i].vel, stars[i].vel);
        potential += 0.5 * stars[i].mass * stars[i].pot;
        check += (1 + i % 13) * (double(stars[i].acc.x) + 2.0 * stars[i].acc.y + 3.0 * stars[i].acc.z);
    }
    std::printf("%zu stars, %d steps: T %.17g W %.17g check %.17g\n", n, steps, kinetic, potential, check);
    for (std::size_t i = 0; i < n; i += 43)
        std::printf("%zu %.17g %.17g %.17g %.17g\n", i, stars[i].acc.x, stars[i].acc.y, stars[i].acc.z, stars[i].pot);
}

int main() {
    simulate(1200, 2);
    simulate(1, 1);
    simulate(0, 1);
    return 0;
}
// RUN: %as-written %s
