// Instantiations are told apart by what has a name at namespace scope. One type
// without such a name is deduced, but not which of two alike is meant; and what
// is refused in several instantiations is said once, of the first.
// RUN: regtt-cc --verify-diagnostics %s
// RUN: regtt-cc --allow-serial --target=cpu -c -o %t.o %s 2>&1 \
// RUN:   | FileCheck --check-prefix=SERIAL %s
// SERIAL: refusedInOne<int>
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

template <typename Q> void taken(Q *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
}

template <typename Q> void refused(Q *queries, Node *root) {
#pragma regtt parallel
  // expected-error@+1 {{of the function holding this loop cannot be told from 'refused<Local>': types that functions declare, and those of lambdas, have no name at namespace scope [RTT1110]}}
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
}

// What another file has of it may be compiled here, too.
template <typename Q> void elsewhere(Q *queries, Node *root) {
#pragma regtt parallel
  // expected-error@+1 {{instantiation 'elsewhere<Local>' of the function holding this loop cannot be told from those that are declared 'extern template'}}
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
}
extern template void elsewhere<Query>(Query *, Node *);

template <template <typename> class V> void runTemplate(Query *q, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&q[i], root);
}

template <typename T, int N> struct Array;
// expected-error@+1 {{template parameter 'V' of the function holding the loop is of a kind that cannot be carried [RTT1111]}}
template <template <typename, int> class V> void ofNumbers(Query *q, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&q[i], root);
}

template <typename... T> void runPack(Query *q, Node *root, T...) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&q[i], root);
}

#pragma regtt traversal
template <typename T> void mark(Query *q, Node *n) {
  if (!n)
    return;
  n->x = T(1); // expected-error {{the traversal writes to the tree}}
  mark<T>(q, n->left);
  mark<T>(q, n->right);
}

template <typename T> void refusedInAll(Query *q, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    mark<T>(&q[i], root);
}

#pragma regtt traversal
template <typename T> void some(Query *q, Node *n) {
  if (!n)
    return;
  if constexpr (sizeof(T) == 4)
    n->x = T(1); // expected-error {{the traversal writes to the tree}}
  q->count++;
  some<T>(q, n->left);
  some<T>(q, n->right);
}

template <typename T> void refusedInOne(Query *q, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    some<T>(&q[i], root);
}

template <typename T, int N, bool B> void runPlain(Query *q, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < N; ++i)
    visit(&q[i], root);
}

template <typename T> using Vector = std::vector<T>;

void other(Node *root) {
  struct Local {
    int count;
  };
  Local locals[10];
  refused(locals, root);
}

void run(Query *queries, Node *root) {
  struct Local {
    int count;
  };
  Local locals[10];
  taken(queries, root);
  taken(locals, root);
  refused(queries, root);
  refused(locals, root); // expected-note {{in the instantiation 'refused<Local>'}}
  // expected-note@+1 {{in the instantiation 'elsewhere<Local>'}}
  elsewhere(locals, root);
  runTemplate<Vector>(queries, root);
  // expected-note@+1 {{in the instantiation 'ofNumbers<Array>'}}
  ofNumbers<Array>(queries, root);
  runPack(queries, root, 1, 2);
  runPack(queries, root, 1, 2.0, queries);
  runPlain<Vector<int>, 3, true>(queries, root);
  // expected-note@+1 {{in the instantiation 'refusedInAll<float>'}}
  refusedInAll<float>(queries, root);
  refusedInAll<double>(queries, root);
  refusedInOne<double>(queries, root);
  // expected-note@+1 {{in the instantiation 'refusedInOne<int>'}}
  refusedInOne<int>(queries, root);
}
