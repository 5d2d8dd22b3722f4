// What is no region, and what in one has nothing that could stand ahead of it;
// beside each what is taken.
//
// RUN: regtt-cc --verify-diagnostics %s
// RUN: regtt-cc -DTAKEN --target=cpu -fsyntax-only %s
#include <string>
#include <vector>

using Reals = std::vector<double>;

#define LOOP(BODY)                                                             \
  do {                                                                         \
    BODY                                                                       \
  } while (0)
#define LEAST(A, B) ((A) < (B) ? (A) : (B))

double read(const Reals &x);

void taken(int n, Reals &x, std::vector<Reals> &all, int kind) {
#pragma regtt region
  {
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      x[i] *= 2;
    LOOP(x[0] = 1;);
    if (const double first = x[0]; first > 3)
      x[1] = LEAST(first, x[2]);
    while (LEAST(x[0], x[1]) < 10) {
#pragma regtt parallel
      for (int i = 0; i < n; ++i)
        x[i] += 1;
    }
    for (Reals &each : all) {
#pragma regtt parallel
      for (int i = 0; i < n; ++i)
        each[i] += x[i];
    }
    for (int k : {1, 5, 7}) {
#pragma regtt parallel
      for (int i = 0; i < n; ++i)
        x[i] += k;
    }
    switch (kind) {
    case 0: {
      Reals own(n);
#pragma regtt parallel
      for (int i = 0; i < n; ++i)
        own[i] = x[i];
      x[3] = read(own);
      break;
    }
    default:
      read(x);
    }
    try {
#pragma regtt parallel
      for (int i = 0; i < n; ++i)
        x[i] += 1;
    } catch (const std::string &what) {
      x[0] = double(what.size());
    }
  }
}

#ifndef TAKEN

// expected-error@+1 {{'#pragma regtt region' stands before no block and no loop with a '#pragma regtt parallel' loop in it; write it before the code whose annotated loops are to keep what they use on the device [RTT1025]}}
#pragma regtt region
double none(const Reals &x) {
  double sum = 0;
  // expected-error@+1 {{stands before no block and no loop with}}
#pragma regtt region
  for (double each : x)
    sum += each;
  // expected-error@+1 {{stands before no block and no loop with}}
#pragma regtt region
  if (sum > 3)
    sum = 3;
  return sum;
}

void itself(int n, Reals &x) {
  // expected-error@+1 {{stands before no block and no loop with}}
#pragma regtt region
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    x[i] *= 2;
}

void clause(int n, Reals &x) {
  // expected-error@+1 {{unknown clause 'copyin' on '#pragma regtt region' [RTT1002]}}
#pragma regtt region copyin(x)
  {
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      x[i] *= 2;
  }
}

void jumps(int n, Reals &x) {
#pragma regtt region
  {
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      x[i] *= 2;
    // expected-error@+1 {{the code with '#pragma regtt region' has a label in it [RTT1026]}}
  again:
    x[0] += 1;
    if (x[0] < 3)
      goto again;
  }
}

void condition(int n, Reals &x) {
#pragma regtt region
  // expected-error@+1 {{has a condition in it that declares something; declare it ahead of that}}
  while (const double first = x[0]) {
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      x[i] *= first;
  }
}

void head(int n, Reals &x) {
#pragma regtt region
  // expected-error@+1 {{has a loop in it whose head declares more than numbers; declare it ahead of that}}
  for (Reals own(x); own[0] < 3; own[0] += 1) {
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      x[i] += own[i];
  }
}

void copies(int n, Reals &x, const Reals &steps) {
#pragma regtt region
  // expected-error@+1 {{has a range-based loop in it that copies elements}}
  for (double step : steps) {
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      x[i] += step;
  }
}

void macro(int n, Reals &x) {
#pragma regtt region
  {
    if (n > 3)
      // expected-error@+1 {{has a statement of a macro in it, ahead of which nothing can be put}}
      LOOP(x[0] = read(x););
    else {
#pragma regtt parallel
      for (int i = 0; i < n; ++i)
        x[i] *= 2;
    }
  }
}

#endif
