// The k best of a query in a std::priority_queue, with a bound: by pairs, by a
// struct's own order, by an order of the user's, by a lambda's, smallest first;
// in a struct behind a helper, as a parameter by reference and by pointer, as
// the object's own member; emptied by the loop after its calls. Keys are drawn
// from few numbers, so that many are equal: what is thrown out, and in which
// order the rest comes out, is the serial program's.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0 1" "1 2" "3 3" "60 4" "700 5"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 6 2>&1 | FileCheck %s
// CHECK-COUNT-6: verify=identical
//
// RUN: %serial -std=c++20 %s -o %t.serial20
// RUN: regtt-cc -std=c++20 -O1 --target=cpu %s -o %t.parallel20
// RUN: %same %t.serial20 %t.parallel20 autoropes "60 7"
//
// Where there is too little room nothing is written, and nothing is lost.
// RUN: not env REGTT_TARGET=cpu %t.parallel 60 8 grow > %t.out 2>&1
// RUN: FileCheck --check-prefix=ROOM %s < %t.out
// ROOM: queues.cpp:{{[0-9]+}}: {{.*}}iteration 0 needs room for 60 elements in the container 'q.nearest', whose bound is 8
// RUN: env REGTT_TARGET=cpu REGTT_ALLOW_SERIAL=1 %t.parallel 60 8 grow 2>/dev/null > %t.allowed
// RUN: %t.serial 60 8 grow | diff - %t.allowed
// RUN: not env REGTT_TARGET=cpu %t.parallel 60 8 full 2>&1 | FileCheck --check-prefix=FULL %s
// FULL: iteration 3 needs room for 9 elements in the container 'q.nearest', whose bound is 8
// RUN: not env REGTT_TARGET=cpu %t.parallel 60 8 shared 2>&1 | FileCheck --check-prefix=SHARED %s
// SHARED: iterations 2 and 3 write the same query object
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/queues.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/queues.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/queues.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <queue>
#include <utility>
#include <vector>

#define TEN 10

struct Node {
  double weight;
  float x, y;
  int id, axis;
  const Node *left, *right;
};

struct Point {
  float x, y;
};

static float distance(const Point &p, const Node *n) {
  return std::fabs(p.x - n->x) + std::fabs(p.y - n->y);
}
static float across(const Point &p, const Node *n) {
  return n->axis == 0 ? p.x - n->x : p.y - n->y;
}

// Pairs, by the library's own order; any K that a template is given.
using Pair = std::pair<float, int>;
struct Query {
  Point at;
  std::priority_queue<Pair> nearest;
  int visits;
};

#pragma regtt traversal bound(q.nearest : K)
template <int K> void search(Query &q, const Node *n) {
  if (!n)
    return;
  q.visits++;
  const float d = distance(q.at, n);
  if (q.nearest.size() < K) {
    q.nearest.push({d, n->id});
  } else if (d < q.nearest.top().first) {
    q.nearest.pop();
    q.nearest.push(Pair(d, n->id));
  }
  const float diff = across(q.at, n);
  search<K>(q, diff < 0 ? n->left : n->right);
  if (q.nearest.size() < K || std::fabs(diff) <= q.nearest.top().first)
    search<K>(q, diff < 0 ? n->right : n->left);
}

// Everything, where the number of nodes says whether there is room.
#pragma regtt traversal bound(q.nearest : 8)
void collect(Query &q, const Node *n) {
  if (!n)
    return;
  q.visits++;
  q.nearest.emplace(distance(q.at, n), n->id);
  collect(q, n->left);
  collect(q, n->right);
}

// A struct with an order of its own, in a struct, behind its functions, whose
// tests say how many there are.
struct Hit {
  float key;
  int id;
  bool operator<(const Hit &other) const { return key < other.key; }
};
struct Best {
  std::priority_queue<Hit> hits;
  float worst() const { return hits.size() < 5 ? INFINITY : hits.top().key; }
  void add(float key, int id) {
    hits.push(Hit{key, id});
    while (hits.size() > 5)
      hits.pop();
  }
};
struct Ranked {
  Point at;
  Best best;
};
#pragma regtt traversal
void rank(Ranked *q, const Node *n) {
  if (n == nullptr)
    return;
  const float d = distance(q->at, n);
  if (d < q->best.worst())
    q->best.add(d, n->id);
  rank(q, n->left);
  rank(q, n->right);
}

// The farthest first, by a function object of the user's; the queue is all that
// an iteration has of its own but for its number.
struct Nearer {
  bool operator()(const Hit &a, const Hit &b) const {
    const int left = int(a.key * 4), right = int(b.key * 4);
    return left > right;
  }
};
typedef std::priority_queue<Hit, std::vector<Hit>, Nearer> Farthest;
#pragma regtt traversal bound(far : TEN)
void farthest(const Node *n, const Point &p, Farthest &far) {
  if (n) {
    const Hit hit = {distance(p, n), n->id};
    if (far.size() != TEN)
      far.push(hit);
    else if (const Hit &last = far.top(); hit.key > last.key) {
      far.pop();
      far.push(hit);
    }
    farthest(n->right, p, far);
    farthest(n->left, p, far);
  }
}

// Numbers, smallest first; by pointer.
typedef std::priority_queue<int, std::vector<int>, std::greater<int>> Smallest;
#pragma regtt traversal bound(ids : 8)
void smallest(const Node *n, Smallest *ids) {
  if (!n)
    return;
  if (ids->size() < 8)
    ids->push(n->id % 7);
  smallest(n->left, ids);
  if (!ids->empty())
    ids->pop();
  smallest(n->right, ids);
  if (ids->empty() || n->weight > 0.5)
    ids->size() < 8 ? ids->push(n->id % 5) : ids->pop();
  else
    ids->pop();
}

// A member that is not the loop's to name elsewhere; ordered by a lambda.
namespace {
class Finder {
  static constexpr auto later = [](const Hit &a, const Hit &b) {
    return a.id % 10 < b.id % 10;
  };
  static const int K = 3;
  std::priority_queue<Hit, std::vector<Hit>, decltype(later)> hits_{later};

public:
  Point at;
#pragma regtt traversal bound(hits_ : 2 * Finder::K - 2)
  void find(const Node *n) {
    if (!n)
      return;
    if (hits_.size() >= 2 * K - 2 && distance(at, n) > 0.25f)
      hits_.pop();
    if (hits_.size() < 2 * K - 2)
      hits_.emplace(Hit{distance(at, n), n->id});
    find(n->left);
    find(n->right);
  }
  static void findAll(std::vector<Finder> &finders, const Node *root) {
#pragma regtt parallel
    for (auto &f : finders)
      f.find(root);
  }
  void print() {
    for (; !hits_.empty(); hits_.pop())
      std::printf("%d:%a ", hits_.top().id, hits_.top().key);
    std::printf("\n");
  }
};

} // namespace

static const Node *build(int count, int axis) {
  if (count <= 0)
    return nullptr;
  Node *n = new Node();
  // Few places: many distances are equal.
  n->x = float(nextNumber() % 6) / 8;
  n->y = float(nextNumber() % 6) / 8;
  n->id = nextNumber() % 1000;
  n->weight = nextFraction();
  n->axis = axis;
  const int part = nextNumber() % count;
  n->left = build(part, 1 - axis);
  n->right = build(count - 1 - part, 1 - axis);
  return n;
}

template <class Queue> void print(Queue queue) {
  for (; !queue.empty(); queue.pop())
    std::printf("%a:%d ", queue.top().first, queue.top().second);
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  const char *fault = argc > 3 ? argv[3] : "";
  const Node *root = build(size, 0);
  const int count = size + 2;
  std::vector<Query> queries(count);
  std::vector<Ranked> ranked(count);
  std::vector<Point> points(count);
  std::vector<Farthest> far(count);
  std::vector<Smallest> small(count);
  std::vector<Finder> finders(count);
  for (int i = 0; i < count; ++i) {
    points[i] = {float(nextNumber() % 6) / 8, float(nextNumber() % 6) / 8};
    queries[i].at = ranked[i].at = finders[i].at = points[i];
    queries[i].visits = 0;
    // Some have elements already.
    for (int k = nextNumber() % 4; k > 1; --k) {
      queries[i].nearest.push({float(k) / 8, -k});
      far[i].push({float(k) / 8, -k});
    }
  }
  if (*fault) {
    if (!std::strcmp(fault, "full"))
      while (queries[3].nearest.size() < 9)
        queries[3].nearest.push({0, 0});
    if (!std::strcmp(fault, "grow"))
      for (Query &q : queries)
        q.nearest = {};
    std::vector<Query *> each;
    for (Query &q : queries)
      each.push_back(&q);
    if (!std::strcmp(fault, "shared"))
      each[3] = each[2];
#pragma regtt parallel
    for (int i = 0; i < count; ++i)
      collect(*each[i], root);
    for (Query &q : queries) {
      print(q.nearest);
      std::printf("%d\n", q.visits);
    }
    return 0;
  }
#pragma regtt parallel
  for (Query &q : queries)
    search<8>(q, root);
  for (Query &q : queries) {
    print(q.nearest);
    std::printf("%d\n", q.visits);
    q.nearest = {};
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    search<1>(queries[i], root);
  for (Query &q : queries) {
    print(q.nearest);
    std::printf("%d\n", q.visits);
  }
  // Emptied where the call stands.
  std::vector<int> ids(5 * count + 1, -1);
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    rank(&ranked[i], root);
    for (int k = 0; !ranked[i].best.hits.empty(); ++k) {
      ids[5 * i + k] = ranked[i].best.hits.top().id;
      ranked[i].best.hits.pop();
    }
  }
  for (int id : ids)
    std::printf("%d ", id);
  std::printf("\n");
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    farthest(root, points[i], far[i]);
  for (Farthest &queue : far) {
    for (; !queue.empty(); queue.pop())
      std::printf("%a:%d ", queue.top().key, queue.top().id);
    std::printf("\n");
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    smallest(root, &small[i]);
  for (Smallest &queue : small)
    std::printf("%d %d\n", int(queue.size()), queue.empty() ? 0 : queue.top());
  Finder::findAll(finders, root);
  for (Finder &f : finders)
    f.print();
}
