/* Rounds that go on until nothing changes, in C: flags are integers.
 * (--suggest does not look for loops that call no recursion.)
 *
 * RUN: gcc -O2 -ffp-contract=off -Wno-unknown-pragmas -std=gnu89 %s -o %t.serial
 * RUN: regtt-cc -O1 -std=gnu89 --target=cpu --variant=all -Wall -Wextra -Werror %s -o %t.parallel
 * RUN: %same %t.serial %t.parallel thread_mapped "2000" "1" "0" "60"
 * RUN: env REGTT_VERIFY=1 REGTT_TARGET=cpu %t.parallel 500 2>&1 | FileCheck %s
 * CHECK-COUNT-2: verify=identical
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct arc {
  int to;
  double length;
};
struct graph {
  int n;
  int *row;
  struct arc *arcs;
};

static unsigned state = 3;
static unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

static void shortest(const struct graph *g, double *dist) {
  const int n = g->n;
  int changed = 1, v, e;
#pragma regtt fixpoint
  while (changed) {
    changed = 0;
#pragma regtt parallel copyin(g->row[0 : n + 1], g->arcs[0 : g->row[n]]) copy(dist[0 : n]) private(e)
    for (v = 0; v < n; ++v) {
      if (dist[v] >= 1e9)
        continue;
      for (e = g->row[v]; e < g->row[v + 1]; ++e) {
        const double d = dist[v] + g->arcs[e].length;
        if (d < dist[g->arcs[e].to]) {
          dist[g->arcs[e].to] = d;
          changed = 1;
        }
      }
    }
  }
}

static void labels(const struct graph *g, int *label) {
  const int n = g->n;
  bool again;
  int v, e;
#pragma regtt fixpoint
  do {
    again = false;
#pragma regtt parallel copyin(g->row[0 : n + 1], g->arcs[0 : g->row[n]]) copyout(label[0 : n]) private(e)
    for (v = 0; v < n; ++v)
      for (e = g->row[v]; e < g->row[v + 1]; ++e)
        if (label[v] < label[g->arcs[e].to]) {
          label[g->arcs[e].to] = label[v];
          again = true;
        }
  } while (again);
}

int main(int argc, char **argv) {
  struct graph g;
  int v, e = 0;
  double *dist;
  int *label;
  g.n = argc > 1 ? atoi(argv[1]) : 100;
  g.row = malloc((g.n + 1) * sizeof(int));
  g.arcs = malloc((6 * g.n + 1) * sizeof(struct arc));
  dist = malloc((g.n + 1) * sizeof(double));
  label = malloc((g.n + 1) * sizeof(int));
  for (v = 0; v < g.n; ++v) {
    int degree = (int)draw(6);
    g.row[v] = e;
    for (; degree > 0; --degree) {
      g.arcs[e].to = (int)draw((unsigned)g.n);
      g.arcs[e++].length = draw(1000) / 7.0;
    }
    dist[v] = v == 0 ? 0 : 1e9;
    label[v] = (int)draw(5000);
  }
  g.row[g.n] = e;
  shortest(&g, dist);
  labels(&g, label);
  for (v = 0; v < g.n; ++v)
    printf("%a %d\n", dist[v], label[v]);
  return 0;
}
