// Containers that a function between the loop and the traversal makes for itself:
// queues and vectors by themselves and in a struct, filled by visits and emptied
// behind the call, into vectors of the caller's that are cleared, added to and
// reversed there; made anew in a loop; more elements than there is room for; a
// result that is what visits read.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -std=c++17 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0 3" "1 3" "60 6" "500 5"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 60 4 2>&1 | FileCheck %s
// CHECK-COUNT-4: verify=identical
//
// RUN: not env REGTT_TARGET=cpu %t.parallel 60 7 2>&1 | FileCheck --check-prefix=ROOM %s
// ROOM: needs room for 7 elements in the container 'ids', whose bound is 6
// RUN: not env REGTT_TARGET=cpu %t.parallel 500 5 grow 2>&1 | FileCheck --check-prefix=OWN %s
// OWN: elements in the container 'all.found', whose bound is 40
// RUN: env REGTT_TARGET=cpu REGTT_ALLOW_SERIAL=1 %t.parallel 500 5 grow 2>/dev/null > %t.allowed
// RUN: %t.serial 500 5 grow | diff - %t.allowed
// RUN: not env REGTT_TARGET=cpu %t.parallel 60 5 met 2>&1 | FileCheck --check-prefix=MET %s
// MET: an iteration writes what is read of element 0 of array 'weights'
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc -std=c++17 %s --emit=header -o %t.d/program_containers.regtt.h
// RUN: regtt-cc -std=c++17 %s --emit=cuda -o %t.d/program_containers.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/program_containers.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <utility>
#include <vector>

struct Node {
  double x;
  int id;
  const Node *left, *right;
};

// The struct is the class's own; results are behind pointers.
class Tree {
public:
  explicit Tree(const Node *root) : root(root) {}
  void search(double at, int k, std::vector<int> *ids,
              std::vector<double> *distances) const {
    if (k < 1)
      return;
    Query query;
    query.k = k;
    search(root, at, query);
    ids->clear();
    distances->clear();
    while (!query.heap.empty()) {
      const Item &farthest = query.heap.top();
      ids->push_back(farthest.id);
      distances->push_back(farthest.distance);
      query.heap.pop();
    }
    std::reverse(ids->begin(), ids->end());
    std::reverse(distances->begin(), distances->end());
  }

private:
  struct Item {
    int id;
    double distance;
    bool operator<(const Item &other) const {
      return distance < other.distance;
    }
  };
  struct Query {
    std::priority_queue<Item> heap;
    double tau = 1e30;
    int k;
  };
  const Node *root;
#pragma regtt traversal bound(query.heap : 6)
  void search(const Node *n, double at, Query &query) const {
    if (!n)
      return;
    const double d = std::fabs(n->x - at);
    if (d < query.tau) {
      if (query.heap.size() == size_t(query.k))
        query.heap.pop();
      query.heap.push(Item{n->id, d});
      if (query.heap.size() == size_t(query.k))
        query.tau = query.heap.top().distance;
    }
    search(at < n->x ? n->left : n->right, at, query);
    search(at < n->x ? n->right : n->left, at, query);
  }
};

// A queue whose bound is proved; the caller's vector holds something before.
using Pair = std::pair<double, int>;
#pragma regtt traversal
static void nearest(const Node *n, double at, const std::vector<int> &weights,
                    std::priority_queue<Pair> &heap) {
  if (!n)
    return;
  const double d = std::fabs(n->x - at) * (1 + weights[size_t(n->id) % 40]);
  if (heap.size() < 45) {
    heap.push({d, n->id});
  } else if (d < heap.top().first) {
    heap.pop();
    heap.push({d, n->id});
  }
  nearest(n->left, at, weights, heap);
  nearest(n->right, at, weights, heap);
}
static void nearestOf(const Node *root, double at,
                      const std::vector<int> &weights, std::vector<int> &ids) {
  std::priority_queue<Pair> heap;
  nearest(root, at, weights, heap);
  ids.clear();
  for (; !heap.empty(); heap.pop())
    ids.push_back(heap.top().second);
  if (ids.size() > 2)
    std::reverse(ids.begin() + 1, ids.end());
}

// A vector that is made anew for each call; what is taken out of one bounds
// another, in a struct beside numbers.
struct Found {
  std::vector<int> found;
  struct {
    int count;
    std::vector<char> tags;
  } seen;
};
#pragma regtt traversal bound(all.found : 40, all.seen.tags : 8)
static void collect(const Node *n, double from, double to, Found &all) {
  if (!n)
    return;
  if (n->x >= from && n->x < to) {
    all.found.push_back(n->id);
    all.seen.count++;
    if (all.seen.tags.size() < 8)
      all.seen.tags.emplace_back(char('a' + n->id % 26));
  }
  collect(n->left, from, to, all);
  collect(n->right, from, to, all);
}
static int spread(const Node *root, double at, double step) {
  int sum = 0;
  for (int round = 1; round < 4; ++round) {
    Found all = {{}, {0, {}}};
    collect(root, at - round * step, at + round * step, all);
    std::vector<int> odd;
    while (!all.found.empty()) {
      if (all.found.back() % 2)
        odd.push_back(all.found.back());
      all.found.pop_back();
    }
    if (all.seen.count == 0)
      continue;
    for (const int id : odd)
      sum = (sum * 3 + id) % 65521;
    for (char tag : all.seen.tags)
      sum = (sum * 5 + tag) % 65521;
    sum += int(odd.size()) * *all.seen.tags.data();
  }
  return sum;
}

static const Node *build(int count) {
  if (count <= 0)
    return nullptr;
  Node *n = new Node();
  n->x = int(nextFraction() * 400) / 4.0;
  n->id = nextNumber() % 1000;
  const int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 60;
  const int k = argc > 2 ? std::atoi(argv[2]) : 4;
  const char how = argc > 3 ? argv[3][0] : ' ';
  const Node *root = build(size);
  const Tree tree(root);
  const int count = 40;
  std::vector<double> sums(count);
  std::vector<int> out(count * 6, -1);
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    std::vector<int> ids;
    std::vector<double> distances;
    tree.search(i * 2.5, k, &ids, &distances);
    for (size_t j = 0; j < ids.size() && j < 6; ++j) {
      out[size_t(i) * 6 + j] = ids[j];
      sums[size_t(i)] = sums[size_t(i)] * 3 + distances[j];
    }
  }
  for (int i = 0; i < count; ++i)
    std::printf("%d %d %a\n", out[size_t(i) * 6], out[size_t(i) * 6 + 1],
                sums[size_t(i)]);

  std::vector<int> &weights = *new std::vector<int>;
  for (int i = 0; i < 40; ++i)
    weights.push_back(i % 3);
  std::vector<std::vector<int>> lists(count);
  std::vector<std::vector<int> *> places;
  for (std::vector<int> &list : lists) {
    list.assign(places.size() % 3, 7);
    places.push_back(&list);
  }
  if (how == 'm')
    places[3] = &weights;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    nearestOf(root, i * 2.5, weights, *places[size_t(i)]);
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    if (i % 4 == 1)
      continue;
    nearestOf(root, i, weights, lists[size_t(i)]);
    std::sort(lists[size_t(i)].begin(), lists[size_t(i)].end());
  }
  for (const std::vector<int> &list : lists) {
    for (int id : list)
      std::printf("%d ", id);
    std::printf("\n");
  }

  const double step = how == 'g' ? 10 : size > 100 ? 0.5 : 4;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    out[size_t(i)] = spread(root, i * 2.5, step);
  for (int i = 0; i < count; ++i)
    std::printf("%d\n", out[size_t(i)]);
}
