// Arrays of nodes that begin at a first number: one that all iterations share,
// and the same wherever children are found.
// RUN: regtt-cc --verify-diagnostics %s
struct Query {
  int first, count;
};
static int n, m;
static int *lefts, *rights;

// Taken.
#pragma regtt traversal
static void shared(Query *q, int i) {
  q->count++;
  if (i < n)
    return;
  const int k = i - n;
  shared(q, lefts[k]);
  shared(q, rights[i - n]);
}

#pragma regtt traversal
static void handedOn(Query *q, int i, int first) {
  q->count++;
  if (i < first)
    return;
  handedOn(q, lefts[i - first], first);
  handedOn(q, rights[i - first], first);
}

// Two distances.
#pragma regtt traversal
static void twice(Query *q, int i) {
  q->count++;
  if (i < n)
    return;
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'lefts[i - n]' [RTT2010]}}
  twice(q, lefts[i - n]);
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'rights[i - m]' [RTT2010]}}
  twice(q, rights[i - m]);
}

// Each query's own.
#pragma regtt traversal
static void own(Query *q, int i) {
  q->count++;
  if (i < q->first)
    return;
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'lefts[i - q->first]' [RTT2010]}}
  own(q, lefts[i - q->first]);
}

// One that changes on the way.
#pragma regtt traversal node(i)
static void changes(Query *q, int i, int first) {
  q->count++;
  if (i < first)
    return;
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'lefts[i - first]' [RTT2010]}}
  changes(q, lefts[i - first], first + 1);
}

// Another `n`.
#pragma regtt traversal
static void shadowed(Query *q, int i) {
  q->count++;
  const int n = i / 2 + 1;
  if (i < n)
    return;
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'lefts[i - n]' [RTT2010]}}
  shadowed(q, lefts[i - n]);
}

// The number is taken from something else.
#pragma regtt traversal
static void backwards(Query *q, int i) {
  q->count++;
  if (i < n)
    return;
  // expected-error@+1 {{the child handed to the recursive call is not a child of the node: 'lefts[n - i]' [RTT2010]}}
  backwards(q, lefts[n - i]);
}

void run(Query *queries, int root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    shared(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    handedOn(&queries[i], root, n + 1);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    twice(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    own(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    changes(&queries[i], root, 3);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    shadowed(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    backwards(&queries[i], root);
}
