// Snapping of measured positions to the vertices of a reference model: a 3-d tree
// class with a small public interface (insert all, nearest), used by a tool that
// first undoes the calibration of every measured point and then reports residuals.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <vector>

struct Point {
  double x, y, z;
  double operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
};

static double squaredDistance(const Point &a, const Point &b) {
  const double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
  return dx * dx + dy * dy + dz * dz;
}

class KdTree {
public:
  explicit KdTree(const std::vector<Point> &points) {
    nodes_.reserve(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
      nodes_.emplace_back(points[i], static_cast<int>(i));
    root_ = build(0, nodes_.size(), 0);
  }

  bool empty() const { return root_ == nullptr; }
  std::size_t size() const { return nodes_.size(); }

  /// Index of the vertex closest to \p p, or -1 if there are none; its distance
  /// goes to \p dist unless that is null.
  int nearest(const Point &p, double *dist) const {
    const node *best = nullptr;
    double bestDist = std::numeric_limits<double>::max();
    search(root_, p, 0, best, bestDist);
    if (dist)
      *dist = best ? std::sqrt(bestDist) : -1.0;
    return best ? best->id : -1;
  }

private:
  struct node {
    node(const Point &pt, int index) : point(pt), id(index) {}
    Point point;
    int id;
    node *left = nullptr;
    node *right = nullptr;
  };

  node *build(std::size_t begin, std::size_t end, int axis) {
    if (end <= begin)
      return nullptr;
    const std::size_t mid = begin + (end - begin) / 2;
    std::nth_element(nodes_.begin() + begin, nodes_.begin() + mid, nodes_.begin() + end,
                     [axis](const node &a, const node &b) {
                       if (a.point[axis] != b.point[axis])
                         return a.point[axis] < b.point[axis];
                       return a.id < b.id;
                     });
    const int next = (axis + 1) % 3;
    nodes_[mid].left = build(begin, mid, next);
    nodes_[mid].right = build(mid + 1, end, next);
    return &nodes_[mid];
  }

#pragma regtt traversal
  void search(const node *n, const Point &p, int axis, const node *&best, double &bestDist) const {
    if (n == nullptr)
      return;
    const double d = squaredDistance(n->point, p);
    if (best == nullptr || d < bestDist || (d == bestDist && n->id < best->id)) {
      bestDist = d;
      best = n;
    }
    const double delta = n->point[axis] - p[axis];
    axis = (axis + 1) % 3;
    search(delta > 0 ? n->left : n->right, p, axis, best, bestDist);
    if (delta * delta > bestDist)
      return;
    search(delta > 0 ? n->right : n->left, p, axis, best, bestDist);
  }

  node *root_ = nullptr;
  std::vector<node> nodes_;
};

class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  double uniform() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) * (1.0 / 9007199254740992.0);
  }

private:
  std::uint64_t state_;
};

/// Scale, rotation about z and offset of a scanner.
struct Calibration {
  double scale, c, s;
  Point offset;
  Point apply(const Point &p) const {
    return {scale * (c * p.x - s * p.y) + offset.x, scale * (s * p.x + c * p.y) + offset.y,
            scale * p.z + offset.z};
  }
};

struct Match {
  int vertex;
  double residual;
  double weight;
  bool outlier;
};

class Snapper {
public:
  Snapper(const KdTree &tree, const Calibration &cal, double tolerance)
      : tree_(tree), cal_(cal), tolerance_(tolerance) {}

  void run(const std::vector<Point> &measured, std::vector<Match> &matches) const {
    matches.resize(measured.size());
#pragma regtt parallel
    for (std::size_t i = 0; i < measured.size(); ++i) {
      const Point p = cal_.apply(measured[i]);
      double dist = 0;
      const int vertex = tree_.nearest(p, &dist);
      Match &m = matches[i];
      m.vertex = vertex;
      m.residual = dist;
      m.outlier = vertex < 0 || dist > tolerance_;
      m.weight = m.outlier ? 0.0 : 1.0 - dist * dist / (tolerance_ * tolerance_);
    }
  }

private:
  const KdTree &tree_;
  Calibration cal_;
  double tolerance_;
};

static void report(const char *title, const std::vector<Match> &matches) {
  double sum = 0, weights = 0;
  std::size_t outliers = 0;
  std::uint64_t hash = 14695981039346656037ULL;
  for (const Match &m : matches) {
    sum += m.residual;
    weights += m.weight;
    outliers += m.outlier;
    hash = (hash ^ static_cast<std::uint64_t>(m.vertex + 1)) * 1099511628211ULL;
  }
  std::printf("%s: %zu points, %zu outliers, residuals %.17g, weights %.17g, ids %016llx\n", title,
              matches.size(), outliers, sum, weights, static_cast<unsigned long long>(hash));
  for (std::size_t i = 0; i < matches.size(); i += matches.size() / 12 + 1)
    std::printf("  %6zu -> %6d  %.17g %.17g\n", i, matches[i].vertex, matches[i].residual,
                matches[i].weight);
}

int main() {
  Random rng(20240917);
  std::vector<Point> vertices, measured;
  for (int i = 0; i < 6000; ++i)
    vertices.push_back({rng.uniform(), rng.uniform(), rng.uniform()});
  for (int c = 0; c < 20; ++c) {
    const Point m{rng.uniform(), rng.uniform(), rng.uniform()};
    for (int i = 0; i < 150; ++i)
      vertices.push_back({m.x + 0.01 * rng.uniform(), m.y + 0.01 * rng.uniform(), m.z});
  }
  for (int i = 0; i < 500; ++i)
    vertices.push_back(vertices[i * 7]);

  const Calibration cal{1.002, 0.99995, 0.0099998, {0.001, -0.002, 0.0005}};
  for (std::size_t i = 0; i < vertices.size(); i += 2)
    measured.push_back({vertices[i].x + 0.02 * (rng.uniform() - 0.5),
                        vertices[i].y + 0.02 * (rng.uniform() - 0.5), vertices[i].z});
  for (int i = 0; i < 1500; ++i)
    measured.push_back({1.5 * rng.uniform(), rng.uniform(), 1.2 * rng.uniform()});

  const KdTree tree(vertices);
  const KdTree none({});
  std::vector<Match> matches;
  Snapper(tree, cal, 0.03).run(measured, matches);
  report("model", matches);
  Snapper(tree, {1, 1, 0, {0, 0, 0}}, 0.01).run(vertices, matches);
  report("itself", matches);
  Snapper(none, cal, 0.03).run({measured.begin(), measured.begin() + 5}, matches);
  report("no model", matches);
  Snapper(tree, cal, 0.03).run({}, matches);
  report("nothing measured", matches);
  return 0;
}
// RUN: %as-written %s
