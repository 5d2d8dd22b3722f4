// Traversals that keep the nodes to be visited on a stack of their own: the
// library's containers, arrays with a number or a pointer; elements with data;
// a node that goes on to the next iteration; early ends; loops that push; and
// stacks that are the user's own classes and functions.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "900" "1" "2" "0"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-17: verify=identical
#include <cfloat>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stack>
#include <utility>
#include <vector>

struct Node {
  float x, low, high;
  int id;
  Node *left, *right, *child[4];
};
struct Query {
  float at, last;
  int count, best;
};

static inline void look(Query &q, const Node *n) {
  ++q.count;
  q.last = q.last * 0.5f + n->x; // the order shows
}

#pragma regtt traversal
static void container(const Node *root, Query &q) {
  std::stack<const Node *> todo;
  todo.push(root);
  while (!todo.empty()) {
    const Node *n = todo.top();
    todo.pop();
    if (!n)
      continue;
    look(q, n);
    if (n->x < q.at)
      todo.push(n->left);
    todo.push(n->right);
  }
}

#pragma regtt traversal
static bool counted(const Node *root, Query &q) {
  if (!root)
    return false;
  const Node *todo[64];
  int top = 0;
  todo[top++] = root;
  while (top > 0) {
    const Node *n = todo[--top];
    look(q, n);
    if (q.count > 60)
      return true;
    if (n->left && n->x < q.at + q.last)
      todo[top++] = n->left;
    if (n->right)
      todo[top++] = n->right;
  }
  return false;
}

// The number of the last element, and a loop that does not ask at its head.
#pragma regtt traversal
static int lastOnes(const Node *root, Query &q) {
  const Node *todo[64], *n;
  int last = -1, leaves = 0;
  if (root)
    todo[++last] = root;
  for (;;) {
    if (last < 0)
      return leaves;
    n = todo[last--];
    look(q, n);
    if (n->left || n->right) {
      if (n->right)
        todo[++last] = n->right;
      if (n->left)
        todo[++last] = n->left;
      continue;
    }
    ++leaves;
  }
}

#pragma regtt traversal
static void pointed(const Node *root, Query *q) {
  const Node *todo[64], **top = todo;
  *top++ = root;
  do {
    const Node *n = *--top;
    if (!n)
      continue;
    look(*q, n);
    if (n->x < q->at)
      *top++ = n->left;
    *top++ = n->right;
  } while (top != todo);
}

// Elements are pairs, named by a structured binding.
#pragma regtt traversal
static void pairs(const Node *root, Query &q, float limit) {
  std::vector<std::pair<const Node *, float>> todo;
  todo.reserve(64);
  todo.emplace_back(root, 0.0f);
  while (!todo.empty() && q.count < 80) {
    auto [n, depth] = todo.back();
    todo.pop_back();
    if (!n || depth > limit)
      continue;
    look(q, n);
    q.last += depth;
    if (n->x < q.at)
      todo.emplace_back(n->left, depth + 1);
    todo.push_back({n->right, depth + 0.5f});
  }
}

struct Item {
  const Node *n;
  float far;
  Item(const Node *n, float far) : n(n), far(far) {}
};

class Tree {
public:
  const Node *root = nullptr;
  int nearest(float at, float *distance, int &visited) const;
};

// A function between, in the end: what is set up before the loop, and returned
// behind it. Whether a child is pushed is decided when it is, not later.
#pragma regtt traversal
int Tree::nearest(float at, float *distance, int &visited) const {
  int best = -1;
  float bound = FLT_MAX;
  std::vector<Item> todo;
  if (root)
    todo.push_back(Item(root, 0));
  while (todo.size() > 0) {
    Item item = todo.back();
    todo.pop_back();
    if (item.far >= bound)
      continue;
    ++visited;
    const Node *n = item.n;
    const float d = n->x < at ? at - n->x : n->x - at;
    if (d < bound) {
      bound = d;
      best = n->id;
    }
    for (int k = 0; k < 4; ++k) {
      const Node *c = n->child[k];
      if (!c)
        continue;
      const float far = at < c->low    ? c->low - at
                        : at > c->high ? at - c->high
                                       : 0;
      if (far < bound)
        todo.push_back(Item(c, far));
    }
  }
  *distance = bound;
  return best;
}

// The nearer child goes on at once, the other one waits.
#pragma regtt traversal
static void goesOn(const Node *root, Query &q) {
  struct Waiting {
    const Node *n;
    float far;
  };
  Waiting todo[64];
  int top = 0;
  const Node *n = root;
  float far = 0;
  while (true) {
    if (n && far < q.at) {
      look(q, n);
      if (q.count > 100)
        break;
      if (n->x < q.at) {
        todo[top].n = n->right;
        todo[top].far = far + 1;
        ++top;
        n = n->left;
        continue;
      }
    }
    if (top == 0)
      break;
    --top;
    n = todo[top].n;
    far = todo[top].far;
  }
  q.last += 1;
}

// Two orders, by what the query is.
#pragma regtt traversal
static void ordered(const Node *root, Query &q) {
  const Node *todo[64] = {root};
  unsigned char top;
  if (!root)
    return;
  top = 1;
  while (top) {
    const Node *n = todo[--top];
    look(q, n);
    const Node *near = n->left, *far = n->right;
    if (n->x < q.at)
      std::swap(near, far);
    if (far && n->id % 3)
      todo[top++] = far;
    if (near)
      todo[top++] = near;
  }
}

// Loops that push: forwards, backwards, and by the children themselves.
#pragma regtt traversal
static void forwards(const Node *root, Query &q) {
  std::stack<const Node *> todo;
  if (root)
    todo.push(root);
  while (!todo.empty()) {
    const Node *n = todo.top();
    todo.pop();
    look(q, n);
    if (n->x < q.at)
      for (int k = 0; k < 4; ++k)
        if (n->child[k])
          todo.push(n->child[k]);
  }
}

#pragma regtt traversal
static void backwards(const Node *root, Query &q) {
  std::stack<const Node *> todo;
  todo.push(root);
  while (!todo.empty()) {
    const Node *n = todo.top();
    todo.pop();
    if (!n || n->x > q.at)
      continue;
    look(q, n);
    for (unsigned k = 4; k-- > 1;)
      todo.push(n->child[k]);
  }
}

#pragma regtt traversal
static void eachChild(const Node *root, Query &q) {
  std::vector<const Node *> todo;
  todo.push_back(root);
  while (!todo.empty()) {
    const Node *n = todo.back();
    todo.pop_back();
    if (!n || n->x > q.at)
      continue;
    look(q, n);
    for (const Node *c : n->child)
      todo.push_back(c);
  }
}

// The loop does more than to push, and what it pushes is kept until it is over.
#pragma regtt traversal
static void kept(const Node *root, Query &q) {
  std::vector<const Node *> todo;
  if (root)
    todo.push_back(root);
  while (!todo.empty()) {
    const Node *n = todo.back();
    todo.pop_back();
    look(q, n);
    for (int k = 0; k < 4; ++k) {
      if (!n->child[k])
        continue;
      q.last += 0.25f;
      if (n->child[k]->x > q.at + q.last)
        break;
      todo.push_back(n->child[k]);
    }
  }
}

// Nodes that are numbers, on a stack of small ones.
struct Flat {
  float x;
  int16_t left, right;
};
struct Pool {
  std::vector<Flat> nodes;
};

#pragma regtt traversal
static double sumOf(const Pool &pool, int first, float at, int *visited) {
  int16_t todo[100];
  int top, i;
  double sum;
  const Flat *n;
  sum = 0;
  top = 0;
  todo[top++] = static_cast<int16_t>(first);
  while (top != 0) {
    i = todo[--top];
    if (i < 0)
      continue;
    n = &pool.nodes[i];
    ++*visited;
    sum = sum * 0.75 + n->x;
    if (n->x < at)
      todo[top++] = n->left;
    todo[top++] = n->right;
  }
  return sum;
}

// Stacks of the user's own kinds.
class Stack {
public:
  Stack() : count(0) {}
  void push(const Node *n) { nodes[count++] = n; }
  const Node *pop() { return nodes[--count]; }
  bool empty() const { return count == 0; }

private:
  const Node *nodes[64];
  int count;
};

#pragma regtt traversal
static void ownClass(const Node *root, Query &q) {
  Stack todo;
  todo.push(root);
  while (!todo.empty()) {
    const Node *n = todo.pop();
    if (!n)
      continue;
    look(q, n);
    if (n->x < q.at)
      todo.push(n->left);
    todo.push(n->right);
  }
}

template <typename T, int N> struct Fixed {
  T data[N];
  int size = 0;
  void push_back(const T &t) { data[size++] = t; }
  T pop_back() { return data[--size]; }
  int length() const { return size; }
};

#pragma regtt traversal
static void ownTemplate(const Node *root, Query &q) {
  Fixed<const Node *, 64> todo;
  if (root)
    todo.push_back(root);
  while (todo.length()) {
    const Node *n = todo.pop_back();
    look(q, n);
    if (n->x < q.at && n->left)
      todo.push_back(n->left);
    if (n->right)
      todo.push_back(n->right);
  }
}

static void pushAll(std::vector<const Node *> &todo, const Node *n, float at) {
  if (n->x < at)
    todo.push_back(n->left);
  todo.push_back(n->right);
}

#pragma regtt traversal
static void pushedBy(const Node *root, Query &q) {
  std::vector<const Node *> todo;
  todo.push_back(root);
  while (!todo.empty()) {
    const Node *n = todo.back();
    todo.pop_back();
    if (!n)
      continue;
    look(q, n);
    pushAll(todo, n, q.at);
  }
}

static void push(const Node **todo, int *top, const Node *n) {
  if (n)
    todo[(*top)++] = n;
}
static const Node *pop(const Node **todo, int *top) { return todo[--*top]; }

#pragma regtt traversal
static void byFunctions(const Node *root, Query &q) {
  const Node *todo[64];
  int top = 0;
  push(todo, &top, root);
  while (top) {
    const Node *n = pop(todo, &top);
    look(q, n);
    if (n->x < q.at)
      push(todo, &top, n->left);
    push(todo, &top, n->right);
  }
}

static unsigned seed = 3;
static float number() {
  seed = seed * 1664525u + 1013904223u;
  return float(seed >> 8) / 16777216.0f;
}
static Node *build(int depth, int &ids) {
  if (depth == 0 || number() < 0.1f)
    return nullptr;
  Node *n = new Node{number(), 0, 0, ids++, nullptr, nullptr, {}};
  n->left = build(depth - 1, ids);
  n->right = build(depth - 1, ids);
  for (int k = 0; k < 4; ++k)
    n->child[k] = k == 1 ? n->left : k == 2 ? n->right : nullptr;
  n->low = n->high = n->x;
  for (const Node *c : n->child)
    if (c) {
      n->low = c->low < n->low ? c->low : n->low;
      n->high = c->high > n->high ? c->high : n->high;
    }
  return n;
}
static int flatten(const Node *n, std::vector<Flat> &nodes) {
  if (!n)
    return -1;
  const size_t at = nodes.size();
  nodes.push_back({n->x, -1, -1});
  const int left = flatten(n->left, nodes), right = flatten(n->right, nodes);
  nodes[at].left = static_cast<int16_t>(left);
  nodes[at].right = static_cast<int16_t>(right);
  return static_cast<int>(at);
}

static void print(const char *name, std::vector<Query> &queries) {
  unsigned long sum = 0;
  double last = 0;
  for (Query &q : queries) {
    sum = sum * 31 + unsigned(q.count) + unsigned(q.best) * 7;
    last = last * 0.9 + double(q.last);
    q.last = 0;
    q.count = q.best = 0;
  }
  std::printf("%s %lx %a\n", name, sum, last);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 900;
  int ids = 0;
  Tree tree;
  for (int k = 0; k < 5 && count && !tree.root; ++k)
    tree.root = build(count > 2 ? 9 : count, ids);
  Pool pool;
  const int first = flatten(tree.root, pool.nodes);
  std::vector<Query> q(static_cast<size_t>(count));
  for (Query &each : q)
    each = {number(), 0, 0, 0};
  const Node *root = tree.root;
  const size_t n = q.size();

#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    container(root, q[i]);
  print("container", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    q[i].best = counted(root, q[i]) ? 3 : 4;
  print("counted", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    q[i].best = lastOnes(root, q[i]);
  print("lastOnes", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    pointed(root, &q[i]);
  print("pointed", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    pairs(root, q[i], 4.0f);
  print("pairs", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    q[i].best = tree.nearest(q[i].at, &q[i].last, q[i].count);
  print("nearest", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    goesOn(root, q[i]);
  print("goesOn", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    ordered(root, q[i]);
  print("ordered", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    forwards(root, q[i]);
  print("forwards", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    backwards(root, q[i]);
  print("backwards", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    eachChild(root, q[i]);
  print("eachChild", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    kept(root, q[i]);
  print("kept", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    ownClass(root, q[i]);
  print("ownClass", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    ownTemplate(root, q[i]);
  print("ownTemplate", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    pushedBy(root, q[i]);
  print("pushedBy", q);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    byFunctions(root, q[i]);
  print("byFunctions", q);
  std::vector<double> sums(n);
#pragma regtt parallel
  for (size_t i = 0; i < n; ++i)
    sums[i] = sumOf(pool, first, q[i].at, &q[i].count);
  for (double sum : sums)
    std::printf("%a ", sum);
  print("sumOf", q);
}
