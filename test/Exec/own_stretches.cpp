// Stretches of one array that iterations have for themselves: a loop ahead of
// the call writes all of it, or some elements, or fields of them, and the call
// is handed a number of the array's type, which may lie anywhere. Where it lies
// among what is written, the loop is refused when it runs.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "100" "1" "0"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-3: verify=identical
// RUN: not %t.parallel 100 meets 2>&1 | FileCheck --check-prefix=MEETS %s
// MEETS: regtt: error:
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  float x;
  const Node *left, *right;
};
struct Pair {
  float least, most;
};
const int width = 4;

#pragma regtt traversal
static void nearest(const Node *n, float x, float *best) {
  if (!n)
    return;
  const float d = (n->x - x) * (n->x - x);
  if (d < *best)
    *best = d;
  nearest(n->left, x, best);
  nearest(n->right, x, best);
}

static void all(const Node *root, const float *x, int n, float *best,
                Pair *pairs) {
  int i, j;
#pragma regtt parallel
  for (j = 0; j < n; j++) {
    for (i = 0; i < width; i++)
      best[width * j + i] = 1e30f;
    nearest(root, x[j], &best[width * j]);
  }
#pragma regtt parallel
  for (j = 0; j < n; j++) {
    best[width * j + 1] = 5;
    for (i = 2; i < 4; i++)
      best[width * j + i] = float(i);
    nearest(root, x[j], &best[width * j + 3]);
  }
#pragma regtt parallel
  for (j = 0; j < n; j++) {
    for (i = 0; i < 2; i++)
      pairs[2 * j + i].least = float(i + 9);
    nearest(root, x[j], &pairs[2 * j + 1].least);
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 10;
  const Node a{1, nullptr, nullptr}, b{2, nullptr, nullptr}, root{3, &a, &b};
  std::vector<float> best(width * n + 1), own(n + 1);
  std::vector<Pair> pairs(2 * n + 1);
  float *x = argc > 2 ? best.data() : own.data();
  for (int j = 0; j < n; ++j)
    x[j] = float(j) * 0.03f;
  all(&root, x, n, best.data(), pairs.data());
  for (const float each : best)
    std::printf("%a\n", each);
  for (const Pair &pair : pairs)
    std::printf("%a %a\n", pair.least, pair.most);
}
