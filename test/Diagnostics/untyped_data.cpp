// What a `void *` of the node leads to, vectors that grow without a bound and are looked into, and
// function templates that call another instantiation of themselves: what of them
// is refused, beside what is taken.
// RUN: regtt-cc --verify-diagnostics %s
#include <vector>

struct Node {
  float x;
  int kind;
  void *data;
  Node *left, *right;
};

struct Query {
  float x;
  double sum;
};

#pragma regtt traversal
static void two(Query *q, const Node *n) {
  if (!n)
    return;
  if (n->kind == 0)
    q->sum += *(const int *)n->data; // expected-note {{of another type here}}
  else
    // expected-error@+1 {{the pointer 'n->data' is used for more than what it leads to, comparisons and null tests [RTT2041]}}
    q->sum += *(const double *)n->data;
  two(q, n->left);
  two(q, n->right);
}

#pragma regtt traversal
static void one(Query *q, const Node *n) {
  if (!n)
    return;
  if (n->kind == 0)
    q->sum += *(const int *)n->data;
  else
    q->sum -= *static_cast<int *>(n->data);
  one(q, n->left);
  one(q, n->right);
}

#pragma regtt traversal
static void grow(float x, const Node *n, std::vector<int> &found) {
  if (!n)
    return;
  if (n->x < x)
    // expected-error@+1 {{the container 'found' grows while traversals run; say how many elements it has at most, a constant: add 'bound(found : COUNT)' to '#pragma regtt traversal' [RTT2056]}}
    found.push_back(n->kind);
  // expected-note@+1 {{its elements are looked at here; one that is only added to needs no bound}}
  if (!found.empty() && found.back() == 3)
    return;
  grow(x, n->left, found);
  grow(x, n->right, found);
}

#pragma regtt traversal bound(found : 9)
static void bounded(float x, const Node *n, std::vector<int> &found) {
  if (!n)
    return;
  if (n->x < x && found.size() < 9)
    found.push_back(n->kind);
  bounded(x, n->left, found);
  bounded(x, n->right, found);
}

struct Counter {
  float x;
  int hits;
  void operator()(const Node *n) { hits += n->x < x; }
};

#pragma regtt traversal
// expected-error@+1 {{'each' is not a recursive traversal: it calls another instantiation of its template; take function objects by 'F &' and name one at the loop [RTT2001]}}
template <class F> void each(const Node *n, F &&f) {
  if (!n)
    return;
  f(n);
  each(n->left, f);
  each(n->right, f);
}

void refused(std::vector<Query> &queries, const Node *root) {
#pragma regtt parallel
  for (Query &q : queries)
    two(&q, root);
#pragma regtt parallel
  for (Query &q : queries) {
    std::vector<int> found;
    grow(q.x, root, found);
    q.sum = found.size();
  }
#pragma regtt parallel
  for (Query &q : queries)
    each(root, Counter{q.x, 0});
}

void accepted(std::vector<Query> &queries, const Node *root) {
#pragma regtt parallel
  for (Query &q : queries)
    one(&q, root);
#pragma regtt parallel
  for (Query &q : queries) {
    std::vector<int> found;
    bounded(q.x, root, found);
    q.sum = found.size();
  }
#pragma regtt parallel
  for (Query &q : queries) {
    Counter c{q.x, 0};
    each(root, c);
    q.sum = c.hits;
  }
}
