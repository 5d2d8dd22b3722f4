// Lines that the host compiler keeps and the parser leaves out, or the other
// way round. `__has_attribute` of what only Clang has is such a question;
// `__has_builtin` of what both have is not.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

#if __has_builtin(__builtin_memcpy)
static const int both = 1;
#else
static const int both = 2;
#endif

#if __has_attribute(overloadable)
// expected-error@+1 {{the host compiler leaves out this line, which is kept where regtt-cc parses the file: a condition before it has two answers, as macros of system headers and operators such as __has_builtin may; ask for something that both compilers answer alike [RTT1018]}}
static const int which = 1;
#else
static const int which = 2;
#endif

#pragma regtt traversal
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  q->count += both + which;
  visit(q, n->left);
  visit(q, n->right);
}

void run(Query *queries, Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
}
