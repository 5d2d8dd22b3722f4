// A node's own number, of which 0 is no node, compared with a number below all
// that there are, after the traversal has had an effect.
// RUN: gcc -O2 -ffp-contract=off -Wno-unknown-pragmas %s -o %t.serial
// RUN: regtt-cc --target=cpu -O2 %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes ''
#include <stdio.h>

struct Query {
  int sum, visits;
};

static int left[32], right[32], id[32];

#pragma regtt traversal
static int visit(struct Query *q, int n) {
  if (!n)
    return 0;
  q->visits++;
  int sofar = visit(q, left[n]);
  if (n > -6 / 2)
    if (right[n] != 0)
      sofar = sofar * 3 + visit(q, right[n]) % 100;
  q->sum += id[n] + sofar % 7;
  return sofar + 1;
}

int main(void) {
  static struct Query queries[5];
  for (int i = 1; i < 32; ++i) {
    left[i] = i < 16 ? 2 * i : 0;
    right[i] = i < 16 && i % 5 != 0 ? 2 * i + 1 : 0;
    id[i] = i * i % 11;
  }
#pragma regtt parallel
  for (int i = 0; i < 5; ++i)
    visit(&queries[i], 1);
  for (int i = 0; i < 5; ++i)
    printf("%d %d\n", queries[i].sum, queries[i].visits);
  return 0;
}
