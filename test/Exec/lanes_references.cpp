// Functions of lanes that hand on by pointer what they are handed by reference:
// the node's data and arrays that all lanes have alike, and what each lane has
// of its own and some change.
//
//   lanes_references QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=lanes --variant=packed,lane_lockstep,lane_ropes -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same_lanes %t.serial %t.parallel packed,lane_lockstep,lane_ropes "1 1" "15 2" "17 4" "0 6" "900 7"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  float at[3];
  int id, weight;
  const Node *child[2];
};

struct Query {
  float at[3];
  int x, visits;
  long sum;
  double far;
};

static float squared(const float *a, const float *b) {
  float sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}
static float distance(const float (&a)[3], const float (&b)[3]) {
  return std::sqrt(squared(a, b));
}

static void put(int *t, int k, int value) { t[k] = value; }
static void set(int (&t)[3], int x) {
  if (x % 3 == 0)
    put(&t[0], 1, x);
  put(&t[0], 2, 7);
}
static int add(const int *t) { return t[0] + t[1] * 2 + t[2] * 3; }
static int addAll(const int (&t)[3]) { return add(&t[0]); }

static void step(int *count) { ++*count; }
static void stepBy(int &count) {
  int &same = count;
  step(&same);
}

#pragma regtt traversal
static void visit(Query *q, const Node *n) {
  if (!n)
    return;
  q->visits++;
  q->far += distance(q->at, n->at);
  int own[3] = {1, 2, n->id};
  const int alike[3] = {4, n->weight, 6};
  set(own, q->x + n->id);
  int some = 0, all = 0;
  stepBy(all);
  if ((q->x + n->id) % 3 != 0)
    stepBy(some);
  q->sum = q->sum * 3 + addAll(own) + addAll(alike) + 10 * some + all;
  if (q->sum % 11 == 3)
    return;
  visit(q, n->child[0]);
  visit(q, n->child[1]);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 0;
  unsigned state = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  const auto drawn = [&] { return int((state = state * 69069u + 1) >> 16); };
  std::vector<Node> nodes(255);
  for (int i = 0; i < 255; ++i) {
    nodes[i].id = i;
    nodes[i].weight = drawn() % 50;
    for (float &x : nodes[i].at)
      x = drawn() % 1000 / 100.0f;
    for (int k = 0; k < 2; ++k)
      nodes[i].child[k] = 2 * i + k + 1 < 255 ? &nodes[2 * i + k + 1] : nullptr;
  }
  std::vector<Query> queries(count);
  for (Query &q : queries) {
    q = {};
    q.x = drawn() % 100;
    for (float &x : q.at)
      x = drawn() % 1000 / 100.0f;
  }
  const Node *root = &nodes[0];
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    visit(&queries[i], root);
  for (const Query &q : queries)
    std::printf("%d %ld %a\n", q.visits, q.sum, q.far);
}
