// Algorithms of the library's are loops where it is seen what they call, and
// that the copies the library makes of it are all the same.
// RUN: regtt-cc -std=c++17 --verify-diagnostics %s
#include "../Inputs/tree.h"

#include <algorithm>
#include <functional>
#include <numeric>

struct Counting {
  int calls = 0;
  bool operator()(float) { return ++calls % 2; }
};
struct Base {
  virtual bool operator()(float x) const { return x > 0; }
};
struct Derived : Base {
  bool operator()(float x) const override { return x < 0; }
};
struct Length {
  float x;
  Length operator+(const Length &o) const { return {x + o.x}; }
  bool operator==(const Length &o) const { return x < o.x; }
};

#pragma regtt traversal
static void copies(Query *q, const Node *n) {
  if (!n)
    return;
  const float both[2] = {n->x, n->split};
  // expected-error@+1 {{call of 'count_if' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  q->count += int(std::count_if(both, both + 2, Counting()));
  // expected-error@+1 {{call of 'for_each' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  std::for_each(both, both + 2, [k = 0](float) mutable { ++k; });
  copies(q, n->left);
}

#pragma regtt traversal
static void unseen(Query *q, const Node *n) {
  if (!n)
    return;
  const float both[2] = {n->x, n->split};
  // expected-error@+1 {{call of 'any_of' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  q->count += std::any_of(both, both + 2, Derived());
  unseen(q, n->left);
}

// What elements are added and compared by is the user's.
#pragma regtt traversal
static void hidden(Query *q, const Node *n) {
  if (!n)
    return;
  const Length both[2] = {{n->x}, {n->split}};
  // expected-error@+1 {{call of 'accumulate' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  q->best += std::accumulate(both, both + 2, Length{0}).x;
  // expected-error@+1 {{call of 'count' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  q->count += int(std::count(both, both + 2, both[0]));
  hidden(q, n->left);
}

// In which order, and how often, the library calls it is not laid down.
#pragma regtt traversal
static void reduced(Query *q, const Node *n) {
  if (!n)
    return;
  const float both[2] = {n->x, n->split};
  // expected-error@+1 {{call of 'reduce' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  const float sum = std::reduce(both, both + 2, 0.f, [&](float a, float b) {
    ++q->count;
    return a + b;
  });
  q->best += sum;
  reduced(q, n->left);
}

// What it calls may be looked at as any other code.
static int calls;
#pragma regtt traversal
static void shared(Query *q, const Node *n) {
  if (!n)
    return;
  const float both[2] = {n->x, n->split};
  q->count += int(std::count_if(both, both + 2, [](float x) {
    ++calls; // expected-error {{the traversal writes to 'calls', which the queries share [RTT2006]}}
    return x > 0;
  }));
  shared(q, n->left);
}

#pragma regtt traversal
static void taken(Query *q, const Node *n) {
  if (!n)
    return;
  const float both[2] = {n->x, n->split};
  int k = 0;
  q->count +=
      int(std::count_if(both, both + 2, [&](float x) { return x > ++k; }));
  q->best += std::accumulate(both, both + 2, Length{0}, [](Length a, float b) {
               return Length{a.x + b};
             }).x;
  q->best += std::reduce(both, both + 2, 0.f, std::plus<>());
  taken(q, n->left);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    copies(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    unseen(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    hidden(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    reduced(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    shared(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    taken(&queries[i], root);
}
