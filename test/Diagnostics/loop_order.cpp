// What an iteration leaves for the next one, by whatever way, beside the same
// code where it makes no difference.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <algorithm>
#include <array>
#include <cfenv>
#include <cstring>
#include <memory>
#include <vector>

#pragma regtt traversal
static void visit(Query *q, Node *n, double reach) {
  if (!n || q->x + reach < n->x)
    return;
  // expected-note@+1 2 {{written here}}
  q->count++;
  visit(q, n->left, reach);
  visit(q, n->right, reach);
}

static void smooth(std::vector<double> &w, int i, int count) {
  w[(i + 1) % w.size()] = count;
}
static void relax(std::array<double, 4> &gain, int i, int count) {
  gain[i % 4] *= count;
}
// expected-note@+1 {{read here}}
static size_t sizeOf(const std::vector<double> &all) { return all.size(); }
static double *at(double &x) { return &x; }
static int depth(const short *parent, int i) {
  // expected-note@+1 {{read here}}
  return i < 0 ? 0 : 1 + depth(parent, parent[i]);
}

struct Grid {
  std::array<double, 4> cells;
  void set(int i, double to) { cells[i % 4] = to; }
  // expected-note@+1 {{read here}}
  double get(int i) const { return cells[i % 4]; }
};

static int made, compared;
struct Session {
  double weight;
  explicit Session(double weight) : weight(weight) { ++made; }
  Session(const Session &other) : weight(other.weight) {}
  bool operator<(const Session &other) const {
    ++compared;
    return weight < other.weight;
  }
};
template <typename T> struct Weight {
  T value;
  Weight(T value) : value(value) {}
  Weight(const Weight &other) : value(other.value) {}
  Weight &operator=(const Weight &other) {
    ++made;
    value = other.value;
    return *this;
  }
};
namespace counting {
struct Counted {
  int *p = nullptr;
  Counted(std::nullptr_t = nullptr) {}
  Counted(int *p) : p(p) {}
  explicit operator bool() const { return p; }
  friend bool operator==(const Counted &a, const Counted &b) {
    ++compared;
    return a.p == b.p;
  }
  friend bool operator!=(const Counted &a, const Counted &b) {
    ++compared;
    return a.p != b.p;
  }
};
struct Counts {
  using pointer = Counted;
  void operator()(Counted) {}
};
} // namespace counting
struct Plain {
  double weight;
  explicit Plain(double weight) : weight(weight) {}
  bool operator<(const Plain &other) const { return weight < other.weight; }
};

void refused(Query *q, Node *root, int n, std::vector<int> &ids, short *parent) {
  std::vector<double> w(4, 0.1), seen;
  std::array<double, 4> gain = {};
  Grid grid = {};
  double limit = 1;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&q[i], root, w[i % 4]);
    // expected-error@+1 {{'w' is written after the call}}
    smooth(w, i, q[i].count);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&q[i], root, gain[i % 4]);
    // expected-error@+1 {{'gain' is written after the call}}
    relax(gain, i, q[i].count);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&q[i], root, grid.get(i));
    // expected-error@+1 {{'grid.cells' is written after the call}}
    grid.set(i + 1, q[i].count);
  }
  // The length of a container, asked by a function.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&q[i], root, double(sizeOf(seen)));
    // expected-error@+1 {{is written after the call}}
    seen.push_back(q[i].count);
  }
  // What a recursion reads.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const int deep = depth(parent, i);
    visit(&q[i], root, deep);
    // expected-error@+1 {{'parent[i + 1]' is written after the call}}
    parent[i + 1] = q[i].count % 2 - 1;
  }
  // It might do anything else.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{the statement of the call in the loop's body is not taken: it calls 'depth', which may have an effect; assign what that returns to a variable of the body first}}
    visit(&q[i], root, depth(parent, i));
  }
  // Another object by the name of a variable that was moved.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int k = ids[i];
    visit(&q[k], root, 1);
    k = (k + 7) % n;
    // expected-error@+1 {{follows the call, but reads what the traversals of other iterations write}}
    limit += q[k].count;
  }
  // The neighbour, by memcpy.
#pragma regtt parallel
  for (int i = 1; i < n; ++i) {
    // expected-error@+1 {{is evaluated before the traversals run, but reads what they write}}
    std::memcpy(&q[i].count, &q[i - 1].count, sizeof q[i].count);
    visit(&q[i], root, 1);
  }
  // A place that is found by what the call writes.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&q[i], root, w[i % 4]);
    // expected-error@+1 {{is written after the call}}
    w[q[i].count % 4] *= 0.5;
  }
}

void hidden(Query *q, Node *root, int n) {
  std::vector<Session> sessions;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&q[i], root, 1);
    // expected-error@+1 {{code in the loop's body is not taken: the library runs 'Session::Session', which changes more than its object}}
    sessions.emplace_back(q[i].count);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&q[i], root, 1);
    // expected-error@+1 {{code in the loop's body is not taken: the library runs}}
    std::sort(sessions.begin(), sessions.end());
  }
  // A pointer that a deleter says is none by itself.
  std::unique_ptr<int, counting::Counts> counted;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&q[i], root, 1);
    // expected-error@+1 {{code in the loop's body is not taken: the library runs}}
    if (counted != nullptr)
      ++q[i].count;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&q[i], root, 1);
    // expected-error@+1 {{it is not known what it writes}}
    q[i].count += std::fetestexcept(FE_INEXACT) != 0;
  }
}

void taken(Query *q, Node *root, int n, const short *parent,
           double *out) {
  std::vector<double> w(4, 0.1), seen, kept(n);
  std::array<double, 4> gain = {}, other = {};
  std::vector<Plain> plains;
  std::vector<int> counts(n), ids(n);
  Grid grid = {}, last = {};
  double limit = 1, sum = 0;
  // The address that a function answers is compared when the loop runs.
  double *reach = at(limit);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&q[i], root, limit);
    reach[0] = q[i].count;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&q[i], root, w[i % 4] + gain[i % 4] + grid.get(i));
    smooth(kept, i, q[i].count);
    relax(other, i, q[i].count);
    last.set(i + 1, q[i].count);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const int deep = depth(parent, i);
    visit(&q[i], root, double(sizeOf(w)) + deep);
    seen.push_back(q[i].count);
    counts[i] = q[i].count;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const int k = ids[i];
    visit(&q[k], root, limit);
    sum += q[k].count;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Query own = {1.5f};
    visit(&own, root, w[i % 4]);
    std::memcpy(&out[i], &limit, sizeof out[i]);
    plains.emplace_back(own.count);
    std::sort(plains.begin(), plains.end());
  }
  // Iterators and smart pointers are compared by their addresses, and what a
  // class template's function nobody calls would do is nothing that runs.
  std::vector<Session> sessions;
  std::unique_ptr<Session> session;
  std::vector<Weight<double>> weights;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&q[i], root, 1);
    for (auto it = sessions.begin(); it != sessions.end(); ++it)
      sum += it->weight;
    if (session != nullptr)
      sum += session->weight;
    if (weights.size() > 1)
      weights.pop_back();
  }
}
