// Pointers as identities: objects that are queries and the tree's data at once
// (a body skips itself), pointers tested for null, compared, ordered and kept
// in the query; copies of what a pointer in the node leads to.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "0 1" "1 2" "300 3" "2000 4"
// RUN: %same %t.serial %t.parallel autoropes "1 2 guards" "700 4 guards"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 5 guards 2>&1 | FileCheck %s
// CHECK-COUNT-5: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/identities.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/identities.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/identities.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <vector>

struct Node;
struct Charge {
  float amount;
  int weight[2];
  int total() const { return weight[0] + weight[1]; }
};
struct Body {
  float x, mass;
  float pull;
  int met;
  const Body *partner, *nearest;
  const Node *last;
  const Charge *own;
};
struct Node {
  float lo, hi;
  Body *body;           // null in inner nodes, and in some leaves
  const Charge *charge; // null now and then
  std::unique_ptr<Charge> owned;
  std::vector<const Body *> bucket;
  const Charge *charges; // of an array that all share
  int numCharges;
  Node *left, *right;
};

static std::vector<Body> bodies;
static Charge table[16];
static const Charge *heaviest = &table[5];

static Node *build(std::deque<Node> &nodes, int first, int last) {
  if (first >= last)
    return nullptr;
  nodes.emplace_back();
  Node *n = &nodes.back();
  n->lo = bodies[first].x;
  n->hi = bodies[last - 1].x;
  n->body = nullptr;
  n->charge = nextNumber() % 3 ? &table[nextNumber() % 16] : nullptr;
  if (nextNumber() % 2)
    n->owned.reset(
        new Charge{float(nextFraction()), {1, int(nextNumber() % 9)}});
  for (unsigned k = nextNumber() % 3; k > 0; --k)
    n->bucket.push_back(&bodies[nextNumber() % bodies.size()]);
  n->charges = &table[nextNumber() % 12];
  n->numCharges = nextNumber() % 5;
  n->left = n->right = nullptr;
  if (last - first == 1) {
    if (nextNumber() % 8)
      n->body = &bodies[first];
    return n;
  }
  const int middle = first + 1 + int(nextNumber() % (last - first - 1));
  n->left = build(nodes, first, middle);
  n->right = build(nodes, middle, last);
  return n;
}

// The query skips itself, counts its partner twice and keeps what it met.
#pragma regtt traversal
static void attract(Body *q, const Node *n, float reach) {
  if (!n || n->lo > q->x + reach || n->hi < q->x - reach)
    return;
  q->last = n;
  if (n->body && n->body != q) {
    q->pull += n->body->mass / (1 + (n->body->x - q->x) * (n->body->x - q->x));
    if (n->body == q->partner)
      q->met += 100;
    if (!q->nearest || n->body->mass > 0.5f)
      q->nearest = n->body;
  }
  for (const Body *other : n->bucket) {
    if (other == q)
      continue;
    q->met += other < q->partner ? 1 : 2;
  }
  attract(q, n->left, reach);
  attract(q, n->right, reach);
}

// By reference; null tests in every form; aliases.
#pragma regtt traversal
static void charged(Body &q, const Node &n, const Charge *wanted) {
  if (q.own != nullptr && n.charge == q.own)
    q.met += 1000;
  const Charge *c = n.charge;
  if (c != nullptr && c != wanted && c->amount < q.x)
    q.met += c->weight[1];
  q.pull += n.owned ? n.owned->amount : -1.0f;
  if (n.owned == nullptr)
    q.met--;
  const bool both = n.charge && n.owned != nullptr;
  q.met += both;
  if (c == heaviest || nullptr == c)
    q.met += 7;
  for (int k = 0; k < n.numCharges; ++k) {
    const Charge &at = n.charges[k];
    if (&at != q.own && &at != n.charge)
      q.pull += at.amount;
  }
  if (n.left)
    charged(q, *n.left, wanted);
  if (n.right)
    charged(q, *n.right, wanted);
}

static bool same(const Charge *a, const Charge *b) { return a == b; }
static int weigh(Charge c) {
  c.weight[0] *= 3;
  return c.total();
}

// Copies of what a pointer leads to; identities handed to helpers.
#pragma regtt traversal
static void copied(Body *q, const Node *n) {
  if (!n)
    return;
  if (n->charge) {
    Charge c = *n->charge;
    c.amount += q->x;
    q->pull += c.amount * n->charge->weight[q->met & 1];
    q->met += weigh(*n->charge) + n->charge->total();
  }
  if (same(n->charge, q->own))
    q->met ^= 3;
  if (n == q->last)
    q->met += 11;
  if (n->left == n->right)
    q->met += 1;
  copied(q, n->left);
  copied(q, n->right);
}

// A condition after a call that visits decide.
#pragma regtt traversal
static void guarded(Body *q, const Node *n) {
  if (!n)
    return;
  q->met++;
  if (n->body)
    q->nearest = n->body;
  guarded(q, n->left);
  if (n->body != q->nearest && q->nearest != q)
    guarded(q, n->right);
}

// The query by its number.
#pragma regtt traversal
static void numbered(Body *all, int i, const Node *n) {
  if (!n)
    return;
  Body *q = &all[i];
  if (n->body && &all[i] != n->body && n->body->x > all[i].x)
    q->met += 5;
  numbered(all, i, n->left);
  numbered(all, i, n->right);
}

static void print(const char *title) {
  std::printf("%s\n", title);
  for (const Body &b : bodies)
    std::printf("%a %d %d %a\n", b.pull, b.met,
                b.nearest ? int(b.nearest - bodies.data()) : -1,
                b.last ? b.last->lo : 0);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  for (Charge &c : table)
    c = {float(nextFraction()), {int(nextNumber() % 5), int(nextNumber() % 7)}};
  bodies.resize(count);
  float x = 0;
  for (Body &b : bodies) {
    x += float(nextFraction()) / 64;
    b = {x, float(nextFraction()), 0, 0, nullptr, nullptr, nullptr, nullptr};
    if (nextNumber() % 3)
      b.partner = &bodies[nextNumber() % count];
    if (nextNumber() % 3)
      b.own = &table[nextNumber() % 16];
  }
  std::deque<Node> nodes;
  Node *root = build(nodes, 0, count);
  std::vector<Body *> order;
  for (Body &b : bodies)
    order.push_back(&b);

#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    attract(&bodies[i], root, 0.5f);
  print("attract");
  if (root) {
#pragma regtt parallel
    for (int i = 0; i < count; ++i)
      charged(bodies[i], *root, &table[3]);
    print("charged");
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    copied(order[i], root);
  print("copied");
  if (argc > 3) {
#pragma regtt parallel
    for (Body &b : bodies)
      guarded(&b, root);
    print("guarded");
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    numbered(bodies.data(), i, root);
  print("numbered");
}
