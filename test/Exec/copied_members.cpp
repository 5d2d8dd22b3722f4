// Classes whose copy constructors the user wrote, and which copy all members as
// the compiler's would: by loops, one by one, ahead of the body, moves, too, and
// members that have such constructors. Assignments do what the user wrote; those
// that copy all members are the compiler's, too, and so are those of what they
// are parts of.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "100" "1" "0"
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Weight {
  double value;
  explicit Weight(double value) : value(value) {}
  Weight(const Weight &o) : value(o.value) {}
  Weight &operator=(const Weight &o) {
    value = o.value;
    return *this;
  }
};
struct Last {
  Weight weight;
  int visits;
};

class Vec {
public:
  Vec() { v[0] = v[1] = v[2] = 0; }
  Vec(float a, float b, float c) : mark('v') {
    v[0] = a;
    v[1] = b;
    v[2] = c;
  }
  Vec(const Vec &o) : mark(o.mark) {
    for (int i = 0; i < 3; ++i)
      v[i] = o.v[i];
  }
  Vec(Vec &&o) : mark(o.mark) {
    v[0] = o.v[0];
    v[1] = o.v[1];
    v[2] = o.v[2];
  }
  // It is no copy.
  Vec &operator=(const Vec &o) {
    mark = o.mark;
    for (int i = 0; i < 3; ++i)
      v[i] = o.v[2 - i];
    return *this;
  }
  float operator[](int i) const { return v[i]; }

private:
  float v[3];
  char mark = 'n';
};

static Vec operator-(const Vec &a, const Vec &b) {
  return Vec(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
static float dot(const Vec &a, const Vec &b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

struct Node {
  Vec at;
  Weight weight;
  const Node *left, *right;
};
struct Query {
  Vec at, found;
  double best;
  Last last, before;
};

#pragma regtt traversal
static void nearest(const Node *n, Query &q) {
  if (!n)
    return;
  Vec d = n->at - q.at;
  const Vec same = d;
  const Weight w(n->weight);
  const double s = dot(d, same) * w.value;
  if (s < q.best) {
    q.best = s;
    q.found = n->at;
    q.before = q.last;
    q.last = Last{n->weight, q.before.visits + 1};
  }
  nearest(n->left, q);
  nearest(n->right, q);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 10;
  const Node a{Vec(1, 2, 3), Weight(0.5), nullptr, nullptr};
  const Node root{Vec(4, 0, 1), Weight(1.5), &a, nullptr};
  std::vector<Query> queries;
  for (int i = 0; i < n; ++i)
    queries.push_back({Vec(float(i) * 0.1f, 1, 2),
                       Vec(),
                       1e30,
                       {Weight(0), 0},
                       {Weight(0), 0}});
#pragma regtt parallel
  for (Query &q : queries)
    nearest(&root, q);
  for (const Query &q : queries)
    std::printf("%a %a %a %a %d %a\n", q.best, q.found[0], q.found[2],
                q.last.weight.value, q.last.visits, q.before.weight.value);
}
