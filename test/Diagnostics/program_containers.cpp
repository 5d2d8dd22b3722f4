// Containers of a function between the loop and the traversal: beside what is
// taken, more elements than are counted, copies, others' containers, and what
// the library does with their elements.
// RUN: regtt-cc --verify-diagnostics %s
#include <algorithm>
#include <queue>
#include <vector>

struct Node {
  int x;
  const Node *left, *right;
};
struct Query {
  std::priority_queue<int> heap;
  int k;
};

#pragma regtt traversal bound(q.heap : 4)
static void walk(const Node *n, Query &q) {
  if (!n)
    return;
  q.heap.push(n->x);
  if (int(q.heap.size()) > q.k)
    q.heap.pop();
  walk(n->left, q);
  walk(n->right, q);
}

static void taken(const Node *root, int k, std::vector<int> &ids) {
  Query q;
  q.k = k;
  walk(root, q);
  ids.clear();
  while (!q.heap.empty()) {
    ids.push_back(q.heap.top());
    if (q.heap.top() > 100)
      return;
    q.heap.pop();
  }
  std::reverse(ids.begin(), ids.end());
}

// Nothing says how often the loop runs.
static void uncounted(const Node *root, int k, std::vector<int> &ids) {
  Query q;
  q.k = k;
  walk(root, q);
  while (!q.heap.empty()) {
    // expected-error@+1 {{the container 'all[i]' is not taken: how many elements it comes to have is not known [RTT2057]}}
    ids.push_back(q.heap.top());
    if (ids.size() == 3)
      continue;
    q.heap.pop();
  }
  std::reverse(ids.begin(), ids.end());
}

// No clause says how many elements the struct's may have.
#pragma regtt traversal
static void unbounded(const Node *n, Query &q) {
  if (!n)
    return;
  // expected-error@+1 {{the container 'q.heap' grows while traversals run; say how many elements it has at most, a constant: add 'bound(q.heap : COUNT)'}}
  q.heap.push(n->x);
  unbounded(n->left, q);
  unbounded(n->right, q);
}
static int greatest(const Node *root) {
  Query q;
  unbounded(root, q);
  return q.heap.empty() ? 0 : q.heap.top();
}

static int copied(const Node *root, int k) {
  Query q;
  q.k = k;
  walk(root, q);
  // expected-error@+1 {{the container 'other' is not taken: it is set as a whole [RTT2057]}}
  std::priority_queue<int> other = q.heap;
  return int(other.size());
}

// Structs with some are not copied either.
static int copiedWhole(const Node *root, int k) {
  Query q;
  q.k = k;
  walk(root, q);
  // expected-error@+1 {{the container 'other.heap' is not taken: it is set as a whole [RTT2057]}}
  const Query other = q;
  return int(other.heap.size());
}

static int sorted(const Node *root, int k) {
  Query q;
  q.k = k;
  walk(root, q);
  std::vector<int> ids;
  for (; !q.heap.empty(); q.heap.pop())
    ids.push_back(q.heap.top());
  // expected-error@+1 {{call of 'sort' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  std::sort(ids.begin(), ids.end());
  return ids.empty() ? 0 : ids[0];
}

static void shared(const Node *root, int k, std::vector<int> &all) {
  Query q;
  q.k = k;
  walk(root, q);
  // expected-error@+1 {{a change of a container among the calls of an iteration is not taken: other iterations may use it, too; move it behind the last call [RTT1124]}}
  all.push_back(q.heap.empty() ? 0 : q.heap.top());
}

void run(const Node *root, int n, std::vector<std::vector<int>> &all, int *out,
         std::vector<int> &one) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    taken(root, 3, all[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    uncounted(root, 3, all[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    out[i] = greatest(root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    out[i] = copied(root, 3);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    out[i] = copiedWhole(root, 3);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    out[i] = sorted(root, 3);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    shared(root, 3, one);
}
