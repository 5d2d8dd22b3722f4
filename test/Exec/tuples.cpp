// Tuples of the library's: returned by recursive calls and functions between,
// in nodes, queries and arrays, as arguments and locals; what std::tie refers to
// compared, assigned and chosen; numbers that are none among what is compared.
// (--suggest does not find calls whose value std::tie takes apart.)
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -std=c++17 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "100" "1" "0"
// RUN: %serial -std=c++20 %s -o %t.serial20
// RUN: regtt-cc -std=c++20 -O1 --target=cpu %s -o %t.parallel20
// RUN: %same %t.serial20 %t.parallel20 autoropes "100"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc -std=c++17 %s --emit=header -o %t.d/tuples.regtt.h
// RUN: regtt-cc -std=c++17 %s --emit=cuda -o %t.d/tuples.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/tuples.regtt.cu -o %t.o
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

struct Part {
  double d;
  char c;
};
struct Node {
  double x;
  int id;
  std::tuple<double, int> weight;
  std::vector<std::tuple<int, float>> items;
  const Node *left, *right;
};
static Node *build(int from, int to) {
  if (from >= to)
    return nullptr;
  const int m = (from + to) / 2;
  auto *n = new Node{
      m * 0.5, m, {m * 0.25, 7 * m % 5}, {}, build(from, m), build(m + 1, to)};
  for (int k = 0; k < m % 4; ++k)
    n->items.emplace_back(k * 3, float(m) * 0.25f);
  return n;
}

// Returned, with what a function between makes of it.
using Sums = std::tuple<std::size_t, double, char>;
#pragma regtt traversal
static Sums sums(const Node *n, double at) {
  if (!n)
    return {0, 0.0, 'a'};
  std::size_t count = 0;
  double sum = 0;
  char last = 'b';
  if (n->x <= at) {
    ++count;
    sum += n->x;
  }
  {
    const auto [c, s, l] = sums(n->left, at);
    count += c;
    sum += s;
    last = char(last ^ l);
  }
  if (n->x < 2 * at) {
    auto t = sums(n->right, at);
    count += std::get<0>(t);
    sum += std::get<double>(t);
    if (std::get<2>(t) == 'c')
      last = 'z';
  }
  return std::make_tuple(count, sum, last);
}
static std::pair<std::size_t, double> mean(const Node *root, double at) {
  const auto [c, s, l] = sums(root, at);
  return {c + std::size_t(l), c ? s / double(c) : 0.0};
}

// One of other types, in helpers, as a whole and nested.
using Both = std::tuple<long, float>;
static Both add(const Both &a, Both b) {
  return {std::get<0>(a) + std::get<0>(b), std::get<1>(a) + std::get<1>(b)};
}
static std::tuple<int, double> of(const Node *n) { return {n->id, n->x}; }
#pragma regtt traversal
static std::tuple<Both, int> both(const Node *n, double at) {
  if (!n)
    return {Both(), 1};
  Both r;
  r = of(n);
  const auto [left, depth] = both(n->left, at);
  r = add(r, left);
  if (n->x < at) {
    auto right = both(n->right, at);
    std::get<1>(r) += std::get<1>(std::get<0>(right));
    auto &[a, b] = r;
    a -= std::get<int>(right);
    b *= 0.5f;
  }
  return {r, depth + 1};
}

// The nearest, the first of those that are as near; children by std::tie.
#pragma regtt traversal
static void nearest(const Node *n, double at, double &best, int &id) {
  if (!n)
    return;
  const double d = std::fabs(n->x - at);
  if (std::tie(d, n->id) < std::tie(best, id))
    std::tie(best, id) = std::make_tuple(d, n->id);
  const auto &[near, far] =
      at < n->x ? std::tie(n->left, n->right) : std::tie(n->right, n->left);
  nearest(near, at, best, id);
  if (d <= best)
    nearest(far, at, best, id);
}

// In the query, in nodes and in their arrays.
struct Query {
  double at, sum;
  std::tuple<char, double, short, Part, int, bool> t;
};
#pragma regtt traversal
static void walk(const Node *n, Query &q) {
  if (!n)
    return;
  auto &[a, b, c, p, i, k] = q.t;
  a = char(a ^ n->id);
  b += n->x;
  c = short(c + 3);
  p.d -= n->x;
  ++p.c;
  i = n->id;
  std::get<bool>(q.t) = n->x > q.at && !k;
  const auto &[weight, times] = n->weight;
  q.sum += weight * times;
  for (const auto &[number, x] : n->items)
    q.sum += double(float(number) * x);
  for (const auto &item : n->items)
    if (item < std::make_tuple(5, 1.f))
      q.sum -= double(std::get<float>(item));
  walk(n->left, q);
  if (n->x < q.at)
    walk(n->right, q);
}

// Each operator, with numbers that are none; names that change places.
#pragma regtt traversal
static void compare(const Node *n, double at, double &best, int &id,
                    int &count) {
  if (!n)
    return;
  const double d = n->id % 5 == 2 ? std::numeric_limits<double>::quiet_NaN()
                                  : std::fabs(n->x - at);
  const int k = n->id % 3;
  count = count % 9999 * 3 + (std::tie(d, k) < std::tie(best, id));
  count = count % 9999 * 3 + (std::tie(d, k) <= std::tie(best, id));
  count = count % 9999 * 3 + (std::tie(d, k) > std::tie(best, id));
  count = count % 9999 * 3 + (std::tie(d, k) >= std::tie(best, id));
  count = count % 9999 * 3 + (std::tie(d, k) == std::tie(best, id));
  count = count % 9999 * 3 + (std::tie(k, d, id) != std::tie(id, best, k));
  count = count % 9999 * 3 + (std::tie(k, d, n->id) < std::tie(id, best, id));
  if (n->id % 4 == 1)
    std::tie(best, std::ignore) = std::tie(d, k);
  if (n->id % 4 == 3)
    std::tie(id, count) = std::tie(count, id); // one after the other
  compare(n->left, at, best, id, count);
  if (n->x < at)
    compare(n->right, at, best, id, count);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100, m = 50;
  const Node *root = build(0, n);
  std::vector<Sums> all(m);
  std::vector<std::pair<std::size_t, double>> means(m);
  std::vector<long> longs(m);
  std::vector<float> floats(m);
  std::vector<int> ids(m), counts(m);
  std::vector<Query> queries(m);
  for (int i = 0; i < m; ++i)
    queries[std::size_t(i)] = {
        i * 0.9, 0, {'a', 1.5, short(2), Part{1, 'x'}, 7, true}};
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    all[i] = sums(root, i * 0.7);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    means[i] = mean(root, i * 0.7);
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    const auto t = both(root, i * 0.7);
    std::tie(longs[i], floats[i]) = std::get<0>(t);
  }
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    double best = 1e300;
    int id = -1;
    nearest(root, i * 0.7, best, id);
    ids[i] = id;
  }
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    walk(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    double best = 1e9;
    int id = 1;
    compare(root, i * 0.5, best, id, counts[i]);
  }
  for (std::size_t i = 0; i < std::size_t(m); ++i) {
    const auto &[c, s, l] = all[i];
    const auto &[a, b, h, p, k, f] = queries[i].t;
    std::printf("%zu %a %d %zu %a %ld %a %d %d %a\n", c, s, l, means[i].first,
                means[i].second, longs[i], double(floats[i]), ids[i], counts[i],
                queries[i].sum);
    std::printf("%d %a %d %a %d %d %d\n", a, b, h, p.d, p.c, k, f);
  }
}
