// Lists of children for lanes: calls of all of them and of some, under
// conditions that are asked when a call's turn comes, with arguments, with what
// follows the calls, and in programs.
//
//   lanes_lists QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=lanes --variant=lane_lockstep -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same_lanes %t.serial %t.parallel lane_lockstep "1 1" "15 2" "16 3" "17 4" "33 5" "0 6" "1500 7"
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  float lo, hi;
  int id;
  std::vector<Node *> kids;
};
struct Query {
  float at, best;
  int kind, count, last;
  double sum;
};

#pragma regtt traversal
static void within(Query &q, const Node *n, float reach, short depth) {
  if (n == nullptr || depth > 9)
    return;
  if (q.at < n->lo - reach || q.at > n->hi + reach)
    return;
  ++q.count;
  q.last = q.last * 31 + n->id;
  for (const Node *kid : n->kids)
    within(q, kid, reach * 0.75f, (short)(depth + 1));
}

// Some queries call all, others some.
#pragma regtt traversal
static void some(Query &q, const Node *n) {
  q.last = q.last * 31 + n->id;
  if (q.at < n->lo)
    return;
  for (std::size_t k = 0; k < n->kids.size(); ++k)
    if (q.kind % 2 == 0 || k % 3 != 1)
      some(q, n->kids[k]);
}

// The condition when the call's turn comes.
#pragma regtt traversal
static void nearest(Query &q, const Node *n) {
  const float d = q.at < n->lo ? n->lo - q.at : q.at - n->lo;
  if (d < q.best) {
    q.best = d;
    q.last = n->id;
  }
  ++q.count;
  for (const Node *kid : n->kids)
    if (q.best > 0.01f)
      nearest(q, kid);
}

// What follows the calls.
#pragma regtt traversal
static void after(Query &q, const Node *n, double weight) {
  if (!n)
    return;
  const double before = q.sum;
  for (const Node *kid : n->kids)
    after(q, kid, weight * 0.5);
  q.sum += weight * n->lo + (q.sum - before) * 0.125;
}

static unsigned state;
static float draw() {
  state = state * 1103515245 + 12345;
  return float(state >> 16 & 0x7fff) / 0x8000;
}

static Node *grow(int depth, float lo, float hi, int &id, bool gaps) {
  Node *n = new Node{lo, hi, id++, {}};
  const int kids = depth > 0 ? int(draw() * 6) : 0;
  for (int k = 0; k < kids; ++k) {
    const float step = (hi - lo) / float(kids);
    n->kids.push_back(gaps && draw() < 0.2f
                          ? nullptr
                          : grow(depth - 1, lo + step * float(k),
                                 lo + step * float(k + 1), id, gaps));
  }
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
  int id = 0;
  const Node *gaps = grow(6, 0, 1, id, true), *full = grow(6, 0, 1, id, false);
  std::vector<Query> queries;
  for (int i = 0; i < numQueries; ++i)
    queries.push_back({draw(), 1, i % 5, 0, 0, 0});

#pragma regtt parallel
  for (Query &q : queries)
    within(q, gaps, 0.01f, 0);
  print("within", queries);

#pragma regtt parallel
  for (Query &q : queries)
    some(q, full);
  print("some", queries);

#pragma regtt parallel
  for (Query &q : queries)
    nearest(q, full);
  print("nearest", queries);

#pragma regtt parallel
  for (Query &q : queries)
    after(q, gaps, 1);
  print("after", queries);

#pragma regtt parallel
  for (Query &q : queries) {
    within(q, full, 0.02f, 1);
    if (q.count % 3 == 0)
      within(q, gaps, 0.03f, 2);
  }
  print("programs", queries);
}
