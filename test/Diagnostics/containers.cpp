// Containers that change their size: what is not taken, beside what is.
// RUN: regtt-cc --verify-diagnostics %s
#include <cmath>
#include <deque>
#include <functional>
#include <memory>
#include <queue>
#include <set>
#include <vector>

struct Node {
  float x;
  int id;
  Node *left, *right;
};
struct Hit {
  float key;
  int id;
};
struct Named {
  float key;
  const char *name;
};
struct Closer {
  bool operator()(const Hit &a, const Hit &b) const { return a.key < b.key; }
};
struct From {
  float origin;
  bool operator()(const Hit &a, const Hit &b) const {
    return a.key - origin < b.key - origin;
  }
};
static float scale;
struct Scaled {
  // expected-note@+1 {{declared here}}
  bool operator()(const Hit &a, const Hit &b) const {
    return a.key * scale < b.key * scale;
  }
};
struct Cut {
  // expected-note@+1 {{declared here}}
  bool operator()(int a, int b) const { return a / 2 < b / 2; }
};
template <class T> struct Arena : std::allocator<T> {
  template <class U> struct rebind {
    typedef Arena<U> other;
  };
};

struct Query {
  float at;
  int hits;
  std::priority_queue<Hit, std::vector<Hit>, Closer>
      best,
      other;
  std::priority_queue<float> keys;
  std::vector<int> found, more;
  std::priority_queue<Hit, std::deque<Hit>, Closer> inDeque;
  std::priority_queue<Hit, std::vector<Hit, Arena<Hit>>, Closer> inArena;
  std::priority_queue<Hit, std::vector<Hit>, From> from;
  std::priority_queue<Hit, std::vector<Hit>, Scaled> scaled;
  std::priority_queue<Hit, std::vector<Hit>,
                      std::function<bool(const Hit &, const Hit &)>>
      called;
  std::priority_queue<Named, std::vector<Named>,
                      bool (*)(const Named &, const Named &)>
      named;
  std::priority_queue<float, std::vector<float>, Cut> cut;
  std::set<int> seen;
  std::deque<int> last;
  std::unique_ptr<std::priority_queue<float>> behind;
};
static std::priority_queue<float> all;

// Taken: a bound, a second use, functions that only look.
#pragma regtt traversal bound(q.best : 2 * 4 - 3, q.found : 7)
static void taken(Query &q, Node *n) {
  if (!n)
    return;
  q.best.push({n->x, n->id}); // expected-note 2 {{written here}}
  if (q.best.size() > 4)
    q.best.pop();
  if (q.found.size() < 7 && q.best.top().key > 1)
    q.found.push_back(n->id); // expected-note {{written here}}
  taken(q, n->left);
  taken(q, n->right);
}

#pragma regtt traversal
static void unbound(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the container 'q.best' grows while traversals run; say how many elements it has at most, a constant: add 'bound(q.best : COUNT)' to '#pragma regtt traversal' [RTT2056]}}
  q.best.push({n->x, n->id});
  q.best.pop();
  unbound(q, n->left);
  unbound(q, n->right);
}

// expected-error@+1 {{clause 'bound' names 'n->id', which is not a constant that is known when the traversal is compiled, from 1 to 65536 [RTT1008]}}
#pragma regtt traversal bound(q.best : n->id)
static void changing(Query &q, Node *n) {
  if (!n)
    return;
  q.best.push({n->x, n->id});
  changing(q, n->left);
}

// expected-error@+1 {{clause 'bound' names 'q.keys', which is not of the form 'container : count' [RTT1008]}}
#pragma regtt traversal bound(q.best : 3, q.keys)
static void unclear(Query &q, Node *n) {
  if (!n)
    return;
  q.best.push({n->x, n->id});
  unclear(q, n->left);
}

// expected-error@+1 {{clause 'bound' names 'q.hits', which is not a container of the query that the traversal uses [RTT1008]}}
#pragma regtt traversal bound(q.hits : 3, q.best : 1)
static void unused(Query &q, Node *n) {
  if (!n)
    return;
  q.hits++;
  q.best.push({n->x, n->id});
  unused(q, n->left);
}

#pragma regtt traversal bound(q.inDeque : 3, q.inArena : 3, q.from : 3,        \
                              q.scaled : 3, q.called : 3, q.named : 3,         \
                              q.cut : 3)
static void kinds(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the container 'q.inDeque' is not taken: it keeps its elements in 'std::deque<Hit>'; a std::vector is taken [RTT2057]}}
  q.inDeque.pop();
  // expected-error@+1 {{the container 'q.inArena' is not taken: it has an allocator of its own [RTT2057]}}
  q.inArena.pop();
  // expected-error@+1 {{the container 'q.from' is not taken: what orders it, 'From', has data of its own [RTT2057]}}
  q.from.pop();
  // expected-error@+1 {{the container 'q.scaled' is not taken: what orders it reads more than two elements [RTT2057]}}
  q.scaled.pop();
  // expected-error@+1 {{the container 'q.called' is not taken: what orders it, 'std::function<bool (Hit &, Hit &)>', has data of its own [RTT2057]}}
  q.called.pop();
  // expected-error@+1 {{the container 'q.named' is not taken: its elements, 'Named', cannot be copied bit by bit [RTT2057]}}
  q.named.pop();
  // expected-error@+1 {{the container 'q.cut' is not taken: what orders it takes other than two elements [RTT2057]}}
  q.cut.pop();
  kinds(q, n->left);
}

#pragma regtt traversal bound(q.best : 8, q.found : 8, q.keys : 8)
static void uses(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the container 'q.best' is not taken: 'swap' is none of the functions that are carried [RTT2057]}}
  q.best.swap(q.other);
  // expected-error@+1 {{the container 'q.found' is not taken: 'insert' is none of the functions that are carried [RTT2057]}}
  q.found.insert(q.found.begin(), n->id);
  // expected-error@+1 {{the container 'q.seen' is not taken: 'std::set<int>' cannot be kept on a device; a std::priority_queue or a std::vector can [RTT2057]}}
  q.seen.insert(n->id);
  // expected-error@+1 {{the container 'q.last' is not taken: 'std::deque<int>' cannot be kept on a device; a std::priority_queue or a std::vector can [RTT2057]}}
  q.last.push_back(n->id);
  // expected-error@+1 {{the container '*q.behind.get()' is not taken: it lies behind a pointer of the query [RTT2057]}}
  q.behind->push(n->x);
  // expected-error@+1 {{the container 'all' is not taken: it is not the query's own, or lies behind a pointer [RTT2057]}}
  all.push(n->x);
  q.keys.push(n->x);
  q.found.push_back(1);
  q.best.pop();
  uses(q, n->left);
}

static int ranged(const std::vector<int> &ids) {
  int sum = 0;
  for (int id : ids)
    sum += id;
  return sum;
}
#pragma regtt traversal bound(q.found : 8)
static void whole(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the container 'q.found' is not taken: its elements are reached in another way than by its functions [RTT2057]}}
  const int *first = q.found.data();
  q.hits += *first;
  q.found.push_back(1);
  whole(q, n->left);
}

void run(std::vector<Query> &queries, Node *root) {
  const int n = int(queries.size());
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    taken(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    unbound(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    changing(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    unclear(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    unused(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    kinds(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    uses(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    whole(queries[i], root);
  // Other iterations' containers, before and after the call.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    taken(queries[i], root);
    // expected-error@+1 {{'queries[n - 1 - i].best' follows the call, but reads what the traversals of other iterations write [RTT1116]}}
    queries[n - 1 - i].best.pop();
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    taken(queries[i], root);
    // expected-error@+1 {{'queries[n - 1 - i].best' follows the call, but reads what the traversals of other iterations write [RTT1116]}}
    queries[i].hits = queries[n - 1 - i].best.top().id;
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    taken(queries[i], root);
    // expected-error@+1 {{'queries' follows the call, but reads what the traversals of other iterations write [RTT1116]}}
    queries[i].hits += ranged(queries[n - 1 - i].found);
  }
  // Taken: its own.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    queries[i].found.clear();
    while (!queries[i].best.empty())
      queries[i].best.pop();
    taken(queries[i], root);
    queries[i].hits += ranged(queries[i].found) + int(queries[i].best.size());
    queries[i].best.pop();
  }
}
