// Calls of lanes under several conditions, each asked when its call's turn
// comes, calls of other functions that have others, and arrays that live across
// calls.
//
//   lanes_conditions QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=lanes --variant=packed,lane_lockstep,lane_ropes -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same_lanes %t.serial %t.parallel packed,lane_lockstep,lane_ropes "1 1" "15 2" "17 4" "33 5" "0 6" "1500 7"
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  float at;
  int id;
  Node *kid[3];
};
struct Query {
  float at, best;
  int kind, count, last;
  double sum;
};

static float gap(float a, float b) { return a < b ? b - a : a - b; }

// Each call its own condition; the first one has none.
#pragma regtt traversal
static void nearest(Query &q, const Node *n) {
  if (!n)
    return;
  const float d = gap(q.at, n->at);
  if (d < q.best) {
    q.best = d;
    q.last = n->id;
  }
  ++q.count;
  nearest(q, n->kid[1]);
  if (d * 0.5f < q.best)
    nearest(q, n->kid[0]);
  if (q.count < 40 && q.last % 3 != 0)
    nearest(q, n->kid[2]);
}

// A condition for one of two calls that come later.
#pragma regtt traversal
static void some(Query &q, const Node *n, float reach) {
  if (!n || reach < 0.01f)
    return;
  q.sum += reach * n->at;
  if (q.at < n->at) {
    some(q, n->kid[0], reach * 0.5f);
    some(q, n->kid[1], reach * 0.75f);
    if (q.sum < 2)
      some(q, n->kid[2], reach);
  } else {
    some(q, n->kid[2], reach * 0.25f);
    if (reach + q.sum < 3)
      some(q, n->kid[1], reach * 0.75f);
  }
}

// An array of what lives across the call.
#pragma regtt traversal
static void arrays(Query &q, const Node *n) {
  if (!n)
    return;
  float seen[3];
  seen[0] = q.at;
  seen[1] = n->at;
  seen[2] = float(q.sum);
  arrays(q, n->kid[0]);
  seen[1] += float(q.sum) * 0.25f;
  q.sum = seen[0] * 0.5f + seen[1];
  arrays(q, n->kid[1]);
  for (int k = 0; k < 3; ++k)
    q.sum += seen[k] * float(k + 1);
  if (q.sum > 100)
    q.sum *= 0.125;
}

#pragma regtt traversal
static void add(Query &q, const Node *n) {
  if (!n)
    return;
  q.sum += n->at;
  add(q, n->kid[0]);
  if (q.sum < 50)
    add(q, n->kid[2]);
}

static unsigned state;
static float draw() {
  state = state * 1103515245 + 12345;
  return float(state >> 16 & 0x7fff) / 0x8000;
}

static Node *grow(int depth, int &id) {
  if (depth == 0 || draw() < 0.2f)
    return nullptr;
  Node *n = new Node{draw(), id++, {}};
  for (Node *&kid : n->kid)
    kid = grow(depth - 1, id);
  return n;
}

static void print(const char *what, const std::vector<Query> &queries) {
  std::printf("%s\n", what);
  for (const Query &q : queries)
    std::printf("%a %d %d %a\n", double(q.best), q.count, q.last, q.sum);
}

int main(int argc, char **argv) {
  const int numQueries = argc > 1 ? std::atoi(argv[1]) : 100;
  state = unsigned(argc > 2 ? std::atoi(argv[2]) : 1);
  int id = 1;
  const Node *root = grow(7, id), *other = grow(6, id);
  std::vector<Query> queries;
  for (int i = 0; i < numQueries; ++i)
    queries.push_back({draw(), 1, i % 5, 0, 1, 0});

#pragma regtt parallel
  for (Query &q : queries)
    nearest(q, root);
  print("nearest", queries);

#pragma regtt parallel
  for (Query &q : queries)
    some(q, root, 1);
  print("some", queries);

#pragma regtt parallel
  for (Query &q : queries)
    arrays(q, root);
  print("arrays", queries);

#pragma regtt parallel
  for (Query &q : queries) {
    q.count = 0;
    nearest(q, other);
    if (q.kind > 2)
      add(q, root);
    q.best = 0.5f;
    nearest(q, root);
  }
  print("program", queries);
}
