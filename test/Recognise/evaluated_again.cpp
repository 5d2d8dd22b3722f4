// What a local is bound to is found again after the calls, and a serial run of
// the calls evaluates their arguments again: what that reads has to be the same
// then.
// RUN: regtt-cc -DTAKEN --emit=loop %s -o - | regtt-opt --passes=recognise - | FileCheck --check-prefix=TAKEN %s
// RUN: regtt-cc -DWRITTEN --emit=loop %s -o - | regtt-opt --passes=recognise - | FileCheck --check-prefix=WRITTEN %s
// RUN: regtt-cc -DLOCAL --emit=loop %s -o - | regtt-opt --passes=recognise - | FileCheck --check-prefix=LOCAL %s
// RUN: regtt-cc -DCHANGED --emit=loop %s -o - | regtt-opt --passes=recognise - | FileCheck --check-prefix=CHANGED %s
// RUN: regtt-cc -DARGUMENT --emit=loop %s -o - | regtt-opt --passes=recognise - | FileCheck --check-prefix=ARGUMENT %s
struct Node {
  float x;
  Node *l, *r;
};
struct Query {
  float at, sum;
};
#pragma regtt traversal
static void visit(Query *q, Node *n, int *hits) {
  if (!n)
    return;
  if (n->x < q->at) {
    q->sum += n->x;
    *hits += 1;
  }
  visit(q, n->l, hits);
  visit(q, n->r, hits);
}
void run(Query *queries, Node *root, int count, int *order, int *hits,
         const float *in, float *out) {
  int k = 0;
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
#if defined TAKEN
    // `order` is compared with the hits that calls count.
    const float &p = in[order[i]];
    visit(&queries[i], root, &hits[i]);
    out[i] = p;
    // TAKEN-NOT: refused
    // TAKEN: preparation:
    // TAKEN-NEXT: - 'const float &p = in[order[i]];'
    // TAKEN: inputs:
    // TAKEN-NEXT: - { text: '&(p)' }
    // TAKEN: reads:
    // TAKEN-NEXT: - { text: 'order[regtt_first]', varies: true }
    // TAKEN: bindings:
    // TAKEN-NEXT: - 'auto &&p = in[order[i]];'
#elif defined WRITTEN
    const float &p = in[order[i]];
    visit(&queries[i], root, &order[i]);
    out[i] = p;
    // WRITTEN: refused: {{.*}}:[[#@LINE-3]]:25: the variable 'p' of the loop's body is used after the call, but cannot be kept
#elif defined LOCAL
    int n = 0;
    const float &p = in[n];
    visit(&queries[i], root, &n);
    out[i] = p;
    // LOCAL: # unsaid: {{.*}}:[[#@LINE-3]]:18: the variable 'p' of the loop's body is used after the call, but cannot be kept
#elif defined CHANGED
    const float &p = in[k];
    k = i;
    visit(&queries[i], root, &hits[i]);
    out[i] = p;
    // CHANGED: refused: {{.*}}:[[#@LINE-3]]:5: 'k' is written before the call
#elif defined ARGUMENT
    k = order[i];
    visit(&queries[k], root, &hits[i]);
    out[i] = 1;
    // ARGUMENT: refused: {{.*}}:[[#@LINE-3]]:5: 'k' is written before the call
#endif
  }
}
