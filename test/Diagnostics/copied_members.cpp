// Copy constructors that do something else than copying members, each beside
// the one that copies them.
// RUN: regtt-cc --verify-diagnostics %s
struct Copies {
  float v[3];
  Copies(float a) : v{a, a, a} {}
  Copies(const Copies &o) {
    for (int i = 0; i < 3; ++i)
      v[i] = o.v[i];
  }
};
struct Short {
  float v[3];
  Short(float a) : v{a, a, a} {}
  Short(const Short &o) {
    v[2] = 0;
    for (int i = 0; i < 2; ++i)
      v[i] = o.v[i];
  }
};
struct Swaps {
  float x, y;
  Swaps(float a) : x(a), y(-a) {}
  Swaps(const Swaps &o) : x(o.y), y(o.x) {}
};
struct Counts {
  float x;
  int copies = 0;
  Counts(float a) : x(a) {}
  Counts(const Counts &o) : x(o.x), copies(o.copies + 1) {}
};
struct KnowsItself {
  float x, *at;
  KnowsItself(float a) : x(a), at(&x) {}
  KnowsItself(const KnowsItself &o) : x(o.x), at(&x) {}
};
struct Empties {
  float x;
  Empties(float a) : x(a) {}
  Empties(const Empties &o) : x(o.x) {}
  Empties(Empties &&o) : x(o.x) { o.x = 0; }
};

struct Node {
  float x;
  const Node *left, *right;
};

static Copies differenceCopies(const Node *n, float x) {
  const Copies one(n->x - x);
  return one;
}
#pragma regtt traversal
static void visitCopies(const Node *n, float x, float &sum) {
  if (!n)
    return;
  sum += differenceCopies(n, x).v[2];
  visitCopies(n->left, x, sum);
  visitCopies(n->right, x, sum);
}
void allCopies(const Node *root, const float *x, float *sum, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visitCopies(root, x[i], sum[i]);
}

// expected-error@+1 {{an object with a copy constructor as a value is not taken}}
static Short differenceShort(const Node *n, float x) {
  const Short one(n->x - x);
  return one;
}
#pragma regtt traversal
static void visitShort(const Node *n, float x, float &sum) {
  if (!n)
    return;
  // expected-error@+1 {{a call of 'differenceShort' is not taken}}
  sum += differenceShort(n, x).v[2];
  visitShort(n->left, x, sum);
  visitShort(n->right, x, sum);
}
void allShort(const Node *root, const float *x, float *sum, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visitShort(root, x[i], sum[i]);
}

// expected-error@+1 {{an object with a copy constructor as a value is not taken}}
static Swaps differenceSwaps(const Node *n, float x) {
  const Swaps one(n->x - x);
  return one;
}
#pragma regtt traversal
static void visitSwaps(const Node *n, float x, float &sum) {
  if (!n)
    return;
  // expected-error@+1 {{a call of 'differenceSwaps' is not taken}}
  sum += differenceSwaps(n, x).x;
  visitSwaps(n->left, x, sum);
  visitSwaps(n->right, x, sum);
}
void allSwaps(const Node *root, const float *x, float *sum, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visitSwaps(root, x[i], sum[i]);
}

// expected-error@+1 {{an object with a copy constructor as a value is not taken}}
static Counts differenceCounts(const Node *n, float x) {
  const Counts one(n->x - x);
  return one;
}
#pragma regtt traversal
static void visitCounts(const Node *n, float x, float &sum) {
  if (!n)
    return;
  // expected-error@+1 {{a call of 'differenceCounts' is not taken}}
  sum += differenceCounts(n, x).copies;
  visitCounts(n->left, x, sum);
  visitCounts(n->right, x, sum);
}
void allCounts(const Node *root, const float *x, float *sum, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visitCounts(root, x[i], sum[i]);
}

// expected-error@+1 {{an object with a copy constructor as a value is not taken}}
static KnowsItself differenceKnowsItself(const Node *n, float x) {
  const KnowsItself one(n->x - x);
  return one;
}
#pragma regtt traversal
static void visitKnowsItself(const Node *n, float x, float &sum) {
  if (!n)
    return;
  // expected-error@+1 {{a call of 'differenceKnowsItself' is not taken}}
  sum += differenceKnowsItself(n, x).x;
  visitKnowsItself(n->left, x, sum);
  visitKnowsItself(n->right, x, sum);
}
void allKnowsItself(const Node *root, const float *x, float *sum, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visitKnowsItself(root, x[i], sum[i]);
}

// expected-error@+1 {{an object with a copy constructor as a value is not taken}}
static Empties differenceEmpties(const Node *n, float x) {
  const Empties one(n->x - x);
  return one;
}
#pragma regtt traversal
static void visitEmpties(const Node *n, float x, float &sum) {
  if (!n)
    return;
  // expected-error@+1 {{a call of 'differenceEmpties' is not taken}}
  sum += differenceEmpties(n, x).x;
  visitEmpties(n->left, x, sum);
  visitEmpties(n->right, x, sum);
}
void allEmpties(const Node *root, const float *x, float *sum, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    visitEmpties(root, x[i], sum[i]);
}
