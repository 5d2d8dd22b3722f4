// What clauses give each iteration is the user's variable in the host file: a
// copy of the loop sets it from the iteration's record. What the call adds to is
// combined behind it, in the order of the clauses.
// RUN: regtt-cc --emit=host %s -o - | FileCheck %s
// RUN: not regtt-cc -DREFUSED --emit=host %s -o %t.h 2>&1 | FileCheck --check-prefix=REFUSED %s
struct Node {
  float x;
  const Node *l, *r;
};
struct Query {
  float at, sum;
};
#pragma regtt traversal
static void visit(Query *q, const Node *n, const float *scale, long *hits,
                  int &least) {
  if (!n)
    return;
  q->sum += scale[n->x < q->at];
  ++*hits;
  if (static_cast<int>(n->x) < least)
    least = static_cast<int>(n->x);
  visit(q, n->l, scale, hits, least);
  visit(q, n->r, scale, hits, least);
}
#ifndef REFUSED
void run(Query *queries, const Node *root, int count, float *out) {
  Query *q;
  float half, scale[2] = {1, 2};
  long hits = 0;
  int least = 9;
#pragma regtt parallel private(q, half) firstprivate(scale)                    \
    reduction(+ : hits) reduction(min : least)
  for (int i = 0; i < count; ++i) {
    if (i % 3 == 0)
      continue;
    q = &queries[i];
    half = q->at / 2;
    scale[1] = half;
    visit(q, root, scale, &hits, least);
    out[i] = q->sum + half;
    hits += 2;
  }
  // CHECK: regtt_inputs[regtt_i].hits = 0;
  // CHECK: regtt_inputs[regtt_i].least = 2147483647;

  // A serial run of the calls leaves to the tail what it finds.
  // CHECK: if (regtt_serial) {
  // CHECK: const long regtt_before_hits = hits;
  // CHECK: const int regtt_before_least = least;
  // CHECK-DAG: q = queries + i;
  // CHECK-DAG: regtt_copy(&scale, &regtt_input->scale, sizeof scale);
  // CHECK-DAG: hits = regtt_input->hits;
  // CHECK-DAG: least = regtt_input->least;
  // CHECK: visit(q, root, scale, &hits, least);
  // CHECK-NEXT: regtt_input->hits = hits;
  // CHECK-NEXT: hits = regtt_before_hits;
  // CHECK-NEXT: regtt_input->least = least;
  // CHECK-NEXT: least = regtt_before_least;

  // CHECK: if (regtt_input->taken) {
  // CHECK-DAG: q = queries + i;
  // CHECK-DAG: half = regtt_input->half;
  // CHECK: hits += regtt_input->hits;
  // CHECK-NEXT: if (regtt_input->least < least)
  // CHECK-NEXT: least = regtt_input->least;
  // CHECK-NEXT: out[i] = q->sum + half;
  // CHECK: hits += 2;
  // CHECK: {{^}}}
  out[0] = static_cast<float>(hits + least);
}
#else
// What has another name in the loop, too, is no iteration's own.
void named(Query *queries, const Node *root, int count, float *out) {
  const float scale[2] = {1, 2};
  Query own;
  Query *other = &own;
  long hits = 0;
  int least = 9;
  // REFUSED: own_variables.cpp:[[#@LINE+1]]:24: error: clause 'private' names 'own', which the loop may get at by another name, too [RTT1014]
#pragma regtt parallel private(own)
  for (int i = 0; i < count; ++i) {
    long mine = 0;
    int low = 9;
    own = queries[i];
    visit(&own, root, scale, &mine, low);
    out[i] = other->sum;
  }
  long *all = &hits;
  // REFUSED: own_variables.cpp:[[#@LINE+1]]:24: error: clause 'reduction' names 'hits', which the loop may get at by another name, too [RTT1014]
#pragma regtt parallel reduction(+ : hits)
  for (int i = 0; i < count; ++i) {
    int low = 9;
    visit(&queries[i], root, scale, &hits, low);
    out[i] = static_cast<float>(*all);
  }
  // A number that the iterations only look at is the same for all of them.
  // REFUSED: own_variables.cpp:[[#@LINE+1]]:49: error: clause 'firstprivate' names 'own', which an earlier clause names, too [RTT1013]
#pragma regtt parallel firstprivate(least, own) firstprivate(own)
  for (int i = 0; i < count; ++i) {
    long mine = 0;
    int low = least;
    visit(&queries[i], root, scale, &mine, low);
    out[i] = own.sum;
  }
}
#endif
