// The library's values in the body: std::array and std::pair whole, by elements
// and in loops over a range, structured bindings, the largest of a list, bit
// operations, tables, constants of templates.
//
// RUN: %serial -std=c++20 %s -o %t.serial
// RUN: regtt-cc -std=c++20 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "0 1" "1 2" "300 3"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc -std=c++20 %s --emit=header -o %t.d/library_values.regtt.h
// RUN: regtt-cc -std=c++20 %s --emit=cuda -o %t.d/library_values.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/library_values.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

struct Box {
  float low, high;
};
struct Pair {
  int a, b;
};
template <int D> struct Node {
  std::array<float, D> at;
  std::pair<float, int> rated;
  Box box;
  unsigned bits;
  int id;
  Node *left, *right;
};
template <int D> struct Query {
  std::array<float, D> at;
  std::array<int, 4> counts;
  std::pair<float, int> best;
  float sum;
  int seen;
};

static const int weights[5] = {9, 8, 7, 6, 5};
constexpr Pair pairs[4] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};

#pragma regtt traversal
template <int D> static void visit(Query<D> *q, const Node<D> *n) {
  if (!n)
    return;
  assert(n->id >= 0);
  float distance = 0;
  for (int d = 0; d < D; ++d)
    distance += (q->at[d] - n->at[d]) * (q->at[d] - n->at[d]);
  for (float v : n->at)
    q->sum += v;
  for (const auto &v : n->at)
    q->sum -= v * 0.5f;
  for (int &c : q->counts)
    c += n->id & 1;
  std::array<float, 3> local{n->box.low, n->box.high, distance};
  for (float &v : local)
    v *= 2;
  for (float v : local)
    q->sum += v;
  const auto &[low, high] = n->box;
  const auto [rate, rank] = n->rated;
  q->sum += std::max({low, high, rate}) - std::min({low, rate, 0.25f});
  q->seen += std::max({rank, q->seen & 7, 2});
  if (rate > q->best.first)
    q->best = std::make_pair(rate, rank);
  constexpr int table[4] = {3, 1, 4, 1};
  static const float scale[2] = {0.5f, 2};
  q->seen += table[n->id % 4] + weights[n->id % 5] + pairs[n->id % 4].b;
  q->sum *= scale[n->bits & 1] > 1 ? 0.75f : 1.0f;
  q->seen ^= std::popcount(n->bits) + std::countl_zero(n->bits) +
             __builtin_ctz(n->bits | 16u) + int(std::rotl(n->bits, 3) & 15);
  const unsigned long long wide = (unsigned long long)n->bits << 13;
  q->seen += std::popcount(wide) + std::countl_zero(wide) +
             std::countr_zero(wide) + std::countr_one(n->bits) +
             int(std::bit_width(wide)) + std::has_single_bit(wide) +
             __builtin_popcountll(wide) + int(std::bit_floor(n->bits) & 7);
  q->seen += (std::bit_cast<int>(n->box.low) >> 7) & 3;
  q->sum += std::clamp(rate, 0.2f, 0.7f) + std::fma(low, high, rate);
  if constexpr (D == 3)
    q->seen++;
  else
    q->seen += D;
  float one = low, two = high;
  if (one > two)
    std::swap(one, two);
  q->sum += two - one;
  q->counts.front() += int(std::lround(rate * 4));
  q->counts.back()++;
  visit(q, n->left);
  visit(q, n->right);
}

template <int D> static Node<D> *build(int count) {
  if (count <= 0)
    return nullptr;
  auto *n = new Node<D>();
  for (float &v : n->at)
    v = float(nextFraction());
  n->rated = {float(nextFraction()), nextNumber() % 9};
  n->box = {float(nextFraction()), float(nextFraction())};
  n->bits = unsigned(nextNumber()) << (nextNumber() % 17);
  n->id = nextNumber() % 50;
  const int part = nextNumber() % count;
  n->left = build<D>(part);
  n->right = build<D>(count - 1 - part);
  return n;
}

template <int D> static void run(int count) {
  auto *queries = new Query<D>[count + 1]();
  for (int i = 0; i < count; ++i)
    for (float &v : queries[i].at)
      v = float(nextFraction());
  const Node<D> *root = build<D>(count);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    visit(&queries[i], root);
  for (int i = 0; i < count; ++i) {
    const Query<D> &q = queries[i];
    std::printf("%a %d %a %d %d %d\n", q.sum, q.seen, q.best.first,
                q.best.second, q.counts[0], q.counts[3]);
  }
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  run<2>(count);
  run<3>(count);
}
