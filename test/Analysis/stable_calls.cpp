// What is proved of a query's way through the tree: that leaving out some of its
// visits changes nothing about the others.
// RUN: regtt-cc --emit=kernel %s | FileCheck %s

struct Node {
  float x;
  int kind, step;
  Node *left, *right;
};
struct Vector {
  float x, y;
  Vector &operator+=(const Vector &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  void add(const Vector &o) { *this += o; }
  void clamp(float most) {
    if (x > most)
      x = most;
  }
};
inline Vector operator+(const Vector &a, const Vector &b) {
  return {a.x + b.x, a.y + b.y};
}
inline Vector operator*(const Vector &a, float b) { return {a.x * b, a.y * b}; }
struct Query {
  Vector force, torque;
  float x, sum, bins[64];
  int count, k, fixed, avg;
};

#define ENTER                                                                  \
  if (!n)                                                                      \
    return;                                                                    \
  if (n->x > q->x)                                                             \
    return;
#define CALLS(F)                                                               \
  F(q, n->left);                                                               \
  F(q, n->right);

// CHECK-LABEL: name: {{ *}}sums{{$}}
// CHECK: stableCalls: {{.*}}holds: true
static float weight(const Query *q, const Node *n) { return q->x * n->x; }
#pragma regtt traversal
void sums(Query *q, Node *n) {
  ENTER
  q->count++;
  q->sum += n->x > 3 ? n->x / q->x : -q->sum * 0.5f;
  q->sum = q->sum + weight(q, n);
  q->bins[n->kind & 63] += q->sum;
  n->kind > 2 ? ++q->k : --q->k;
  CALLS(sums)
}

// Structs with operators, as members and not, and what they are handed.
// CHECK-LABEL: name: {{ *}}vectors{{$}}
// CHECK: stableCalls: {{.*}}holds: true
#pragma regtt traversal
void vectors(Query *q, Node *n) {
  ENTER
  q->force += Vector{n->x, 1} * q->x;
  q->torque.add(q->force);
  q->force = q->force + q->torque * 2;
  CALLS(vectors)
}
// CHECK-LABEL: name: {{ *}}clamped{{$}}
// CHECK: stableCalls: {{.*}}holds: false, reason: {{.?}}what a visit does depends on what others have changed
#pragma regtt traversal
void clamped(Query *q, Node *n) {
  ENTER
  q->force += Vector{n->x, 1};
  q->force.clamp(3);
  CALLS(clamped)
}

// CHECK-LABEL: name: {{ *}}index{{$}}
// CHECK: stableCalls: {{.*}}holds: false
#pragma regtt traversal
void index(Query *q, Node *n) {
  ENTER
  q->count++;
  q->bins[q->count & 63] += 1;
  CALLS(index)
}

// CHECK-LABEL: name: {{ *}}decided{{$}}
// CHECK: stableCalls: {{.*}}holds: false, reason: {{.?}}what a visit does depends on what others have changed
#pragma regtt traversal
void decided(Query *q, Node *n) {
  ENTER
  q->sum += n->x;
  if (q->sum > 100)
    return;
  CALLS(decided)
}

// CHECK-LABEL: name: {{ *}}divided{{$}}
// CHECK: stableCalls: {{.*}}holds: false
#pragma regtt traversal
void divided(Query *q, Node *n) {
  ENTER
  q->count++;
  q->avg = 1000 / q->count;
  CALLS(divided)
}

// CHECK-LABEL: name: {{ *}}remainder{{$}}
// CHECK: stableCalls: {{.*}}holds: false
#pragma regtt traversal
void remainder(Query *q, Node *n) {
  ENTER
  q->count++;
  q->avg += n->step % q->count;
  CALLS(remainder)
}

// A helper's value, whose way there depends on what visits change.
static float at(const Query *q) { return q->bins[q->k & 63]; }
// CHECK-LABEL: name: {{ *}}helped{{$}}
// CHECK: stableCalls: {{.*}}holds: false
#pragma regtt traversal
void helped(Query *q, Node *n) {
  ENTER
  q->k += n->step;
  q->sum += at(q);
  CALLS(helped)
}
static int chosen(const Query *q) { return q->count > 0 ? 5 / q->count : 1; }
// CHECK-LABEL: name: {{ *}}chooses{{$}}
// CHECK: stableCalls: {{.*}}holds: false
#pragma regtt traversal
void chooses(Query *q, Node *n) {
  ENTER
  q->count++;
  q->sum += chosen(q);
  CALLS(chooses)
}
static int loops(int k) {
  int s = 0;
  while (k > 0)
    s += k--;
  return s;
}
// CHECK-LABEL: name: {{ *}}handed{{$}}
// CHECK: stableCalls: {{.*}}holds: false
#pragma regtt traversal
void handed(Query *q, Node *n) {
  ENTER
  q->count++;
  q->sum += loops(q->count);
  CALLS(handed)
}

// A local that takes what visits change, wherever it lies.
// CHECK-LABEL: name: {{ *}}either{{$}}
// CHECK: stableCalls: {{.*}}holds: false
#pragma regtt traversal
void either(Query *q, Node *n) {
  float a = 0, b = 0;
  ENTER
  q->sum += n->x;
  (q->fixed ? a : b) = q->sum;
  if (a > 3)
    return;
  CALLS(either)
}
// CHECK-LABEL: name: {{ *}}local{{$}}
// CHECK: stableCalls: {{.*}}holds: false
#pragma regtt traversal
void local(Query *q, Node *n) {
  ENTER
  float before = q->sum;
  q->sum += n->x;
  q->avg = before > 3;
  CALLS(local)
}

// A local that takes it through a helper, which is also handed the query's.
// CHECK-LABEL: name: {{ *}}taken{{$}}
// CHECK: stableCalls: {{.*}}holds: false, reason: {{.?}}a local takes what visits change
#pragma regtt traversal
void taken(Query *q, Node *n) {
  ENTER
  q->force += Vector{n->x, 1};
  Vector v{0, 0};
  v += q->force;
  if (v.x > 3)
    return;
  CALLS(taken)
}
static void put(float &to, float from) { to = from; }
// CHECK-LABEL: name: {{ *}}written{{$}}
// CHECK: stableCalls: {{.*}}holds: false, reason: {{.?}}a local takes what visits change
#pragma regtt traversal
void written(Query *q, Node *n) {
  ENTER
  put(q->sum, n->x + q->sum);
  float a = 0;
  put(a, q->sum);
  if (a > 3)
    return;
  CALLS(written)
}
static int captured(int v, int s) {
  auto f = [&v](int d) { return d % v; };
  return f(s);
}
// CHECK-LABEL: name: {{ *}}captures{{$}}
// CHECK: stableCalls: {{.*}}holds: false
#pragma regtt traversal
void captures(Query *q, Node *n) {
  ENTER
  q->count++;
  q->avg += captured(q->count, n->step);
  CALLS(captures)
}

void run(Query *queries, Node *root, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    sums(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    vectors(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    clamped(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    index(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    decided(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    divided(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    remainder(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    helped(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    chooses(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    handed(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    either(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    local(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    taken(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    written(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    captures(&queries[i], root);
}
