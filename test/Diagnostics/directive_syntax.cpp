// Misspelt directives and clauses are said at the word that is wrong.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

// expected-error@+1 {{unknown directive '#pragma regtt traverse'; expected 'traversal', 'parallel' or 'consolidate' [RTT1001]}}
#pragma regtt traverse
// expected-error@+1 {{unknown directive '#pragma regtt '; expected 'traversal', 'parallel' or 'consolidate' [RTT1001]}}
#pragma regtt

// expected-error@+1 {{unknown clause 'nodes' on '#pragma regtt traversal' [RTT1002]}}
#pragma regtt traversal nodes(n)
// A clause of the other directive.
// expected-error@+1 {{unknown clause 'variant' on '#pragma regtt traversal' [RTT1002]}}
#pragma regtt traversal variant(autoropes)
// expected-error@+1 {{expected '(' in the clauses of '#pragma regtt traversal' [RTT1003]}}
#pragma regtt traversal node
// expected-error@+1 {{expected an argument in the clauses of '#pragma regtt traversal' [RTT1003]}}
#pragma regtt traversal node()
// expected-error@+1 {{expected ')' in the clauses of '#pragma regtt traversal' [RTT1003]}}
#pragma regtt traversal node(n
// expected-error@+1 {{expected one argument in parentheses in the clauses of '#pragma regtt traversal' [RTT1003]}}
#pragma regtt traversal node(n, m)
// expected-error@+1 {{expected a clause's name in the clauses of '#pragma regtt traversal' [RTT1003]}}
#pragma regtt traversal 7
// expected-error@+1 {{expected a list of arguments in parentheses in the clauses of '#pragma regtt parallel' [RTT1003]}}
#pragma regtt parallel target(cpu, cuda, auto, serial, cpu)
// expected-error@+1 {{clause 'node' appears twice on '#pragma regtt traversal' [RTT1007]}}
#pragma regtt traversal node(n) node(n)
// expected-error@+1 {{clause 'target' appears twice on '#pragma regtt parallel' [RTT1007]}}
#pragma regtt parallel target(cpu) target(cuda)

// Commas between clauses, as OpenMP allows, and other people's pragmas.
#pragma regtt traversal node(n), order(program)
static void visit(Query *q, Node *n) {
  if (!n)
    return;
  q->count++;
  visit(q, n->left);
  visit(q, n->right);
}

void run(Query *queries, Node *root) {
#pragma omp parallel for
#pragma regtt parallel target(cpu, cuda) variant(auto), reorder(none)
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
}
