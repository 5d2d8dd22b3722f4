// What lanes do where queries at one node differ: conditions and what else
// stands beside them, loops that some leave early or run longer, ways out of
// both, values of every width, functions that return at several places;
// and names that lane code has for its own.
//
//   lanes_statements QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=lanes --variant=packed,lane_lockstep,lane_ropes -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same_lanes %t.serial %t.parallel packed,lane_lockstep,lane_ropes "5 1" "0 2" "40 3" "3000 4"
#include <cmath>
#include <cstdio>
#include <cstdlib>

struct Node {
  float at[3], split;
  double weight;
  long big;
  short count;
  unsigned char kind;
  bool isBig;
  Node *kid[2];
};

struct LaneTraversal {
  float at[3], least;
  double sum;
  long total;
  int count, limit, steps;
  short few;
  unsigned char code;
  bool any;
};

static float distance(const LaneTraversal &q, const Node *n) {
  float sum = 0;
  for (int i = 0; i < 3; ++i) {
    float d = q.at[i] - n->at[i];
    sum += d * d;
  }
  return std::sqrt(sum);
}

// Returns at several places, from inside of a loop, too.
static int rank(const LaneTraversal &q, const Node *n) {
  if (q.at[0] < n->split)
    return q.count % 3 == 0 ? 1 : 2;
  float go = 0;
  for (int i = 0; i < 3; ++i) {
    go += std::fabs(q.at[i] - n->at[i]);
    if (go > 1.5f)
      return 10 + i;
  }
  if (n->isBig)
    return 20;
  return go < 0.5f ? 30 : 40;
}

// Changes the query, and says whether it did.
static bool note(LaneTraversal &q, const Node *n, int by) {
  if (q.limit <= by)
    return false;
  q.total += by * n->big;
  if (by > 15) {
    q.few = short(q.few + by);
    return true;
  }
  q.any = !q.any;
  return q.any;
}

// As long as each query wants to.
static void walk(LaneTraversal &q, const Node *n) {
  int loop = q.limit & 7;
  double x = q.sum;
  while (loop > 0) {
    x = x * 0.5 + n->weight;
    if (x > 40)
      break;
    --loop;
  }
  for (int i = 0; i < q.limit; ++i) {
    if (i * n->count > q.count + 3)
      break;
    if ((i ^ q.code) & 1)
      q.steps += i;
    else
      q.steps -= n->kind;
  }
  q.sum = x;
}

#pragma regtt traversal
static void visit(LaneTraversal &q, const Node *n) {
  if (!n)
    return;
  ++q.count;
  const float d = distance(q, n);
  if (d > q.least + n->split)
    return;
  if (n->kind == 0) {
    if (d < q.least)
      q.sum += n->weight;
    return;
  }
  const int some = rank(q, n);
  switch (n->kind) {
  case 1:
    if (note(q, n, some))
      q.code ^= (unsigned char)some;
    else if (q.any)
      q.code += 3;
    else
      q.total -= n->count;
    break;
  case 2:
    walk(q, n);
    break;
  default:
    if (q.any && d < 1.0f) {
      float least = q.least;
      if (some > 20)
        least = d;
      else if (some > 2)
        least *= 0.75f;
      q.least = least < 0.1f ? 0.1f : least;
    } else {
      q.least += 0.01f * (float)(q.count & 3);
    }
  }
  if (q.limit < n->count) {
    if (d > 0.25f)
      return;
  }
  const long wide = (long)q.few * n->big - q.total;
  q.total = wide > 1000000L || wide < -1000000L ? wide / 16 : wide;
  visit(q, n->kid[0]);
  visit(q, n->kid[1]);
}

// Each query its own order.
#pragma regtt traversal
static void guided(LaneTraversal &q, const Node *n) {
  q.sum = q.sum * 0.5 + (double)n->at[0];
  ++q.steps;
  if (!n->kid[0] || !n->kid[1])
    return;
  if (q.steps > q.limit * 8)
    return;
  const bool first = q.at[n->kind % 3] + (float)q.few * 0.001f < n->split;
  guided(q, first ? n->kid[0] : n->kid[1]);
  guided(q, first ? n->kid[1] : n->kid[0]);
}

static float uniform() { return float(std::rand()) / float(RAND_MAX); }

static Node *build(int depth) {
  if (depth == 0)
    return nullptr;
  Node *n = new Node;
  for (float &x : n->at)
    x = uniform() * 2 - 1;
  n->split = uniform() - 0.5f;
  n->weight = uniform() * 10;
  n->big = std::rand() % 1000 - 500;
  n->count = short(std::rand() % 9);
  n->kind = (unsigned char)(std::rand() % 5);
  n->isBig = std::rand() % 2;
  const bool isThin = std::rand() % 5 == 0;
  n->kid[0] = build(depth - 1);
  n->kid[1] = isThin ? nullptr : build(depth - 1);
  return n;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  std::srand(argc > 2 ? unsigned(std::atoi(argv[2])) : 1);
  Node *root = build(9);
  LaneTraversal *queries = new LaneTraversal[count + 1]();
  for (int i = 0; i < count; ++i) {
    LaneTraversal &q = queries[i];
    for (float &x : q.at)
      x = uniform() * 2 - 1;
    q.least = uniform();
    q.limit = std::rand() % 40;
    q.code = (unsigned char)std::rand();
    q.few = short(std::rand() % 100);
    q.any = std::rand() % 2;
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    visit(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    guided(queries[i], root);
  for (int i = 0; i < count; ++i) {
    const LaneTraversal &q = queries[i];
    std::printf("%a %a %ld %d %d %d %d %d\n", double(q.least), q.sum, q.total,
                q.count, q.steps, int(q.few), int(q.code), int(q.any));
  }
}
