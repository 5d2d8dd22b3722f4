// What a visit reads of children that data chooses, in their own records: boxes
// that are tested before the call, keys that a call is chosen by, what is read
// once more when the call is done, how many children a child has.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu --explain %s -o %t.parallel 2>&1 | FileCheck %s
// RUN: %same %t.serial %t.parallel autoropes "3000 1" "1 2" "40 3"
// CHECK: static_ropes: not legal, it needs ownRecords, but a visit reads 'n->value' of another node
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

struct Box {
  float lo[2], hi[2];
};
struct Node {
  Box box;
  int id;
  short kind;
  unsigned flags : 3;
  double weights[20];
  int count;
  Node *child[4];
  std::vector<Node *> all;
};
struct Query {
  float at[2];
  float radius;
  unsigned long visits, sum;
  double weight;
};

static unsigned state;
static float random01() {
  state = state * 1664525u + 1013904223u;
  return float(state >> 8) / 16777216.0f;
}

static Node *build(int size, float x0, float x1, int &ids) {
  if (size <= 0)
    return nullptr;
  Node *n = new Node();
  n->id = ids++;
  n->kind = short(n->id % 5);
  n->flags = unsigned(n->id % 8);
  for (double &weight : n->weights)
    weight = random01();
  n->box = {{x0, random01() / 2}, {x1, 0.5f + random01() / 2}};
  for (int k = 0; k < 4; ++k) {
    const float width = (x1 - x0) / 4;
    const int part = random01() < 0.2f ? 0 : (size - 1) / 4;
    n->child[k] =
        build(part, x0 + float(k) * width, x0 + float(k + 1) * width, ids);
    if (n->child[k]) {
      n->count++;
      n->all.push_back(n->child[k]);
    }
  }
  return n;
}

static bool meets(const Query *q, const Box *box) {
  float sum = 0;
  for (int k = 0; k < 2; ++k) {
    const float out =
        std::max({box->lo[k] - q->at[k], q->at[k] - box->hi[k], 0.0f});
    sum += out * out;
  }
  return sum <= q->radius * q->radius;
}
static bool meets(const Query &q, const Box &box) { return meets(&q, &box); }
static bool isWanted(const Query *q, const Node *n) {
  return n->kind != 3 && meets(q, &n->box);
}
static float widthOf(const Node &n) { return n.box.hi[0] - n.box.lo[0]; }

// The usual way: an element of an array of children.
#pragma regtt traversal
static void boxes(const Node *n, Query *q) {
  q->visits++;
  q->sum += n->id;
  for (int k = 0; k < 4; ++k)
    if (n->child[k] && meets(q, &n->child[k]->box))
      boxes(n->child[k], q);
}

// A helper that is handed the child; a reference to the child and to its box.
#pragma regtt traversal
static void handed(const Node *n, Query *q) {
  q->visits++;
  q->sum = q->sum * 3 + n->id;
  for (int k = 3; k >= 0; --k) {
    if (!n->child[k])
      continue;
    const Node &c = *n->child[k];
    const Box &box = c.box;
    if (isWanted(q, &c) && meets(*q, box) && widthOf(c) > 0.001f)
      handed(&c, q);
  }
}

// What is asked when the child's turn comes, and read when it is done.
#pragma regtt traversal
static void later(const Node *n, Query *q) {
  q->visits++;
  for (int k = 0; k < 4; ++k) {
    const Node *c = n->child[k];
    if (!c || q->sum % 7 == c->kind)
      continue;
    later(c, q);
    q->sum = q->sum * 5 + c->id + c->flags;
    q->weight += c->weights[(q->visits + k) % 20];
  }
}

// The child that lies nearest, through a variable that changes.
#pragma regtt traversal
static void nearest(const Node *n, Query *q) {
  q->visits++;
  q->sum = q->sum * 7 + n->id;
  const Node *best = nullptr;
  float least = 1e30f;
  for (int k = 0; k < 4; ++k) {
    const Node *c = n->child[k];
    if (!c)
      continue;
    const float distance =
        std::fabs((c->box.lo[0] + c->box.hi[0]) / 2 - q->at[0]);
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  if (best) {
    nearest(best, q);
    q->weight += best->weights[3];
  }
}

// A reference stays with the child that it was bound to.
#pragma regtt traversal
static void moved(const Node *n, Query *q) {
  q->visits++;
  const Node *c = nullptr;
  for (int k = 0; k < 4; ++k) {
    c = n->child[k];
    if (!c)
      continue;
    const int *id = &c->id;
    const Box &box = c->box;
    c = n->child[(k + 1) % 4];
    q->sum = q->sum * 3 + *id + (c ? c->id : 1);
    if (meets(*q, box))
      moved(n->child[k], q);
  }
}

// Children in the order of their distance.
#pragma regtt traversal
static void sorted(const Node *n, Query *q) {
  q->visits++;
  q->sum = q->sum * 7 + n->id;
  const Node *order[4];
  float distance[4];
  int count = 0;
  for (int k = 0; k < 4; ++k) {
    if (!n->child[k])
      continue;
    const float d = std::fabs(n->child[k]->box.lo[1] - q->at[1]);
    int j = count++;
    for (; j > 0 && distance[j - 1] > d; --j) {
      distance[j] = distance[j - 1];
      order[j] = order[j - 1];
    }
    distance[j] = d;
    order[j] = n->child[k];
  }
  for (int k = 0; k < count; ++k)
    if (meets(q, &order[k]->box))
      sorted(order[k], q);
}

// Of a list: data of its elements, and how many children they have.
#pragma regtt traversal
static void listed(const Node *n, Query *q) {
  q->visits++;
  for (const Node *c : n->all) {
    const bool isLeaf = c->all.empty();
    q->sum = q->sum * 3 + (isLeaf ? 1 : (unsigned long)(c->all.size()) + c->id);
    if (isLeaf ? q->radius > 0.1f : meets(q, &c->box))
      listed(c, q);
  }
}

// Children that their parent owns.
struct Owner {
  float key;
  int id;
  std::unique_ptr<Owner> child[2];
};
static std::unique_ptr<Owner> own(int size, int &ids) {
  if (size <= 0)
    return nullptr;
  auto n = std::make_unique<Owner>();
  n->id = ids++;
  n->key = random01();
  n->child[0] = own((size - 1) / 2, ids);
  n->child[1] = own(size - 1 - (size - 1) / 2, ids);
  return n;
}
#pragma regtt traversal
static void owned(const Owner &n, Query &q) {
  q.visits++;
  q.sum = q.sum * 3 + n.id;
  for (int k = 0; k < 2; ++k)
    if (n.child[k] && std::fabs(n.child[k]->key - q.at[k]) < q.radius + 0.3f)
      owned(*n.child[k], q);
}

// All children or none, in one order: static ropes would do, but for the data.
struct Full {
  int value;
  const Full *child[2];
};
#pragma regtt traversal
static void all(const Full *n, Query *q) {
  q->visits++;
  if (!n->child[0])
    return;
  for (int k = 0; k < 2; ++k)
    q->sum += (unsigned long)(n->child[k]->value);
  for (int k = 0; k < 2; ++k)
    all(n->child[k], q);
}

static void print(const char *name, const std::vector<Query> &queries) {
  unsigned long visits = 0, sum = 0;
  double weight = 0;
  for (const Query &q : queries) {
    visits += q.visits;
    sum = sum * 31 + q.sum;
    weight += q.weight;
  }
  std::printf("%s %lu %lu %.17g\n", name, visits, sum, weight);
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  state = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  int ids = 0;
  Node *const root = build(size, 0, 1, ids);
  const std::unique_ptr<Owner> owner = own(size, ids);
  std::vector<Query> first(200);
  for (Query &q : first)
    q = {{random01(), random01()}, random01() * 0.2f, 0, 0, 0};
  const int count = int(first.size());

  std::vector<Query> q = first;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    boxes(root, &q[i]);
  print("boxes", q);
  q = first;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    handed(root, &q[i]);
  print("handed", q);
  q = first;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    later(root, &q[i]);
  print("later", q);
  q = first;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    nearest(root, &q[i]);
  print("nearest", q);
  q = first;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    moved(root, &q[i]);
  print("moved", q);
  q = first;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    sorted(root, &q[i]);
  print("sorted", q);
  q = first;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    listed(root, &q[i]);
  print("listed", q);
  q = first;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    owned(*owner, q[i]);
  print("owned", q);
  std::vector<Full> full(std::size_t(2 * size + 1));
  for (int i = 2 * size; i >= 0; --i)
    full[std::size_t(i)] = i < size ? Full{i,
                                           {&full[std::size_t(2 * i + 1)],
                                            &full[std::size_t(2 * i + 2)]}}
                                    : Full{i, {nullptr, nullptr}};
  q = first;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    all(&full[0], &q[i]);
  print("all", q);
}
