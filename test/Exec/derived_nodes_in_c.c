/* In C a struct is derived from its first member.

   RUN: %serial -std=c99 -x c %s -x none -o %t.serial
   RUN: regtt-cc -std=c99 -Wall -Wextra -Werror -O1 --target=cpu %s -o %t.parallel
   RUN: %same %t.serial %t.parallel autoropes "500" "1" "0"
*/
#include <stdio.h>
#include <stdlib.h>
struct node { int leaf; double lo, hi; };
struct inner { struct node base; struct node *l, *r; };
struct leaf { struct node base; int n; double x[8]; };
struct q { double at; int hits; double sum; };
#pragma regtt traversal
static void visit(struct q *q, const struct node *n)
{
    if (!n || q->at < n->lo || q->at > n->hi) return;
    if (n->leaf) {
        const struct leaf *l = (const struct leaf *)n;
        int i;
        for (i = 0; i < l->n; i++) q->sum = q->sum * 0.5 + l->x[i];
        q->hits++;
    } else {
        const struct inner *in = (const struct inner *)n;
        visit(q, in->l);
        visit(q, in->r);
    }
}
static unsigned s = 1; static double rnd(void)
{
    s = s * 1664525u + 1013904223u;
    return (s >> 8) / 16777216.0;
}
static struct node *build(double lo, double hi, int d)
{
    struct inner *in;
    double m = (lo + hi) / 2;
    if (d == 0) {
        struct leaf *l = calloc(1, sizeof *l);
        int i;
        l->base.leaf = 1;
        l->base.lo = lo;
        l->base.hi = hi;
        l->n = (int)(rnd() * 8);
        for (i = 0; i < 8; i++)
            l->x[i] = rnd();
        return &l->base;
    }
    in = calloc(1, sizeof *in);
    in->base.lo = lo - .01;
    in->base.hi = hi + .01;
    in->l = build(lo, m, d - 1);
    in->r = rnd() < .9 ? build(m, hi, d - 1) : 0;
    return &in->base;
}
int main(int argc, char **argv)
{
    struct node *root = build(0, 1, 7); static struct q q[500]; int i;
    const int count = argc > 1 ? atoi(argv[1]) : 500;
    for (i = 0; i < count; i++) q[i].at = rnd();
#pragma regtt parallel
    for (i = 0; i < count; i++) visit(&q[i], root);
    for (i = 0; i < count; i++) printf("%d %a\n", q[i].hits, q[i].sum);
    return 0;
}
