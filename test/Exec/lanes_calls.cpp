// Calls of lanes: children that each query chooses, arguments that travel with
// the queries, conditions that are asked when a call's turn comes, and what
// follows calls.
//
//   lanes_calls QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=lanes --variant=packed,lane_lockstep,lane_ropes,lane_recursion -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same_lanes %t.serial %t.parallel packed,lane_lockstep,lane_ropes,lane_recursion "5 1" "0 2" "2500 4"
#include <cstdio>
#include <cstdlib>

struct Node {
  float at[2], split;
  int axis, id;
  Node *kid[2];
};
struct Query {
  float at[2], best;
  int nearest, visits;
  double sum;
  long key;
  short deep;
};

// The nearest point: the far side when its turn comes.
#pragma regtt traversal
static void nearest(Query &q, const Node *n) {
  if (!n)
    return;
  ++q.visits;
  const float x = q.at[0] - n->at[0], y = q.at[1] - n->at[1];
  const float d = x * x + y * y;
  if (d < q.best || (d == q.best && n->id < q.nearest)) {
    q.best = d;
    q.nearest = n->id;
  }
  const float off = q.at[n->axis] - n->split;
  const Node *near = off < 0 ? n->kid[0] : n->kid[1];
  const Node *far = off < 0 ? n->kid[1] : n->kid[0];
  nearest(q, near);
  if (off * off < q.best)
    nearest(q, far);
}

// Arguments of several types, changed on the way.
#pragma regtt traversal
static void sum(Query &q, const Node *n, double weight, short depth,
                bool left) {
  if (!n || depth > q.deep)
    return;
  weight *= left ? 0.75 : 0.5;
  q.sum += weight * n->split;
  if (q.at[0] < n->at[0]) {
    sum(q, n->kid[1], weight + q.at[1], (short)(depth + 1), false);
    sum(q, n->kid[0], weight, (short)(depth + 2), true);
  } else {
    sum(q, n->kid[0], weight - 1, (short)(depth + 1), !left);
  }
}

// One way down.
#pragma regtt traversal
static void find(Query &q, const Node *n) {
  q.key = q.key * 31 + n->id;
  if (q.key % 7 == 3 || !n->kid[0] || !n->kid[1])
    return;
  if (q.at[n->axis] < n->split)
    find(q, n->kid[0]);
  else
    find(q, n->kid[1]);
}

// Work between and behind the calls, with what lives across them.
#pragma regtt traversal
static void around(Query &q, const Node *n) {
  if (!n)
    return;
  const double before = q.sum;
  const float off = q.at[n->axis] - n->split;
  q.sum = before * 0.5 + n->id;
  around(q, n->kid[0]);
  if (q.sum < before) {
    q.sum += off;
    return;
  }
  const int deep = q.deep + 1;
  q.deep = (short)(q.deep + (off < 0));
  around(q, n->kid[off < 0 ? 1 : 0]);
  q.key += deep - q.deep;
  if (off > 0.5f)
    q.key ^= n->id;
}

static float uniform() { return float(std::rand() % 64) / 32 - 1; }

static Node *build(int depth) {
  if (depth == 0 || std::rand() % 16 == 0)
    return nullptr;
  static int id = 0;
  Node *n = new Node;
  n->at[0] = uniform();
  n->at[1] = uniform();
  n->axis = std::rand() % 2;
  n->split = n->at[n->axis];
  n->id = id++;
  n->kid[0] = build(depth - 1);
  n->kid[1] = build(depth - 1);
  return n;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  std::srand(argc > 2 ? unsigned(std::atoi(argv[2])) : 1);
  Node *root = nullptr;
  while (!root)
    root = build(10);
  Query *queries = new Query[count + 1]();
  for (int i = 0; i < count; ++i) {
    Query &q = queries[i];
    q.at[0] = uniform();
    q.at[1] = uniform();
    q.best = 100;
    q.nearest = -1;
    q.deep = short(std::rand() % 12);
    q.key = std::rand();
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    nearest(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    sum(queries[i], root, 1.5, 0, true);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    find(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    around(queries[i], root);
  for (int i = 0; i < count; ++i)
    std::printf("%a %d %d %a %ld\n", double(queries[i].best),
                queries[i].nearest, queries[i].visits, queries[i].sum,
                queries[i].key);
}
