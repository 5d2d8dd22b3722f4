// What --explain says of lanes: what they compute once, what the node has, what
// each has of its own, and where they part.
//
// RUN: regtt-cc --target=lanes --explain -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: regtt-cc --target=cpu --explain -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=CPU
// CPU-NOT: lanes, each
struct Node {
  float at[3], radius;
  int size;
  Node *left, *right;
};
struct Query {
  float at[3];
  int count, skip;
};

static float squared(const Query &q, const Node *n) {
  float sum = 0;
  for (int k = 0; k < 3; ++k) {
    const float d = q.at[k] - n->at[k];
    sum += d * d;
  }
  return sum;
}

// CHECK-LABEL: near
// CHECK: {{^}}  lanes, computed once: k of squared{{$}}
// CHECK-NEXT: {{^}}  lanes, computed once for a node: most{{$}}
// CHECK-NEXT: {{^}}  lanes, each query's own: sum of squared, d of squared, far, left{{$}}
// CHECK-NEXT: {{^}}  lanes part: lines [[#@LINE+7]], [[#@LINE+11]]{{$}}
#pragma regtt traversal
static void near(Query &q, const Node *n, float reach) {
  if (!n)
    return;
  const float half = n->radius / 2;
  const float far = squared(q, n);
  if (far > half + reach)
    return;
  const int most = n->size < 5 ? n->size : 5; // the node's
  int left = q.skip;
  while (left < most)
    ++left;
  q.count += left;
  near(q, n->left, reach);
  near(q, n->right, reach);
}

void run(Query *queries, const Node *root, int count, float reach) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    near(queries[i], root, reach);
}
