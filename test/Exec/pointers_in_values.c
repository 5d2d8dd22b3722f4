/* Structs that a traversal is handed and returns by value, and that hold pointers:
   to the query, to nodes and to nothing; set and compared by functions between and
   by visits. Queries seen as the nodes that they begin with.

   RUN: %serial -x c %s -x none -lm -o %t.serial
   RUN: regtt-cc -O1 --target=cpu %s -lm -o %t.parallel
   RUN: %same %t.serial %t.parallel autoropes "300" "1" "2" "0"

   RUN: rm -rf %t.d && mkdir %t.d
   RUN: regtt-cc %s --emit=header -o %t.d/pointers_in_values.regtt.h
   RUN: regtt-cc %s --emit=cuda -o %t.d/pointers_in_values.regtt.cu
   RUN: %check_cuda -I%t.d %t.d/pointers_in_values.regtt.cu -o %t.o
*/
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct node {
  short isBody;
  double mass, pos[2];
} node, *nodeptr;
typedef struct body {
  node hdr;
  double force, before;
  int skipped;
} body, *bodyptr;
typedef struct cell {
  node hdr;
  nodeptr sub[2];
} cell;

#define Pos(p) (((nodeptr)(p))->pos)
#define Mass(p) (((nodeptr)(p))->mass)

typedef struct {
  bodyptr skip;
  double pos[2], sum;
  nodeptr heaviest; /* until now */
  double most;
  int skipped;
} state;

static double apart(nodeptr p, state s) {
  const double x = Pos(p)[0] - s.pos[0], y = Pos(p)[1] - s.pos[1];
  return x * x + y * y + 0.01;
}
static state add(nodeptr p, state s) {
  s.sum += Mass(p) / apart(p, s);
  if (s.heaviest == NULL || Mass(p) > s.most) {
    s.heaviest = p;
    s.most = Mass(p);
  }
  return s;
}
#pragma regtt traversal
static state walk(nodeptr p, double size, state s) {
  int k;
  if (!p->isBody && size > apart(p, s)) {
    for (k = 0; k < 2; k++)
      if (((cell *)p)->sub[k] != NULL)
        s = walk(((cell *)p)->sub[k], size * 0.5, s);
  } else if ((bodyptr)p == s.skip) {
    s.skipped++;
  } else {
    s = add(p, s);
  }
  return s;
}

static void pull(bodyptr p, nodeptr root) {
  state s;
  if (root == NULL)
    return;
  s.skip = Mass(p) > 0.5 ? p : NULL;
  s.pos[0] = Pos(p)[0];
  s.pos[1] = Pos(p)[1];
  s.sum = 0;
  s.heaviest = NULL;
  s.most = -1;
  s.skipped = 0;
  s = walk(root, 64, s);
  p->before = p->force;
  p->force = s.sum + (s.heaviest == (nodeptr)p) + s.most * 10;
  p->skipped = s.skipped + (s.skip ? 100 : 0);
}

static nodeptr build(bodyptr bodies, int begin, int end) {
  cell *made;
  int k;
  if (begin >= end)
    return NULL;
  if (begin + 1 == end)
    return (nodeptr)&bodies[begin];
  made = (cell *)calloc(1, sizeof(cell));
  made->sub[0] = build(bodies, begin, (begin + end) / 2);
  made->sub[1] = build(bodies, (begin + end) / 2, end);
  for (k = 0; k < 2; k++) {
    Mass(made) += Mass(made->sub[k]);
    Pos(made)[0] += Pos(made->sub[k])[0] / 2;
    Pos(made)[1] += Pos(made->sub[k])[1] / 2;
  }
  return (nodeptr)made;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 100;
  bodyptr bodies = (bodyptr)calloc(count + 1, sizeof(body)), p;
  nodeptr root;
  int i;
  for (i = 0; i < count; i++) {
    bodies[i].hdr.isBody = 1;
    Mass(&bodies[i]) = (i * 37 % 101) * 0.01;
    Pos(&bodies[i])[0] = 4 * sin(i * 0.7);
    Pos(&bodies[i])[1] = i * 8.0 / count;
  }
  root = build(bodies, 0, count);
#pragma regtt parallel
  for (p = bodies; p < bodies + count; p++)
    pull(p, root);
  for (i = 0; i < count; i++)
    printf("%a %a %d\n", bodies[i].force, bodies[i].before, bodies[i].skipped);
  return 0;
}
