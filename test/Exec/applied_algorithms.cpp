// Algorithms of the library's that call what they are given: lambdas, function
// objects of the user's and of the library's, functions; over arrays, vectors,
// std::array and parts of them, none and several elements; with effects, in
// order, up to where they end; elements that are no numbers; sums in four
// parts; nodes that std::unique_ptr and std::shared_ptr hold, by their `*`.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -std=c++17 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "300 1" "40 2" "1 3" "0 4"
// RUN: %serial -std=c++20 %s -o %t.serial20
// RUN: regtt-cc -std=c++20 -O1 --target=cpu %s -o %t.parallel20
// RUN: %same %t.serial20 %t.parallel20 autoropes "100 5"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc -std=c++17 %s --emit=header -o %t.d/applied_algorithms.regtt.h
// RUN: regtt-cc -std=c++17 %s --emit=cuda -o %t.d/applied_algorithms.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/applied_algorithms.regtt.cu -o %t.o
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <numeric>
#include <vector>

using Vec3 = std::array<double, 3>;
struct Item {
  double x;
  int k;
};
struct Node {
  Vec3 at;
  std::vector<Item> items; // of none, too
  int few[5];
  double weights[9];
  const Node *left, *right;
};
struct Query {
  Vec3 at;
  double best;
  long n;
  double s[12];
};

static double squared(const Vec3 &a, const Vec3 &b) {
  return std::inner_product(
      a.begin(), a.end(), b.begin(), 0.0, std::plus<>{},
      [](double x, double y) { return (x - y) * (x - y); });
}
static double halved(double a, double b) { return a + b * 0.5; }
static bool isBig(double x) { return x > 0.6; }
struct Larger {
  double than;
  bool operator()(const Item &item) const { return item.x > than; }
};
struct Even {
  bool operator()(int k) { return k % 2 == 0; } // has nothing that changes
};
struct Mixed {
  double operator()(double a, int b) const { return a + b; }
  double operator()(double a, double b) const { return a - b; }
};
template <class F> static long counted(const Node *n, F f) {
  return std::count_if(n->weights, n->weights + 9, f);
}

// Counting, looking for elements, and what depends on that.
static void answers(const Node *n, Query &q) {
  const std::vector<Item> &items = n->items;
  q.n += std::count_if(items.begin(), items.end(),
                       [&](const Item &item) { return item.x < q.at[0]; });
  q.n += 3 * std::count_if(items.begin(), items.end(), Larger{q.at[1]});
  q.n +=
      std::count(n->few, n->few + 5, 2) + std::count_if(n->few, n->few, Even());
  if (std::any_of(n->few, n->few + 5, Even()))
    q.s[0] += 1;
  if (std::all_of(n->few + 1, n->few + 5, [](auto k) { return k > 0; }))
    q.s[1] += 1;
  if (std::none_of(n->few, n->few + 5, [](int k) { return k & 3; }))
    q.s[2] += 1;
  const int *three =
      std::find_if(n->few, n->few + 5, [](int k) { return k == 3; });
  q.s[3] += double(three - n->few);
  if (three != n->few + 5)
    q.s[3] += *three;
  const auto larger = std::find_if(items.begin(), items.end(), Larger{q.at[2]});
  if (larger != items.end())
    q.s[4] += larger->x;
  q.s[4] += double(std::find(n->few, n->few + 5, q.n % 5) - n->few);
  q.s[4] += std::equal(n->few, n->few + 2, n->few + 1) +
            3 * std::equal(n->few, n->few + 2, n->few + 2, std::less<>());
  q.n += std::count_if(n->weights, n->weights + 9, isBig) +
         counted(n, [&](double x) { return x > q.at[0]; });
}

// With effects: once for each element, in order, up to the one that ends it.
static bool changes(const Node *n, Query &q) {
  std::for_each(n->items.begin(), n->items.end(),
                [&](const Item &item) { q.s[5] += item.x * item.k; });
  int calls = 0, length = 4;
  const bool has = std::any_of(n->few, n->few + length, [&](int k) {
    length = 1;
    return k * ++calls > 6;
  });
  q.s[5] += calls + length;
  double limit = 0.2;
  q.n += std::count_if(n->weights, n->weights + 9, [&](double x) {
    limit += 0.1;
    return x > limit;
  });
  double own[4] = {1, 2, n->weights[0], limit};
  std::for_each(own, own + 4, [](double &x) { x *= x; });
  std::transform(own, own + 3, own + 1, [&](double x) { return x + own[0]; });
  std::transform(own, own + 4, n->weights, own, std::multiplies<>());
  q.s[6] += own[3] + own[1];
  return has;
}

// Sums and the like, in the types that the calls have.
static void sums(const Node *n, Query &q) {
  q.s[7] += std::accumulate(n->at.begin(), n->at.end(), 1.0, halved);
  q.s[7] += std::accumulate(n->at.begin(), n->at.end(), 1.0,
                            std::multiplies<double>());
  q.s[7] += std::accumulate(n->few, n->few + 5, 0.5, Mixed());
  q.s[7] += std::accumulate(n->weights, n->weights + 9, 1.0, std::plus<int>());
  q.s[8] += std::accumulate(n->items.begin(), n->items.end(), Item{0, 1},
                            [](Item a, const Item &b) {
                              return Item{a.x + b.x, a.k * 2 % 99 + b.k};
                            })
                .k;
  q.s[8] += std::inner_product(n->few, n->few + 5, n->weights, 1.0f,
                               std::minus<>(), std::plus<double>());
  const auto *odd = std::max_element(
      n->few, n->few + 5, [](int a, int b) { return a % 3 < b % 3; });
  q.s[8] += *odd * 10 + double(odd - n->few);
  q.s[8] += *std::min_element(n->at.begin(), n->at.end(), std::greater<>());
  const double odds[3] = {n->at[0], std::nan(""), n->at[0]};
  q.s[9] += double(std::count(odds, odds + 3, n->at[0])) +
            double(std::max_element(odds, odds + 3, std::less<>()) - odds);
  for (int k = 0; k <= 9; k += 3) {
    const double *w = n->weights;
    q.s[10] += std::reduce(w, w + k, 0.1);
    q.s[10] += std::transform_reduce(w, w + k, w, 0.3);
    q.s[11] += std::transform_reduce(w, w + k, 0.7, std::plus<>(),
                                     [](double x) { return x / 3; });
    q.s[11] += std::reduce(w, w + k, 0.1,
                           [](double a, double b) { return a + b * 0.7; });
  }
}

#pragma regtt traversal
static void walk(const Node *n, Query &q) {
  if (!n)
    return;
  const double d = squared(n->at, q.at);
  if (d < q.best)
    q.best = d;
  answers(n, q);
  sums(n, q);
  if (changes(n, q) && d > 0.9)
    return;
  walk(n->left, q);
  if (d < q.best * 4)
    walk(n->right, q);
}

// Nodes by the `*` of what holds them.
struct Shared {
  double x;
  std::shared_ptr<const Shared> lower, upper;
};
#pragma regtt traversal
static void nearest(const std::shared_ptr<const Shared> &node, double at,
                    double &best) {
  const auto &[x, lower, upper] = *node;
  const double d = at - x;
  best = std::min(best, d * d);
  const auto &near = d < 0 ? lower : upper;
  const auto &far = d < 0 ? upper : lower;
  if (near)
    nearest(near, at, best);
  if (far && d * d < best)
    nearest(far, at, best);
}
struct Unique {
  double x;
  std::unique_ptr<Unique> lower, upper;
};
#pragma regtt traversal
static double sum(const std::unique_ptr<Unique> &node, double at) {
  if (!node)
    return 0;
  const Unique &n = *node;
  double s = (*node).x < at ? n.x : 0;
  s += sum((*node).lower, at);
  if (n.x < at)
    s += sum(n.upper, at);
  return s;
}

static unsigned seed = 1;
static double drawn() {
  seed = seed * 1664525u + 1013904223u;
  return double(seed >> 8) / 16777216.0;
}
static const Node *build(int n) {
  if (n <= 0)
    return nullptr;
  auto *made = new Node{};
  for (double &x : made->at)
    x = drawn();
  for (int k = 0; k < n % 5; ++k)
    made->items.push_back({drawn(), k});
  for (int &k : made->few)
    k = int(drawn() * 6);
  for (double &x : made->weights)
    x = drawn();
  made->left = build((n - 1) / 2);
  made->right = build(n - 1 - (n - 1) / 2);
  return made;
}
template <class T, class P> static P held(int from, int to) {
  if (from >= to)
    return nullptr;
  const int m = (from + to) / 2;
  return P(new T{m * 0.01, held<T, P>(from, m), held<T, P>(m + 1, to)});
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  seed = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  const Node *root = build(n);
  const auto shared = held<Shared, std::shared_ptr<const Shared>>(0, n + 1);
  const auto unique = held<Unique, std::unique_ptr<Unique>>(0, n);
  std::vector<Query> queries(40);
  std::vector<double> best(40, 1e300), less(40);
  for (Query &q : queries) {
    q = Query{};
    for (double &x : q.at)
      x = drawn();
    q.best = 1e9;
  }
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    walk(root, queries[i]);
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    nearest(shared, queries[i].at[0], best[i]);
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    less[i] = sum(unique, queries[i].at[1]);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    std::printf("%a %ld %a %a", queries[i].best, queries[i].n, best[i],
                less[i]);
    for (double x : queries[i].s)
      std::printf(" %a", x);
    std::puts("");
  }
}
