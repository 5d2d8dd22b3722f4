// What all queries share: members through this, configuration by reference and
// by pointer, nested, globals in namespaces; in class templates whose
// instantiations differ in type, size and what they share; traversal and loop
// in nested and unnamed namespaces.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "400 1" "1 2" "0 3"
#include "../Inputs/numbers.h"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

template <typename T, int D> struct TreeNode {
  std::deque<int> unused; // not copied
  T lo[D], hi[D];
  TreeNode *left, *right;
};

struct Limits {
  struct {
    float low, high;
  } range;
  int most;
};

namespace settings {
float stretch = 1.25f;
namespace {
int skip = 3;
}
} // namespace settings

namespace outer::inner {
template <typename T, int D> class Counter {
public:
  using Node = TreeNode<T, D>;
  struct Query {
    std::array<int, 2> unused;
    T at[D];
    int inside, outside;
  };

  Counter(const Node *root, T margin, const Limits &limits)
      : root_(root), margin_(margin), limits_(limits) {}

  void count(std::vector<Query> &queries, bool strict) const {
    if (!queries.empty())
#pragma regtt parallel
      for (std::size_t i = 0; i < queries.size(); ++i)
        visit(queries[i], root_, strict);
    else
      std::puts("none");
  }

private:
  bool overlaps(const Query &q, const Node *n) const {
    for (int i = 0; i < D; ++i)
      if (q.at[i] + margin_ < n->lo[i] || q.at[i] - margin_ > n->hi[i])
        return false;
    return true;
  }

#pragma regtt traversal
  void visit(Query &q, const Node *n, bool strict) const {
    if (!n)
      return;
    if (!overlaps(q, n) && (strict || q.outside > limits_.most)) {
      q.outside++;
      return;
    }
    if (q.at[0] > T(limits_.range.low * settings::stretch))
      q.inside += settings::skip;
    visit(q, n->left, strict);
    visit(q, n->right, strict);
  }

  const Node *root_;
  T margin_;
  Limits limits_;
};

template <typename T, int D> struct Builder {
  std::deque<TreeNode<T, D>> nodes;
  TreeNode<T, D> *build(int count) {
    if (count <= 0)
      return nullptr;
    nodes.emplace_back();
    TreeNode<T, D> *n = &nodes.back();
    for (int i = 0; i < D; ++i) {
      n->lo[i] = T(nextFraction());
      n->hi[i] = n->lo[i] + T(nextFraction()) / 4;
    }
    int part = nextNumber() % count;
    n->left = build(part);
    n->right = build(count - 1 - part);
    return n;
  }
};

namespace {
template <typename T, int D> void run(int numNodes, Limits limits) {
  Builder<T, D> builder;
  const TreeNode<T, D> *root = builder.build(numNodes);
  Counter<T, D> counter(root, T(0.125), limits);
  std::vector<typename Counter<T, D>::Query> queries(70);
  for (auto &q : queries)
    for (T &x : q.at)
      x = T(nextFraction());
  counter.count(queries, true);
  counter.count(queries, false);
  for (const auto &q : queries)
    std::printf("%d %d\n", q.inside, q.outside);
  queries.clear();
  counter.count(queries, true);
}

struct Config {
  const Limits *unused;
  Limits limits;
};
using Plain = TreeNode<double, 1>;
struct Probe {
  double x;
  int hits;
};

#pragma regtt traversal
void probe(Probe *p, const Plain *n, const Config *config,
           const Limits &other) {
  if (!n)
    return;
  if (p->x < n->lo[0] - config->limits.range.high)
    return;
  p->hits += other.most + config->limits.most;
  probe(p, n->left, config, other);
  probe(p, n->right, config, other);
}
} // namespace

inline void all(int numNodes) {
  run<float, 2>(numNodes, {{0.25f, 0.5f}, 5});
  run<double, 5>(numNodes / 2, {{0.5f, 0.75f}, 2});
  run<float, 3>(numNodes / 2, {{0.5f, 0.75f}, 2});
}
} // namespace outer::inner

namespace other {
void probes(int numNodes) {
  using namespace outer::inner;
  Builder<double, 1> builder;
  const Plain *root = builder.build(numNodes);
  Config config = {nullptr, {{0, 0.25f}, 4}};
  Probe all[30];
  for (Probe &p : all)
    p = {nextFraction(), 0};
#pragma regtt parallel
  for (int i = 0; i < 30; ++i)
    probe(all + i, root, &config, config.limits);
  for (const Probe &p : all)
    std::printf("%d\n", p.hits);
  // No iteration: nothing is read.
  const Config *none = nullptr;
#pragma regtt parallel
  for (int i = 0; i < 0; ++i)
    probe(all + i, root, none, none->limits);
}
} // namespace other

int main(int argc, char **argv) {
  int numNodes = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  outer::inner::all(numNodes);
  other::probes(numNodes);
}
