// std::max_element, std::min_element, std::accumulate, std::inner_product and std::fill over
// numbers: of nodes' vectors and arrays, of the iteration's own arrays, of parts
// of them, of nothing; equal elements, elements that are no numbers, sums that
// begin in wider types, values and bounds that are themselves elements; `fill`
// of a std::array.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "600 1" "80 2" "1 3" "0 4"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <vector>

struct Node {
  float x;
  std::vector<int> counts; // empty ones, too
  const std::vector<float> *extra = nullptr;
  float weights[4];
  unsigned char bytes[6];
  Node *left = nullptr, *right = nullptr;
};

#pragma regtt traversal
static void walk(const Node *node, float at, int *votes, double *sums) {
  if (!node)
    return;
  const std::vector<int> &counts = node->counts;
  const long best =
      std::max_element(counts.begin(), counts.end()) - counts.begin();
  votes[best % 6]++;
  if (!counts.empty())
    sums[0] += *std::min_element(counts.cbegin(), counts.cend());
  sums[1] += std::accumulate(counts.begin(), counts.end(), 0) * 0.5;
  sums[2] += std::accumulate(node->weights + 1, node->weights + 3, 0.25) +
             *std::max_element(node->weights, node->weights + 4);
  sums[3] +=
      std::accumulate(std::begin(node->bytes), std::end(node->bytes), 7u);
  if (node->extra &&
      std::accumulate(node->extra->begin(), node->extra->end(), 0.0f) > 1)
    sums[1] += *std::max_element(node->extra->begin(), node->extra->end());
  sums[3] +=
      std::inner_product(counts.begin(), counts.end(), counts.begin(), 1);
  sums[0] += double(std::inner_product(node->weights, node->weights + 3,
                                       node->weights + 1, node->weights[3]));
  if (at < node->x + 0.2f)
    walk(node->left, at, votes, sums);
  if (at > node->x - 0.2f)
    walk(node->right, at, votes, sums);
}

static double vote(const Node *root, float at, int half) {
  int votes[6];
  double sums[4], later[8];
  std::fill(votes, votes + 6, 0);
  std::fill(std::begin(sums), std::end(sums), 1);
  walk(root, at, votes, sums);
  const int most = int(std::max_element(votes, votes + 6) - votes);
  const double *least = std::min_element(sums, sums + 4);
  std::fill(later, later + 8, *least);
  later[3] = most;
  // What is written over says what is written, and how far.
  std::fill(later + int(later[3]) % 4, later + 8, later[3] + half);
  std::fill(votes + half, votes + 6, votes[half]);
  walk(root, at + 0.1f, votes, sums);
  std::array<double, 5> same;
  same.fill(half - 1);
  same[2] += sums[0];
  same.fill(same[2]);
  return same[0] + same[4] + std::accumulate(later, later + 8, 0.0) +
         sums[half] + 10 * std::accumulate(votes, votes + 6, 0) + 100 * most +
         1000 * *std::max_element(votes + half, votes + 5) +
         std::inner_product(sums, sums + 4, later, same[1]) +
         std::accumulate(votes, votes, 3);
}

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? size_t(std::atoi(argv[1])) : 100;
  unsigned seed = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  const auto random = [&] {
    seed = seed * 1664525u + 1013904223u;
    return float(seed >> 8) / 16777216.0f;
  };
  std::vector<Node> nodes(n);
  std::vector<float> at(n);
  std::vector<double> found(n);
  const std::vector<float> extra = {0.5f, 2, NAN, 1}, few = {0.75f, 0.5f};
  Node *root = nullptr;
  for (size_t i = 0; i < n; ++i) {
    Node &node = nodes[i];
    node.x = i % 7 == 6 ? nodes[i / 2].x : random();
    for (size_t k = 0; k < i % 5; ++k)
      node.counts.push_back(int(random() * 4));
    if (i % 3 == 0)
      node.extra = i % 2 ? &extra : &few;
    for (float &weight : node.weights)
      weight = i % 11 == 10 && &weight == node.weights ? NAN : random();
    for (unsigned char &byte : node.bytes)
      byte = static_cast<unsigned char>(255 * random());
    at[i] = i % 3 ? random() : 0.5f;
    Node **to = &root;
    while (*to)
      to = node.x < (*to)->x ? &(*to)->left : &(*to)->right;
    *to = &node;
  }
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    found[i] = vote(root, at[i], int(i % 4));
  for (size_t i = 0; i < n; ++i)
    std::printf("%a\n", found[i]);
}
