// Loops over children that lanes go through together: those that leave early,
// pass over a child, or take one that they chose; a child is at the position
// that the loop counts, which all come to at once.
//
//   lanes_child_loops QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=lanes --variant=packed,lane_lockstep,lane_ropes,lane_recursion -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same_lanes %t.serial %t.parallel packed,lane_lockstep,lane_ropes,lane_recursion "1 1" "15 2" "17 4" "0 6" "1500 7"
//
// What calls of `down` pass is the path's alone, which ropes carry once. Each
// position has one child, whatever lanes do in the loop: of `down`, `weigh` and
// `pick`.
// RUN: regtt-cc --target=lanes --emit=lanes %s -o - | FileCheck %s
// CHECK: using LaneArgs = Args;
// CHECK: oneChild = true
// CHECK: oneChild = true
// CHECK: oneChild = true
// What a position has there is each lane's own.
// CHECK: oneChild = false
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  int id, weight;
  Node *child[4];
};

struct Query {
  int x, visits;
  long sum;
};

// Like Barnes and Hut: all children, with what depends on the path alone.
#pragma regtt traversal
static void down(Query *q, const Node *n, double size) {
  q->visits++;
  q->sum = q->sum * 3 + n->id;
  if ((n->weight + q->x) % 7 > size)
    return;
  for (int k = 0; k < 4; ++k)
    if (n->child[k])
      down(q, n->child[k], size * 0.75);
}

// Some leave the loop, others go on.
#pragma regtt traversal
static void weigh(Query *q, const Node *n) {
  if (!n || q->visits > 80)
    return;
  q->visits++;
  q->sum = q->sum * 5 + n->weight;
  for (int k = 3; k >= 0; --k) {
    if ((q->x + k) % 5 != 0)
      weigh(q, n->child[k]);
    if (q->x % 3 == k)
      return;
  }
}

// One of them, which each lane comes to in another iteration.
#pragma regtt traversal
static void pick(Query *q, const Node *n) {
  if (!n)
    return;
  q->visits++;
  q->sum = q->sum * 3 + n->id;
  const int chosen = (q->x + q->visits * 5) & 3;
  for (int k = 0; k < 4; ++k)
    if (k == chosen) {
      pick(q, n->child[k]);
      break;
    }
}

// The first call is another child's for each.
#pragma regtt traversal
static void first(Query *q, const Node *n) {
  if (!n || q->visits > 60)
    return;
  q->visits++;
  q->sum = q->sum * 3 + n->id;
  const int chosen = (q->x + q->visits * 5) & 3;
  first(q, n->child[chosen]);
  first(q, n->child[3 - chosen]);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 0;
  unsigned state = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  const auto drawn = [&] { return int((state = state * 69069u + 1) >> 16); };
  std::vector<Node> nodes(700);
  for (int i = 0; i < 700; ++i) {
    nodes[i].id = i;
    nodes[i].weight = drawn() % 50;
    for (int k = 0; k < 4; ++k) {
      const int child = 4 * i + k + 1;
      nodes[i].child[k] =
          child < 700 && drawn() % 8 != 0 ? &nodes[child] : nullptr;
    }
  }
  std::vector<Query> queries(count);
  for (Query &q : queries)
    q = {drawn() % 100, 0, 0};
  Node *root = &nodes[0];
  double size = 6;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    down(&queries[i], root, size);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    weigh(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    pick(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    first(&queries[i], root);
  for (const Query &q : queries)
    std::printf("%d %ld\n", q.visits, q.sum);
}
