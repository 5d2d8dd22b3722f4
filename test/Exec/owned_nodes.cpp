// Nodes by reference and as the object of a member function; children owned by
// std::unique_ptr and std::shared_ptr, in fields and in a std::array.
//
//   owned_nodes SHAPE DEPTH QUERIES SEED
//   SHAPE: random, full, list, one
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel static_ropes,autoropes \
// RUN:   "random 12 2000 1" \
// RUN:   "full 10 500 2" \
// RUN:   "list 300 40 3" \
// RUN:   "one 0 10 4" \
// RUN:   "random 9 0 5"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

struct Q {
  float x, y;
  int count;
};

struct Node {
  float lo[2], hi[2];
  float px, py;
  std::unique_ptr<Node> left;
  std::shared_ptr<Node> right;
  bool leaf() const { return !left && !right; }
  void search(Q &q, float r) const;
};

static bool far(const Node &n, const Q &q, float r) {
  float d = 0;
  float c[2] = {q.x, q.y};
  for (int k = 0; k < 2; ++k) {
    float e = c[k] < n.lo[k]   ? n.lo[k] - c[k]
              : c[k] > n.hi[k] ? c[k] - n.hi[k]
                               : 0.0f;
    d += e * e;
  }
  return d > r * r;
}

#pragma regtt traversal
static void count(const Node &n, Q &q, float r) {
  if (far(n, q, r))
    return;
  if (n.leaf()) {
    float dx = n.px - q.x, dy = n.py - q.y;
    if (dx * dx + dy * dy < r * r)
      ++q.count;
    return;
  }
  if (n.left)
    count(*n.left, q, r);
  if (n.right != nullptr)
    count(*n.right.get(), q, r);
}

#pragma regtt traversal
void Node::search(Q &q, float r) const {
  if (far(*this, q, r))
    return;
  if (leaf()) {
    float dx = px - q.x, dy = this->py - q.y;
    if (dx * dx + dy * dy < r * r)
      q.count += 2;
    return;
  }
  if (left)
    left->search(q, r);
  if (nullptr != right)
    right->search(q, r);
}

struct Oct {
  float c[3], size;
  std::array<std::unique_ptr<Oct>, 8> child;
};
struct P {
  float x[3], s;
};

#pragma regtt traversal
static void walk(const Oct *n, P *p) {
  if (!n)
    return;
  float d = 0;
  for (int k = 0; k < 3; ++k)
    d += (n->c[k] - p->x[k]) * (n->c[k] - p->x[k]);
  p->s += n->size / (d + 1);
  if (n->size * n->size < d * 0.25f)
    return;
  for (int i = 0; i < 8; ++i)
    walk(n->child[i].get(), p);
}
static std::mt19937 gen;
static float u() { return std::uniform_real_distribution<float>(0, 1)(gen); }

static float branching; // how often a child is there
static bool list;       // right children only

static std::unique_ptr<Node> build(float x0, float y0, float x1, float y1,
                                   int depth) {
  auto n = std::make_unique<Node>();
  n->lo[0] = x0;
  n->lo[1] = y0;
  n->hi[0] = x1;
  n->hi[1] = y1;
  n->px = x0 + u() * (x1 - x0);
  n->py = y0 + u() * (y1 - y0);
  if (depth == 0)
    return n;
  if (list) {
    n->right = build(x0, y0, x1, y1, depth - 1);
    return n;
  }
  const bool byX = depth % 2 != 0;
  const float x = (x0 + x1) / 2, y = (y0 + y1) / 2;
  if (u() < branching)
    n->left = build(x0, y0, byX ? x : x1, byX ? y1 : y, depth - 1);
  if (u() < branching)
    n->right = build(byX ? x : x0, byX ? y0 : y, x1, y1, depth - 1);
  return n;
}

static std::unique_ptr<Oct> oct(float size, int depth) {
  auto n = std::make_unique<Oct>();
  for (float &c : n->c)
    c = u();
  n->size = size;
  if (depth > 0)
    for (auto &child : n->child)
      if (u() < branching * 0.7f)
        child = oct(size / 2, depth - 1);
  return n;
}

int main(int argc, char **argv) {
  const char *shape = argc > 1 ? argv[1] : "random";
  const int depth = argc > 2 ? std::atoi(argv[2]) : 12;
  const int queries = argc > 3 ? std::atoi(argv[3]) : 2000;
  gen.seed(argc > 4 ? std::atoi(argv[4]) : 1);
  list = !std::strcmp(shape, "list");
  branching = !std::strcmp(shape, "full") ? 1.0f : 0.9f;
  const auto root = build(0, 0, 1, 1, depth);
  std::vector<Q> q(queries);
  for (Q &each : q)
    each = {u(), u(), 0};
  const float r = 0.05f;
#pragma regtt parallel
  for (size_t i = 0; i < q.size(); ++i)
    count(*root, q[i], r);
#pragma regtt parallel
  for (size_t i = 0; i < q.size(); ++i)
    root->search(q[i], 2 * r);
  for (const Q &each : q)
    std::printf("%d\n", each.count);

  const auto cells = oct(1, depth < 5 ? depth : 5);
  std::vector<P> p(queries);
  for (P &each : p)
    each = {{u(), u(), u()}, 0};
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    walk(cells.get(), &p[i]);
  for (const P &each : p)
    std::printf("%a\n", each.s);
}
