// Data that cannot be copied bit by bit.
// RUN: regtt-cc --verify-diagnostics %s
#include <atomic>
#include <memory>
#include <string>
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
    unsigned long wide : 60;
  } bits;
  _Float16 half;
  float *min;
  long double wide;
  const char *text;
  Point points[2];
  Node *left, *right;
};
union Either {
  int asInt;
  long double wide;
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
static void lock(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{'n->lock' is volatile or atomic; its accesses cannot be moved to a device [RTT2025]}}
  q.count += n->lock;
  lock(q, n->left);
  lock(q, n->right);
}

#pragma regtt traversal
static void limited(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{'limit' is volatile or atomic; its accesses cannot be moved to a device [RTT2025]}}
  q.best += limit;
  limited(q, n->left);
  limited(q, n->right);
}

#pragma regtt traversal
static void numbers(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{'wide' is a bit-field that compilers do not agree on: wider than int in C, or packed across nine bytes [RTT2026]}}
  q.count += n->bits.wide;
  q.count += n->bits.low; // taken
  // expected-error@+1 {{arithmetic in 'long double' is not taken inside a traversal [RTT2004]}}
  q.best += n->wide;
  // expected-error@+1 {{data of type '_Float16' cannot be copied to a device: 'n->half' [RTT2011]}}
  q.best += n->half;
  // expected-error@+1 {{data of type 'long double' cannot be copied to a device: 'sum' [RTT2011]}}
  long double sum = 0;
  // expected-error@+1 {{data of type 'std::unique_ptr<Node>' cannot be copied to a device: 'owned' [RTT2011]}}
  std::unique_ptr<Node> owned;
  // expected-error@+1 {{data of type 'std::pair<int, std::basic_string<char>>' cannot be copied to a device: 'word' [RTT2011]}}
  std::pair<int, std::string> word;
  numbers(q, n->left);
  numbers(q, n->right);
}

#pragma regtt traversal
static void extents(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the extent of 'n->min' cannot be inferred; add 'extent(n->min : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
  q.best += n->min[1];
  // Taken: as many as the largest constant says.
  q.results[0] = 1;
  // Taken: read, as far as a loop says how many there are.
  for (int k = 0; k < 3; ++k)
    q.best += q.read[k];
  extents(q, n->left);
  extents(q, n->right);
}

#pragma regtt traversal
static void changedBound(Query &q, Node *n) {
  if (!n)
    return;
  // expected-note@+1 {{its bound is written by the traversal}}
  q.numMore++;
  for (int k = 0; k < q.numMore; ++k)
    // expected-error@+1 {{the extent of 'q.more' cannot be inferred; add 'extent(q.more : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
    q.best += q.more[k];
  changedBound(q, n->left);
  changedBound(q, n->right);
}

#pragma regtt traversal
static void structs(Query &q, Node *n) {
  if (!n)
    return;
  // Taken: numbers in what holds pointers, too.
  q.best += n->named[1].x;
  // expected-error@+1 {{data of type 'Named' cannot be copied to a device: 'n->named[1]' [RTT2011]}}
  const Named whole = n->named[1];
  q.best += whole.x;
  // Taken: whether a pointer is null.
  q.count += !n->text;
  // Taken: structs of numbers, arrays of them, as a whole and by fields.
  Point p = {1};
  q.best += p.x + n->points[1].x;
  Named name = {1, "one"};
  structs(q, n->left);
  structs(q, n->right);
}

#pragma regtt traversal
static void unions(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{data of type 'Either' cannot be copied to a device: 'q.either' [RTT2011]}}
  Either either = q.either;
  q.count += either.asInt;
  // Taken: a number of it.
  q.count += q.either.asInt;
  unions(q, n->left);
  unions(q, n->right);
}

#pragma regtt traversal
static void owned(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{a destructor is not taken inside a traversal [RTT2004]}}
  Owner owner;
  owned(q, n->left);
  owned(q, n->right);
}

#pragma regtt traversal
static void inPacked(Query &q, Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{data of type 'Packed' cannot be copied to a device: 'packed' [RTT2011]}}
  Packed packed = n->packed;
  q.best += packed.x;
  inPacked(q, n->left);
  inPacked(q, n->right);
}

void run(std::vector<Query> &queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    lock(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    limited(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    numbers(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    extents(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    changedBound(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    structs(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    unions(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    owned(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    inPacked(queries[i], root);
}
