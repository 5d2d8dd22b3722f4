// Children and data of private members, through functions that return them:
// pointers, references, owned pointers, arrays and vectors, by index, one
// through another, free functions and friends, in class templates; the nodes of
// a tree that are numbers; numbers of children that functions compute.
//
//   accessors NODES QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "300 100 1" "1 3 2" "2 3 3" "900 30 4"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 60 5 2 2>&1 | FileCheck %s
// CHECK-COUNT-14: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/accessors.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/accessors.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/accessors.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

struct Query {
  float x;
  int count;
  std::uint64_t trace;
};

static bool enters(Query &q, unsigned key) {
  q.trace = q.trace * 31 + key;
  return ++q.count <= 2500;
}

struct Item {
  float weight;
  int tag;
};

template <class Real> class Node {
public:
  Real split() const { return split_; }
  unsigned key() const { return key_; }
  Node *left() { return left_; }
  const Node *left() const { return left_; }
  const Node *right() const { return this->right_; }
  const Node *owned() const { return owned_.get(); }
  const Node &ownedObject() const { return *owned_; }
  const std::unique_ptr<Node> &holder() const { return owned_; }
  const Node *child(int k) const { return kids_[k]; }
  const Node *at(std::size_t k) const { return others_[k]; }
  const Node *first() const { return child(0); }
  const Node *nth(int k) const { return child(k); }
  const std::array<Node *, 2> &others() const { return others_; }
  const std::vector<Node *> &children() const { return list_; }
  std::vector<Node *> copyOfChildren() const { return list_; }
  const std::vector<Item> &items() const { return items_; }
  const Item *item() const { return item_; }
  bool isLeaf() const { return !left_ && right_ == nullptr; }
  bool hasLeft() const { return left() != nullptr; }

  // Any number of nodes, the first of them the root.
  static Node *build(std::vector<std::unique_ptr<Node>> &nodes, int count) {
    if (count <= 0)
      return nullptr;
    nodes.push_back(std::make_unique<Node>());
    Node *n = nodes.back().get();
    n->split_ = Real(nextFraction());
    n->key_ = unsigned(nextNumber());
    n->own_ = {float(nextFraction()), nextNumber() % 9};
    n->item_ = &n->own_;
    for (int k = nextNumber() % 4; k > 0; --k)
      n->items_.push_back({float(nextFraction()), nextNumber() % 5});
    --count;
    Node **slots[] = {&n->left_,    &n->right_,     &n->kids_[0],  &n->kids_[1],
                      &n->kids_[2], &n->others_[0], &n->others_[1]};
    for (Node **slot : slots) {
      const int part = nextNumber() % (count / 3 + 2);
      *slot = build(nodes, part < count ? part : count);
      count -= part < count ? part : count;
    }
    for (int k = nextNumber() % 3; k > 0 && count > 0; --k) {
      const int part = count < 7 ? count : count / 2;
      n->list_.push_back(build(nodes, part));
      count -= part;
    }
    if (nextNumber() % 3) {
      n->owned_ = std::make_unique<Node>();
      n->owned_->key_ = 7;
      n->owned_->item_ = &n->own_;
    }
    return n;
  }

private:
  Real split_ = 0;
  unsigned key_ = 1;
  Item own_ = {};
  Item *item_ = nullptr;
  Node *left_ = nullptr, *right_ = nullptr;
  Node *kids_[3] = {};
  std::array<Node *, 2> others_ = {};
  std::unique_ptr<Node> owned_;
  std::vector<Node *> list_;
  std::vector<Item> items_;

  template <class R> friend void friendly(Query &q, const Node<R> *n);
};
using Float = Node<float>;

#pragma regtt traversal
static void pointers(Query &q, const Float *n) {
  if (!n || !enters(q, n->key()))
    return;
  if (q.x < n->split()) {
    pointers(q, n->left());
    pointers(q, n->right());
  } else {
    const Float *near = n->right(), *far = n->left();
    pointers(q, near);
    pointers(q, far);
  }
  pointers(q, n->owned());
}

#pragma regtt traversal
static void references(Query &q, const Float &n) {
  if (!enters(q, n.key()) || n.isLeaf())
    return;
  if (n.hasLeft())
    references(q, *n.left());
  if (const auto *c = n.right())
    references(q, *c);
  if (n.holder())
    references(q, n.ownedObject());
}

#pragma regtt traversal
static void indexed(Query &q, const Float *n) {
  if (!n || !enters(q, n->key()))
    return;
  for (int k = 0; k < 3; ++k)
    indexed(q, n->child(k));
  const int side = q.x > n->split();
  indexed(q, n->at(side));
  indexed(q, n->others()[1 - side]);
}

#pragma regtt traversal
static void nested(Query &q, const Float *n) {
  if (!n || !enters(q, n->key()))
    return;
  nested(q, n->first());
  if (q.count < 900)
    nested(q, n->nth(q.x > n->split() ? 2 : 1));
}

#pragma regtt traversal
static void ranges(Query &q, const Float *n) {
  if (!enters(q, n->key()) || q.x * 3 < n->split())
    return;
  for (const auto &item : n->items())
    q.trace += item.weight < q.x ? unsigned(item.tag) : 0;
  for (const Float *c : n->children())
    ranges(q, c);
}

#pragma regtt traversal
static void counted(Query &q, const Float *n, int depth) {
  if (!enters(q, n->key() + unsigned(depth)))
    return;
  for (std::size_t k = 0; k < n->items().size(); ++k)
    q.trace += unsigned(n->items()[k].tag);
  for (std::size_t k = 0; k < n->children().size(); ++k)
    counted(q, n->children()[k], depth + 1);
}

#pragma regtt traversal
static void iterated(Query &q, const Float *n) {
  q.trace += unsigned(n->item()->tag);
  if (!enters(q, n->key()))
    return;
  for (auto it = n->children().begin(); it != n->children().end(); ++it)
    iterated(q, *it);
}

#pragma regtt traversal
static void others(Query &q, const Float *n) {
  if (!enters(q, n->key()))
    return;
  for (const Float *c : n->others())
    if (c)
      others(q, c);
}

template <class Real>
#pragma regtt traversal
void friendly(Query &q, const Node<Real> *n) {
  if (!n || !enters(q, n->key_))
    return;
  if (q.x < n->split_)
    friendly(q, n->left_);
  friendly(q, n->right());
}

// The children are what free functions say.
template <class Real> const Node<Real> *leftOf(const Node<Real> *n) {
  return n->left();
}
static const Float *rightOf(const Float &n) { return n.right(); }
#pragma regtt traversal
static void freely(Query &q, const Float *n) {
  if (!n || !enters(q, n->key()))
    return;
  freely(q, leftOf(n));
  freely(q, rightOf(*n));
}

// Nodes that are numbers, which only the tree knows.
template <class Real> class Tree {
public:
  explicit Tree(int count) { fill(count); }

  void find(std::vector<Query> &queries) const {
#pragma regtt parallel
    for (std::size_t i = 0; i < queries.size(); ++i)
      visit(queries[i], 0);
  }
  void descend(std::vector<Query> &queries) const {
#pragma regtt parallel
    for (Query &q : queries)
      step(q, 0);
  }

private:
  struct Cell {
    Real split;
    int left, right;
    bool isLeaf() const { return left < 0 && right < 0; }
  };
  const Cell &node(int i) const { return cells_[i]; }
  const Cell &operator[](int i) const { return cells_[i]; }
  int left(int i) const { return cells_[i].left; }
  static int leftInHeap(int i) { return 2 * i + 1; }

#pragma regtt traversal
  void visit(Query &q, int i) const {
    if (i < 0 || !enters(q, unsigned(i)))
      return;
    const Cell &c = node(i);
    if (c.isLeaf() || q.x * 2 < c.split)
      return;
    visit(q, left(i));
    visit(q, node(i).right);
  }

#pragma regtt traversal
  void step(Query &q, int i) const {
    if (i >= int(cells_.size()))
      return;
    if (!enters(q, unsigned(i)) || q.x < node(i).split / 4)
      return;
    step(q, leftInHeap(i));
    step(q, 2 * i + 2);
  }

  int fill(int count) {
    if (count <= 0)
      return -1;
    const int self = int(cells_.size());
    cells_.push_back({Real(nextFraction()), -1, -1});
    const int part = nextNumber() % count;
    const int a = fill(part), b = fill(count - 1 - part);
    cells_[self].left = a;
    cells_[self].right = b;
    return self;
  }

  std::vector<Cell> cells_;
};

template <class Run>
static void report(const char *name, int queries, Run run) {
  std::vector<Query> all(queries);
  for (Query &q : all)
    q = {float(nextFraction()), 0, 1};
  run(all);
  for (const Query &q : all)
    std::printf("%s %d %llu\n", name, q.count,
                static_cast<unsigned long long>(q.trace));
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 300;
  const int queries = argc > 2 ? std::atoi(argv[2]) : 100;
  numbersState = argc > 3 ? std::atoi(argv[3]) : 1;
  std::vector<std::unique_ptr<Float>> nodes;
  std::vector<std::unique_ptr<Node<double>>> doubles;
  const Float *root = Float::build(nodes, count);
  const Node<double> *doubleRoot = Node<double>::build(doubles, count);
  const Tree<float> tree(count);
  const Tree<double> doubleTree(count / 2 + 1);

  using Queries = std::vector<Query>;
  report("pointers", queries, [&](Queries &q) {
#pragma regtt parallel
    for (std::size_t i = 0; i < q.size(); ++i)
      pointers(q[i], root);
  });
  report("references", queries, [&](Queries &q) {
#pragma regtt parallel
    for (std::size_t i = 0; i < q.size(); ++i)
      references(q[i], *root);
  });
  report("indexed", queries, [&](Queries &q) {
#pragma regtt parallel
    for (std::size_t i = 0; i < q.size(); ++i)
      indexed(q[i], root);
  });
  report("nested", queries, [&](Queries &q) {
#pragma regtt parallel
    for (std::size_t i = 0; i < q.size(); ++i)
      nested(q[i], root);
  });
  report("ranges", queries, [&](Queries &q) {
#pragma regtt parallel
    for (std::size_t i = 0; i < q.size(); ++i)
      ranges(q[i], root);
  });
  report("counted", queries, [&](Queries &q) {
#pragma regtt parallel
    for (std::size_t i = 0; i < q.size(); ++i)
      counted(q[i], root, 0);
  });
  report("iterated", queries, [&](Queries &q) {
#pragma regtt parallel
    for (std::size_t i = 0; i < q.size(); ++i)
      iterated(q[i], root);
  });
  report("others", queries, [&](Queries &q) {
#pragma regtt parallel
    for (std::size_t i = 0; i < q.size(); ++i)
      others(q[i], root);
  });
  report("friendly", queries, [&](Queries &q) {
#pragma regtt parallel
    for (std::size_t i = 0; i < q.size(); ++i)
      friendly(q[i], root);
  });
  report("friendlyDouble", queries, [&](Queries &q) {
#pragma regtt parallel
    for (std::size_t i = 0; i < q.size(); ++i)
      friendly(q[i], doubleRoot);
  });
  report("freely", queries, [&](Queries &q) {
#pragma regtt parallel
    for (std::size_t i = 0; i < q.size(); ++i)
      freely(q[i], root);
  });
  report("find", queries, [&](Queries &q) { tree.find(q); });
  report("findDouble", queries, [&](Queries &q) { doubleTree.find(q); });
  report("descend", queries, [&](Queries &q) { tree.descend(q); });
}
