// Loops with '#pragma regtt consolidate' before the inner one: rounded sums,
// least elements, elements that all add to, in an order, too, and loops whose
// thread finds nothing to do. CPUs run them as they are.
// --suggest does not look for such loops.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "1500 200" "1 300" "0 3" "700 20"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static unsigned state = 11;
static unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 9) % below;
}

struct Edge {
  int to;
  float weight;
};

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1500;
  const int longest = argc > 2 ? std::atoi(argv[2]) : 200;
  std::vector<std::vector<Edge>> edges(n);
  std::vector<int> row{0}, col;
  std::vector<double> val;
  for (int i = 0; i < n; ++i) {
    const int length = draw(4) == 0 ? int(draw(longest)) : int(draw(5));
    for (int k = 0; k < (i == n / 2 ? 20 * longest : length); ++k) {
      edges[i].push_back({int(draw(n)), float(draw(1000)) / 7});
      col.push_back(edges[i].back().to);
      val.push_back(double(draw(1000)) / 3 - 100);
    }
    row.push_back(int(col.size()));
  }
  std::vector<double> x(n, 0.25), y(n), into(n, 1);
  std::vector<int> degree(n), nearest(n);
  for (int i = 0; i < n; ++i)
    x[i] = double(draw(10000)) / 97;

  // One child for a block's.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double sum = 0;
#pragma regtt consolidate(block) threshold(64)
    for (int e = row[i]; e < row[i + 1]; ++e)
      sum += val[e] * x[col[e]];
    y[i] = sum;
  }

  // For a warp's, of small blocks.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int best = -1;
    float least = 1e30f;
#pragma regtt consolidate(warp) threads(64), concurrency(4) threshold(16)
    for (const Edge &edge : edges[i]) {
      degree[edge.to] += 1;
      if (edge.weight < least) {
        least = edge.weight;
        best = edge.to;
      }
    }
    nearest[i] = best;
  }

  // For all; elements are changed in the order of the loop.
#define FEW 3
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    if (nearest[i] < 0)
      continue;
    const double share = y[i] / (row[i + 1] - row[i]);
#pragma regtt consolidate(grid) threshold(FEW) blocks(7)
    for (int e = row[i]; e < row[i + 1]; ++e)
      into[col[e]] += share;
  }

  double all = 0;
  for (int i = 0; i < n; ++i) {
    all = all * 0.75 + y[i] - into[i];
    std::printf("%d %d %a %a\n", degree[i], nearest[i], y[i], into[i]);
  }
  std::printf("%a\n", all);
}
