// k nearest neighbours in a simplified cover tree (nearest ancestor invariant not kept):
// metric given as a callable, children in vectors, candidates in a binary max-heap
// of (distance, id) pairs. Used here on short feature vectors with two metrics.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>

constexpr int kDim = 5;

struct Feature {
  double v[kDim];
  int id;
};

using Metric = std::function<double(const Feature &, const Feature &)>;

static double euclidean(const Feature &a, const Feature &b) {
  double s = 0;
  for (int i = 0; i < kDim; ++i)
    s += (a.v[i] - b.v[i]) * (a.v[i] - b.v[i]);
  return std::sqrt(s);
}

static double manhattan(const Feature &a, const Feature &b) {
  double s = 0;
  for (int i = 0; i < kDim; ++i)
    s += std::fabs(a.v[i] - b.v[i]);
  return s;
}

template <class Dist> class CoverTree {
public:
  struct Node {
    Feature p;
    int level;
    double maxdist = 0; // to the farthest descendant
    std::vector<Node *> children;

    Node(const Feature &f, int l) : p(f), level(l) {}
    double covdist() const { return std::ldexp(1.0, level); }
  };

  using Candidate = std::pair<double, int>;

  explicit CoverTree(Dist d) : dist_(std::move(d)) {}
  ~CoverTree() { destroy(root_); }
  CoverTree(const CoverTree &) = delete;
  CoverTree &operator=(const CoverTree &) = delete;

  void insert(const Feature &f) {
    if (root_ == nullptr) {
      root_ = new Node(f, 3);
      size_ = 1;
      return;
    }
    insert(root_, f, dist_(root_->p, f));
    ++size_;
  }

  std::size_t size() const { return size_; }
  const Node *root() const { return root_; }

  /// The k nearest neighbours of q, nearest first.
  std::vector<Candidate> knn(const Feature &q, std::size_t k) const {
    std::vector<Candidate> heap;
    heap.reserve(k + 1);
    if (root_ && k > 0)
      search(root_, q, dist_(root_->p, q), k, heap);
    std::sort_heap(heap.begin(), heap.end());
    return heap;
  }

private:
  void insert(Node *n, const Feature &f, double d) {
    n->maxdist = std::max(n->maxdist, d);
    for (Node *c : n->children) {
      const double dc = dist_(c->p, f);
      if (dc <= c->covdist() && c->level > -40) {
        insert(c, f, dc);
        return;
      }
    }
    n->children.push_back(new Node(f, n->level - 1));
  }

#pragma regtt traversal
  void search(const Node *n, const Feature &q, double d, std::size_t k,
              std::vector<Candidate> &heap) const {
    if (heap.size() < k || Candidate(d, n->p.id) < heap.front()) {
      heap.emplace_back(d, n->p.id);
      std::push_heap(heap.begin(), heap.end());
      if (heap.size() > k) {
        std::pop_heap(heap.begin(), heap.end());
        heap.pop_back();
      }
    }
    for (const Node *c : n->children) {
      const double dc = dist_(c->p, q);
      if (heap.size() < k || dc - c->maxdist <= heap.front().first)
        search(c, q, dc, k, heap);
    }
  }

  static void destroy(Node *n) {
    if (!n)
      return;
    for (Node *c : n->children)
      destroy(c);
    delete n;
  }

  Dist dist_;
  Node *root_ = nullptr;
  std::size_t size_ = 0;
};

struct Lcg {
  unsigned long long s;
  double operator()() {
    s = s * 2862933555777941757ULL + 3037000493ULL;
    return (s >> 12) * (1.0 / 4503599627370496.0);
  }
};

static std::vector<Feature> makeFeatures(std::size_t n, Lcg &rng) {
  std::vector<Feature> f(n);
  Feature center{};
  for (std::size_t i = 0; i < n; ++i) {
    if (i % 2 == 0) {
      for (double &x : f[i].v)
        x = rng();
    } else {
      if (i % 101 == 0)
        for (double &x : center.v)
          x = rng();
      for (int j = 0; j < kDim; ++j)
        f[i].v[j] = center.v[j] + 0.05 * rng();
    }
    if (i % 17 == 16)
      f[i] = f[i - 10];
    f[i].id = static_cast<int>(i);
  }
  return f;
}

template <class Tree>
static void evaluate(const char *name, const Tree &tree, const std::vector<Feature> &queries,
                     std::size_t k) {
  std::vector<std::vector<std::pair<double, int>>> results(queries.size());
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    results[i] = tree.knn(queries[i], k);

  double sum = 0;
  unsigned long long ids = 1;
  for (const auto &r : results)
    for (const auto &c : r) {
      sum += c.first;
      ids = ids * 6364136223846793005ULL + static_cast<unsigned>(c.second) + 1;
    }
  std::printf("%s, k=%zu: %zu points, %zu queries, sum %.17g, ids %016llx\n", name, k, tree.size(),
              queries.size(), sum, ids);
  for (std::size_t i = 0; i < results.size(); i += 1 + results.size() / 8) {
    std::printf("  %4zu:", i);
    for (std::size_t j = 0; j < results[i].size(); j += 2)
      std::printf(" %d %.17g", results[i][j].second, results[i][j].first);
    std::printf("\n");
  }
}

// the same by brute force, for the first few queries
static void verify(const std::vector<Feature> &data, const std::vector<Feature> &queries,
                   const CoverTree<Metric> &tree, const Metric &metric) {
  int wrong = 0;
  for (std::size_t i = 0; i < queries.size(); i += 100) {
    std::vector<std::pair<double, int>> all;
    for (const Feature &f : data)
      all.emplace_back(metric(f, queries[i]), f.id);
    std::sort(all.begin(), all.end());
    const auto found = tree.knn(queries[i], 4);
    for (std::size_t j = 0; j < found.size(); ++j)
      wrong += found[j].first != all[j].first;
  }
  std::printf("brute force: %d differ\n", wrong);
}

int main() {
  Lcg rng{42};
  const std::vector<Feature> data = makeFeatures(1500, rng);
  std::vector<Feature> queries = makeFeatures(500, rng);
  queries.insert(queries.end(), data.begin(), data.begin() + 150);

  CoverTree<Metric> l2(euclidean);
  CoverTree<Metric> l1([](const Feature &a, const Feature &b) { return manhattan(a, b); });
  auto weighted = [](const Feature &a, const Feature &b) {
    return std::max({std::fabs(a.v[0] - b.v[0]), 0.5 * std::fabs(a.v[1] - b.v[1]),
                     0.25 * std::fabs(a.v[2] - b.v[2])});
  };
  CoverTree<decltype(weighted)> chebyshev(weighted);
  for (const Feature &f : data) {
    l2.insert(f);
    l1.insert(f);
    chebyshev.insert(f);
  }

  evaluate("euclidean", l2, queries, 4);
  evaluate("manhattan", l1, queries, 7);
  evaluate("weighted maximum", chebyshev, queries, 3);
  verify(data, queries, l2, euclidean);

  CoverTree<Metric> empty(euclidean);
  evaluate("empty", empty, {queries[0], queries[1]}, 4);
  evaluate("nothing wanted", l2, {queries[0]}, 0);
  evaluate("no queries", l2, {}, 4);
  return 0;
}
// RUN: %as-written --refused "RTT2060 RTT1103" %s
