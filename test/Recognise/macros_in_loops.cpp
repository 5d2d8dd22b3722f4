// Statements that are repeated ahead of the loop would be read with the macros
// that are defined there: a loop that changes some is refused. What directives
// leave out is left out wherever the text is repeated.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

#define SCALED(x) ((x) + 3)

#pragma regtt traversal
static void visit(Query *q, const Node *n, float reach) {
  if (!n)
    return;
  q->count += n->x < q->x + reach;
  visit(q, n->left, reach);
  visit(q, n->right, reach);
}

void run(Query *queries, const Node *root, const float *radius, int *out,
         int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    float reach = radius[i];
#ifdef NDEBUG
    reach *= 2;
#else
    /* One that is no line of its own:
#define SCALED(x) x
    */
    reach = SCALED(reach);
#endif
    visit(&queries[i], root, reach);
    out[i] = queries[i].count;
  }
  // Nothing of the body is repeated.
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
#define FIRST 1
    visit(&queries[i], root, FIRST);
  }
#pragma regtt parallel
  // expected-error@+1 {{a directive that changes macros in the loop's body is not taken: statements that are repeated ahead of the loop would mean something else}}
  for (int i = 0; i < n; ++i) {
#undef SCALED
#define SCALED(x) ((x)*2)
    const float reach = SCALED(radius[i]);
    visit(&queries[i], root, reach);
  }
}
