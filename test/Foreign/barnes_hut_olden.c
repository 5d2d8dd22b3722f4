/*
 * BH -- hierarchical N-body code for a suite of pointer based benchmarks.
 * Bodies and cells share a node header and are told apart by their type
 * field; vectors are plain arrays that macros work on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef double real;

#define NDIM 3
#define NSUB (1 << NDIM)
#define IMAX (1 << 30)

typedef real vector[NDIM];

#define CLRV(v)        { register int _i; for (_i = 0; _i < NDIM; _i++) (v)[_i] = 0.0; }
#define SETV(v,u)      { register int _i; for (_i = 0; _i < NDIM; _i++) (v)[_i] = (u)[_i]; }
#define ADDV(v,u,w)    { register int _i; for (_i = 0; _i < NDIM; _i++) (v)[_i] = (u)[_i] + (w)[_i]; }
#define SUBV(v,u,w)    { register int _i; for (_i = 0; _i < NDIM; _i++) (v)[_i] = (u)[_i] - (w)[_i]; }
#define MULVS(v,u,s)   { register int _i; for (_i = 0; _i < NDIM; _i++) (v)[_i] = (u)[_i] * (s); }
#define DIVVS(v,u,s)   { register int _i; for (_i = 0; _i < NDIM; _i++) (v)[_i] = (u)[_i] / (s); }
#define DOTVP(s,v,u)   { register int _i; (s) = 0.0; for (_i = 0; _i < NDIM; _i++) (s) += (v)[_i] * (u)[_i]; }

#define BODY 01
#define CELL 02

typedef struct node {
  short type;
  real mass;
  vector pos;
} node, *nodeptr;

typedef struct body {
  node hdr;
  vector vel, acc, new_acc;
  real phi;
} body, *bodyptr;

typedef struct cell {
  node hdr;
  nodeptr subp[NSUB];
} cell, *cellptr;

#define Type(x)   (((nodeptr) (x))->type)
#define Mass(x)   (((nodeptr) (x))->mass)
#define Pos(x)    (((nodeptr) (x))->pos)
#define Vel(x)    (((bodyptr) (x))->vel)
#define Acc(x)    (((bodyptr) (x))->acc)
#define New_Acc(x) (((bodyptr) (x))->new_acc)
#define Phi(x)    (((bodyptr) (x))->phi)
#define Subp(x)   (((cellptr) (x))->subp)

typedef struct {
  bodyptr pskip;
  vector pos0;
  real phi0;
  vector acc0;
} hgstruct;

static real eps = 0.05, tol = 1.0;
static real rsize;
static vector rmin;
static nodeptr root;
static bodyptr bodytab;
static int nbody, ncell;

static real my_rand(real lo, real hi) {
  static int randx = 123;
  randx = (int) (((long long) randx * 16807) % 2147483647);
  return lo + (hi - lo) * (randx / 2147483647.0);
}

static void intcoord(int *ic, vector p) {
  int k;
  for (k = 0; k < NDIM; k++)
    ic[k] = (int) floor(IMAX * ((p[k] - rmin[k]) / rsize));
}

static int old_subindex(int *ic, int l) {
  int i = 0, k;
  for (k = 0; k < NDIM; k++)
    if (ic[k] & l)
      i += NSUB >> (k + 1);
  return i;
}

static nodeptr loadtree(bodyptr p, int *xp, nodeptr t, int l) {
  int si;
  if (t == NULL)
    return (nodeptr) p;
  if (l == 0) {            /* the same place: put them together */
    Mass(t) += Mass(p);
    return t;
  }
  if (Type(t) == BODY) {
    int xq[NDIM];
    cellptr c = (cellptr) calloc(1, sizeof(cell));
    Type(c) = CELL;
    ncell++;
    intcoord(xq, Pos(t));
    Subp(c)[old_subindex(xq, l)] = t;
    t = (nodeptr) c;
  }
  si = old_subindex(xp, l);
  Subp(t)[si] = loadtree(p, xp, Subp(t)[si], l >> 1);
  return t;
}

static real hackcofm(nodeptr q) {
  int i;
  nodeptr r;
  vector part, sum;
  real m, mtot = 0.0;

  if (Type(q) != CELL)
    return Mass(q);
  CLRV(sum);
  for (i = 0; i < NSUB; i++) {
    if ((r = Subp(q)[i]) == NULL)
      continue;
    m = hackcofm(r);
    mtot += m;
    MULVS(part, Pos(r), m);
    ADDV(sum, sum, part);
  }
  Mass(q) = mtot;
  DIVVS(Pos(q), sum, mtot);
  return mtot;
}

static void maketree(void) {
  bodyptr p;
  int xp[NDIM];
  root = NULL;
  ncell = 0;
  for (p = bodytab; p < bodytab + nbody; p++) {
    intcoord(xp, Pos(p));
    root = loadtree(p, xp, root, IMAX >> 1);
  }
  if (root != NULL)
    hackcofm(root);
}

static hgstruct gravsub(nodeptr p, hgstruct hg) {
  real phii, drsq;
  vector ai, dr;

  SUBV(dr, Pos(p), hg.pos0);
  DOTVP(drsq, dr, dr);
  drsq += eps * eps;
  phii = Mass(p) / sqrt(drsq);
  hg.phi0 -= phii;
  MULVS(ai, dr, phii / drsq);
  ADDV(hg.acc0, hg.acc0, ai);
  return hg;
}

static int subdivp(nodeptr p, real dsq, real tolsq, hgstruct hg) {
  real drsq;
  vector dr;
  if (Type(p) == BODY)
    return 0;
  SUBV(dr, Pos(p), hg.pos0);
  DOTVP(drsq, dr, dr);
  return tolsq * drsq < dsq;
}

#pragma regtt traversal
static hgstruct walksub(nodeptr p, real dsq, real tolsq, hgstruct hg, int level) {
  int k;
  nodeptr r;
  if (subdivp(p, dsq, tolsq, hg)) {
    for (k = 0; k < NSUB; k++) {
      r = Subp(p)[k];
      if (r != NULL)
        hg = walksub(r, dsq / 4.0, tolsq, hg, level + 1);
    }
  } else if ((bodyptr) p != hg.pskip) {
    hg = gravsub(p, hg);
  }
  return hg;
}

static void hackgrav(bodyptr p, real rsize, nodeptr rt) {
  hgstruct hg;

  hg.pskip = p;
  SETV(hg.pos0, Pos(p));
  hg.phi0 = 0.0;
  CLRV(hg.acc0);
  hg = walksub(rt, rsize * rsize, tol * tol, hg, 0);
  Phi(p) = hg.phi0;
  SETV(New_Acc(p), hg.acc0);
}

static void testdata(int n) {
  int i, k;
  bodyptr p;
  nbody = n;
  bodytab = (bodyptr) calloc(n > 0 ? n : 1, sizeof(body));
  for (i = 0; i < n; i++) {
    p = &bodytab[i];
    Type(p) = BODY;
    Mass(p) = 1.0 / n;
    for (k = 0; k < NDIM; k++) {
      Pos(p)[k] = my_rand(-1.9, 1.9);
      if (i % 3)                             /* tight clumps */
        Pos(p)[k] = (i % 3 == 1 ? 0.7 : -1.1) + 0.1 * Pos(p)[k] * my_rand(0, 1);
      Vel(p)[k] = my_rand(-0.1, 0.1);
    }
    if (i > 0 && i % 97 == 0)                /* coincident pair */
      SETV(Pos(p), Pos(p - 1));
  }
  for (k = 0; k < NDIM; k++)
    rmin[k] = -2.0;
  rsize = 4.0;
}

static void stepsystem(void) {
  bodyptr p;
  vector dvel, dpos;
  real dtime = 0.0125;

  maketree();
#pragma regtt parallel
  for (p = bodytab; p < bodytab + nbody; p++)
    hackgrav(p, rsize, root);

  for (p = bodytab; p < bodytab + nbody; p++) {
    SETV(Acc(p), New_Acc(p));
    MULVS(dvel, Acc(p), dtime);
    ADDV(Vel(p), Vel(p), dvel);
    MULVS(dpos, Vel(p), dtime);
    ADDV(Pos(p), Pos(p), dpos);
  }
}

int main(void) {
  int i, n, s;
  static const int sizes[3] = { 0, 1, 900 };
  for (n = 0; n < 3; n++) {
    real etot = 0.0, chk = 0.0;
    testdata(sizes[n]);
    for (s = 0; s < 2; s++) {
      stepsystem();
      for (i = 0; i < nbody; i++) {
        real a2;
        DOTVP(a2, Acc(&bodytab[i]), Acc(&bodytab[i]));
        etot += 0.5 * Mass(&bodytab[i]) * Phi(&bodytab[i]);
        chk += a2 * (1 + i % 7);
      }
      printf("nbody %d step %d cells %d pot %.17g chk %.17g\n", nbody, s, ncell, etot, chk);
    }
    for (i = 0; i < nbody; i += 45)
      printf("%d: %.17g %.17g %.17g %.17g\n", i, Phi(&bodytab[i]), Acc(&bodytab[i])[0],
             Acc(&bodytab[i])[1], Acc(&bodytab[i])[2]);
    free(bodytab);
  }
  return 0;
}
// RUN: %as-written %s
