// Vectors that traversals change the size of, without a bound: what looks at their
// elements, beside what does not.
// RUN: regtt-cc --verify-diagnostics %s
#include <algorithm>
#include <vector>

struct Node {
  float x;
  int id;
  std::vector<int> items;
  Node *left, *right;
};
struct Query {
  float at;
  int sum;
  std::vector<int> found, other;
  std::vector<int> lists[2];
  Query *next;
};

// Taken: added to, taken off, emptied, asked for the size; through a reference, a
// pointer, a function; another vector of the same struct is read.
static void note(std::vector<int> &list, int id) {
  if (list.size() < 1000)
    list.push_back(id);
}
#pragma regtt traversal
static void taken(Query *q, const Node *n) {
  if (!n)
    return;
  std::vector<int> &found = q->found;
  std::vector<int> *const same = &q->found;
  if (n->x < q->at)
    found.push_back(n->id); // expected-note {{written here}}
  else if (q->found.empty())
    same->emplace_back(n->id);
  q->found.reserve(7);
  note(q->found, n->id + q->other[0]);
  if (n->id % 9 == 0)
    q->found.pop_back();
  if (n->id % 77 == 0)
    q->found.clear();
  taken(q, n->left);
  taken(q, n->right);
}

// An element ahead of the change, and behind it.
#pragma regtt traversal
static void looksAhead(Query *q, const Node *n) {
  if (!n)
    return;
  // expected-note@+1 {{its elements are looked at here; one that is only added to needs no bound}}
  if (!q->found.empty() && q->found[0] > 3)
    q->sum++;
  // expected-error@+1 {{the container 'q->found' grows while traversals run; say how many elements it has at most, a constant: add 'bound(q->found : COUNT)' to '#pragma regtt traversal' [RTT2056]}}
  q->found.push_back(n->id);
  looksAhead(q, n->left);
}
#pragma regtt traversal
static void looksBehind(Query *q, const Node *n) {
  if (!n)
    return;
  if (q->found.empty())
    // expected-error@+1 {{the container 'q->found' grows while traversals run; say how many elements it has at most, a constant: add 'bound(q->found : COUNT)' to '#pragma regtt traversal' [RTT2056]}}
    q->found.push_back(n->id);
  // expected-note@+1 {{its elements are looked at here; one that is only added to needs no bound}}
  q->sum += q->found.back();
  looksBehind(q, n->left);
}

// In a lambda.
#pragma regtt traversal
static void inLambda(Query *q, const Node *n) {
  if (!n)
    return;
  if (q->other.size() < 9)
    q->sum++;
  const auto add = [&](int id) { q->other.push_back(id); };
  add(n->id);
  inLambda(q, n->left);
}

// What changes only between calls is asked for its size before that is known.
#pragma regtt traversal
static void limited(Query *q, const Node *n) {
  // expected-note@+1 {{its elements are looked at here; one that is only added to needs no bound}}
  if (!n || q->found.size() > 9)
    return;
  q->sum++;
  limited(q, n->left);
}

// The query's vector, and the vector by itself.
#pragma regtt traversal
static void twice(Query *q, std::vector<int> &found, const Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the container 'q->found' grows while traversals run; say how many elements it has at most, a constant: add 'bound(q->found : COUNT)' to '#pragma regtt traversal' [RTT2056]}}
  found.push_back(n->id);
  // expected-note@+1 {{its elements are looked at here; one that is only added to needs no bound}}
  q->sum += q->found[0];
  twice(q, found, n->left);
}

#pragma regtt traversal
static void uses(Query *q, Node *n) {
  if (!n)
    return;
  q->found.push_back(1);
  // expected-error@+1 {{the container 'q->found' is not taken: its elements are reached in another way than by its functions [RTT2057]}}
  const int *first = q->found.data();
  q->sum += *first;
  // expected-error@+1 {{the container 'q->found' is not taken: 'resize' is none of the functions that are carried [RTT2057]}}
  q->found.resize(3);
  // expected-error@+1 {{the container 'q->found' is not taken: 'swap' is none of the functions that are carried [RTT2057]}}
  q->found.swap(q->other);
  // expected-error@+1 {{call of 'emplace_back' is not taken inside a traversal: it makes 'int' in place; hand it one that is made [RTT2008]}}
  q->found.emplace_back();
  // expected-error@+1 {{the container 'q->found' is not taken: 'capacity' is none of the functions that are carried [RTT2057]}}
  q->sum += int(q->found.capacity());
  // expected-error@+1 {{call of 'sort' is not taken inside a traversal: what the library does in it is not carried [RTT2008]}}
  std::sort(q->found.begin(), q->found.end());
  // expected-error@+1 {{the container 'q->lists[n->id % 2]' is not taken: it is not the query's own, or lies behind a pointer [RTT2057]}}
  q->lists[n->id % 2].push_back(1);
  // expected-error@+1 {{the container 'q->next->found' is not taken: it is not the query's own, or lies behind a pointer [RTT2057]}}
  q->next->found.push_back(1);
  // expected-error@+1 {{the container 'n->items' is not taken: it is not the query's own, or lies behind a pointer [RTT2057]}}
  n->items.push_back(1);
  uses(q, n->left);
}

void run(std::vector<Query> &queries, Node *root) {
  const int n = int(queries.size());
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    taken(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    looksAhead(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    looksBehind(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    inLambda(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    limited(&queries[i], root);
    // expected-error@+1 {{the container 'q->found' grows while traversals run; say how many elements it has at most, a constant: add 'bound(q->found : COUNT)' to '#pragma regtt traversal' [RTT2056]}}
    queries[i].found.push_back(i);
    limited(&queries[i], root);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    twice(&queries[i], queries[i].found, root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    uses(&queries[i], root);
  // What other iterations add.
#pragma regtt parallel
  for (int i = 1; i < n; ++i) {
    // expected-error@+1 {{'queries[i - 1].found' is evaluated before the traversals run, but reads what they write [RTT1114]}}
    queries[i].at = float(queries[i - 1].found.size());
    taken(&queries[i], root);
  }
}
