// What stands before and after the calls is repeated in the host file as the
// user wrote it; what of the body's locals is looked at there is in the
// iteration's record.
// RUN: regtt-cc --emit=loop %s -o - | regtt-opt --passes=recognise - | FileCheck %s
// RUN: regtt-cc -DREFUSED --emit=loop %s -o - | regtt-opt --passes=recognise - | FileCheck --check-prefix=REFUSED %s
struct Node {
  float x;
  Node *l, *r;
};
struct Query {
  float at, sum;
  bool active;
};
#pragma regtt traversal
static void visit(Query *q, Node *n, float r, int *hits) {
  if (!n)
    return;
  if (n->x < r) {
    q->sum += n->x;
    *hits += 1;
  }
  visit(q, n->l, r, hits);
  visit(q, n->r, r, hits);
}
#ifndef REFUSED
void run(Query *queries, Node *root, int count, float *out, int *rest) {
  for (int k = 0; k < 1; ++k) {
#pragma regtt parallel
    for (int i = 0; i < count; ++i) {
      Query &q = queries[i];
      const float unused = q.at * 3; // nothing needs it before the calls
      q.sum = 0;
      if (q.active /* now */) {
        int hits = 0;
        visit(&q, root, 2 * q.at, &hits);
        out[i] = hits * q.sum;
      } else
        rest[i] = 1;
    }
  }
  // CHECK: operands:
  // CHECK-NEXT: - { text: 'queries[regtt_first]' }
  // CHECK-NEXT: - { input: 0 }
  // CHECK-NEXT: - { input: 1 }
  // CHECK: levels:
  // CHECK-NEXT: - preparation:
  // CHECK-NEXT: - 'Query &q = queries[i];'
  // CHECK-NEXT: - 'regtt_keep(&regtt_call, &q.sum, sizeof(q.sum));'
  // CHECK-NEXT: - 'q.sum = 0;'
  // CHECK-NEXT: - condition: q.active
  // CHECK-NEXT: taken: 2
  // CHECK-NEXT: preparation:
  // CHECK-NEXT: - 'int hits = 0;'
  // CHECK-NEXT: effects: true
  // CHECK-NEXT: inputs:
  // CHECK-NEXT: - { text: '2 * q.at' }
  // CHECK-NEXT: - { text: hits, level: 1 }
  // CHECK-NEXT: - { set: false }
  // CHECK: tail:
  // CHECK: - 'auto &&q = queries[i];'
  // CHECK: - 'int hits = regtt_input->hits;'
  // CHECK: - 'out[i] = hits * q.sum;'
  // CHECK: otherwise: 'rest[i] = 1;'
  // CHECK: call: 'visit(&q, root, 2 * q.at, &hits);'
  // CHECK-NEXT: changed:
  // CHECK-NEXT: - hits
}

// Half of a macro is no text of the file; a name means another thing there.
#else
#define HALF(x) x += 1; x += 2
void refused(Query *queries, Node *root, int count, float *out) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    int hits = 0;
    HALF(hits);
    {
      const float out = 3;
      visit(&queries[i], root, out, &hits);
      hits += out;
    }
    out[i] = hits;
  }
  // REFUSED-DAG: # unsaid{{.*}}a text that the file does not have by itself
  // REFUSED-DAG: # unsaid{{.*}}a name that another thing has
}
#endif
