// Point density image (a heat map) from scattered points: a quadtree with points in its
// leaves, unique_ptr children, and for every pixel a kernel density sum and a count
// within the bandwidth. Prints some pixels and a coarse picture.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Point {
    double x, y;
    double weight;
};

struct Box {
    double x0, y0, x1, y1;

    bool contains(const Point &p) const { return p.x >= x0 && p.x <= x1 && p.y >= y0 && p.y <= y1; }

    double distance2(double x, double y) const {
        double dx = std::max({x0 - x, 0.0, x - x1});
        double dy = std::max({y0 - y, 0.0, y - y1});
        return dx * dx + dy * dy;
    }
};

class QuadTree {
public:
    static constexpr std::size_t kCapacity = 12;
    static constexpr int kMaxLevel = 16;

    explicit QuadTree(const Box &box) : root_(std::make_unique<Node>(box)) {}

    bool add(const Point &p) {
        if (!root_->box.contains(p))
            return false;
        insert(*root_, p, 0);
        return true;
    }

    struct Sample {
        double density = 0.0;
        std::size_t count = 0;
    };

    Sample sample(double x, double y, double bandwidth) const {
        Sample s;
        accumulate(root_.get(), x, y, bandwidth * bandwidth, s);
        return s;
    }

    std::size_t size() const { return root_->total; }

private:
    struct Node {
        explicit Node(const Box &b) : box(b) {}
        bool leaf() const { return !child[0]; }

        Box box;
        std::size_t total = 0;
        std::vector<Point> pts;
        std::unique_ptr<Node> child[4];
    };

    std::unique_ptr<Node> root_;

    static int quadrant(const Node &n, const Point &p) {
        double mx = 0.5 * (n.box.x0 + n.box.x1), my = 0.5 * (n.box.y0 + n.box.y1);
        return (p.x > mx ? 1 : 0) | (p.y > my ? 2 : 0);
    }

    static void insert(Node &n, const Point &p, int level) {
        ++n.total;
        if (!n.leaf()) {
            insert(*n.child[quadrant(n, p)], p, level + 1);
            return;
        }
        n.pts.push_back(p);
        if (n.pts.size() > kCapacity && level < kMaxLevel)
            split(n, level);
    }

    static void split(Node &n, int level) {
        const Box &b = n.box;
        double mx = 0.5 * (b.x0 + b.x1), my = 0.5 * (b.y0 + b.y1);
        n.child[0] = std::make_unique<Node>(Box{b.x0, b.y0, mx, my});
        n.child[1] = std::make_unique<Node>(Box{mx, b.y0, b.x1, my});
        n.child[2] = std::make_unique<Node>(Box{b.x0, my, mx, b.y1});
        n.child[3] = std::make_unique<Node>(Box{mx, my, b.x1, b.y1});
        for (const Point &p : n.pts)
            insert(*n.child[quadrant(n, p)], p, level + 1);
        n.pts.clear();
        n.pts.shrink_to_fit();
    }

    // Epanechnikov kernel
#pragma regtt traversal
    static void accumulate(const Node *n, double x, double y, double h2, Sample &s) {
        if (n->total == 0 || n->box.distance2(x, y) >= h2)
            return;
        for (const auto &p : n->pts) {
            double d2 = (p.x - x) * (p.x - x) + (p.y - y) * (p.y - y);
            if (d2 < h2) {
                s.density += p.weight * (1.0 - d2 / h2);
                ++s.count;
            }
        }
        if (n->leaf())
            return;
        for (const auto &c : n->child)
            accumulate(c.get(), x, y, h2, s);
    }
};

class Image {
public:
    Image(int w, int h) : width(w), height(h), density(std::size_t(w) * h), count(std::size_t(w) * h) {}
    int width, height;
    std::vector<double> density;
    std::vector<std::uint32_t> count;
};

static Image rasterize(const QuadTree &tree, int width, int height, double bandwidth) {
    Image img(width, height);
#pragma regtt parallel
    for (int i = 0; i < width * height; ++i) {
        const int col = i % width, row = i / width;
        const double x = (col + 0.5) / width, y = (row + 0.5) / height;
        const auto s = tree.sample(x, y, bandwidth);
        img.density[i] = s.density;
        img.count[i] = static_cast<std::uint32_t>(s.count);
    }
    return img;
}

class Random {
public:
    explicit Random(std::uint64_t seed) : s_(seed) {}
    double operator()() {
        s_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = s_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return double((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
    }

private:
    std::uint64_t s_;
};

static void heatmap(std::size_t n, int width, int height, double bandwidth) {
    QuadTree tree({0, 0, 1, 1});
    Random rnd(31337);
    Point last{0.5, 0.5, 1};
    std::size_t outside = 0;
    for (std::size_t i = 0; i < n; ++i) {
        Point p{rnd(), rnd(), 0.5 + rnd()};
        if (i % 3 != 0) {
            p.x = 0.3 + 0.35 * double(i % 3 - 1) + 0.1 * (p.x + rnd() - 1);
            p.y = 0.6 + 0.5 * (p.x - 0.3) * (p.y - 0.5);
        }
        if (i % 20 == 19)
            p = last;
        if (i % 100 == 50)
            p.x += 1.0;
        if (!tree.add(p))
            ++outside;
        last = p;
    }
    const Image img = rasterize(tree, width, height, bandwidth);

    double sum = 0, peak = 0;
    std::uint32_t digest = 0;
    for (std::size_t i = 0; i < img.density.size(); ++i) {
        sum += img.density[i];
        peak = std::max(peak, img.density[i]);
        digest = digest * 1000003u + img.count[i];
    }
    std::cout << tree.size() << " points (" << outside << " outside), " << width << "x" << height << ": sum " << sum
              << ", peak " << peak << ", digest " << digest << "\n";
    static const std::string shades = " .:-=+*#%@";
    for (int row = 0; row < height; row += 4) {
        for (int col = 0; col < width; col += 2)
            std::cout << shades[std::min<std::size_t>(9, std::size_t(10 * img.density[row * width + col] / (peak + 1e-9)))];
        std::cout << "\n";
    }
    for (std::size_t i = 0; i < img.density.size(); i += 83)
        std::cout << img.count[i] << " " << img.density[i] << "\n";
}

int main() {
    std::cout << std::setprecision(17);
    heatmap(4000, 64, 48, 0.05);
    heatmap(3, 16, 8, 0.4);
    heatmap(0, 16, 8, 0.1);
    heatmap(100, 0, 0, 0.1);
    return 0;
}
// RUN: %as-written %s
