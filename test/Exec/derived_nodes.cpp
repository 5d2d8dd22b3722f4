// Nodes of classes that are derived from one: leaves and inner nodes, which the
// traversal casts to, of which one has children of several kinds and the other
// data, in arrays and containers; and an inner class below another.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "900" "1" "2" "0"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-3: verify=identical
//
// Nothing is read behind the end of the smaller ones.
// RUN: regtt-cc -O1 -g -fsanitize=address --target=cpu %s -o %t.checked
// RUN: env REGTT_TARGET=cpu ASAN_OPTIONS=detect_leaks=0 %t.checked 100
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

struct Point {
  float x, y;
  int id;
};
struct Query {
  float x, y, last;
  int count;
  const Point *best;
};
static void look(Query &q, float x) {
  ++q.count;
  q.last = q.last * 0.5f + x;
}

enum Kind { LEAF, TWO, FOUR };
struct Node {
  Kind kind;
  float low, high;
};
struct Two : Node {
  Node *child[2];
  float middle;
};
struct Four : Node {
  float extra[8];
  Node *first, *second, *third, *fourth;
};
struct Leaf : public Node {
  int count;
  const Point *points[3];
  bool isEmpty() const { return count == 0; }
};

#pragma regtt traversal
static void plain(const Node *n, Query &q) {
  if (q.x < n->low - 0.2f || q.x > n->high + 0.2f)
    return;
  look(q, n->low);
  if (n->kind == LEAF) {
    const Leaf *leaf = static_cast<const Leaf *>(n);
    if (leaf->isEmpty())
      return;
    for (int i = 0; i < leaf->count; i++) {
      const Point *p = leaf->points[i];
      if (p->y < q.y) {
        q.last += p->x;
        q.best = p;
      }
    }
  } else if (n->kind == TWO) {
    const Two &two = static_cast<const Two &>(*n);
    const Node *near = two.child[0], *far = two.child[1];
    if (q.x > two.middle)
      std::swap(near, far);
    plain(near, q);
    plain(far, q);
  } else {
    const auto *four = static_cast<const Four *>(n);
    q.last += four->extra[7];
    plain(four->first, q);
    plain(four->second, q);
    if (four->third)
      plain(four->third, q);
    if (four->fourth)
      plain(four->fourth, q);
  }
}

// With a virtual destructor, private parts, and a container in the leaf.
class Cell {
public:
  Cell(bool leaf, float low, float high)
      : low_(low), high_(high), leaf_(leaf) {}
  virtual ~Cell() = default;
  bool isLeaf() const { return leaf_; }
  bool isFar(float x) const { return x < low_ - 0.1f || x > high_ + 0.1f; }

private:
  float low_, high_;
  bool leaf_;
};
class InnerCell : public Cell {
public:
  using Cell::Cell;
  std::array<std::unique_ptr<Cell>, 2> child;
};
class LeafCell : public Cell {
public:
  using Cell::Cell;
  std::vector<const Point *> points;
  float weight = 0;
};

class Cells {
public:
  std::unique_ptr<Cell> root;
  void all(std::vector<Query> &queries) const {
#pragma regtt parallel
    for (Query &q : queries)
      visit(q, root.get());
  }

private:
#pragma regtt traversal
  void visit(Query &q, const Cell *c) const {
    if (!c || c->isFar(q.x))
      return;
    if (c->isLeaf()) {
      for (const Point *p : static_cast<const LeafCell *>(c)->points)
        look(q, p->x);
      q.last *= static_cast<const LeafCell *>(c)->weight;
      return;
    }
    for (const auto &each : static_cast<const InnerCell *>(c)->child)
      visit(q, each.get());
  }
};

// A list of children, and a class below another.
struct Item {
  int depth;
  float x;
};
struct Group : Item {
  std::vector<Item *> items;
};
struct Named : Item {
  int number;
};
struct Marked : Named {
  float mark;
};
#pragma regtt traversal
static void items(const Item *n, Query *q) {
  look(*q, n->x);
  if (n->depth > 0) {
    for (const Item *each : static_cast<const Group *>(n)->items)
      items(each, q);
    return;
  }
  if (n->depth == 0)
    q->count += static_cast<const Named *>(n)->number;
  else if (static_cast<const Marked *>(n)->mark > q->x)
    q->last += 1;
}

static unsigned seed = 9;
static float number() {
  seed = seed * 1664525u + 1013904223u;
  return float(seed >> 8) / 16777216.0f;
}
static std::vector<Point> points;
static Node *build(float low, float high, int depth) {
  if (depth == 0) {
    Leaf *leaf = new Leaf;
    leaf->kind = LEAF;
    leaf->count = int(number() * 4);
    for (int k = 0; k < leaf->count; ++k)
      leaf->points[k] = &points[size_t(number() * float(points.size()))];
    leaf->low = low, leaf->high = high;
    return leaf;
  }
  const float middle = low + (high - low) * number();
  if (number() < 0.6f) {
    Two *two = new Two;
    two->kind = TWO;
    two->low = low, two->high = high, two->middle = middle;
    two->child[0] = build(low, middle, depth - 1);
    two->child[1] = build(middle, high, depth - 1);
    return two;
  }
  Four *four = new Four;
  four->kind = FOUR;
  four->low = low, four->high = high;
  for (float &x : four->extra)
    x = number();
  four->first = build(low, middle, depth - 1);
  four->second = build(low, high, depth - 1);
  four->third = number() < 0.5f ? nullptr : build(middle, high, 0);
  four->fourth = number() < 0.5f ? nullptr : build(middle, high, 0);
  return four;
}
static std::unique_ptr<Cell> cells(float low, float high, int depth) {
  if (number() < 0.05f)
    return nullptr;
  if (depth == 0) {
    auto leaf = std::make_unique<LeafCell>(true, low, high);
    for (float k = number() * 5; k > 1; --k)
      leaf->points.push_back(&points[size_t(number() * float(points.size()))]);
    leaf->weight = number();
    return leaf;
  }
  auto inner = std::make_unique<InnerCell>(false, low, high);
  inner->child[0] = cells(low, (low + high) / 2, depth - 1);
  inner->child[1] = cells((low + high) / 2, high, depth - 1);
  return inner;
}
static Item *tree(int depth) {
  if (depth <= 0) {
    Marked *made = new Marked;
    made->depth = -(number() < 0.5f);
    made->x = number();
    made->number = int(number() * 9);
    made->mark = number();
    return made;
  }
  Group *group = new Group;
  group->depth = depth;
  group->x = number();
  for (float k = number() * 4; k > 1; --k)
    group->items.push_back(tree(depth - 1));
  return group;
}

static void print(const std::vector<Query> &queries) {
  double last = 0;
  unsigned hits = 0;
  for (const Query &q : queries) {
    last = last * 0.9 + double(q.last);
    hits = hits * 31 + unsigned(q.count) + (q.best ? unsigned(q.best->id) : 7u);
  }
  std::printf("%a %x\n", last, hits);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 900;
  for (int k = 0; k < 500; ++k)
    points.push_back({number(), number(), k});
  std::vector<Query> q(static_cast<size_t>(count));
  for (Query &each : q)
    each = {number(), number(), 0, 0, nullptr};
  const Node *root = build(0, 1, count > 2 ? 5 : 0);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    plain(root, q[size_t(i)]);
  print(q);
  Cells all;
  all.root = cells(0, 1, count > 2 ? 7 : count);
  all.all(q);
  print(q);
  const Item *top = tree(count > 2 ? 6 : count);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    items(top, &q[size_t(i)]);
  print(q);
}
