// Pairs and arrays of the library's across recursive calls: as locals that live
// there, as values that are returned, as what an iteration keeps of a call, as
// arguments, and as values that all iterations share.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "300 40 1" "1 1 2" "0 5 3" "50 0 4" "64 300 5"
// RUN: env REGTT_VERIFY=1 REGTT_TARGET=cpu %t.parallel 100 30 6 > /dev/null
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/pairs.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/pairs.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/pairs.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

struct Vec {
  float x, y;
};

struct Node {
  float x, y;
  int id;
  const Node *left, *right;
};

// Lives across the calls, and is returned.
#pragma regtt traversal
static std::pair<float, int> nearest(const Node *n, const Vec &at) {
  if (!n)
    return {9e9f, -1};
  const float dx = n->x - at.x, dy = n->y - at.y;
  std::pair<float, int> best(dx * dx + dy * dy, n->id);
  const std::pair<float, int> below = nearest(n->left, at);
  best = std::min(best, below);
  const std::pair<float, int> above = nearest(n->right, at);
  return std::min(best, above);
}

// Pairs of structs and arrays, as an argument and a local.
#pragma regtt traversal
static void spread(const Node *n, std::pair<Vec, int> from,
                   std::array<double, 3> &sums) {
  if (!n)
    return;
  const std::pair<std::array<float, 2>, bool> here = {{{n->x, n->y}},
                                                      n->x < from.first.x};
  spread(n->left, {from.first, from.second + 1}, sums);
  if (here.second)
    sums[static_cast<std::size_t>(from.second % 3)] += here.first[1];
  spread(n->right, {{here.first[0], from.first.y}, from.second + 2}, sums);
  sums[0] += here.first[0] * sums[2] * 1e-3;
}

// Shared by all iterations, and carried by ropes beside another kind of value.
#pragma regtt traversal
static int count(const Node *n, const std::pair<float, float> &range,
                 const std::array<int, 4> &weights, float x) {
  if (!n)
    return 0;
  int sum = 0;
  if (n->x > range.first) {
    const std::pair<int, float> kept(n->id & 3, n->y);
    sum += count(n->left, range, weights, x);
    sum += weights[static_cast<std::size_t>(kept.first)] * (kept.second < x);
  }
  if (n->x < range.second) {
    const double factor = n->y * 4.0;
    sum += count(n->right, range, weights, x);
    sum += static_cast<int>(factor);
  }
  return sum;
}

static Node *build(int size) {
  if (size <= 0)
    return nullptr;
  Node *n = new Node;
  n->x = static_cast<float>(nextFraction());
  n->y = static_cast<float>(nextFraction());
  n->id = nextNumber() % 5000;
  const int part = nextNumber() % size;
  n->left = build(part);
  n->right = build(size - 1 - part);
  return n;
}

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  numbersState = static_cast<unsigned long>(std::atoi(argv[3]));
  const Node *root = build(std::atoi(argv[2]));
  std::vector<Vec> at(static_cast<std::size_t>(std::atoi(argv[1])));
  for (Vec &v : at)
    v = {static_cast<float>(nextFraction()),
         static_cast<float>(nextFraction())};
  std::vector<std::pair<float, int>> found(at.size());
  std::vector<int> counts(at.size());
  double total = 0;
#pragma regtt parallel
  for (std::size_t i = 0; i < at.size(); ++i)
    found[i] = nearest(root, at[i]);
#pragma regtt parallel
  for (std::size_t i = 0; i < at.size(); ++i) {
    const std::pair<float, int> hit = nearest(root, at[i]);
    if (hit.second < 0)
      continue;
    total += hit.first * 0.1;
    counts[i] = hit.second;
  }
#pragma regtt parallel
  for (std::size_t i = 0; i < at.size(); ++i) {
    std::array<double, 3> sums = {{0, 1, 2}};
    const std::pair<Vec, int> from(at[i], static_cast<int>(i % 5));
    spread(root, from, sums);
    total += sums[0] - sums[1] * sums[2];
  }
  for (const auto &hit : found)
    std::printf("%a %d\n", hit.first, hit.second);
  const std::pair<float, float> range(0.2f, 0.9f);
  const std::array<int, 4> weights = {{3, 1, 4, 1}};
#pragma regtt parallel
  for (std::size_t i = 0; i < at.size(); ++i)
    counts[i] += count(root, range, weights, at[i].y);
  for (const int c : counts)
    std::printf("%d\n", c);
  std::printf("%a\n", total);
  return 0;
}
