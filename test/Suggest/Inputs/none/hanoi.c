#include <stdio.h>
struct peg {
  int disks[16];
  int n;
};
static long moves;
static void hanoi(int n, struct peg *a, struct peg *b, struct peg *c) {
  if (n == 0)
    return;
  hanoi(n - 1, a, c, b);
  b->disks[b->n++] = a->disks[--a->n];
  moves++;
  hanoi(n - 1, c, b, a);
}
static long count(int n) {
  if (n == 0)
    return 0;
  return count(n - 1) + 1 + count(n - 1);
}
int main(void) {
  long out[12];
  for (int n = 1; n < 12; n++) {
    struct peg p[3] = {{{0}, 0}, {{0}, 0}, {{0}, 0}};
    for (int i = n; i > 0; i--)
      p[0].disks[p[0].n++] = i;
    hanoi(n, &p[0], &p[1], &p[2]);
    out[n] = p[1].n;
  }
  for (int n = 1; n < 12; n++)
    out[n] += count(n);
  printf("%ld %ld\n", moves, out[11]);
  return 0;
}
