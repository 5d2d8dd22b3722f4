// A small ray tracer made over a weekend: spheres and triangles behind a common
// class hittable, a bounding volume hierarchy that is itself hittable, materials that
// the hit record points to. Renders a little picture and prints some of its pixels.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <vector>

const double infinity = std::numeric_limits<double>::infinity();

inline double random_double() {
    static uint64_t state = 0x853c49e6748fea9bULL;
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return double(state >> 11) / 9007199254740992.0;
}
inline double random_double(double min, double max) { return min + (max - min) * random_double(); }
class vec3 {
  public:
    double e[3];
    vec3() : e{0, 0, 0} {}
    vec3(double e0, double e1, double e2) : e{e0, e1, e2} {}
    double y() const { return e[1]; }
    vec3 operator-() const { return vec3(-e[0], -e[1], -e[2]); }
    double operator[](int i) const { return e[i]; }
    double &operator[](int i) { return e[i]; }
    double length_squared() const { return e[0] * e[0] + e[1] * e[1] + e[2] * e[2]; }
    double length() const { return std::sqrt(length_squared()); }
};
using point3 = vec3;
using color = vec3;

inline vec3 operator+(const vec3 &u, const vec3 &v) { return vec3(u.e[0] + v.e[0], u.e[1] + v.e[1], u.e[2] + v.e[2]); }
inline vec3 operator-(const vec3 &u, const vec3 &v) { return vec3(u.e[0] - v.e[0], u.e[1] - v.e[1], u.e[2] - v.e[2]); }
inline vec3 operator*(const vec3 &u, const vec3 &v) { return vec3(u.e[0] * v.e[0], u.e[1] * v.e[1], u.e[2] * v.e[2]); }
inline vec3 operator*(double t, const vec3 &v) { return vec3(t * v.e[0], t * v.e[1], t * v.e[2]); }
inline vec3 operator/(const vec3 &v, double t) { return (1 / t) * v; }
inline double dot(const vec3 &u, const vec3 &v) { return u.e[0] * v.e[0] + u.e[1] * v.e[1] + u.e[2] * v.e[2]; }
inline vec3 cross(const vec3 &u, const vec3 &v) {
    return vec3(u.e[1] * v.e[2] - u.e[2] * v.e[1], u.e[2] * v.e[0] - u.e[0] * v.e[2], u.e[0] * v.e[1] - u.e[1] * v.e[0]);
}
inline vec3 unit_vector(const vec3 &v) { return v / v.length(); }

class ray {
  public:
    ray(const point3 &o, const vec3 &d) : orig(o), dir(d) {}
    const point3 &origin() const { return orig; }
    const vec3 &direction() const { return dir; }
    point3 at(double t) const { return orig + t * dir; }
    point3 orig;
    vec3 dir;
};

class material {
  public:
    explicit material(const color &a) : albedo(a) {}
    color shade(double cosine) const { return (0.2 + 0.8 * cosine) * albedo; }
    color albedo;
};

struct hit_record {
    point3 p;
    vec3 normal;
    const material *mat_ptr;
    double t;
    bool front_face;
    void set_face_normal(const ray &r, const vec3 &outward_normal) {
        front_face = dot(r.direction(), outward_normal) < 0;
        normal = front_face ? outward_normal : -outward_normal;
    }
};

class aabb {
  public:
    point3 minimum{infinity, infinity, infinity}, maximum{-infinity, -infinity, -infinity};
    aabb() {}
    aabb(const point3 &a, const point3 &b) : minimum(a), maximum(b) {}
    bool hit(const ray &r, double t_min, double t_max) const {
        for (int a = 0; a < 3; a++) {
            auto invD = 1.0 / r.direction()[a];
            auto t0 = (minimum[a] - r.origin()[a]) * invD;
            auto t1 = (maximum[a] - r.origin()[a]) * invD;
            if (invD < 0.0)
                std::swap(t0, t1);
            t_min = t0 > t_min ? t0 : t_min;
            t_max = t1 < t_max ? t1 : t_max;
            if (t_max <= t_min)
                return false;
        }
        return true;
    }
};

aabb surrounding_box(const aabb &a, const aabb &b) {
    aabb s;
    for (int i = 0; i < 3; i++) {
        s.minimum[i] = std::fmin(a.minimum[i], b.minimum[i]);
        s.maximum[i] = std::fmax(a.maximum[i], b.maximum[i]);
    }
    return s;
}

class hittable {
  public:
    virtual ~hittable() = default;
    virtual bool hit(const ray &r, double t_min, double t_max, hit_record &rec) const = 0;
    virtual aabb bounding_box() const = 0;
};

class sphere : public hittable {
  public:
    sphere(const point3 &cen, double r, const material *m) : center(cen), radius(r), mat_ptr(m) {}
    bool hit(const ray &r, double t_min, double t_max, hit_record &rec) const override {
        vec3 oc = r.origin() - center;
        auto a = r.direction().length_squared();
        auto half_b = dot(oc, r.direction());
        auto c = oc.length_squared() - radius * radius;
        auto discriminant = half_b * half_b - a * c;
        if (discriminant < 0)
            return false;
        auto sqrtd = std::sqrt(discriminant);
        auto root = (-half_b - sqrtd) / a;
        if (root < t_min || t_max < root)
            root = (-half_b + sqrtd) / a;
        if (root < t_min || t_max < root)
            return false;
        rec.t = root;
        rec.p = r.at(rec.t);
        rec.set_face_normal(r, (rec.p - center) / radius);
        rec.mat_ptr = mat_ptr;
        return true;
    }
    aabb bounding_box() const override {
        return aabb(center - vec3(radius, radius, radius), center + vec3(radius, radius, radius));
    }

  private:
    point3 center;
    double radius;
    const material *mat_ptr;
};

class triangle : public hittable {
  public:
    triangle(const point3 &a, const point3 &b, const point3 &c, const material *m) : v0(a), v1(b), v2(c), mat_ptr(m) {}
    bool hit(const ray &r, double t_min, double t_max, hit_record &rec) const override {
        vec3 e1 = v1 - v0, e2 = v2 - v0;
        vec3 pv = cross(r.direction(), e2);
        double det = dot(e1, pv);
        if (std::fabs(det) < 1e-12)
            return false;
        vec3 tv = r.origin() - v0;
        vec3 qv = cross(tv, e1);
        double u = dot(tv, pv) / det, v = dot(r.direction(), qv) / det;
        double t = dot(e2, qv) / det;
        if (u < 0 || v < 0 || u + v > 1 || t < t_min || t > t_max)
            return false;
        rec.t = t;
        rec.p = r.at(t);
        rec.set_face_normal(r, unit_vector(cross(e1, e2)));
        rec.mat_ptr = mat_ptr;
        return true;
    }
    aabb bounding_box() const override {
        vec3 pad(1e-4, 1e-4, 1e-4);
        aabb box = surrounding_box(surrounding_box(aabb(v0, v0), aabb(v1, v1)), aabb(v2, v2));
        return aabb(box.minimum - pad, box.maximum + pad);
    }

  private:
    point3 v0, v1, v2;
    const material *mat_ptr;
};

class bvh_node : public hittable {
  public:
    bvh_node(std::vector<hittable *> &objects, size_t start, size_t end) {
        for (size_t i = start; i < end; i++)
            box = surrounding_box(box, objects[i]->bounding_box());
        size_t span = end - start;
        left = span > 0 ? objects[start] : nullptr;
        right = span > 1 ? objects[start + 1] : nullptr;
        if (span > 2) {
            vec3 d = box.maximum - box.minimum;
            int axis = d[0] > d[1] ? (d[0] > d[2] ? 0 : 2) : (d[1] > d[2] ? 1 : 2);
            auto less = [axis](const hittable *a, const hittable *b) {
                return a->bounding_box().minimum[axis] < b->bounding_box().minimum[axis];
            };
            std::stable_sort(objects.begin() + start, objects.begin() + end, less);
            auto mid = start + span / 2;
            left = new bvh_node(objects, start, mid);
            right = new bvh_node(objects, mid, end);
        }
    }
    bool hit(const ray &r, double t_min, double t_max, hit_record &rec) const override;
    aabb bounding_box() const override { return box; }

  private:
    hittable *left, *right;
    aabb box;
};

#pragma regtt traversal
bool bvh_node::hit(const ray &r, double t_min, double t_max, hit_record &rec) const {
    if (!box.hit(r, t_min, t_max))
        return false;
    bool hit_left = left && left->hit(r, t_min, t_max, rec);
    bool hit_right = right && right->hit(r, t_min, hit_left ? rec.t : t_max, rec);
    return hit_left || hit_right;
}

color ray_color(const ray &r, const bvh_node &world) {
    hit_record rec;
    if (world.hit(r, 0.001, infinity, rec)) {
        double cosine = dot(rec.normal, unit_vector(vec3(1, 2, 1.5)));
        return rec.mat_ptr->shade(cosine > 0 ? cosine : 0);
    }
    auto t = 0.5 * (unit_vector(r.direction()).y() + 1.0);
    return (1.0 - t) * color(1.0, 1.0, 1.0) + t * color(0.5, 0.7, 1.0);
}

void render(std::vector<hittable *> objects, int image_width, int image_height) {
    bvh_node world(objects, 0, objects.size());
    std::vector<color> framebuffer(image_width * image_height);
    const point3 lookfrom(0, 1.5, 6);

#pragma regtt parallel
    for (int j = 0; j < image_height; ++j) {
        for (int i = 0; i < image_width; ++i) {
            auto u = 2.0 * (i + 0.5) / image_width - 1.0, v = 1.0 - 2.0 * (j + 0.5) / image_height;
            ray r(lookfrom, vec3(1.6 * u, 0.9 * v - 0.2, -1.5));
            framebuffer[j * image_width + i] = ray_color(r, world);
        }
    }

    color sum;
    uint32_t digest = 1;
    for (const auto &c : framebuffer) {
        sum = sum + c;
        for (int k = 0; k < 3; k++)
            digest = digest * 31 + uint32_t(255.999 * std::fmin(std::fmax(c[k], 0.0), 1.0));
    }
    std::printf("%zu objects, %dx%d: %08x\n", objects.size(), image_width, image_height, digest);
    std::printf("%.17g %.17g %.17g\n", sum[0], sum[1], sum[2]);
    for (size_t i = 0; i < framebuffer.size(); i += 131)
        std::printf("%.17g %.17g %.17g\n", framebuffer[i][0], framebuffer[i][1], framebuffer[i][2]);
}

int main() {
    std::vector<std::unique_ptr<material>> mats;
    std::vector<std::unique_ptr<hittable>> owned;
    std::vector<hittable *> objects;
    for (int i = 0; i < 12; i++)
        mats.push_back(std::make_unique<material>(color{random_double(), random_double(), random_double()}));

    render(objects, 8, 4); // only sky
    owned.push_back(std::make_unique<sphere>(point3(0, -1000.5, -1), 1000, mats[0].get()));
    for (int i = 0; i < 150; i++) {
        point3 c = i % 3 ? point3{random_double(-4, 4), random_double(-0.3, 2.5), random_double(-6, 2)}
                         : point3{1.5 + random_double(-0.4, 0.4), 0.6 + random_double(-0.4, 0.4), random_double(-1, 0)};
        vec3 e1{random_double(-1, 1), random_double(-1, 1), 0.1}, e2{random_double(-1, 1), random_double(-1, 1), -0.2};
        const material *m = mats[i % mats.size()].get();
        if (i % 2)
            owned.push_back(std::make_unique<sphere>(c, random_double(0.05, 0.35), m));
        else
            owned.push_back(std::make_unique<triangle>(c, c + e1, c + e2, m));
        if (i % 25 == 7) // the same thing once more
            owned.push_back(std::make_unique<sphere>(c, 0.2, mats[3].get()));
    }
    for (auto &o : owned)
        objects.push_back(o.get());
    render(objects, 96, 54);
    render({objects[0], objects[5]}, 16, 9);
    render(objects, 0, 0);
    return 0;
}
// RUN: %as-written %s
