// Addresses of what ends with its iteration, kept until the calls are made: in
// queries, through functions, references and constructors, in elements, behind
// other pointers. Each beside what is taken in Exec/query_pointers.cpp.
// RUN: regtt-cc --verify-diagnostics %s
#include <cstring>
#include <utility>
#include <vector>

struct Node {
  int x;
  Node *left, *right;
};
struct Query {
  const int *limit;
  int sum;
};
struct Self {
  Self *me;
  int sum;
  Self() : me(this), sum(0) {}
};
struct Taker {
  const int *limit;
  int sum;
  explicit Taker(const int &at) : limit(&at), sum(0) {}
};

#pragma regtt traversal
static void walk(const Node *n, Query *q) {
  if (!n)
    return;
  q->sum += n->x < *q->limit;
  walk(n->left, q);
  walk(n->right, q);
}
#pragma regtt traversal
static void walkSelf(const Node *n, Self *q) {
  if (!n)
    return;
  q->me->sum += n->x;
  walkSelf(n->left, q);
  walkSelf(n->right, q);
}
#pragma regtt traversal
static void walkTaker(const Node *n, Taker *q) {
  if (!n)
    return;
  q->sum += n->x < *q->limit;
  walkTaker(n->left, q);
  walkTaker(n->right, q);
}
#pragma regtt traversal
static void walkAt(const Node *n, const int *limit, int *sum) {
  if (!n)
    return;
  *sum += n->x < *limit;
  walkAt(n->left, limit, sum);
  walkAt(n->right, limit, sum);
}

static void set(Query *q, const int *limit) { q->limit = limit; }
static void setLater(Query *q, const int *limit) { set(q, limit); }
static const int *same(const int *limit) { return limit; }
static Query made(const int &limit) { return {&limit, 0}; }
static void put(Query *q, const int *a, const int *b, int k) {
  if (k > 0)
    put(q, b, a, k - 1);
  else
    q->limit = a;
}
static const int *remembered;
static void remember(const int *limit) { remembered = limit; }

void lists(const Node *root, int *out, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int limit = i;
    // expected-error@+1 {{the address of 'limit' is kept, but what stands before the calls runs for all iterations first, and 'limit' ends with its iteration; keep a copy of its value, or have a variable for each iteration ahead of the loop [RTT1134]}}
    Query q = {&limit, 0};
    walk(root, &q);
    out[i] = q.sum;
  }
}

void fields(const Node *root, Query *q, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int limits[2] = {i, 2 * i};
    q[i].limit = &limits[1]; // expected-error {{the address of 'limits' is kept}}
    walk(root, &q[i]);
  }
}

void references(const Node *root, Query *q, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int limit = i;
    const int &name = limit;
    q[i].limit = &name; // expected-error {{the address of 'limit' is kept}}
    walk(root, &q[i]);
  }
}

void functions(const Node *root, Query *q, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int limit = i;
    setLater(&q[i], same(&limit)); // expected-error {{the address of 'limit' is kept}}
    walk(root, &q[i]);
  }
}

void recursions(const Node *root, Query *q, const int *limits, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int limit = i;
    put(&q[i], limits, &limit, 1); // expected-error {{the address of 'limit' is kept}}
    walk(root, &q[i]);
  }
}

void values(const Node *root, Query *q, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int limit = i;
    q[i] = made(limit); // expected-error {{the address of 'limit' is kept}}
    walk(root, &q[i]);
  }
}

void globals(const Node *root, Query *q, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int limit = i;
    remember(&limit); // expected-error {{the address of 'limit' is kept}}
    walk(root, &q[i]);
  }
}

void constructors(const Node *root, int *out, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int limit = i;
    Taker q(limit); // expected-error {{the address of 'limit' is kept}}
    walkTaker(root, &q);
    out[i] = q.sum;
  }
}

void themselves(const Node *root, int *out, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Self q; // expected-error {{the address of 'q' is kept}}
    walkSelf(root, &q);
    out[i] = q.sum;
  }
}

void counters(const Node *root, Query *q, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    q[i].limit = &i; // expected-error {{the address of 'i' is kept}}
    walk(root, &q[i]);
  }
}

void elements(const Node *root, Query *q, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    std::vector<int> limits(2, i);
    q[i].limit = &limits[1]; // expected-error {{the address of 'limits' is kept}}
    walk(root, &q[i]);
  }
}

void choices(const Node *root, int *out, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int low = i, high = 2 * i;
    walkAt(root, i % 2 ? &low : &high, &out[i]); // expected-error {{the address of 'low' is kept}}
  }
}

void copies(const Node *root, Query *q, const int *limits, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    const Query taken = {&limits[i], 0};
    std::memcpy(&q[i], &taken, sizeof taken);
    walk(root, &q[i]);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int limit = i;
    const Query mine = {&limit, 0};
    std::memcpy(&q[i], &mine, sizeof mine); // expected-error {{the address of 'limit' is kept}}
    walk(root, &q[i]);
  }
}

// What lasts longer is taken; so is an address that nobody keeps.
void lasting(const Node *root, const int *limits, Query *q, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int both[2] = {i, limits[i]};
    std::swap(both[0], both[1]);
    q[i].sum = both[0];
    set(&q[i], &limits[i]);
    walk(root, &q[i]);
  }
}
