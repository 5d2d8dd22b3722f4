// Of iterations that make several calls, what stands from the first to the last
// is repeated as it stands; what it declares and the rest looks at is in the
// record. A `continue` among the calls ends what is repeated, not the copy.
// RUN: regtt-cc -DTAKEN --emit=loop %s -o - | regtt-opt --passes=recognise - | FileCheck --check-prefix=TAKEN %s
// RUN: regtt-cc -DGOES_ON --emit=loop %s -o - | regtt-opt --passes=recognise - | FileCheck --check-prefix=GOES-ON %s
// RUN: regtt-cc -DSETS --emit=loop %s -o - | regtt-opt --passes=recognise - | FileCheck --check-prefix=SETS %s
// RUN: not regtt-cc -DUSES --emit=kernel %s -o - 2>&1 | FileCheck --check-prefix=USES %s
struct Node {
  float x;
  Node *l, *r;
};
struct Query {
  float at;
  int hits;
};
#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  if (n->x < q->at)
    q->hits++;
  visit(q, n->l);
  visit(q, n->r);
}
#pragma regtt traversal
static int seen(Query *q, Node *n) {
  if (!n)
    return 0;
  if (n->x < q->at)
    return 1;
  return seen(q, n->l) + seen(q, n->r);
}
void run(Query *queries, Node *root, int count, int *out) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    Query &q = queries[i];
    q.hits = 0;
#ifdef TAKEN
    visit(&q, root);
    const int first = q.hits;
    q.at *= 2;
    visit(&q, root);
    out[i] = first;
    // TAKEN: - { text: first, set: false, level: 0 }
    // TAKEN: - 'const int first = regtt_input->first;'
    // TAKEN: - 'out[i] = first;'
    // TAKEN: call: "visit(&q, root);\nconst int first = q.hits;\nq.at *= 2;\nvisit(&q, root);"
    // TAKEN-NEXT: changed:
    // TAKEN-NEXT: - first
#elif defined(SETS) || defined(USES)
    // What the last call's value is set in is a part of what is repeated.
    double got = seen(&q, root);
    if (got > 3)
      continue;
    q.at += 3;
    got = seen(&q, root);
    // SETS: call: "do {\ndouble got = seen(&q, root);\nif (got > 3)\n      continue;\nq.at += 3;\ngot = seen(&q, root);\n} while (0);"
#ifdef USES
    // USES: [[@LINE-5]]:7: error: a continue in the loop's body is not taken: it goes on to the next iteration, and more follows the last call
    out[i] = (int)got;
#endif
#else
    visit(&q, root);
    if (q.hits > 3)
      continue;
    visit(&q, root);
    // GOES-ON: call: "do {\nvisit(&q, root);\nif (q.hits > 3)\n continue;\nvisit(&q, root);\n} while (0);"
#endif
  }
}
