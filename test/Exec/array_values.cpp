// Arrays that a function between the loop and the traversal declares with a
// value and hands to its calls: empty lists, lists of some elements, of all, of
// values that differ between iterations, of arrays and of structs, in a loop.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "700 1" "60 2" "1 3" "0 4"
#include <cstdio>
#include <cstdlib>
#include <vector>

enum Mark { None, Seen };
struct Sum {
  float x;
  int n[2];
};
struct Node {
  float x;
  int label;
  Node *left, *right;
};

#pragma regtt traversal
static void count(const Node *node, float at, int *votes, double (*sums)[20],
                  Sum *parts, bool *flags, Mark *marks, Sum (*pairs)[3]) {
  if (!node)
    return;
  const int label = node->label;
  votes[label * 7]++;
  sums[label & 1][label % 3] += node->x;
  parts[label].x += node->x;
  parts[label].n[1]++;
  flags[label] = !flags[label];
  marks[label] = Seen;
  pairs[label & 1][label % 3].n[0]++;
  if (at < node->x + 0.1f)
    count(node->left, at, votes, sums, parts, flags, marks, pairs);
  if (at > node->x - 0.1f)
    count(node->right, at, votes, sums, parts, flags, marks, pairs);
}

static double total(const Node *root, float at, int bias) {
  double sum = 0;
  for (int round = 0; round < 2; ++round) {
    int votes[100] = {};
    double sums[2][20] = {{1}, {at, 2, at * 2}};
    Sum parts[30] = {{1, {2, bias}}, {at}};
    bool flags[8] = {true};
    Mark marks[5] = {None, Seen};
    Sum pairs[2][3] = {};
    count(root, at + 0.25f * round, votes, sums, parts, flags, marks, pairs);
    for (int k = 0; k < 100; ++k)
      sum += k * votes[k];
    for (int k = 0; k < 40; ++k)
      sum = sum * 0.5 + sums[k / 20][k % 20];
    for (int k = 0; k < 5; ++k)
      sum = sum * 0.5 + parts[k].x + parts[k].n[0] + parts[k].n[1] + flags[k] +
            7 * marks[k] + pairs[k & 1][k % 3].n[0];
  }
  return sum;
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
  std::vector<double> sums(n);
  Node *root = nullptr;
  for (size_t i = 0; i < n; ++i) {
    nodes[i] = {i % 7 == 6 ? nodes[i / 2].x : random(), int(i % 5), nullptr,
                nullptr};
    at[i] = i % 3 ? random() : 0.5f;
    Node **to = &root;
    while (*to)
      to = nodes[i].x < (*to)->x ? &(*to)->left : &(*to)->right;
    *to = &nodes[i];
  }
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    sums[i] = total(root, at[i], int(i));
  for (size_t i = 0; i < n; ++i)
    std::printf("%a\n", sums[i]);
}
