// Of iterations that make several calls, what stands from the first to the last
// is repeated as it stands; what it declares and the rest looks at is in the
// record. A `continue` among the calls ends what is repeated, not the copy.
// RUN: regtt-cc -DTAKEN --emit=loop %s -o - | regtt-opt --passes=recognise - | FileCheck --check-prefix=TAKEN %s
// RUN: regtt-cc -DGOES_ON --emit=loop %s -o - | regtt-opt --passes=recognise - | FileCheck --check-prefix=GOES-ON %s
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
#else
    visit(&q, root);
    if (q.hits > 3)
      continue;
    visit(&q, root);
    // GOES-ON: call: "do {\nvisit(&q, root);\nif (q.hits > 3)\n continue;\nvisit(&q, root);\n} while (0);"
#endif
  }
}
