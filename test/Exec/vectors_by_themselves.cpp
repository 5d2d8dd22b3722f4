// Vectors that are an iteration's object by themselves, read and written at
// indices known at run time; vectors of node and query that helpers are handed;
// one traversal with loops over its data that several annotated loops call.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++17 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "9 1" "0 2" "1 3" "11 4"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 8 2>&1 | FileCheck %s
// CHECK-COUNT-6: verify=identical
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc -std=c++17 %s --emit=header -o %t.d/vectors_by_themselves.regtt.h
// RUN: regtt-cc -std=c++17 %s --emit=cuda -o %t.d/vectors_by_themselves.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/vectors_by_themselves.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

struct Point {
  float x;
  int id;
};
struct Node {
  int feature = 0, label = 0;
  float threshold = 0;
  std::vector<Point> points;
  std::vector<float> weights;
  float corner[3];
  std::array<int, 4> counts;
  std::unique_ptr<Node> left, right;
};
struct Query {
  float x;
  std::vector<float> own;
  int hits;
  double sum;
};

static float total(const std::vector<float> &values) {
  float sum = 0;
  for (float value : values)
    sum += value;
  return sum;
}
static float at(const std::vector<float> &row, int k) { return row[k]; }
static void bump(std::vector<int> &tally, int k) { ++tally[k]; }

// A sample is a row of its own length, and so is what is counted for it.
#pragma regtt traversal
static void classify(const Node *n, const std::vector<float> &row,
                     std::vector<int> &tally) {
  if (!n)
    return;
  tally[n->label] += 1;
  const bool known = n->feature < int(row.size());
  if (known)
    bump(tally, n->feature % 3);
  for (float value : row)
    if (value > 0.95f)
      tally[0]++;
  if (known && at(row, n->feature) <= n->threshold) {
    classify(n->left.get(), row, tally);
    return;
  }
  classify(n->right.get(), row, tally);
}

#pragma regtt traversal
static void visit(const Node *n, Query &q) {
  if (!n)
    return;
  for (const Point &p : n->points)
    if (p.x < q.x) {
      q.hits += p.id;
      break;
    }
  for (float c : n->corner)
    q.sum += c;
  for (int count : n->counts)
    q.hits ^= count;
  for (auto it = n->weights.begin(); it != n->weights.end(); ++it)
    q.sum += *it * 0.5;
  q.sum += total(n->weights) - total(q.own);
  visit(n->left.get(), q);
  visit(n->right.get(), q);
}

static std::unique_ptr<Node> build(int depth) {
  if (depth <= 0)
    return nullptr;
  auto n = std::make_unique<Node>();
  n->feature = nextNumber() % 7;
  n->label = nextNumber() % 4;
  n->threshold = float(nextFraction());
  for (int i = nextNumber() % 4; i-- > 0;) {
    n->points.push_back({float(nextFraction()), int(nextNumber() % 9)});
    n->weights.push_back(float(i));
  }
  for (float &c : n->corner)
    c = float(nextNumber() % 7);
  for (int &count : n->counts)
    count = nextNumber() % 5;
  n->left = build(depth - 1 - nextNumber() % 2);
  n->right = build(depth - 1);
  return n;
}

int main(int argc, char **argv) {
  const int depth = argc > 1 ? std::atoi(argv[1]) : 8;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  const std::unique_ptr<Node> tree = build(depth);
  const Node *root = tree.get();
  const int n = 200;
  std::vector<std::vector<float>> rows(n);
  for (auto &row : rows) {
    row.resize(nextNumber() % 8);
    for (float &value : row)
      value = float(nextFraction());
  }
  std::vector<std::vector<int>> tallies(n, std::vector<int>(4));
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    classify(root, rows[i], tallies[i]);
  for (int part = 0; part < 2; ++part) {
#pragma regtt parallel
    for (int i = part; i < n; i += 2)
      classify(root, rows[i], tallies[i]);
  }
  for (const auto &tally : tallies)
    std::printf("%d %d %d %d\n", tally[0], tally[1], tally[2], tally[3]);

  std::vector<Query> first(n), second(50);
  for (auto *queries : {&first, &second})
    for (Query &q : *queries) {
      q = {float(nextFraction()), {}, 0, 0};
      for (int i = nextNumber() % 3; i-- > 0;)
        q.own.push_back(float(i));
    }
#pragma regtt parallel
  for (Query &q : first)
    visit(root, q);
#pragma regtt parallel
  for (int i = 0; i < 50; ++i)
    visit(root, second[i]);
  const Node *part = root ? root->right.get() : nullptr;
#pragma regtt parallel
  for (Query &q : first)
    visit(part, q);
  for (auto *queries : {&first, &second})
    for (const Query &q : *queries)
      std::printf("%d %a\n", q.hits, q.sum);
  return 0;
}
