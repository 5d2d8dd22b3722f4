// What is no loop of rounds up to a fixed point, or comes to no state that is
// the same on every way; beside each what is taken.
//
// RUN: regtt-cc --verify-diagnostics %s
// RUN: regtt-cc -DTAKEN --target=cpu -fsyntax-only %s
#include <algorithm>
#include <vector>

using Ints = std::vector<int>;
using Reals = std::vector<double>;

#define ROUNDS(BODY)                                                           \
  bool changed = true;                                                         \
  while (changed) {                                                            \
    changed = false;                                                           \
    BODY                                                                       \
  }

void taken(int n, const Ints &row, const Ints &col, const Ints &w, Ints &dist,
           Ints &least) {
  int again = 1;
#pragma regtt fixpoint
  while (again != 0) {
    again = 0;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      const int mine = dist[v];
      if (v > 7) {
        if (mine == 1000 || !(mine < 900))
          continue;
      }
      for (int e = row[v]; e < row[v + 1]; ++e) {
        const int u = col[e], d = mine + w[e];
        if (w[e] > 2 && d < dist[u] && mine < 500) {
          again = 1;
          dist[u] = d;
        }
        if (std::max(mine, w[e]) < least[u]) {
          least[u] = std::max(mine, w[e]);
          again = 1;
        }
      }
    }
  }
}

#ifndef TAKEN

//===--- The loop ---------------------------------------------------------===//

// expected-error@+1 {{'#pragma regtt fixpoint' stands before no for, while or do loop with a '#pragma regtt parallel' loop in it; write it before the loop whose rounds go on until nothing changes [RTT1023]}}
#pragma regtt fixpoint
void function();

void noLoop(int n, Ints &a) {
  // expected-error@+1 {{'#pragma regtt fixpoint' stands before no for, while or do loop with a '#pragma regtt parallel' loop in it; write it before the loop whose rounds go on until nothing changes [RTT1023]}}
#pragma regtt fixpoint
  while (n > 0)
    a[--n] = 0;
}

void counted(int n, const Ints &col, Ints &a) {
  bool changed = true;
#pragma regtt fixpoint
  for (int k = 0; changed; ++k) { // expected-error {{the loop with '#pragma regtt fixpoint' counts its rounds; how many there are depends on the way to its end [RTT1024]}}
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      if (a[v] < a[col[v]]) {
        a[col[v]] = a[v];
        changed = true;
      }
  }
}

void bounded(int n, const Ints &col, Ints &a, int left) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed && left > 0) { // expected-error {{ends by more than a flag of its own}}
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      if (a[v] < a[col[v]]) {
        a[col[v]] = a[v];
        changed = true;
      }
  }
}

void besides(int n, const Ints &col, Ints &a, int &rounds) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
    ++rounds; // expected-error {{does something besides its annotated loop, and taking its flag back}}
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      if (a[v] < a[col[v]]) {
        a[col[v]] = a[v];
        changed = true;
      }
  }
}

void neverTakenBack(int n, const Ints &col, Ints &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
#pragma regtt parallel
    for (int v = 0; v < n; ++v) // expected-error {{does not take its flag back ahead of the annotated loop in every round [RTT1024]}}
      if (a[v] < a[col[v]]) {
        a[col[v]] = a[v];
        changed = true;
      }
  }
}

void takenBackLate(int n, const Ints &col, Ints &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      if (a[v] < a[col[v]]) {
        a[col[v]] = a[v];
        changed = true;
      }
    changed = false; // expected-error {{does something besides its annotated loop; what it does may depend on the way to its end [RTT1024]}}
  }
}

void two(int n, const Ints &col, Ints &a) {
  bool changed = true;
  // expected-error@+1 {{the loop with '#pragma regtt fixpoint' has more than one annotated loop in it [RTT1024]}}
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      if (a[v] < a[col[v]]) {
        a[col[v]] = a[v];
        changed = true;
      }
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      if (a[col[v]] < a[v]) {
        a[v] = a[col[v]];
        changed = true;
      }
  }
}

//===--- What iterations do -----------------------------------------------===//

void flagless(int n, const Ints &col, Ints &a, bool &any) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) { // expected-error {{the loop does not set 'changed' where it changes something}}
      if (a[v] < a[col[v]])
        a[col[v]] = a[v];
    }
  }
  any = changed;
}

void onlySome(int n, const Ints &col, Ints &a, Ints &b) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      if (a[v] < a[col[v]]) {
        a[col[v]] = a[v];
        changed = true;
      }
      if (a[v] < b[col[v]])
        b[col[v]] = a[v]; // expected-error {{this change does not set 'changed' to 'true': a round that makes it may be the last [RTT1152]}}
    }
  }
}

void parents(int n, const Ints &col, Ints &a, Ints &parent) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      if (a[v] < a[col[v]]) {
        a[col[v]] = a[v]; // expected-error {{'a' is changed in a way of which the way to that state may show}}
        parent[col[v]] = v;
        changed = true;
      }
  }
}

void upAndDown(int n, const Ints &col, Ints &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      if (a[v] < a[col[v]]) {
        a[col[v]] = a[v];
        changed = true;
      }
      if (n - v > a[v]) {
        a[v] = n - v; // expected-error {{'a' goes up and down [RTT1152]}}
        changed = true;
      }
    }
  }
}

void against(int n, const Ints &col, Ints &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      if (n - a[v] < a[col[v]]) {
        a[col[v]] = n - a[v]; // expected-error {{the less one element is, the greater this makes another [RTT1152]}}
        changed = true;
      }
  }
}

void folded(int n, const Ints &col, Ints &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      const int d = a[v] % 7; // expected-error {{what this is depends on how far other iterations have come}}
      if (d < a[col[v]]) {
        a[col[v]] = d;
        changed = true;
      }
    }
  }
}

void chain(int n, const Ints &col, const Ints &w, Ints &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      if (a[v] + w[v] + 1 < a[col[v]]) {
        a[col[v]] = a[v] + w[v] + 1; // expected-error {{what this is depends on how far other iterations have come}}
        changed = true;
      }
  }
}

void wraps(int n, const Ints &col, std::vector<unsigned> &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      if (a[v] + 1 < a[col[v]]) {
        a[col[v]] = a[v] + 1; // expected-error {{what this is depends on how far other iterations have come}}
        changed = true;
      }
  }
}

void closes(int n, const Ints &col, Ints &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      if (a[v] > 10 && a[v] < a[col[v]]) { // expected-error {{this holds until something changes, and not from then on [RTT1152]}}
        a[col[v]] = a[v];
        changed = true;
      }
  }
}

void closesLater(int n, const Ints &col, Ints &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      if (a[v] < 10)
        continue;
      const int u = col[v]; // expected-error {{whether iterations come here depends on what has changed so far, and may end to be so [RTT1152]}}
      if (a[v] < a[u]) {
        a[u] = a[v];
        changed = true;
      }
    }
  }
}

void chosen(int n, const Ints &col, Ints &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      if (col[v] < a[col[a[v]]]) {
        a[col[a[v]]] = col[v]; // expected-error {{which element this is depends on what has changed so far [RTT1152]}}
        changed = true;
      }
  }
}

void counts(int n, const Ints &col, Ints &a, long &looked) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      ++looked; // expected-error {{is done in every round}}
      if (a[v] < a[col[v]]) {
        a[col[v]] = a[v];
        changed = true;
      }
    }
  }
}

void breaks(int n, const Ints &row, const Ints &col, Ints &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      for (int e = row[v]; e < row[v + 1]; ++e) {
        if (a[v] < 10) // expected-error {{whether iterations come here depends on what has changed so far, and may end to be so [RTT1152]}}
          break;
        if (a[v] < a[col[e]]) {
          a[col[e]] = a[v];
          changed = true;
        }
      }
  }
}

void zeros(int n, const Ints &col, const Reals &w, Reals &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      if (w[v] < a[col[v]]) {
        a[col[v]] = w[v]; // expected-error {{what this is depends on how far other iterations have come}}
        changed = true;
      }
  }
}

void leavesUnder(int n, const Ints &row, const Ints &col, Ints &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      if (a[v] < 10) {
        if (v & 1)
          continue;
      }
      if (a[v] < a[col[v]]) { // expected-error {{whether iterations come here depends on what has changed so far, and may end to be so [RTT1152]}}
        a[col[v]] = a[v];
        changed = true;
      }
    }
  }
}

void fallsThrough(int n, const Ints &row, const Ints &col, Ints &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      switch (v & 1) {
      case 0:
        if (a[v] < 10)
          break;
        [[fallthrough]];
      default:
        if (a[v] < a[col[v]]) { // expected-error {{whether iterations come here depends on what has changed so far, and may end to be so [RTT1152]}}
          a[col[v]] = a[v];
          changed = true;
        }
      }
    }
  }
}

void byPointer(int n, const Ints &row, const Ints &col, Ints &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      int mine = a[v];
      const int *p = &mine; // expected-error {{what this is depends on how far other iterations have come: only sums with what does not change, comparisons by order, and minima or maxima of such move one way [RTT1152]}}
      const int d = 100 - *p;
      if (d < a[col[v]]) {
        a[col[v]] = d;
        changed = true;
      }
    }
  }
}

void ofArray(int n, const Ints &row, const Ints &col, Ints &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      int two[2] = {a[v], a[v]}; // expected-error {{what this is depends on how far other iterations have come: only sums with what does not change, comparisons by order, and minima or maxima of such move one way [RTT1152]}}
      int last = 0;
      for (const int &each : two)
        last = each;
      const int d = 100 - last;
      if (d < a[col[v]]) {
        a[col[v]] = d;
        changed = true;
      }
    }
  }
}

// An infinity and another one are no number, which compares with nothing.
void ofInfinities(int n, const Ints &col, const Reals &w, Reals &a, Ints &b) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      if (a[v] + w[v] < a[col[v]]) {
        a[col[v]] = a[v] + w[v];
        changed = true;
      }
      if (a[v] + w[v] <= 7 && v < b[col[v]]) { // expected-error {{this holds until something changes, and not from then on [RTT1152]}}
        b[col[v]] = v;
        changed = true;
      }
    }
  }
}

// What does not move may be a negative zero, and what moves another one.
void ofTwoZeros(int n, const Ints &col, const Reals &w, Reals &a) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      double d = a[v];
      if (v % 3 == 0)
        d = w[v];
      if (d < a[col[v]]) {
        a[col[v]] = d; // expected-error {{what this is depends on how far other iterations have come: only sums with what does not change, comparisons by order, and minima or maxima of such move one way [RTT1152]}}
        changed = true;
      }
    }
  }
}
#endif
