// Stacks of a traversal's own beside state that changes while it runs: what was
// decided when a node was pushed stays so; loops that push and break; several
// ways out of the loop; a loop that does not always run.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "900" "1" "2" "0"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-7: verify=identical
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Place {
  float at, reach;
};
struct Node {
  float x;
  int kind;
  Place *place;
  Place own;
  Node *child[4];
};
struct Query {
  float at, last, limit;
  int count, state;
};
static void look(Query &q, float x) {
  ++q.count;
  q.last = q.last * 0.5f + x;
}

// The loop ends behind a push.
#pragma regtt traversal
static void breaks(const Node *root, Query &q) {
  std::vector<const Node *> todo;
  if (root)
    todo.push_back(root);
  while (!todo.empty()) {
    const Node *n = todo.back();
    todo.pop_back();
    look(q, n->x);
    for (int k = 0; k < 4; ++k) {
      if (!n->child[k] || n->child[k]->x > q.at)
        continue;
      todo.push_back(n->child[k]);
      if (n->child[k]->x < 0.2f)
        break;
    }
  }
}

// Where nothing is left it returns; else it goes on behind the loop.
#pragma regtt traversal
static int leaves(const Node *root, Query &q) {
  const Node *todo[64];
  int top = 0;
  if (root)
    todo[top++] = root;
  while (true) {
    if (top == 0)
      return 1;
    const Node *n = todo[--top];
    if (!n)
      continue;
    look(q, n->x);
    if (q.last > q.at + 0.9f)
      break;
    for (int k = 0; k < 4; ++k)
      if (n->child[k])
        todo[top++] = n->child[k];
  }
  q.limit = -1;
  return 2;
}

// State of the type of what nodes have.
#pragma regtt traversal
static void reaches(const Node *root, Query &q, Place *own) {
  std::vector<const Node *> todo;
  if (root)
    todo.push_back(root);
  while (!todo.empty()) {
    const Node *n = todo.back();
    todo.pop_back();
    look(q, n->place->at);
    const float d = n->place->at < own->at ? own->at - n->place->at
                                           : n->place->at - own->at;
    if (d < own->reach)
      own->reach = d * 1.1f;
    for (int k = 0; k < 4; ++k)
      if (n->child[k] && n->child[k]->own.at - own->at < own->reach)
        todo.push_back(n->child[k]);
  }
}

// State that the node chooses.
#pragma regtt traversal
static void chosen(const Node *root, Query &q) {
  Place states[3];
  for (Place &each : states)
    each = {q.at, 0};
  std::vector<const Node *> todo;
  if (root)
    todo.push_back(root);
  while (!todo.empty()) {
    const Node *n = todo.back();
    todo.pop_back();
    look(q, n->x);
    Place *s = &states[n->kind];
    s->at = s->at < 0.3f ? 0.9f : s->at - 0.05f;
    s->reach += 1;
    for (int k = 0; k < 4; ++k)
      if (n->child[k] && n->child[k]->x < s->at)
        todo.push_back(n->child[k]);
  }
  q.state = int(states[0].reach);
}

struct Item {
  const Node *n;
  float d;
};
// Values are those of when they were pushed.
#pragma regtt traversal
static void values(const Node *root, Query &q) {
  std::vector<Item> todo;
  todo.push_back({root, 0});
  while (!todo.empty()) {
    Item item = todo.back();
    todo.pop_back();
    if (!item.n)
      continue;
    look(q, item.n->x + item.d);
    q.limit = q.limit < 0.2f ? 0.9f : q.limit - 0.1f;
    if (item.n->x < q.at)
      todo.push_back({item.n->child[0], q.limit});
    q.limit += 0.05f;
    item.d *= 0.5f;
    todo.push_back({item.n->child[1], item.d + q.limit});
    q.limit *= 0.75f;
  }
}

// The loop runs for some.
#pragma regtt traversal
static void sometimes(const Node *root, Query &q) {
  const Node *todo[64];
  int top = 0;
  todo[top++] = root;
  if (q.at < 0.5f) {
    while (top) {
      const Node *n = todo[--top];
      if (!n)
        continue;
      look(q, n->x);
      if (n->x < q.at)
        todo[top++] = n->child[2];
      todo[top++] = n->child[3];
    }
  } else {
    q.state = 9;
  }
  q.limit = 0;
}

// An element declared ahead of the loop.
#pragma regtt traversal
static void declaredAhead(const Node *root, Query &q) {
  Item item;
  const Node *n;
  Item todo[64];
  int top = 0;
  todo[top].n = root;
  todo[top].d = 0;
  ++top;
  while (top != 0 && q.count < 70) {
    item = todo[--top];
    n = item.n;
    if (!n || item.d > 6)
      continue;
    look(q, n->x + item.d);
    for (int k = 3; k >= 1; --k)
      todo[top++] = {n->child[k], item.d + 1};
  }
}

static unsigned seed = 11;
static float number() {
  seed = seed * 1664525u + 1013904223u;
  return float(seed >> 8) / 16777216.0f;
}
static Node *build(int depth) {
  if (depth == 0 || number() < 0.15f)
    return nullptr;
  Node *n = new Node{number(), int(number() * 3), nullptr, {}, {}};
  n->own = {number(), 0};
  n->place = new Place{number(), 0};
  for (Node *&each : n->child)
    each = build(depth - 1);
  return n;
}

static void print(const char *name, std::vector<Query> &queries) {
  unsigned long sum = 0;
  double last = 0;
  for (Query &q : queries) {
    sum = sum * 31 + unsigned(q.count) + unsigned(q.state) * 7;
    last = last * 0.9 + double(q.last) + double(q.limit);
    q = {q.at, 0, 0.5f, 0, 0};
  }
  std::printf("%s %lx %a\n", name, sum, last);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 900;
  const Node *root = nullptr;
  for (int k = 0; k < 5 && count && !root; ++k)
    root = build(count > 2 ? 6 : count);
  std::vector<Query> q(static_cast<size_t>(count));
  std::vector<Place> places(q.size());
  for (size_t i = 0; i < q.size(); ++i) {
    q[i] = {number(), 0, 0.5f, 0, 0};
    places[i] = {number(), 0.7f};
  }
  const size_t n = q.size();
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    breaks(root, q[i]);
  print("breaks", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    q[i].state = leaves(root, q[i]);
  print("leaves", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    reaches(root, q[i], &places[i]);
  print("reaches", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    chosen(root, q[i]);
  print("chosen", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    values(root, q[i]);
  print("values", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    sometimes(root, q[i]);
  print("sometimes", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    declaredAhead(root, q[i]);
  print("declaredAhead", q);
}
