// Loops by iterators: what an iteration's number says (`it - v.begin()`) is put
// back where a loop turns out not to be split, and what an element holds is the
// iteration's own beside a queue of the same types.
//
// RUN: %serial -std=c++11 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++11 --target=cpu %s -o %t.parallel
// RUN: %t.serial > %t.expected && %t.parallel > %t.found
// RUN: cmp %t.expected %t.found
#include <array>
#include <cstdio>
#include <queue>
#include <vector>
struct Node {
  double x;
  Node *left, *right;
};
struct Query {
  double x;
  int visits;
};
using Queue = std::priority_queue<std::pair<double, int>>;
static int marks[64], kept[64], numKept;
static double drained;

#pragma regtt traversal
static void below(Node *n, Query &q) {
  if (!n || q.x < n->x)
    return;
  q.visits++;
  below(n->left, q);
  below(n->right, q);
}
static void numbered(std::vector<Query> &qs, Node *root) {
#pragma regtt parallel
  for (auto it = qs.begin(); it != qs.end(); ++it) {
    below(root, *it);
    if (it == qs.begin() + 3 || qs.end() - it < 3)
      marks[int(it - qs.begin())] += it->visits;
  }
}

#pragma regtt traversal bound(heap : 4)
static void nearest(Node *n, Query *q, Queue *heap) {
  if (!n || q->x < n->x)
    return;
  q->visits++;
  if (heap->size() < 4)
    heap->push(std::make_pair(n->x, q->visits));
  nearest(n->left, q, heap);
  nearest(n->right, q, heap);
}
template <size_t N>
static void queued(std::array<Query, N> &qs, Node *root) {
#pragma regtt parallel
  for (auto it = qs.begin(); it != qs.end(); ++it) {
    Queue own;
    nearest(root, &*it, &own);
    for (; !own.empty(); own.pop())
      drained = drained * 0.5 + own.top().first + own.top().second;
    kept[numKept++] = (*it).visits;
  }
}

int main() {
  static Node nodes[31];
  for (int i = 0; i < 31; ++i) {
    nodes[i].x = (i * 7 % 31) * 0.25;
    nodes[i].left = 2 * i + 1 < 31 ? &nodes[2 * i + 1] : nullptr;
    nodes[i].right = 2 * i + 2 < 31 ? &nodes[2 * i + 2] : nullptr;
  }
  std::vector<Query> queries(40);
  std::array<Query, 24> few;
  for (int i = 0; i < 40; ++i)
    queries[i] = {i * 0.2, 0};
  for (int i = 0; i < 24; ++i)
    few[i] = {(i * 5 % 24) * 0.4, 0};
  numbered(queries, nodes);
  queued(few, nodes);
  for (int i = 0; i < 40; ++i)
    std::printf("%d %d %d\n", queries[i].visits, marks[i], kept[i]);
  std::printf("%a\n", drained);
}
