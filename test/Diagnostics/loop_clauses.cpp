// The clauses private, firstprivate and reduction: what they name is a variable
// that is used as they say.
// RUN: regtt-cc --verify-diagnostics %s
struct Node {
  const Node *left, *right;
  float x;
};
struct Query {
  float at;
  int count;
};

#pragma regtt traversal
static void visit(const Node *n, Query &q) {
  if (!n)
    return;
  q.count += n->x > q.at;
  visit(n->left, q);
  visit(n->right, q);
}

#pragma regtt traversal
static void within(const Node *n, float at, int *count) {
  if (!n)
    return;
  *count += n->x > at;
  within(n->left, at, count);
  within(n->right, at, count);
}

#pragma regtt traversal
static void second(const Node *n, float at, int *counts) {
  if (!n)
    return;
  counts[n->x > at]++;
  second(n->left, at, counts);
  second(n->right, at, counts);
}

#pragma regtt traversal
static void sums(const Node *n, float at, float &sum) {
  if (!n)
    return;
  sum += n->x - at;
  sums(n->left, at, sum);
  sums(n->right, at, sum);
}

#pragma regtt traversal
static void bounded(const Node *n, float at, float &best) {
  if (!n)
    return;
  // expected-note@+1 {{used here}}
  if (at > best)
    return;
  const float d = n->x - at;
  if (d < best)
    best = d;
  bounded(n->left, at + 1, best);
  bounded(n->right, at + 1, best);
}

static int everywhere; // expected-note {{declared here}}

static void names(const Node *root, Query *q, int n) {
  // expected-error@+1 {{clause 'private' names 'raduis', which is not a variable from outside of the loop that the loop uses [RTT1008]}}
#pragma regtt parallel private(raduis)
  for (int i = 0; i < n; ++i)
    visit(root, q[i]);

  // expected-error@+1 {{clause 'private' names 'inner', which is not a variable from outside of the loop that the loop uses [RTT1008]}}
#pragma regtt parallel private(inner)
  for (int i = 0; i < n; ++i) {
    float inner = 2;
    q[i].at = inner;
    visit(root, q[i]);
  }

  float at;
  // expected-error@+1 {{clause 'firstprivate' names 'at', which an earlier clause names, too [RTT1013]}}
#pragma regtt parallel private(at) firstprivate(at)
  for (int i = 0; i < n; ++i) {
    at = i;
    q[i].at = at;
    visit(root, q[i]);
  }

  const int fixed = 3;
  int total = 0;
  // expected-note@-2 {{declared here}}
  // expected-error@+1 {{clause 'reduction' names 'fixed', which is const [RTT1014]}}
#pragma regtt parallel reduction(+ : total, fixed)
  for (int i = 0; i < n; ++i) {
    visit(root, q[i]);
    total += fixed;
  }

  // expected-error@+1 {{clause 'reduction' names '<<:total', which is not of the form 'operator : variable' with one of + * & | ^ && || min max [RTT1008]}}
#pragma regtt parallel reduction(<< : total)
  for (int i = 0; i < n; ++i)
    visit(root, q[i]);

  // The loop's variable is an iteration's own anyway.
  int i;
#pragma regtt parallel private(i)
  for (i = 0; i < n; ++i)
    visit(root, q[i]);
}

static void privates(const Node *root, Query *q, int n) {
  float at = 0, last = 0;
  // expected-error@+1 {{clause 'private' names 'at', but iterations read it before they set it [RTT1015]}}
#pragma regtt parallel private(at)
  for (int i = 0; i < n; ++i) {
    if (i % 2)
      at = i;
    // expected-note@+1 {{read here}}
    q[i].at = at;
    visit(root, q[i]);
  }

  // expected-error@+1 {{clause 'firstprivate' names 'last', which iterations change and read before they set it: each would start with what the one before has left, as in the serial program, and not with the value from before the loop [RTT1016]}}
#pragma regtt parallel firstprivate(last)
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    q[i].at = last;
    visit(root, q[i]);
    last = q[i].at;
  }

  int budget = 100;
  // expected-error@+1 {{clause 'firstprivate' names 'budget', which iterations change and read before they set it: each would start with what the one before has left, as in the serial program, and not with the value from before the loop [RTT1016]}}
#pragma regtt parallel firstprivate(budget)
  for (int i = 0; i < n; ++i) {
    // expected-note@+1 {{read here}}
    within(root, i, &budget);
    q[i].count = budget;
  }
#pragma regtt parallel firstprivate(budget)
  for (int i = 0; i < n; ++i) {
    budget = 100;
    within(root, i, &budget);
    q[i].count = budget;
  }

  int counts[2] = {1, 2};
  // expected-error@+1 {{clause 'firstprivate' names 'counts', which iterations change and read before they set it: each would start with what the one before has left, as in the serial program, and not with the value from before the loop [RTT1016]}}
#pragma regtt parallel firstprivate(counts)
  for (int i = 0; i < n; ++i) {
    counts[1] = i;
    // expected-note@+1 {{read here}}
    second(root, i, counts);
  }
  // expected-error@+1 {{clause 'firstprivate' names 'counts', which iterations change and read before they set it: each would start with what the one before has left, as in the serial program, and not with the value from before the loop [RTT1016]}}
#pragma regtt parallel firstprivate(counts)
  for (int i = 0; i < n; ++i) {
    counts[1] = i;
    visit(root, q[i]);
    // expected-note@+1 {{read here}}
    counts[0] += counts[1];
  }
#pragma regtt parallel private(counts)
  for (int i = 0; i < n; ++i) {
    counts[0] = counts[1] = i;
    second(root, i, counts);
  }

  // On every way.
#pragma regtt parallel private(at) firstprivate(last)
  for (int i = 0; i < n; ++i) {
    if (i % 2)
      at = i;
    else
      at = 2 * i;
    q[i].at = at + last;
    visit(root, q[i]);
  }

  Query *mine = q; // expected-note {{declared here}}
  // expected-error@+1 {{clause 'private' names 'mine', a pointer that is not set once, ahead of the call, in a statement of its own; declare it in the loop's body [RTT1014]}}
#pragma regtt parallel private(mine)
  for (int i = 0; i < n; ++i) {
    mine = q;
    mine += i;
    visit(root, *mine);
  }

  // expected-error@+1 {{clause 'private' names 'everywhere', which is no local variable [RTT1014]}}
#pragma regtt parallel private(everywhere)
  for (int i = 0; i < n; ++i) {
    everywhere = i;
    q[i].at = everywhere;
    visit(root, q[i]);
  }
}

static int reductions(const Node *root, const float *x, float *out, int n) {
  int count = 0;
#pragma regtt parallel reduction(+ : count)
  for (int i = 0; i < n; ++i)
    within(root, x[i], &count);

  // expected-error@+1 {{clause 'reduction(+: count)' names a variable that the loop uses otherwise; nothing but the operator '+' may read or write it there [RTT1017]}}
#pragma regtt parallel reduction(+ : count)
  for (int i = 0; i < n; ++i) {
    within(root, x[i], &count);
    // expected-note@+1 {{used here}}
    out[i] = count;
  }

  // expected-error@+1 {{clause 'reduction(max: count)' names a variable that the loop uses otherwise; nothing but the operator 'max' may read or write it there [RTT1017]}}
#pragma regtt parallel reduction(max : count)
  for (int i = 0; i < n; ++i) {
    int hits = 0;
    within(root, x[i], &hits);
    // expected-note@+1 {{used here}}
    count += hits;
  }

  float sum = 0, best = 9;
  // expected-error@+1 {{clause 'reduction(+: sum)': each traversal would sum up in a copy of 'sum', of type 'float', and adding the copies rounds in another order than the serial program; have each iteration add its own sum after the call, or allow it by --fp=fast [RTT1128]}}
#pragma regtt parallel reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sums(root, x[i], sum);

  // expected-error@+1 {{clause 'reduction(min: best)' names a variable that the loop uses otherwise; nothing but the operator 'min' may read or write it there [RTT1017]}}
#pragma regtt parallel reduction(min : best)
  for (int i = 0; i < n; ++i)
    bounded(root, x[i], best);

  // After the call in the order of the iterations.
#pragma regtt parallel reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    float own = 0;
    sums(root, x[i], own);
    sum += own;
  }
  return count + int(sum + best);
}

// However it is spelled, a value is the same; another one is not.
struct Box {
  const Box *left, *right;
  int first, second;

#pragma regtt traversal
  void largest(int at, int &most) const {
    if (first + at > most)
      most = this->first + (at);
    if (left)
      left->largest(at, most);
    if (right)
      right->largest(at, most);
  }

#pragma regtt traversal
  void mixed(int at, int &most) const {
    // expected-note@+1 {{used here}}
    if (first + at > most)
      most = this->second + at;
    if (left)
      left->mixed(at, most);
    if (right)
      right->mixed(at, most);
  }
};
static int boxes(const Box &root, const int *x, int n) {
  int most = 0;
#pragma regtt parallel reduction(max : most)
  for (int i = 0; i < n; ++i)
    root.largest(x[i], most);
  // expected-error@+1 {{clause 'reduction(max: most)' names a variable that the loop uses otherwise; nothing but the operator 'max' may read or write it there [RTT1017]}}
#pragma regtt parallel reduction(max : most)
  for (int i = 0; i < n; ++i)
    root.mixed(x[i], most);
  return most;
}

// A traversal may keep the address, which another loop then reads by.
struct Keeper {
  float at;
  int *where;
};
#pragma regtt traversal
static void keep(const Node *n, Keeper &q, int *most) {
  if (!n || n->x > q.at)
    return;
  q.where = most;
  keep(n->left, q, most);
}
#pragma regtt traversal
static void highest(const Node *n, float at, int &most) {
  if (!n)
    return;
  if (n->x > at && int(n->x) > most)
    most = int(n->x);
  highest(n->left, at, most);
}
static int keepers(const Node *root, Keeper *q, int *out, int n) {
  int most = 0, other = 0;
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    keep(root, q[i], &most);
    // expected-error@+1 {{clause 'reduction' names 'most', which the loop may get at by another name, too [RTT1014]}}
#pragma regtt parallel reduction(max : most)
  for (int i = 0; i < n; ++i) {
    highest(root, q[i].at, most);
    out[i] = *q[i].where; // expected-note {{here}}
  }
#pragma regtt parallel reduction(max : other)
  for (int i = 0; i < n; ++i) {
    highest(root, q[i].at, other);
    out[i] = *q[i].where;
  }
  return most + other;
}

int main() {
  keepers(nullptr, nullptr, nullptr, 0);
  boxes({}, nullptr, 0);
  names(nullptr, nullptr, 0);
  privates(nullptr, nullptr, 0);
  return reductions(nullptr, nullptr, nullptr, 0);
}
