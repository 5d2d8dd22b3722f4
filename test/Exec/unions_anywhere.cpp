// Unions that are nodes, elements of containers, what queries point to, what
// calls return to and what they are handed of it; pointers to their members that
// locals keep; data of children that data choose. What an iteration writes as
// one member, and others read through nodes as another, ends the program.
//
//   unions_anywhere NODES QUERIES SEED [WATCHED]
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++17 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "200 60 1" "1 3 2" "2 5 3"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 60 9 5 2>&1 | FileCheck %s
// CHECK-COUNT-8: verify=identical
// CHECK-NOT: verify=
// RUN: env REGTT_TARGET=cpu not %t.parallel 9 5 1 member 2>&1 | FileCheck %s --check-prefix=MEMBER
// MEMBER: an iteration writes 'n->both->f', which is read through a node
// RUN: env REGTT_TARGET=cpu not %t.parallel 9 5 1 part 2>&1 | FileCheck %s --check-prefix=PART
// PART: an iteration writes 'n->pair->a', which is read through a node
#include "../Inputs/numbers.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <queue>
#include <vector>

static int numNodes, numQueries;
static float real() { return float(nextFraction()) * 100 - 50; }

//===--- Nodes ------------------------------------------------------------===//

namespace nodes {

/// Both begin with `leaf`.
union Node {
  struct {
    int leaf;
    float cut;
    Node *kids[2];
  } inner;
  struct {
    int leaf, count;
    float weights[4];
  } end;
  int leaf;
};
struct Query {
  float x, sum;
  int count;
};

#pragma regtt traversal
void visit(Query *q, const Node *n) {
  if (n->end.leaf) {
    for (int i = 0; i < n->end.count; ++i)
      q->sum += n->end.weights[i];
    q->count += n->leaf;
    return;
  }
  const int side = q->x < n->inner.cut ? 0 : 1;
  q->count += n->inner.kids[1 - side]->end.leaf;
  visit(q, n->inner.kids[side]);
  if (n->leaf == 0 && q->x + 10 > n->inner.cut)
    visit(q, n->inner.kids[1]);
}

static Node *build(std::vector<Node> &all, int size) {
  Node *n = &all.emplace_back();
  if (size < 2) {
    n->end.leaf = 1;
    n->end.count = nextNumber() % 5;
    for (float &w : n->end.weights)
      w = real();
    return n;
  }
  n->inner.leaf = 0;
  n->inner.cut = real();
  n->inner.kids[0] = build(all, size / 2);
  n->inner.kids[1] = build(all, size - size / 2);
  return n;
}

static void run() {
  std::vector<Node> all;
  all.reserve(2 * numNodes + 1);
  const Node *root = build(all, numNodes);
  std::vector<Query> queries(numQueries);
  for (Query &q : queries)
    q = {real(), 0, 0};
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    visit(&queries[i], root);
  for (const Query &q : queries)
    std::printf("%a %d\n", double(q.sum), q.count);
}

} // namespace nodes

//===--- Queries ----------------------------------------------------------===//

namespace queries {

struct Node {
  float x;
  int id;
  Node *left, *right;
};
union Key {
  struct {
    float distance;
    int id;
  };
  std::uint64_t w;
  bool operator<(const Key &o) const { return distance < o.distance; }
};
union Word {
  float f;
  std::uint32_t u;
  struct {
    float v[2];
  } more;
};
union Wide {
  double d;
  std::uint64_t w;
  float f[2];
};
struct Query {
  float x, sum;
  std::priority_queue<Key> best;
  std::vector<Key> list;
  Word *behind, *row;
  Word own;
  Wide out, two[2];
};

#pragma regtt traversal bound(q.list : 64)
void collect(Query &q, const Node *n) {
  if (!n)
    return;
  Key k;
  k.distance = (n->x - q.x) * (n->x - q.x);
  k.id = n->id;
  if (q.best.size() < 4) {
    q.best.push(k);
  } else if (k < q.best.top()) {
    q.best.pop();
    q.best.push(k);
  }
  if (n->id % 5 == 0 && q.list.size() < 60) {
    k.w ^= 1;
    q.list.push_back(k);
  }
  collect(q, n->left);
  collect(q, n->right);
}

#pragma regtt traversal extent(q->row : 4)
void change(Query *q, const Node *n) {
  if (!n)
    return;
  q->behind->f += n->x;
  q->sum += q->behind->u & 3;
  q->behind->u ^= 1;
  q->row[n->id & 3].f += n->x;
  q->sum += q->row[n->id & 3].u & 7;
  q->row[(n->id + 1) & 3].u++;
  float *p = n->left ? &q->own.f : &q->sum;
  *p += n->x;
  float *w = q->own.more.v;
  w[1] += *p;
  q->sum += q->own.u & 1;
  change(q, n->left);
  change(q, n->right);
}

#pragma regtt traversal
double depth(const Node *n, double at) {
  if (!n)
    return 0;
  const double below = depth(at < n->x ? n->left : n->right, at);
  return below + n->x;
}

#pragma regtt traversal
void bits(const Node *n, float at, std::uint32_t &out) {
  if (!n)
    return;
  out = out * 3 + (n->x < at);
  bits(n->left, at, out);
  bits(n->right, at, out);
}

static void run() {
  std::vector<Node> all(numNodes);
  for (int i = 0; i < numNodes; ++i)
    all[i] = {real(), i, 2 * i + 1 < numNodes ? &all[2 * i + 1] : nullptr,
              2 * i + 2 < numNodes ? &all[2 * i + 2] : nullptr};
  const Node *root = all.data();
  std::vector<Query> queries(numQueries);
  std::vector<Word> behind(numQueries), rows(4 * numQueries), words(numQueries);
  for (int i = 0; i < numQueries; ++i) {
    Query &q = queries[i];
    q.x = real();
    q.sum = 0;
    q.behind = &behind[i];
    q.row = &rows[4 * i];
    q.own.more.v[0] = q.own.more.v[1] = 0;
    q.two[0].w = q.two[1].w = i;
    words[i].f = real();
  }
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    collect(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    change(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    queries[i].out.d = depth(root, queries[i].x);
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    queries[i].two[1].f[0] = float(depth(root, queries[i].out.d / 8));
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i) {
    queries[i].two[0].w += 3;
    const double r = depth(root, queries[i].two[1].f[0]);
    queries[i].two[0].f[1] += float(r);
    queries[i].out.w ^= queries[i].two[0].w;
  }
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    bits(root, words[i].f, words[i].u);
  for (int i = 0; i < numQueries; ++i) {
    Query &q = queries[i];
    for (; !q.best.empty(); q.best.pop())
      std::printf("%lx ", q.best.top().w);
    for (const Key &k : q.list)
      std::printf("%lx ", k.w);
    std::printf("%a %x %x %x %x ", double(q.sum), behind[i].u, rows[4 * i].u,
                rows[4 * i + 3].u, q.own.u);
    std::printf("%lx %lx %lx %x\n", q.out.w, q.two[0].w, q.two[1].w,
                words[i].u);
  }
}

} // namespace queries

//===--- What nodes lead to -----------------------------------------------===//

namespace watched {

struct Pair {
  int a, b;
};
union Both {
  Pair pair;
  float f;
  int i;
};
struct Query {
  Both both;
  int count;
};
struct Node {
  int k;
  const Both *both;
  const Pair *pair;
  Node *left, *right;
};

#pragma regtt traversal
void visit(Query *q, const Node *n) {
  if (!n)
    return;
  q->both.i += 1000;
  q->count += n->both->f > 0 ? 1 : 2;
  q->count ^= n->pair->a;
  visit(q, n->left);
  visit(q, n->right);
}

static void run(const char *what) {
  Both other;
  other.pair = {5, 6};
  const Pair pair = {7, 8};
  std::vector<Query> queries(numQueries);
  for (Query &q : queries)
    q = {other, 0};
  std::vector<Node> all(numNodes);
  for (int i = 0; i < numNodes; ++i)
    all[i] = {i, &other, &pair,
              2 * i + 1 < numNodes ? &all[2 * i + 1] : nullptr,
              2 * i + 2 < numNodes ? &all[2 * i + 2] : nullptr};
  if (!std::strcmp(what, "member"))
    all[numNodes / 2].both = &queries[1].both;
  if (!std::strcmp(what, "part"))
    all[numNodes / 2].pair = &queries[1].both.pair;
  const Node *root = all.data();
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    visit(&queries[i], root);
  for (const Query &q : queries)
    std::printf("%x %d\n", q.both.i, q.count);
}

} // namespace watched

int main(int argc, char **argv) {
  numNodes = argc > 1 ? std::atoi(argv[1]) : 200;
  numQueries = argc > 2 ? std::atoi(argv[2]) : 50;
  numbersState = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 1;
  nodes::run();
  queries::run();
  watched::run(argc > 4 ? argv[4] : "");
}
