// What is not left to the host, since iterations would find other things than
// they do one after the other; beside each what is.
//
// RUN: regtt-cc --verify-diagnostics %s
// RUN: regtt-cc --explain --target=cpu -DTAKEN -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK-COUNT-3: left to the host, in the order of the iterations: line
#include <cstdio>
#include <vector>

using Ints = std::vector<int>;
using Reals = std::vector<double>;

void taken(int n, const Ints &row, const Ints &col, Ints &level, Reals &best,
           const Reals &val, Ints &next, double &sum) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int e = row[v]; e < row[v + 1]; ++e) {
      const int w = col[e];
      if (level[w] == 0) {
        level[w] = level[v] + 1;
        next.push_back(w);
      }
    }
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int e = row[v]; e < row[v + 1]; ++e)
      if (val[e] < best[col[e]]) {
        best[col[e]] = val[e];
        next.push_back(col[e]);
      }
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int e = row[v]; e < row[v + 1]; ++e)
      sum -= val[e];
}

#ifndef TAKEN

// An element that was set may become free again.
void freed(int n, const Ints &row, const Ints &col, Ints &level, Ints &next) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int e = row[v]; e < row[v + 1]; ++e) {
      const int w = col[e];
      // expected-note@+1 {{read here}}
      if (level[w] == 0) {
        level[w] = v + 1;
        // expected-error@+1 {{'level[v]' is written after the call, where a later iteration may read it; write it in a loop of its own [RTT1117]}}
        level[v] = 0;
        next.push_back(w);
      }
    }
}

// By another test.
void otherwise(int n, const Ints &row, const Ints &col, Ints &level,
               Ints &next) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int e = row[v]; e < row[v + 1]; ++e) {
      const int w = col[e];
      // expected-note@+1 {{read here}}
      if (level[w] == 0) {
        // expected-error@+1 {{'level[w]' is written after the call, where a later iteration may read it; write it in a loop of its own [RTT1117]}}
        level[w] = v + 1;
        next.push_back(w);
      }
      // expected-note@+1 {{read here}}
      if (level[w] == 1) {
        // expected-error@+1 {{'level[w]' is written after the call, where a later iteration may read it; write it in a loop of its own [RTT1117]}}
        level[w] = 0;
        next.push_back(-w);
      }
    }
}

// In the program, too.
void besides(int n, const Ints &row, const Ints &col, Ints &level, Ints &next) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int e = row[v]; e < row[v + 1]; ++e) {
      const int w = col[e];
      // expected-note@+1 {{read here}}
      if (level[w] == 0 && level[v] < 5) {
        // expected-error@+1 {{'level[w]' is written after the call, where a later iteration may read it; write it in a loop of its own [RTT1117]}}
        level[w] = v + 1;
        next.push_back(w);
      }
    }
}

// What is compared changes by what others do.
void relaxed(int n, const Ints &row, const Ints &col, const Reals &val,
             Reals &dist, Ints &next) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int e = row[v]; e < row[v + 1]; ++e) {
      const int w = col[e];
      // expected-note@+1 {{read here}}
      if (dist[v] + val[e] < dist[w]) {
        // expected-error@+1 {{'dist[w]' is written after the call, where a later iteration may read it; write it in a loop of its own [RTT1117]}}
        dist[w] = dist[v] + val[e];
        next.push_back(w);
      }
    }
}

// What is added to is looked at.
void asked(int n, const Ints &row, const Ints &col, Ints &next, double &sum,
           const Reals &val) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int e = row[v]; e < row[v + 1]; ++e)
      // expected-note@+1 {{read here}}
      if (next.size() < 10)
        // expected-error@+1 {{'next' is written after the call, where a later iteration may read it; write it in a loop of its own [RTT1117]}}
        next.push_back(col[e]);
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int e = row[v]; e < row[v + 1]; ++e) {
      // expected-error@+1 {{'sum' is written after the call, where a later iteration may read it; write it in a loop of its own [RTT1117]}}
      sum += val[e];
      // expected-note@+1 {{read here}}
      if (sum > 100)
        next.push_back(e);
    }
}

// The iteration goes on to change what is printed.
void ownLater(int n, const Ints &row, const Reals &val, Reals &own) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int e = row[v]; e < row[v + 1]; ++e) {
      if (val[e] > 5)
        // expected-error@+1 {{'own[v]' follows the call, but reads what the traversals of other iterations write [RTT1116]}}
        std::printf("%g\n", own[v]);
      // expected-note@+1 {{written here}}
      own[v] += val[e];
    }
}

// A local is changed, or is more than numbers.
void locals(int n, const Ints &row, const Ints &col, Ints &next) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int e = row[v]; e < row[v + 1]; ++e) {
      int k = col[e];
      // expected-error@+1 {{other iterations may use it, too [RTT1150]}}
      next.push_back(k++);
      const int *at = &col[e];
      // expected-error@+1 {{other iterations may use it, too [RTT1150]}}
      next.push_back(*at);
      if (const int w = col[e]; w > 3)
        next.push_back(w);
    }
}

#endif
