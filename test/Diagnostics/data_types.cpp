// Data that cannot be copied bit by bit.
// RUN: regtt-cc --verify-diagnostics %s
#include <atomic>
#include <vector>

struct Point {
  float x;
};
struct Named {
  float x;
  const char *name;
};
struct Owner {
  float x;
  ~Owner() {}
};
struct __attribute__((packed)) Packed {
  char c;
  float x;
};
struct Node {
  float x;
  Named named[2];
  Packed packed;
  volatile int lock;
  struct __attribute__((packed)) {
    unsigned low : 7;
    unsigned long wide : 60; // expected-note {{declared here}}
  } bits;
  _Float16 half;    // expected-note {{declared here}}
  float *min;       // expected-note {{declared here}}
  long double wide; // expected-note {{declared here}}
  const char *text;
  Point points[2];
  Node *left, *right;
};
union Either {
  int asInt;
  float asFloat;
};
struct Query {
  int count;
  float best;
  float *results;
  const float *read, *more;
  int numMore;
  Either either;
  std::atomic<int> atomic;
};
std::vector<int> global;
volatile float limit;

#pragma regtt traversal
static void visit(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{'lock' is volatile or atomic; its accesses cannot be moved to a device [RTT2025]}}
  q.count += n->lock;
  // expected-error@+1 {{'limit' is volatile or atomic; its accesses cannot be moved to a device [RTT2025]}}
  q.best += limit;
  // expected-error@+1 {{'wide' is a bit-field that compilers do not agree on: wider than int in C, or packed across nine bytes [RTT2026]}}
  q.count += n->bits.wide;
  q.count += n->bits.low; // taken
  // expected-error@+1 {{the extent of 'n->min' cannot be inferred; add 'extent(n->min : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
  q.best += n->min[1];
  // Taken: as many as the largest constant says.
  q.results[0] = 1;
  // Taken: read, as far as a loop says how many there are.
  for (int k = 0; k < 3; ++k)
    q.best += q.read[k];
  q.numMore++; // expected-note {{its bound is written here}}
  for (int k = 0; k < q.numMore; ++k)
    // expected-error@+1 {{the extent of 'q.more' cannot be inferred; add 'extent(q.more : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
    q.best += q.more[k];
  // expected-error@+1 {{data of type 'long double' cannot be copied to a device: 'wide' [RTT2011]}}
  q.best += n->wide;
  // expected-error@+1 {{data of type '_Float16' cannot be copied to a device: 'half' [RTT2011]}}
  q.best += n->half;
  // Taken: whether a pointer is null.
  q.count += !n->text;
  // expected-error@+1 {{data of type 'Named' cannot be copied to a device: 'an array of structs' [RTT2011]}}
  q.best += n->named[1].x;
  // expected-error@+1 {{a member of a union is not taken inside a traversal [RTT2004]}}
  q.either.asInt = 1;
  // expected-error@+1 {{data of type 'long double' cannot be copied to a device: 'sum' [RTT2011]}}
  long double sum = 0;
  // expected-error@+1 {{data of type 'Named' cannot be copied to a device: 'name' [RTT2011]}}
  Named name = {1, "one"};
  // expected-error@+1 {{data of type 'Either' cannot be copied to a device: 'other' [RTT2011]}}
  Either other;
  // expected-error@+1 {{data of type 'Owner' cannot be copied to a device: 'owner' [RTT2011]}}
  Owner owner;
  // expected-error@+1 {{data of type 'Packed' cannot be copied to a device: 'packed' [RTT2011]}}
  Packed packed = n->packed;

  // Taken: structs of numbers, arrays of them, as a whole and by fields.
  Point p = {1};
  q.best += p.x + n->points[1].x;
  visit(q, n->left);
  visit(q, n->right);
}

void run(std::vector<Query> &queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(queries[i], root);
}
