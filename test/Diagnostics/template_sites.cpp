// Instantiations that no other place in the file can name.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"
#include <vector>

#pragma regtt traversal
template <typename Q> void visit(Q *q, Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

template <typename Q> void runType(Q *queries, Node *root) {
#pragma regtt parallel
  // expected-error@+1 {{instantiation 'Local' cannot be named at namespace scope [RTT1110]}}
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
}

// expected-error@+1 {{template parameter 'V' of the function holding the loop is of a kind that cannot be carried [RTT1111]}}
template <template <typename> class V> void runTemplate(Query *q, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&q[i], root);
}

// expected-error@+1 {{template parameter 'T' of the function holding the loop is of a kind that cannot be carried [RTT1111]}}
template <typename... T> void runPack(Query *q, Node *root, T...) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&q[i], root);
}

template <typename T, int N, bool B> void runPlain(Query *q, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < N; ++i)
    visit(&q[i], root);
}

template <typename T> using Vector = std::vector<T>;

void run(Query *queries, Node *root) {
  struct Local {
    int count;
  };
  Local locals[10];
  runType(queries, root);
  runType(locals, root);
  runTemplate<Vector>(queries, root);
  runPack(queries, root, 1, 2);
  runPlain<Vector<int>, 3, true>(queries, root);
}
