// Assignments that the user wrote and that do something else than copying
// members: they run where the user assigns such objects, and are not left out
// where what they are parts of is assigned, by the compiler or the library.
// RUN: regtt-cc --target=cpu --verify-diagnostics %s
#include <array>
#include <queue>
#include <utility>
#include <vector>
struct Plain {
  float x, y;
  Plain(float a = 0) : x(a), y(-a) {}
  Plain(const Plain &) = default;
  Plain &operator=(const Plain &o) {
    x = o.x;
    y = o.y;
    return *this;
  }
};
struct Turns {
  float x, y;
  Turns(float a = 0) : x(a), y(-a) {}
  Turns(const Turns &) = default;
  Turns &operator=(const Turns &o) {
    x = o.y;
    y = o.x;
    return *this;
  }
};
template <class T> struct Found {
  float at;
  T what;
  bool operator<(const Found &o) const { return at < o.at; }
};
// It writes what the reference leads to.
struct Refers {
  float &to;
  explicit Refers(float &to) : to(to) {}
  Refers(const Refers &) = default;
  Refers &operator=(const Refers &o) {
    to = o.to;
    return *this;
  }
};
struct Pairs {
  Found<Refers> one, other;
};
struct Node {
  float x;
  Plain plain;
  Turns turns;
  const Node *left, *right;
};
struct Query {
  float at;
  Plain plain;
  Turns turns;
  Found<Plain> one, other;
  Found<Turns> turned, another;
  std::pair<float, Turns> both;
  std::array<Turns, 2> two;
  std::vector<Found<Turns>> all;
  std::priority_queue<Found<Turns>> first;
};

// What is right, and what is taken.
#pragma regtt traversal
static void taken(const Node *n, Query &q) {
  if (!n)
    return;
  q.plain = n->plain;
  q.turns = n->turns;
  q.one = q.other;
  const Found<Turns> made{n->x, n->turns};
  q.at += made.what.x;
  taken(n->left, q);
  taken(n->right, q);
}

#pragma regtt traversal
static void member(const Node *n, Query &q) {
  if (!n)
    return;
  // expected-error@+1 {{an assignment of objects with parts that have an 'operator=' of their own is not taken inside a traversal}}
  q.turned = q.another;
  member(n->left, q);
  member(n->right, q);
}

#pragma regtt traversal
static void referred(const Node *n, Pairs &q) {
  if (!n)
    return;
  // expected-error@+1 {{an assignment of objects with parts that have an 'operator=' of their own is not taken inside a traversal}}
  q.one = q.other;
  referred(n->left, q);
  referred(n->right, q);
}

#pragma regtt traversal
static void swapped(const Node *n, Query &q) {
  if (!n)
    return;
  // expected-error@+1 {{an assignment of objects with parts that have an 'operator=' of their own is not taken inside a traversal}}
  std::swap(q.turned, q.another);
  swapped(n->left, q);
  swapped(n->right, q);
}

#pragma regtt traversal
static void pair(const Node *n, Query &q) {
  if (!n)
    return;
  // expected-error@+1 {{an assignment of objects with parts that have an 'operator=' of their own is not taken inside a traversal}}
  q.both = std::make_pair(n->x, n->turns);
  pair(n->left, q);
  pair(n->right, q);
}

#pragma regtt traversal
static void array(const Node *n, Query &q) {
  if (!n)
    return;
  auto kept = q.two;
  kept[0].x = n->x;
  // expected-error@+1 {{an assignment of objects with parts that have an 'operator=' of their own is not taken inside a traversal}}
  q.two = kept;
  array(n->left, q);
  array(n->right, q);
}

#pragma regtt traversal
static void erased(const Node *n, Query &q) {
  if (!n)
    return;
  // expected-error@+1 {{an assignment of objects with parts that have an 'operator=' of their own is not taken inside a traversal}}
  q.all.erase(q.all.begin());
  erased(n->left, q);
  erased(n->right, q);
}

#pragma regtt traversal
static void queued(const Node *n, Query &q) {
  if (!n)
    return;
  // expected-error@+1 {{an assignment of objects with parts that have an 'operator=' of their own is not taken inside a traversal}}
  q.first.push({n->x, n->turns});
  queued(n->left, q);
  queued(n->right, q);
}

void all(const Node *root, Query *queries, Pairs *pairs) {
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    referred(root, pairs[i]);
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    taken(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    member(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    swapped(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    pair(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    array(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    erased(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < 9; ++i)
    queued(root, queries[i]);
}
