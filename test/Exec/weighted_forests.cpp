// Forests whose trees carry more than a root: weights and biases beside it,
// reached by references and pointers to the trees, by range and by index; roots
// that an iteration chooses; tables of the function around the loop.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "400 60 7 1" "1 1 1 2" "0 9 3 3" "70 0 2 4" "33 200 12 5"
// RUN: env REGTT_VERIFY=1 REGTT_TARGET=cpu %t.parallel 200 30 5 6 > /dev/null
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/weighted_forests.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/weighted_forests.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/weighted_forests.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Node {
  float cut, value;
  int feature;
  const Node *below, *above;
};

struct Tree {
  std::string name;
  float weight;
  const Node *root;
  int bias;
};

struct Owned {
  std::unique_ptr<Node> root;
  double scale;
};

struct Row {
  float x[4];
  float score;
  int best;
};

#pragma regtt traversal
static float predict(const Node *n, const Row &row) {
  if (!n)
    return -1;
  if (!n->below && !n->above)
    return n->value;
  return row.x[n->feature] < n->cut ? predict(n->below, row)
                                    : predict(n->above, row);
}

// Weights beside the roots, by reference.
static void byRange(std::vector<Row> &rows, const std::vector<Tree> &forest) {
  const int count = static_cast<int>(rows.size());
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    float sum = 0;
    for (const Tree &tree : forest)
      sum += tree.weight * predict(tree.root, rows[i]) + tree.bias;
    rows[i].score = sum;
  }
}

// By index: a reference, a pointer, and the one with the most.
static void byIndex(std::vector<Row> &rows, const std::vector<Tree> &forest,
                    std::vector<double> &out) {
#pragma regtt parallel
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Row &row = rows[i];
    double sum = 0;
    for (std::size_t t = 0; t < forest.size(); ++t) {
      const Tree &tree = forest[t];
      if (tree.weight < 0.25f)
        continue;
      sum += tree.weight * predict(tree.root, row);
    }
    float most = -2;
    row.best = -1;
    for (std::size_t t = 0; t < forest.size(); ++t) {
      const Tree *tree = &forest[t];
      const float value = predict(tree->root, row) * tree->weight;
      if (value > most) {
        most = value;
        row.best = static_cast<int>(t);
      }
    }
    out[i] = sum;
  }
}

// By iterators; trees that own their nodes; a table of the function's own.
static void owned(std::vector<Row> &rows, const std::vector<Owned> &trees,
                  std::vector<double> &out) {
  const float lots[4] = {0.5f, 0.25f, 2, 1};
  const std::array<int, 3> order = {2, 0, 1};
#pragma regtt parallel
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double sum = 0;
    int k = 0;
    for (auto it = trees.begin(); it != trees.end(); ++it) {
      const float lot = lots[k & 3] + order[k % 3];
      ++k;
      if (sum > 5)
        break;
      sum += it->scale * lot * predict(it->root.get(), rows[i]);
    }
    out[i] = sum;
  }
}

// An iteration chooses where it goes.
static void chosen(std::vector<Row> &rows, const std::vector<Tree> &forest,
                   const Node *first, const Node *second,
                   std::vector<double> &out) {
  const int count = static_cast<int>(rows.size());
  const int trees = static_cast<int>(forest.size());
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    const Node *near = first, *far = second;
    if (rows[i].x[0] < 0.5f)
      std::swap(near, far);
    const float there = predict(near, rows[i]);
    out[i] += 3 * there - predict(far, rows[i]);
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    const Node *tree = rows[i].best < 0 ? nullptr : forest[rows[i].best].root;
    rows[i].score += predict(tree, rows[i]);
  }
  if (trees > 0) {
#pragma regtt parallel
    for (int i = 0; i < count; ++i)
      out[i] -= predict(forest[i % trees].root, rows[i]);
  }
}

static Node *build(int levels) {
  Node *n = new Node{static_cast<float>(nextFraction()),
                     static_cast<float>(nextFraction()), nextNumber() % 4,
                     nullptr, nullptr};
  if (levels > 0 && nextNumber() % 7) {
    n->below = build(levels - 1);
    n->above = nextNumber() % 9 ? build(levels - 1) : nullptr;
  }
  return n;
}

int main(int argc, char **argv) {
  if (argc < 5)
    return 2;
  const int count = std::atoi(argv[1]), levels = std::atoi(argv[2]) % 9;
  const int trees = std::atoi(argv[3]);
  numbersState = static_cast<unsigned long>(std::atoi(argv[4]));
  std::vector<Row> rows(static_cast<std::size_t>(count));
  for (Row &row : rows) {
    for (float &x : row.x)
      x = static_cast<float>(nextFraction());
    row.score = 0;
    row.best = -1;
  }
  std::vector<Tree> forest;
  std::vector<Owned> own;
  for (int t = 0; t < trees; ++t) {
    const Node *root = t % 5 == 3 ? nullptr : build(levels);
    if (t % 4 == 2)
      root = forest.front().root; // the same tree again
    forest.push_back(
        {"tree", static_cast<float>(nextFraction()), root, nextNumber() % 3});
    own.push_back({std::unique_ptr<Node>(t % 3 == 2 ? nullptr : build(levels)),
                   nextFraction()});
  }
  std::vector<double> out(rows.size());
  const auto print = [&] {
    for (std::size_t i = 0; i < rows.size(); ++i)
      std::printf("%a %d %a\n", rows[i].score, rows[i].best, out[i]);
  };
  byRange(rows, forest);
  print();
  byIndex(rows, forest, out);
  print();
  chosen(rows, forest, build(levels), levels % 2 ? nullptr : build(levels),
         out);
  print();
  owned(rows, own, out);
  print();
  return 0;
}
