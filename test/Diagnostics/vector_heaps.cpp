// Heaps that the library's functions make of vectors: beside numbers and pairs in
// the library's own orders, those of the user's, elements of structs, ranges of
// which it is not seen how long they are, and what all queries share.
// RUN: regtt-cc --verify-diagnostics %s
#include <algorithm>
#include <functional>
#include <vector>

struct Node {
  int x;
  const Node *left, *right;
};
struct Hit {
  int id, rank;
  bool operator<(const Hit &other) const { return rank < other.rank; }
};
namespace user {
struct greater {
  bool operator()(int a, int b) const { return a % 10 > b % 10; }
};
} // namespace user
static std::vector<int> shared;

#pragma regtt traversal bound(q : 8)
static void taken(const Node *n, std::vector<int> &q) {
  if (!n)
    return;
  if (q.size() == 8) {
    std::pop_heap(q.begin(), q.end(), std::greater<int>());
    q.pop_back();
  }
  q.push_back(n->x);
  std::push_heap(q.begin(), q.end(), std::greater<int>());
  taken(n->left, q);
  taken(n->right, q);
}

#pragma regtt traversal bound(q : 8)
static void ordered(const Node *n, std::vector<int> &q) {
  if (!n)
    return;
  q.push_back(n->x);
  // expected-error@+1 {{call of 'push_heap' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  std::push_heap(q.begin(), q.end(), user::greater());
  // expected-error@+1 {{call of 'pop_heap' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  std::pop_heap(q.begin(), q.end(), [](int a, int b) { return a > b; });
  ordered(n->left, q);
}

#pragma regtt traversal bound(q : 8)
static void structs(const Node *n, std::vector<Hit> &q) {
  if (!n)
    return;
  q.push_back({n->x, 1});
  // expected-error@+1 {{call of 'push_heap' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  std::push_heap(q.begin(), q.end());
  structs(n->left, q);
}

#pragma regtt traversal bound(q : 8)
static void counted(const Node *n, std::vector<int> &q) {
  if (!n)
    return;
  q.push_back(n->x);
  // expected-error@+1 {{call of 'push_heap' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  std::push_heap(q.begin() + 1, q.end() - 1);
  counted(n->left, q);
}

#pragma regtt traversal
static void ofAll(const Node *n, int &sum) {
  if (!n)
    return;
  // expected-error@+1 {{the traversal writes to 'shared', which the queries share [RTT2006]}}
  std::make_heap(shared.begin(), shared.end());
  sum += shared[0];
  ofAll(n->left, sum);
}

void run(const Node *root, int n, std::vector<std::vector<int>> &lists,
         std::vector<std::vector<Hit>> &hits, int *sums) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    taken(root, lists[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    ordered(root, lists[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    structs(root, hits[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    counted(root, lists[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    ofAll(root, sums[i]);
}
