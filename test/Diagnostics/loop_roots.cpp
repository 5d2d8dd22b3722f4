// A root that all iterations read, and what follows the calls writes by another
// name, beside the same code where it is another variable's name.
// RUN: regtt-cc --verify-diagnostics %s
#include <memory>
#include <vector>

struct Node {
  float x;
  std::vector<std::unique_ptr<Node>> children;
};
struct Query {
  float x;
  int count;
};

#pragma regtt traversal
static int visit(Query *q, const Node *n) {
  if (!n)
    return 0;
  q->count += n->x > q->x;
  int deepest = 0;
  for (std::size_t k = 0; k < n->children.size(); ++k)
    if (visit(q, n->children[k].get()))
      deepest = 1;
  return deepest;
}

void refused(Query *q, const Node *root, int n, int *counts) {
  const Node **where = &root;
  double sum = 0;
  // What the body keeps for itself says nothing of other places.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int got = 0;
    // expected-note@+1 {{read here}}
    got = visit(&q[i], root);
    q[i].x += 1;
    got += visit(&q[i], root);
    sum += got;
    // expected-error@+1 {{'*where' is written after the call, where a later iteration may read it; write it in a loop of its own [RTT1117]}}
    *where = nullptr;
  }
  // Nor does what is written beside it.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Query own = {float(counts[i]), 0};
    // expected-note@+1 {{read here}}
    visit(&own, root);
    own.x += 1;
    visit(&own, root);
    // clang-format off
    // expected-error@+1 {{'*where' is written after the call}}
    if (own.count != 0) { counts[i] = own.count; *where = nullptr; }
    // clang-format on
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Query own = {float(counts[i]), 0};
    // expected-note@+1 {{read here}}
    visit(&own, root);
    own.x += 1;
    visit(&own, root);
    if (own.count != 0) {
      counts[i] = own.count;
      // expected-error@+1 {{'*where' is written after the call}}
      *where = nullptr;
    }
  }
  // Not even in one expression.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Query own = {float(counts[i]), 0};
    // expected-note@+1 {{read here}}
    visit(&own, root);
    own.x += 1;
    visit(&own, root);
    // expected-error@+1 {{'*where' is written after the call}}
    counts[i] = own.count + !(*where = nullptr);
  }
}

void taken(Query *q, const Node *root, int n, int *counts) {
  const Node *last = root;
  const Node **where = &last;
  double sum = 0;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int got = 0;
    got = visit(&q[i], root);
    q[i].x += 1;
    got += visit(&q[i], root);
    sum += got;
    *where = nullptr;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Query own = {float(counts[i]), 0};
    visit(&own, root);
    own.x += 1;
    visit(&own, root);
    // clang-format off
    if (own.count != 0) { counts[i] = own.count; *where = nullptr; }
    // clang-format on
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Query own = {float(counts[i]), 0};
    visit(&own, root);
    own.x += 1;
    visit(&own, root);
    counts[i] = own.count + !(*where = nullptr);
  }
}
