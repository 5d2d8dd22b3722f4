// Optionals of the library's: what the query has, what recursive calls and
// functions return, parameters, locals, in nodes and arrays; of numbers, truth
// values, structs, pairs, tuples and arrays; tested, read, assigned, emptied,
// compared, made of others. What lies where one has no value is nobody's, and
// not compared.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -std=c++17 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "100" "1" "0"
// RUN: env REGTT_VERIFY=1 %t.parallel 60 | FileCheck %s
// RUN: %serial -std=c++20 %s -o %t.serial20
// RUN: regtt-cc -std=c++20 -O1 --target=cpu %s -o %t.parallel20
// RUN: %same %t.serial20 %t.parallel20 autoropes "100"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc -std=c++17 %s --emit=header -o %t.d/optionals.regtt.h
// RUN: regtt-cc -std=c++17 %s --emit=cuda -o %t.d/optionals.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/optionals.regtt.cu -o %t.o
//
// CHECK: 50 queries
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

struct Node {
  double x;
  int id;
  std::optional<float> weight;
  std::vector<std::optional<short>> marks;
  const Node *left, *right;
};
struct Match {
  double distance;
  int id;
  char mark;
};
struct Query {
  double at, sum;
  std::optional<double> most;
  std::optional<bool> side;
  std::optional<std::pair<double, int>> pair;
  std::optional<std::tuple<double, int>> tuple;
  std::optional<std::array<double, 2>> array;
  std::optional<int> few[4];
  int count;
};

static const Node *build(int from, int to) {
  if (from >= to)
    return nullptr;
  const int m = (from + to) / 2;
  auto *n = new Node{m * 0.5, m, {}, {}, build(from, m), build(m + 1, to)};
  if (m % 3)
    n->weight = float(m) * 0.25f;
  for (int k = 0; k < m % 4; ++k)
    n->marks.push_back(k % 2 ? std::optional<short>(short(m + k))
                             : std::nullopt);
  return n;
}

// The result of a function between, which visits are handed.
#pragma regtt traversal
static void descend(const Node *n, double at, double limit,
                    std::optional<Match> &best) {
  const double d = std::fabs(n->x - at);
  if (d <= limit &&
      (!best || std::tie(d, n->id) < std::tie(best->distance, best->id)))
    best = Match{d, n->id, best ? char(best->mark + 1) : 'a'};
  const Node *near = at < n->x ? n->left : n->right;
  const Node *far = at < n->x ? n->right : n->left;
  if (near)
    descend(near, at, limit, best);
  if (far && d <= (best ? best->distance : limit))
    descend(far, at, limit, best);
}
static std::optional<Match> closest(const Node *root, double at, double limit) {
  std::optional<Match> best;
  if (root)
    descend(root, at, limit, best);
  return best;
}

// Returned by recursive calls.
#pragma regtt traversal
static std::optional<double> last(const Node *n, double at) {
  if (!n)
    return std::nullopt;
  const auto inner = last(n->x < at ? n->right : n->left, at);
  if (inner.has_value())
    return inner;
  if (n->x < at)
    return n->x;
  return {};
}

static std::optional<Match> firstMark(const Node *n, double at) {
  for (const auto &mark : n->marks)
    if (mark && *mark > at)
      return Match{at, *mark, 'm'};
  return std::nullopt;
}
static std::optional<double> inPlace(const Node *n) {
  std::optional<double> made(std::in_place, n->x);
  return made;
}
static void aliased(std::optional<double> &a, const std::optional<double> &b,
                    double x) {
  a = x;
  if (b)
    a = *b * 0.5;
  if (x < 9)
    a.reset();
  if (!b)
    a = x + 1;
}

static void values(const Node *n, Query &q) {
  q.sum += n->weight.value_or(3) + inPlace(n).value_or(1);
  if (const auto mark = firstMark(n, q.at); mark && mark->id % 2)
    q.sum += mark->distance + mark->id;
  if (q.side)
    q.sum += *q.side;
  q.side = n->x > q.at;
  if (q.side == true)
    q.sum += 2;
  if (n->id % 4 == 0)
    q.side.reset();
  if (!q.side.value_or(false))
    q.sum += .25;
  const double d = std::fabs(n->x - q.at);
  if (!q.pair || d < q.pair->first)
    q.pair = std::make_pair(d, n->id);
  if (!q.tuple || std::tie(d, n->id) < *q.tuple)
    q.tuple = std::make_tuple(d, n->id);
  if (!q.array)
    q.array = std::array<double, 2>{n->x, 1};
  (*q.array)[n->id % 2] += q.pair->second;
  q.few[n->id % 4] = n->id;
  if (const auto &other = q.few[(n->id + 1) % 4])
    q.sum += *other;
}

static void changes(const Node *n, Query &q) {
  std::optional<int> k;
  if (n->id % 2)
    k = n->id;
  std::optional<double> wide = k;
  q.most = k;
  const std::optional<short> narrow(short(n->id));
  wide = narrow;
  q.sum += *wide + q.most.value_or(1.5f);
  (wide = n->x).reset();
  q.sum += wide.has_value();
  q.sum += wide.emplace(n->x) + *std::make_optional(n->x);
  *(wide = 4.0) += 2;
  std::swap(wide, q.most);
  aliased(q.most, q.most, n->x);
  const auto old = std::exchange(q.most, std::optional<double>(n->x));
  q.sum += old ? *old : 7;
  if (n->id % 3 == 0)
    q.most = std::nullopt;
}

// Each operator, with none on either side.
static void compared(const Node *n, Query &q) {
  std::optional<double> p;
  if (n->id % 2)
    p = n->x;
  int c = q.count % 10007;
  c = c * 3 + (p < q.most) + 2 * (p == q.most) + 4 * (p != q.most);
  c = c % 9999 * 3 + (p > q.most) + 2 * (p <= q.most) + 4 * (p >= q.most);
  c = c % 9999 * 3 + (q.most < n->x) + 2 * (n->x < q.most);
  c = c % 9999 * 3 + (q.most != n->x) + 2 * (0.5 == q.most);
  c = c % 9999 * 3 + (q.most > 9.5) + 2 * (q.most <= 9.5) + 4 * (q.most >= 3);
  c = c % 9999 * 3 + (9.5 > q.most) + 2 * (9.5 <= q.most) + 4 * (9 >= q.most);
  q.count = c + (q.most == std::nullopt) + 2 * (std::nullopt != q.most);
}

#pragma regtt traversal
static void walk(const Node *n, Query &q) {
  if (!n)
    return;
  values(n, q);
  changes(n, q);
  compared(n, q);
  walk(n->left, q);
  if (n->x < q.at)
    walk(n->right, q);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100, m = 50;
  const Node *root = build(0, n);
  std::vector<std::optional<Match>> matches(m);
  std::vector<std::optional<double>> lasts(m);
  std::vector<Query> queries(m);
  for (int i = 0; i < m; ++i)
    queries[std::size_t(i)].at = i * 0.9;
  std::printf("%zu queries\n", queries.size());
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    matches[i] = closest(root, i * 1.1, 0.1 * (i % 5));
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    lasts[i] = last(root, i * 0.7 - 1);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    walk(root, queries[i]);
  for (std::size_t i = 0; i < std::size_t(m); ++i) {
    const Query &q = queries[i];
    if (const auto &match = matches[i])
      std::printf("%a %d %c ", match->distance, match->id, match->mark);
    std::printf("%a %a %d %a", lasts[i].value_or(-1), q.sum, q.count,
                q.most.value_or(-7));
    if (q.pair && q.tuple && q.array)
      std::printf(" %a %d %a %d %a %a", q.pair->first, q.pair->second,
                  std::get<0>(*q.tuple), std::get<1>(*q.tuple), (*q.array)[0],
                  (*q.array)[1]);
    std::printf(" %d\n", q.few[2].value_or(-4));
  }
}
