// Inner nodes keep anything in a pointer that only leaves use: linearising does
// not follow it there.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes 1 2 100 1000

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

struct Value {
  int key;
};
struct Query {
  int key, found;
};
struct Node {
  int low, high;
  const Value *value; // of a leaf; elsewhere an address that is none
  Node *left, *right;
  void count(Query &q) const;
};

#pragma regtt traversal
static void find(Query &q, const Node *n) {
  if (q.key < n->low || q.key > n->high)
    return;
  if (!n->left) {
    q.found += n->value->key == q.key;
    return;
  }
  find(q, n->left);
  find(q, n->right);
}

#pragma regtt traversal
void Node::count(Query &q) const {
  if (q.key < low || q.key > high)
    return;
  if (low == high)
    q.found += 10 * (value->key <= q.key);
  if (this->low == (this->high)) {
    q.found += 1000 * (this->value->key == low);
    return;
  }
  left->count(q);
  right->count(q);
}

static bool isInner(const Node &n) { return n.left && n.right; }

// Locals say it, one made of the other.
#pragma regtt traversal
static void findByLocals(Query &q, const Node *n) {
  const bool leaf = !isInner(*n);
  const int kind = leaf ? 3 : 1;
  if (q.key < n->low || q.key > n->high)
    return;
  if (kind == 3)
    q.found ^= 10000 * (n->value->key <= q.key);
  if (kind == 3 && q.key > 0) {
    q.found ^= 50000 * (n->value->key == q.key);
    return;
  }
  if (!leaf) {
    findByLocals(q, n->left);
    findByLocals(q, n->right);
  }
}

// The test is a member of what holds the traversal.
struct Finder {
  bool isLeaf(const Node *n) const { return !n->right; }

#pragma regtt traversal
  void find(Query &q, const Node *n) const {
    if (isLeaf(n)) {
      q.found += 100 * (n->value->key == q.key);
      return;
    }
    find(q, n->left);
    find(q, n->right);
  }

  void run(std::vector<Query> &queries, const Node *root) const {
#pragma regtt parallel
    for (std::size_t i = 0; i < queries.size(); ++i)
      find(queries[i], root);
  }
};

static std::deque<Node> nodes;

static Node *build(const std::vector<Value> &values, int low, int high) {
  nodes.push_back({low, high, nullptr, nullptr, nullptr});
  Node *n = &nodes.back();
  if (low == high) {
    n->value = &values[low];
    return n;
  }
  n->value = reinterpret_cast<const Value *>(std::uintptr_t(0x10 + low));
  n->left = build(values, low, (low + high) / 2);
  n->right = build(values, (low + high) / 2 + 1, high);
  return n;
}

int main(int, char **argv) {
  const int count = std::atoi(argv[1]);
  std::vector<Value> values;
  for (int i = 0; i < count; ++i)
    values.push_back({i * 7919 % count});
  const Node *root = build(values, 0, count - 1);
  std::vector<Query> queries;
  for (int i = -3; i < count + 3; ++i)
    queries.push_back({i, 0});
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    find(queries[i], root);
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    root->count(queries[i]);
  Finder().run(queries, root);
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    findByLocals(queries[i], root);
  for (const Query &q : queries)
    std::printf("%d %d\n", q.key, q.found);
}
