// A small header-style k-d tree in contemporary C++: shared immutable nodes, std::array
// points, optional results and structured bindings. Matches stars of one catalogue to
// the closest counterpart of another within a search radius.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iomanip>
#include <iostream>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace catalogue {

using Vec3 = std::array<double, 3>;

[[nodiscard]] inline double squaredDistance(const Vec3 &a, const Vec3 &b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0, std::plus<>{},
                            [](double x, double y) { return (x - y) * (x - y); });
}

struct Star {
  Vec3 direction;
  double magnitude;
  std::size_t id;
};

struct Match {
  std::size_t id;
  double squaredDistance;
  double magnitude;
};

class Index {
  struct Node;
  using NodePtr = std::shared_ptr<const Node>;

  struct Node {
    Star star;
    std::size_t axis;
    NodePtr lower, upper;
  };

public:
  explicit Index(std::vector<Star> stars) : root_{build(stars.begin(), stars.end())} {}

  [[nodiscard]] bool empty() const { return !root_; }

  /// The closest star within `radius` that is no fainter than `limit`.
  [[nodiscard]] std::optional<Match> closest(const Vec3 &at, double radius, double limit) const {
    std::optional<Match> best;
    if (root_)
      descend(root_, at, radius * radius, limit, best);
    return best;
  }

  /// How many stars there are within `radius`, and their mean magnitude.
  [[nodiscard]] std::pair<std::size_t, double> crowding(const Vec3 &at, double radius) const {
    const auto [count, sum] = accumulate(root_, at, radius);
    return {count, count ? sum / static_cast<double>(count) : 0.0};
  }

private:
  template <class It> static NodePtr build(It first, It last) {
    if (first == last)
      return nullptr;
    const auto axis = widestAxis(first, last);
    const auto middle = first + (last - first) / 2;
    std::nth_element(first, middle, last, [axis](const Star &a, const Star &b) {
      return std::tie(a.direction[axis], a.id) < std::tie(b.direction[axis], b.id);
    });
    auto lower = build(first, middle);
    auto upper = build(std::next(middle), last);
    return std::make_shared<const Node>(Node{*middle, axis, std::move(lower), std::move(upper)});
  }

  template <class It> static std::size_t widestAxis(It first, It last) {
    std::array<double, 3> width{};
    for (std::size_t axis = 0; axis < width.size(); ++axis) {
      const auto [lo, hi] = std::minmax_element(first, last, [axis](const Star &a, const Star &b) {
        return a.direction[axis] < b.direction[axis];
      });
      width[axis] = hi->direction[axis] - lo->direction[axis];
    }
    return static_cast<std::size_t>(std::max_element(width.begin(), width.end()) - width.begin());
  }

#pragma regtt traversal
  static void descend(const NodePtr &node, const Vec3 &at, double limit2, double faintest,
                      std::optional<Match> &best) {
    const auto &[star, axis, lower, upper] = *node;

    if (const double d2 = squaredDistance(star.direction, at);
        d2 <= limit2 && star.magnitude <= faintest) {
      if (!best || std::tie(d2, star.id) < std::tie(best->squaredDistance, best->id))
        best = Match{star.id, d2, star.magnitude};
    }

    const double offset = at[axis] - star.direction[axis];
    const auto &[near, far] = offset < 0 ? std::tie(lower, upper) : std::tie(upper, lower);
    if (near)
      descend(near, at, limit2, faintest, best);
    if (far && offset * offset <= (best ? best->squaredDistance : limit2))
      descend(far, at, limit2, faintest, best);
  }

#pragma regtt traversal
  static std::tuple<std::size_t, double> accumulate(const NodePtr &node, const Vec3 &at,
                                                    double radius) {
    if (!node)
      return {0, 0.0};
    std::size_t count = 0;
    double sum = 0;
    if (squaredDistance(node->star.direction, at) <= radius * radius) {
      ++count;
      sum += node->star.magnitude;
    }
    const double offset = at[node->axis] - node->star.direction[node->axis];
    if (offset <= radius) {
      const auto [n, s] = accumulate(node->lower, at, radius);
      count += n;
      sum += s;
    }
    if (offset >= -radius) {
      const auto [n, s] = accumulate(node->upper, at, radius);
      count += n;
      sum += s;
    }
    return {count, sum};
  }

  NodePtr root_;
};

class Generator {
public:
  explicit constexpr Generator(std::uint64_t seed) : state_{seed} {}

  double operator()(double lo, double hi) {
    state_ += 0x9E3779B97F4A7C15ull;
    auto z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return lo + (hi - lo) * static_cast<double>(z >> 11) * 0x1p-53;
  }

  Vec3 direction() {
    for (;;) {
      const Vec3 v{(*this)(-1, 1), (*this)(-1, 1), (*this)(-1, 1)};
      const double n2 = squaredDistance(v, Vec3{});
      if (n2 > 0.01 && n2 <= 1)
        return normalised(v);
    }
  }

  static Vec3 normalised(Vec3 v) {
    const double n = std::sqrt(squaredDistance(v, Vec3{}));
    for (auto &x : v)
      x /= n;
    return v;
  }

private:
  std::uint64_t state_;
};

} // namespace catalogue

using namespace catalogue;

static void crossMatch(const char *title, const Index &index, const std::vector<Star> &stars,
                       double radius) {
  std::vector<std::optional<Match>> matches(stars.size());
#pragma regtt parallel
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const auto &[direction, magnitude, id] = stars[i];
    matches[i] = index.closest(direction, radius, magnitude + 2.0);
  }

  std::vector<std::pair<std::size_t, double>> crowd(stars.size());
#pragma regtt parallel
  for (std::size_t i = 0; i < stars.size(); ++i)
    crowd[i] = index.crowding(stars[i].direction, 2 * radius);

  std::uint64_t hash = 0xcbf29ce484222325ull;
  std::size_t found = 0, neighbours = 0;
  double distances = 0, magnitudes = 0;
  for (std::size_t i = 0; i < stars.size(); ++i) {
    hash = (hash ^ (matches[i] ? matches[i]->id + 1 : 0)) * 0x100000001b3ull;
    found += matches[i].has_value();
    distances += matches[i] ? std::sqrt(matches[i]->squaredDistance) : 0.0;
    const auto [count, mean] = crowd[i];
    neighbours += count;
    magnitudes += mean;
  }
  std::cout << title << ": " << found << " of " << stars.size() << " matched, " << distances << ", "
            << neighbours << " neighbours, " << magnitudes << ", " << std::hex << hash << std::dec
            << '\n';
  for (std::size_t i = 0; i < stars.size(); i += 1 + stars.size() / 16) {
    std::cout << "  " << stars[i].id << " -> ";
    if (const auto &m = matches[i])
      std::cout << m->id << ' ' << m->squaredDistance << ' ' << m->magnitude;
    else
      std::cout << "none";
    std::cout << ", " << crowd[i].first << ' ' << crowd[i].second << '\n';
  }
}

int main() {
  Generator random{2718};
  std::vector<Star> reference, observed;
  for (std::size_t i = 0; i < 2500; ++i)
    reference.push_back({random.direction(), random(2, 14), i});
  const Vec3 cluster = random.direction();
  for (std::size_t i = 0; i < 800; ++i) {
    Vec3 v = cluster;
    for (auto &x : v)
      x += random(-0.02, 0.02);
    reference.push_back({Generator::normalised(v), random(8, 14), reference.size()});
  }
  for (std::size_t i = 0; i < 100; ++i) // entries that were made twice
    reference.push_back({reference[i * 30].direction, 10, reference.size()});
  for (std::size_t i = 0; i < reference.size(); i += 2) {
    auto [v, magnitude, id] = reference[i];
    for (auto &x : v)
      x += random(-0.004, 0.004);
    observed.push_back({Generator::normalised(v), magnitude + random(-3, 1), observed.size()});
  }
  for (std::size_t i = 0; i < 200; ++i)
    observed.push_back({random.direction(), random(1, 8), observed.size()});

  std::cout << std::setprecision(17);
  const Index index{reference};
  crossMatch("observed", index, observed, 0.02);
  crossMatch("reference", index, reference, 1e-9);
  crossMatch("no catalogue", Index{{}}, {observed.begin(), observed.begin() + 3}, 0.02);
  crossMatch("cloudy night", index, {}, 0.02);
}
// RUN: %as-written %s
