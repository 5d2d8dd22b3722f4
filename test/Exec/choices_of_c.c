/* Expressions of C that stand for one of their operands, and names of C that
 * C++ has for itself.
 * RUN: gcc -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
 * RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
 * RUN: %same %t.serial %t.parallel autoropes
 */
#include <stdio.h>

struct node {
  int key;
  float x;
  struct node *l, *r;
};
struct query {
  long sum;
  double x;
};

#define KIND(v) _Generic((v), int: 1, float: 20, double: 300, default: 4000)

#pragma regtt traversal
static void visit(struct query *q, const struct node *n) {
  int class = 2, self = 3;
  if (!n)
    return;
  q->sum += KIND(n->key) + KIND(n->x) + KIND(q->x) + KIND(q->sum);
  q->sum += _Generic(n->x, float: class, int: self) + self * n->key;
  __builtin_choose_expr(sizeof(int) == 4, q->x, q->sum) += n->x;
  q->sum += __extension__ __builtin_types_compatible_p(int, int) + (int){n->key};
  visit(q, n->l);
  visit(q, n->r);
}

int main(void) {
  static struct node nodes[31];
  static struct query queries[12];
  int i;
  for (i = 0; i < 31; ++i) {
    nodes[i].key = i * 7 % 31;
    nodes[i].x = (float)i / 3;
    nodes[i].l = i < 15 ? &nodes[2 * i + 1] : 0;
    nodes[i].r = i < 15 ? &nodes[2 * i + 2] : 0;
  }
#pragma regtt parallel
  for (i = 0; i < 12; ++i)
    visit(&queries[i], nodes);
  for (i = 0; i < 12; ++i)
    printf("%ld %a\n", queries[i].sum, queries[i].x);
  return 0;
}
