// What a loop's body does with the results of its call: locals that the
// traversal writes, sums over the loop, output, containers.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Wshadow -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0 1" "1 2" "2 3" "300 4"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 > %t.verified 2> %t.log
// RUN: FileCheck %s < %t.log
// RUN: env REGTT_TARGET=serial %t.parallel 50 > %t.plain
// RUN: cmp %t.verified %t.plain
// CHECK-COUNT-8: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/loop_tails.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/loop_tails.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/loop_tails.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <string>
#include <vector>

struct Node {
  float x, y;
  int id;
  Node *left, *right;
};
enum class Kind : unsigned char { None, Near, Far };
struct Hit {
  float distance;
  int id;
  Kind kind;
};
struct Query {
  float x, y;
  int count;
  Hit best;
};

static std::deque<Node> nodes;
static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  nodes.push_back({float(nextFraction()), float(nextFraction()),
                   int(nodes.size()), nullptr, nullptr});
  Node *n = &nodes.back();
  int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

#pragma regtt traversal
static void count(const Node *n, float x, float y, float r, int *hits) {
  if (!n || n->x > x + r)
    return;
  *hits += std::fabs(n->y - y) < r;
  count(n->left, x, y, r, hits);
  count(n->right, x, y, r, hits);
}

#pragma regtt traversal
static void closest(const Node *n, const Query &q, Hit &hit, Kind &seen,
                    float (&sums)[2]) {
  if (!n || n->x > q.x + hit.distance)
    return;
  const float d = std::fabs(n->x - q.x) + std::fabs(n->y - q.y);
  sums[n->id % 2] += d;
  if (d < hit.distance) {
    hit.distance = d;
    hit.id = n->id;
    seen = d < 0.1f ? Kind::Near : Kind::Far;
  }
  closest(n->left, q, hit, seen, sums);
  closest(n->right, q, hit, seen, sums);
}

#pragma regtt traversal
static void gather(Query *q, const Node *n) {
  if (!n || n->x > q->x)
    return;
  q->count += n->id;
  gather(q, n->left);
  gather(q, n->right);
}

static void widen(float &low, float &high, float value) {
  low = std::fmin(low, value);
  high = std::fmax(high, value);
}

struct Statistics {
  double total = 0;
  std::vector<int> histogram = std::vector<int>(8);
  void add(int value) {
    total += value * 0.1;
    histogram[std::size_t(value) % histogram.size()]++;
  }
};

template <class T>
static double generic(const std::vector<Query> &queries, const Node *root,
                      T radius) {
  double sum = 0;
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i) {
    int hits = 0;
    const T twice = 2 * radius;
    count(root, queries[i].x, queries[i].y, float(twice), &hits);
    sum += hits * double(twice);
  }
  return sum;
}

static void print(const char *what, double value) {
  std::printf("%s %a\n", what, value);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  numbersState = argc > 2 ? strtoul(argv[2], nullptr, 10) : 1;
  const Node *root = build(n / 2 + 1);
  std::vector<Query> queries(n);
  std::vector<float> radii(n);
  for (int i = 0; i < n; ++i) {
    queries[i] = {float(nextFraction()),
                  float(nextFraction()),
                  0,
                  {float(nextFraction()), -1, Kind::None}};
    radii[i] = float(nextFraction()) / 2;
  }

  // A result in a local, put away and summed up.
  std::vector<int> counts(n);
  double total = 0;
  float scale = 0.5f;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int hits = 0;
    const float r = radii[i] * scale;
    count(root, queries[i].x, queries[i].y, r, &hits);
    counts[i] = hits;
    total += hits * r;
  }
  for (int c : counts)
    std::printf("%d ", c);
  print("total", total);

  // Structs, an enumeration and an array; a helper's references; continue.
  float low = 1e9f, high = -1e9f;
  int near = 0;
  std::vector<Hit> hits;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Hit hit = queries[i].best;
    auto seen = Kind::None;
    float sums[2] = {float(i), 1};
    closest(root, queries[i], hit, seen, sums);
    if (hit.id < 0)
      continue;
    widen(low, high, sums[0] - sums[1]);
    near += seen == Kind::Near;
    hits.push_back(hit);
  }
  for (const Hit &h : hits)
    std::printf("%a %d\n", h.distance, h.id);
  print("low", low);
  print("high", high);
  print("near", near);

  // The query itself, behind a reference; what an iteration writes of its own
  // object after its call.
  Statistics statistics;
  long sum = 0;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Query &q = queries[i];
    gather(&q, root);
    q.best.id += q.count;
    sum += q.count;
    statistics.add(q.count);
  }
  print("sum", double(sum));
  print("statistics", statistics.total);
  for (int h : statistics.histogram)
    std::printf("%d ", h);

  // Over a range; text and output in the order of the iterations.
  std::map<int, int> frequency;
  std::string text;
#pragma regtt parallel
  for (Query &q : queries) {
    gather(&q, root);
    if (q.count > 100) {
      std::printf("%d\n", q.count);
      frequency[q.count % 10]++;
    }
    text += char('a' + q.count % 26);
  }
  std::printf("%s\n", text.c_str());
  for (const auto &[key, value] : frequency)
    std::printf("%d: %d\n", key, value);

  // A variable of the loop that is declared outside; a loop after the call.
  int i;
  int bits = 0;
#pragma regtt parallel
  for (i = 0; i < n; i += 2) {
    int found;
    found = i % 3;
    count(root, queries[i].x, 0.5f, 0.25f, &found);
    for (int k = 0; k < found; ++k) {
      if (k == 7)
        break;
      bits ^= k + found;
    }
  }
  std::printf("%d %d\n", i, bits);

  // Pointers whose targets the runtime tells apart.
  std::vector<int> memory(3 * n + 3);
  int *out = memory.data(), *given = out + n;
  for (int k = 0; k < n; ++k)
    given[k] = k % 5;
#pragma regtt parallel
  for (int k = 0; k < n; ++k) {
    int found = given[k];
    count(root, queries[k].x, 0.5f, 0.25f, &found);
    out[k] = found;
  }
  for (int k = 0; k < n; ++k)
    std::printf("%d ", out[k]);

  print("generic", generic<float>(queries, root, 0.125f));
  print("generic", generic<double>(queries, root, 0.25));
  return 0;
}
