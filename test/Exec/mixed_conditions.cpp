// Conditions that node and query decide together: linearising follows a pointer,
// and looks at children, where what they say of the node holds.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes 1 2 100 1000

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

struct Value {
  float weight;
};
struct Node {
  float x;
  int kind;
  bool has, leaf;
  const Value *value; // where `has`; elsewhere an address that is none
  const Value *other; // where `kind == 2`
  Node *left, *right; // of a leaf: addresses that are none
};
struct Query {
  float x, sum;
  int hits;
};

/// Some of the nodes that a query comes to, as the node and the query say.
static int chosen(const Query *q, const Node *n) {
  for (int k = 0; k < 3; ++k)
    if (n->x * static_cast<float>(k) > q->x)
      return k;
  return 3;
}

// Children of no leaf, though the test is made in two steps.
#pragma regtt traversal
static void stop(Query *q, const Node *n) {
  q->hits++;
  if (n->leaf || (chosen(q, n) == 2 && n->kind == 1)) {
    q->sum += n->x;
    return;
  }
  stop(q, n->left);
  q->sum = q->sum * 0.5f + 1;
  stop(q, n->right);
}

#pragma regtt traversal
static void conjunctions(Query *q, const Node *n) {
  const bool near = n->has && q->x > -0.5f;
  bool far = n->has;
  far = far && n->x > q->x;
  q->hits++;
  if (near && q->hits > 3)
    q->sum += n->value->weight;
  if (far)
    q->sum += n->value->weight * 2;
  const bool none = !n->has || q->hits % 5 == 0;
  if (!none)
    q->sum -= n->value->weight;
  if (n->leaf)
    return;
  conjunctions(q, n->left);
  conjunctions(q, n->right);
}

#pragma regtt traversal
static void numbers(Query *q, const Node *n) {
  int what = 0;
  if (n->has && q->x < n->x)
    what = 1;
  else if (n->kind == 2)
    what = q->hits % 2 == 0 ? 2 : 0;
  q->hits++;
  const int asked = n->has && q->hits % 3 == 0;
  switch (what) {
  case 1:
    q->sum += n->value->weight;
    break;
  case 2:
    q->sum -= n->other->weight;
    break;
  default:
    q->hits++;
  }
  if (what == 1 || asked)
    q->sum += n->value->weight * 0.25f;
  if (n->leaf)
    return;
  numbers(q, n->left);
  // What was decided on arrival is asked again behind the call.
  if (what == 2)
    q->sum *= n->other->weight;
  numbers(q, n->right);
}

static bool sees(const Query *q, const Node *n) {
  if (!n->has)
    return false;
  if (q->x < 0)
    return n->x > q->x;
  return q->hits % 4 == 1;
}
static int sideOf(const Query *q, const Node *n) {
  if (n->kind != 2)
    return -1;
  return q->x < n->x ? 0 : 1;
}

#pragma regtt traversal
static void functions(Query *q, const Node *n) {
  q->hits++;
  if (sees(q, n))
    q->sum += n->value->weight;
  const int side = sideOf(q, n);
  if (side == 1)
    q->sum += n->other->weight;
  if (n->leaf)
    return;
  functions(q, n->left);
  functions(q, n->right);
}

static std::deque<Node> nodes;
static std::deque<Value> values;
static unsigned drawn = 1;
static int draw(int below) {
  drawn = drawn * 1664525u + 1013904223u;
  return static_cast<int>((drawn >> 8) % static_cast<unsigned>(below));
}

static const Value *valueOr(bool has) {
  if (!has)
    return reinterpret_cast<const Value *>(std::uintptr_t(0x10 + draw(99)));
  values.push_back({static_cast<float>(draw(100)) / 8});
  return &values.back();
}

static Node *build(int count) {
  nodes.push_back({});
  Node *n = &nodes.back();
  n->x = static_cast<float>(draw(200) - 100) / 64;
  n->kind = draw(4);
  n->has = draw(3) == 0;
  n->value = valueOr(n->has);
  n->other = valueOr(n->kind == 2);
  n->leaf = count < 3;
  if (n->leaf) {
    n->left = reinterpret_cast<Node *>(std::uintptr_t(0x10 + draw(99)));
    n->right = reinterpret_cast<Node *>(std::uintptr_t(0x10 + draw(99)));
    return n;
  }
  n->left = build((count - 1) / 2);
  n->right = build(count - 1 - (count - 1) / 2);
  return n;
}

int main(int, char **argv) {
  const int count = std::atoi(argv[1]);
  const Node *root = build(count);
  std::vector<Query> queries;
  for (int i = 0; i < count + 20; ++i)
    queries.push_back({static_cast<float>(draw(200) - 100) / 64, 0, 0});
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    stop(&queries[i], root);
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    conjunctions(&queries[i], root);
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    numbers(&queries[i], root);
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    functions(&queries[i], root);
  for (const Query &q : queries)
    std::printf("%a %d\n", static_cast<double>(q.sum), q.hits);
}
