// What follows the call runs when all calls have: it may not write what the
// call of a later iteration reads, nor read what the call of another writes.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

static int smallest;
static int weights[4];

#pragma regtt traversal
static void visit(Query *q, Node *n, float limit) {
  // expected-note@+1 3 {{read here}}
  if (!n || n->x > limit || q->count < smallest)
    return;
  // expected-note@+1 2 {{written here}}
  q->count++;
  visit(q, n->left, limit);
  visit(q, n->right, limit);
}

#pragma regtt traversal
static int weigh(Query *q, const Node *n) {
  if (!n)
    return 0;
  // expected-note@+1 2 {{written here}}
  q->count++;
  // expected-note@+1 {{read here}}
  return n->x < q->x ? weights[n->leaf & 3] : weigh(q, n->left);
}

struct Params {
  int cut;
  float reach;
};
#pragma regtt traversal
static void within(Query *q, const Node *n, const Params *params) {
  if (!n || n->leaf > params->cut)
    return;
  q->count += n->x < params->reach;
  within(q, n->left, params);
}

void log(int value);
static void halve(float &value) { value /= 2; }
static void move(Node &n) {
  n.x += 1;
}

void refused(std::vector<Query> &queries, Node *root, float *limits, int n,
             std::vector<int> &out) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root, limits[i]);
    // expected-error@+1 {{'root->x' is written after the call, where a later iteration may read it; write it in a loop of its own [RTT1117]}}
    root->x = queries[i].count;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root, limits[i]);
    // expected-error@+1 {{'root->x' is written after the call}}
    move(*root);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root, limits[i]);
    // expected-error@+1 {{'smallest' is written after the call}}
    smallest = std::min(smallest, queries[i].count);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root, limits[i]);
    // expected-error@+1 {{'queries[n - 1 - i].count' follows the call, but reads what the traversals of other iterations write [RTT1116]}}
    out[i] = queries[n - 1 - i].count;
  }
  float limit = 1;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&queries[i], root, limit * 2);
    // expected-error@+1 {{'limit' is written after the call}}
    limit /= 2;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&queries[i], root, limits[i]);
    // expected-error@+1 {{'queries' is written after the call}}
    queries.push_back(queries[i]);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root, limits[i]);
    // expected-error@+1 {{a call in the loop's body is not taken: it is not known what it writes;}}
    log(queries[i].count);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root, limits[i]);
    if (queries[i].count > 100)
      // expected-error@+1 {{the loop leaves early or jumps [RTT1109]}}
      break;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{the variable 'name' of the loop's body is used after the call, but cannot be kept until then: its type cannot be copied bit by bit [RTT1118]}}
    std::pair<int, const char *> name(i, "abc");
    visit(&queries[i], root, limits[i]);
    // Characters may be a part of anything.
    // expected-error@+1 {{'std::puts(name.second)' follows the call, but reads what the traversals of other iterations write [RTT1116]}}
    std::puts(name.second);
  }
}

void aliased(std::vector<Query> &queries, Node *root, float limit, int n,
             int *out) {
  float &same = limit;
  float *pointer = &limit;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root, limit * 2);
    same /= 2;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    visit(&queries[i], root, *pointer);
    limit /= 2;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    visit(&queries[i], root, limit);
    // expected-error@+1 {{'limit' is written after the call}}
    halve(limit);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    out[i] = weigh(&queries[i], root);
    // expected-error@+1 {{'weights[i & 3]' is written after the call}}
    weights[i & 3] = 1;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+2 {{the statement of the call in the loop's body is not taken: it declares 'before', too; declare that in a statement of its own}}
    // expected-error@+1 {{'queries[i].count' is read beside the call, which writes it, and what the call returns is used in the same statement; assign that to a variable first [RTT1119]}}
    int before = queries[i].count, found = weigh(&queries[i], root);
    out[i] = found - before;
  }
  // In an order that is given.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+2 {{the statement of the call in the loop's body is not taken: something else in it has an effect}}
    // expected-error@+1 {{'queries[i].count' is read beside the call, which writes it, and what the call returns is used in the same statement; assign that to a variable first [RTT1119]}}
    const int found = (queries[i].count += 1, weigh(&queries[i], root));
    out[i] = found;
  }
  // In one that C++ leaves open, whichever it is.
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{in an order that C++ leaves open; assign their values to variables first [RTT2049]}}
    out[i] = queries[i].count + weigh(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{in an order that C++ leaves open; assign their values to variables first [RTT2049]}}
    out[i] = weigh(&queries[i], root) - queries[i].count;
}

static int kept[100];
static int numKept;

// No number by itself, and none in an array of numbers, is a field.
void acceptedNumbers(std::vector<Query> &queries, Node *root,
                     const Params *params, int *out) {
#pragma regtt parallel
  for (size_t i = 0; i < queries.size(); ++i) {
    within(&queries[i], root, params);
    out[i] = queries[i].count;
    if (out[i] > 3)
      kept[numKept++] = queries[i].count;
  }
}

void accepted(std::vector<Query> &queries, Node *root, float *limits, int n) {
  std::vector<int> out(n);
  std::vector<Query> kept;
  int largest = 0;
  float limit = 1;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const int before = queries[i].count;
    const std::string *name = nullptr;
    visit(&queries[i], root, limits[i] * limit);
    root->split = queries[i].count;
    largest = std::max(largest, queries[i].count);
    out[n - 1 - i] = queries[i].count - before;
    queries[i].count /= 2;
    kept.push_back(queries[i]);
    std::printf("%d %s\n", queries[i].count, name ? name->c_str() : "");
    for (int k = 0; k < 3; ++k)
      if (out[i] > k)
        break;
    std::sort(out.begin(), out.end());
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const int found = weigh(&queries[i], root);
    out[i] = found - queries[i].count;
    std::fprintf(stdout, "%d\n", out[i]);
  }
  // A copy is the iteration's own.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Query q = queries[i];
    visit(&q, root, 1);
    out[i] = q.count;
  }
}
