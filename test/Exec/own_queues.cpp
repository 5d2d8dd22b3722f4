// Queues and lists that each iteration declares for itself, hands to the
// traversal and empties after its call: bounds from the traversal's own tests of
// the size and from the clause; an order that is a lambda beside the loop; filled
// ahead of the call; in iterations that make no call.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0 1" "1 2" "3 3" "60 4" "500 5"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 6 2>&1 | FileCheck %s
// CHECK-COUNT-7: verify=identical
//
// RUN: not env REGTT_TARGET=cpu %t.parallel 60 7 grow 2>&1 | FileCheck --check-prefix=ROOM %s
// ROOM: needs room for {{[0-9]+}} elements in the container 'ids', whose bound is 9
// RUN: env REGTT_TARGET=cpu REGTT_ALLOW_SERIAL=1 %t.parallel 60 7 grow 2>/dev/null > %t.allowed
// RUN: %t.serial 60 7 grow | diff - %t.allowed
//
// RUN: not env REGTT_TARGET=cpu %t.parallel 60 7 met 2>&1 | FileCheck --check-prefix=MET %s
// MET: look: an iteration writes what the loop evaluates
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/own_queues.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/own_queues.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/own_queues.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <utility>
#include <vector>

struct Node {
  double weight;
  float x;
  int id;
  const Node *left, *right;
};
using Pair = std::pair<float, int>;
struct Hit {
  double key;
  int id;
};

// The clause is not needed: what it would say is 6.
#pragma regtt traversal
static void nearest(const Node *n, float at, std::priority_queue<Pair> &heap) {
  if (!n)
    return;
  const float diff = at - n->x, d = std::fabs(diff);
  if (heap.size() < 6) {
    heap.push({d, n->id});
  } else if (d < heap.top().first) {
    heap.pop();
    heap.push({d, n->id});
  }
  nearest(diff < 0 ? n->left : n->right, at, heap);
  if (heap.size() < 6 || std::fabs(diff) < heap.top().first)
    nearest(diff < 0 ? n->right : n->left, at, heap);
}

static bool full(const std::priority_queue<int> &keys) {
  return keys.size() > 3;
}
#pragma regtt traversal
static void keep(std::priority_queue<int> *keys, const Node *n) {
  if (!n)
    return;
  keys->push(n->id % 50);
  if (full(*keys))
    keys->pop();
  keep(keys, n->left);
  keep(keys, n->right);
}

template <class Queue> static int drained(Queue &queue) {
  int sum = 0;
  for (int k = 1; !queue.empty(); ++k, queue.pop())
    sum += k * queue.top().second;
  return sum;
}

#pragma regtt traversal bound(best : 5)
template <class Queue> void rank(const Node *n, double scale, Queue &best) {
  if (!n)
    return;
  if (n->weight * scale > 0.25) {
    if (int(best.size()) == 5)
      best.pop();
    best.push(Hit{n->weight, n->id});
  }
  rank(n->left, scale, best);
  rank(n->right, scale, best);
}

#pragma regtt traversal bound(ids : 9)
static void collect(const Node *n, int from, int to, std::vector<int> &ids) {
  if (!n)
    return;
  if (n->id >= from && n->id < to)
    ids.push_back(n->id);
  collect(n->left, from, to, ids);
  collect(n->right, from, to, ids);
}

// Beside an object of the iteration's own that holds numbers of the same types,
// and data in a vector of the same type.
struct Seen {
  int count;
  float last;
};
#pragma regtt traversal bound(found : 3)
static void look(const Node *n, Seen &seen, const std::vector<float> &scale,
                 std::priority_queue<int> &ids, std::vector<float> &found) {
  if (!n)
    return;
  seen.count++;
  seen.last = n->x * scale[n->id % scale.size()];
  if (ids.size() < 4)
    ids.push(n->id);
  if (found.size() < 3 && seen.last > 0.25f)
    found.push_back(seen.last);
  look(n->left, seen, scale, ids, found);
  look(n->right, seen, scale, ids, found);
}

// That no list is `scale` is found out when the loop runs.
static void fill(const Node *root, std::vector<Seen> &seen,
                 std::vector<std::vector<float>> &lists,
                 const std::vector<float> &scale) {
#pragma regtt parallel
  for (size_t i = 0; i < lists.size(); ++i) {
    std::priority_queue<int> ids;
    look(root, seen[i], scale, ids, lists[i]);
  }
}

static const Node *build(int count) {
  if (count <= 0)
    return nullptr;
  Node *n = new Node();
  n->weight = nextFraction();
  n->x = float(nextNumber() % 20) / 16;
  n->id = nextNumber() % 1000;
  const int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  const int step = argc > 3 && argv[3][0] == 'g' ? 400 : 1;
  const Node *root = build(size);
  const int count = size + 2;
  std::vector<float> at(count);
  for (float &x : at)
    x = float(nextNumber() % 20) / 16;
  std::vector<int> out(6 * count, -1);
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    std::priority_queue<Pair> heap;
    nearest(root, at[i], heap);
    for (int k = 0; !heap.empty(); ++k) {
      out[6 * i + k] = heap.top().second;
      heap.pop();
    }
  }
  int sum = 0;
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    if (i % 4 == 1)
      continue;
    std::priority_queue<Pair> heap;
    heap.push({0.25f, -i});
    heap.push({0.25f, i});
    nearest(root, at[i], heap);
    sum += drained(heap);
  }
  std::vector<int> keys;
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    std::priority_queue<int> three;
    keep(&three, root);
    keys.push_back(three.empty() ? 0 : three.top());
  }
  const auto lighter = [](const Hit &a, const Hit &b) {
    return int(a.key * 4) > int(b.key * 4);
  };
#pragma regtt parallel
  for (float x : at) {
    std::priority_queue<Hit, std::vector<Hit>, decltype(lighter)> best(lighter);
    rank(root, 2 * x, best);
    for (; !best.empty(); best.pop())
      std::printf("%d ", best.top().id);
    std::printf("\n");
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    std::vector<int> ids;
    ids.push_back(i);
    collect(root, i, i + step, ids);
    for (int id : ids)
      std::printf("%d ", id);
    std::printf("\n");
  }
  std::vector<Seen> seen(count);
  std::vector<std::vector<float>> lists(count);
  const std::vector<float> scale = {0.5f, 1.25f, 1};
  float all = 0;
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    std::priority_queue<int> ids;
    std::vector<float> found;
    look(root, seen[i], scale, ids, found);
    for (; !ids.empty(); ids.pop())
      sum += ids.top() % (i + 2);
    for (; !found.empty(); found.pop_back())
      all = all * 0.5f + found.back();
    seen[i].count += int(found.size());
  }
  const bool met = argc > 3 && argv[3][0] == 'm';
  lists[0] = {1.5f};
  fill(root, seen, lists, met ? lists[0] : scale);
  for (int i = 0; i < count; ++i)
    std::printf("%d %a %d %a\n", seen[i].count, seen[i].last,
                int(lists[i].size()), lists[i].empty() ? 0 : lists[i][0]);
  std::printf("%a\n", all);
  for (int id : out)
    std::printf("%d ", id);
  for (int key : keys)
    std::printf("%d ", key);
  std::printf("%d\n", sum);
}
