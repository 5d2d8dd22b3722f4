// The roots of a program's calls are found ahead of all calls: what is read for
// that is compared with what calls write, or the loop is refused.
// RUN: regtt-cc -DONE --emit=host %s -o - | FileCheck --check-prefix=ONE %s
// RUN: regtt-cc -DSEVERAL --emit=host %s -o - | FileCheck --check-prefix=SEVERAL %s
// RUN: regtt-cc -DOTHERS --emit=host %s -o - | FileCheck --check-prefix=OTHERS %s
// RUN: regtt-cc -DANY --emit=host %s -o - | FileCheck --check-prefix=ANY %s
// RUN: not regtt-cc -DBEHIND --emit=host %s -o - 2>&1 | FileCheck --check-prefix=BEHIND %s
#include <vector>
struct Node {
  float x;
  Node *left, *right;
};
struct Query {
  float at;
  int count;
  const Node *last;
};
#pragma regtt traversal
static void visit(Query *q, const Node *n) {
  if (!n)
    return;
  q->count++;
  q->last = n;
  visit(q, n->left);
  visit(q, n->right);
}
struct Number {
  float x;
  int left, right;
};
static Number numbers[9];
#pragma regtt traversal
static void last(int *out, int k) {
  if (k < 0)
    return;
  *out += k;
  last(out, numbers[k].left);
  last(out, numbers[k].right);
}
static int all[2];
void run(Query *queries, int n, const Query *other, const Node **roots,
         const std::vector<const Node *> &trees, int m, int *out,
         Query *const *held) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Query &q = queries[i];
#if defined ONE
    // ONE: {{^}}regtt_set_operand(&regtt_reads[0], &other->last, sizeof(other->last), 0, 0,
    visit(&q, other->last);
    q.count *= 2;
    visit(&q, other->last);
#elif defined SEVERAL
    // An array by itself, which pointers may lead into.
    // SEVERAL: {{^}}regtt_set_operand(&regtt_reads[0], &{{(::)?}}all, sizeof({{(::)?}}all), 0, 0,
    for (int t = 0; t < 2; ++t)
      last(&out[i], all[t]);
#elif defined OTHERS
    // No pointer of a query's is an element of a vector of pointers.
    // OTHERS-NOT: {{^}}struct regtt_operand regtt_reads
    for (const Node *t : trees)
      visit(&q, t);
#elif defined ANY
    // As many as the loop goes through.
    // ANY: {{^}}regtt_set_operand(&regtt_reads[0], &*roots, 0, 0, 0, static_cast<size_t>(static_cast<size_t>((m) > 0 ? (m) : 0)) * sizeof(*roots));
    for (int t = 0; t < m; ++t)
      visit(&q, roots[t]);
#elif defined BEHIND
    // BEHIND: [[#@LINE+2]]:{{.*}} error: '{{.*}}' is evaluated before the traversals run, but reads what they write [RTT1114]
    for (int t = 0; t < m; ++t)
      visit(&q, held[t]->last);
#endif
  }
}
int *given() { return all; }
