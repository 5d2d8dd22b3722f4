// Traversals that are handed where the elements of an iteration's own vectors
// lie, by data() or the first one's address: once, several times, for two
// parameters, beside the vector itself.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "50 5" "1 1" "0 2"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 9 3 2>&1 | FileCheck %s
// CHECK-COUNT-2: verify=identical
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  double x;
  int id;
  const Node *l, *r;
};

#pragma regtt traversal
static void search(const Node *n, double at, int k, double *dist, int *id,
                   std::vector<double> &all) {
  if (!n || !dist)
    return;
  const double d = n->x < at ? at - n->x : n->x - at;
  if (d < dist[k - 1]) {
    int j = k - 1;
    for (; j > 0 && dist[j - 1] > d; --j) {
      dist[j] = dist[j - 1];
      id[j] = id[j - 1];
    }
    dist[j] = d;
    id[j] = n->id;
    all[0] += 1e-3;
  }
  search(at < n->x ? n->l : n->r, at, k, dist, id, all);
  if (d < dist[k - 1])
    search(at < n->x ? n->r : n->l, at, k, dist, id, all);
}

static double beside(const Node *root, double at, int k) {
  std::vector<double> dist(k, 1e300);
  std::vector<int> id(k);
  search(root, at, k, dist.data(), &id[0], dist);
  double sum = 0;
  for (int i = 0; i < k && dist[i] < 1e299; i++)
    sum += dist[i] * (id[i] + 1);
  return sum;
}

static double twice(const Node *root, double at, int k) {
  std::vector<double> dist(k, 1e300), all(2, at);
  std::vector<int> id(k);
  search(root, at, k, &dist[0], id.data(), all);
  search(root, at + 1, k, &dist[0], id.data(), all);
  double sum = all[0] - all[1];
  for (int i = 0; i < k && dist[i] < 1e299; i++)
    sum += dist[i] * (id[i] + 1);
  return sum;
}

static Node *make(int from, int to) {
  if (from >= to)
    return nullptr;
  const int middle = (from + to) / 2;
  return new Node{middle * 1.5, middle, make(from, middle),
                  make(middle + 1, to)};
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 20;
  const int k = argc > 2 ? std::atoi(argv[2]) : 3;
  const Node *root = make(0, 100);
  std::vector<double> a(n), b(n);
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    a[i] = beside(root, i * 2.7, k);
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    b[i] = twice(root, i * 1.9, k);
  for (int i = 0; i < n; i++)
    std::printf("%.17g %.17g\n", a[i], b[i]);
}
