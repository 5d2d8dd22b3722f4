// Visitors over an immutable scene hierarchy, written once as a CRTP base class and
// specialised for each question: counting what a view box sees, summing the light that
// reaches a point. Every query has a visitor of its own.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <memory>
#include <random>
#include <vector>

namespace scene {

struct Bounds {
  std::array<double, 2> min{{0, 0}};
  std::array<double, 2> max{{0, 0}};

  bool overlaps(const Bounds &o) const noexcept {
    return min[0] <= o.max[0] && o.min[0] <= max[0] && min[1] <= o.max[1] && o.min[1] <= max[1];
  }
  bool encloses(const Bounds &o) const noexcept {
    return min[0] <= o.min[0] && o.max[0] <= max[0] && min[1] <= o.min[1] && o.max[1] <= max[1];
  }
  bool encloses(double x, double y) const noexcept {
    return min[0] <= x && x <= max[0] && min[1] <= y && y <= max[1];
  }
};

struct Item {
  double x, y;
  double power;
  int layer;
};

class Node {
public:
  static constexpr std::size_t kCapacity = 8;

  const Bounds &bounds() const noexcept { return bounds_; }
  bool isLeaf() const noexcept { return !first_; }
  const Node *first() const noexcept { return first_.get(); }
  const Node *second() const noexcept { return second_.get(); }
  const Item *begin() const noexcept { return items_.data(); }
  const Item *end() const noexcept { return items_.data() + size_; }
  std::size_t totalItems() const noexcept { return total_; }
  double totalPower() const noexcept { return power_; }

  static std::unique_ptr<Node> create(std::vector<Item> items) {
    if (items.empty())
      return nullptr;
    auto node = std::make_unique<Node>();
    node->bounds_ = {{{items[0].x, items[0].y}}, {{items[0].x, items[0].y}}};
    for (const Item &i : items) {
      node->bounds_.min = {{std::min(node->bounds_.min[0], i.x), std::min(node->bounds_.min[1], i.y)}};
      node->bounds_.max = {{std::max(node->bounds_.max[0], i.x), std::max(node->bounds_.max[1], i.y)}};
      node->power_ += i.power;
    }
    node->total_ = items.size();
    if (items.size() <= kCapacity) {
      for (const Item &i : items)
        node->items_[node->size_++] = i;
      return node;
    }
    const double w = node->bounds_.max[0] - node->bounds_.min[0];
    const double h = node->bounds_.max[1] - node->bounds_.min[1];
    std::stable_sort(items.begin(), items.end(), [=](const Item &a, const Item &b) {
      return w > h ? a.x < b.x : a.y < b.y;
    });
    const auto middle = items.begin() + items.size() / 2;
    node->first_ = create({items.begin(), middle});
    node->second_ = create({middle, items.end()});
    return node;
  }

private:
  Bounds bounds_;
  std::unique_ptr<Node> first_, second_;
  std::array<Item, kCapacity> items_{};
  std::size_t size_ = 0;
  std::size_t total_ = 0;
  double power_ = 0;
};

/// Calls `enter` of the derived class for inner nodes, which says whether to go on below,
/// and `leaf` for the others.
template <class Derived> struct TreeVisitor {
#pragma regtt traversal
  void walk(const Node *node) {
    Derived &self = static_cast<Derived &>(*this);
    if (node->isLeaf()) {
      self.leaf(*node);
      return;
    }
    if (!self.enter(*node))
      return;
    walk(node->first());
    walk(node->second());
  }
};

struct CountVisitor : TreeVisitor<CountVisitor> {
  explicit CountVisitor(const Bounds &view, int layers) : view(view), layers(layers) {}

  bool enter(const Node &node) {
    ++visited;
    return view.overlaps(node.bounds());
  }
  void leaf(const Node &node) {
    ++visited;
    for (const Item &item : node)
      if (view.encloses(item.x, item.y) && (layers >> item.layer & 1)) {
        ++count;
        power += item.power;
      }
  }

  Bounds view;
  int layers;
  unsigned visited = 0;
  unsigned count = 0;
  double power = 0;
};

struct LightVisitor : TreeVisitor<LightVisitor> {
  LightVisitor(double x, double y, double quality) : x(x), y(y), quality(quality) {}

  bool enter(const Node &node) {
    const Bounds &b = node.bounds();
    const double cx = 0.5 * (b.min[0] + b.max[0]) - x, cy = 0.5 * (b.min[1] + b.max[1]) - y;
    const double size = (b.max[0] - b.min[0]) + (b.max[1] - b.min[1]);
    const double d2 = cx * cx + cy * cy;
    if (size * size > quality * quality * d2)
      return true;
    light += node.totalPower() / (d2 + 1e-3);
    ++approximated;
    return false;
  }
  void leaf(const Node &node) {
    for (const Item &item : node) {
      const double dx = item.x - x, dy = item.y - y;
      light += item.power / (dx * dx + dy * dy + 1e-3);
    }
  }

  double x, y, quality;
  double light = 0;
  int approximated = 0;
};

} // namespace scene

using namespace scene;

static void runViews(const Node *root, const std::vector<Bounds> &views) {
  std::vector<unsigned> counts(views.size()), visited(views.size());
  std::vector<double> powers(views.size());
  if (root) {
#pragma regtt parallel
    for (std::size_t i = 0; i < views.size(); ++i) {
      CountVisitor visitor(views[i], static_cast<int>(i % 15 + 1));
      visitor.walk(root);
      counts[i] = visitor.count;
      visited[i] = visitor.visited;
      powers[i] = visitor.power;
    }
  }
  std::uint64_t digest = 0;
  double total = 0;
  for (std::size_t i = 0; i < views.size(); ++i) {
    digest = digest * 1000003 + counts[i] * 7 + visited[i];
    total += powers[i];
  }
  std::cout << "views " << views.size() << " digest " << digest << " power " << total << '\n';
  for (std::size_t i = 0; i < views.size(); i += 1 + views.size() / 12)
    std::cout << "  " << counts[i] << ' ' << visited[i] << ' ' << powers[i] << '\n';
}

static void runLights(const Node *root, const std::vector<Item> &at) {
  std::vector<double> light(at.size(), 0.0);
  std::vector<int> approximated(at.size(), 0);
  if (root != nullptr) {
#pragma regtt parallel
    for (std::size_t i = 0; i < at.size(); ++i) {
      LightVisitor visitor{at[i].x, at[i].y, 0.4};
      visitor.walk(root);
      light[i] = visitor.light;
      approximated[i] = visitor.approximated;
    }
  }
  double total = 0;
  long far = 0;
  for (std::size_t i = 0; i < at.size(); ++i) {
    total += light[i];
    far += approximated[i];
  }
  std::cout << "lights " << at.size() << " total " << total << " approximated " << far << '\n';
  for (std::size_t i = 0; i < at.size(); i += 1 + at.size() / 12)
    std::cout << "  " << light[i] << ' ' << approximated[i] << '\n';
}

int main() {
  std::mt19937 gen(7);
  auto uniform = [&gen] { return gen() * (1.0 / 4294967296.0); };
  std::vector<Item> items;
  for (int i = 0; i < 2000; ++i)
    items.push_back({uniform(), uniform(), uniform(), static_cast<int>(gen() % 4)});
  for (int c = 0; c < 10; ++c) {
    const double x = uniform(), y = uniform();
    for (int i = 0; i < 100; ++i)
      items.push_back({x + 0.02 * uniform(), y + 0.02 * uniform() * uniform(), 2 * uniform(), c % 4});
  }
  for (int i = 0; i < 100; ++i)
    items.push_back(items[i * 29]);

  std::vector<Bounds> views;
  for (int i = 0; i < 1500; ++i) {
    const double x = uniform(), y = uniform(), w = 0.2 * uniform(), h = 0.2 * uniform();
    views.push_back({{{x, y}}, {{x + w, y + h}}});
  }
  views.push_back({{{-1, -1}}, {{2, 2}}});
  views.push_back({{{1, 1}}, {{0, 0}}});

  std::cout << std::setprecision(17);
  const std::unique_ptr<Node> root = Node::create(items);
  runViews(root.get(), views);
  runLights(root.get(), items);
  runViews(nullptr, {views[0], views[1]});
  runLights(root.get(), {});
  return 0;
}
// RUN: %as-written %s
