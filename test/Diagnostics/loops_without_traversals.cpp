// What iterations of a loop without traversals may not do to what others use,
// each beside something near that is taken.
// RUN: regtt-cc --verify-diagnostics %s
#include <algorithm>
#include <cstdio>
#include <vector>

using Ints = std::vector<int>;

void read(int n, const Ints &col, Ints &a, Ints &b) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int k = 0; k < 2; ++k) {
      // expected-error@+1 {{iterations change 'a' for each other, and use it otherwise; let them read from a second array, or, where rounds go on until nothing changes, write '#pragma regtt fixpoint' before these [RTT1151]}}
      a[col[v]] += k;
      // expected-note@+1 {{used here}}
      b[v] = a[col[v + k]];
    }
}

void takenRead(int n, const Ints &col, Ints &a, const Ints &c, Ints &b) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int k = 0; k < 2; ++k) {
      a[col[v]] += k;
      b[v] = c[col[v + k]];
    }
}

void own(int n, const Ints &col, Ints &a) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    // expected-error@+1 {{iterations change 'a' for each other, in more than one way, and the order of these shows in the result [RTT1151]}}
    a[col[v]] += 1;
    // expected-note@+1 {{and here}}
    a[v] *= 2;
  }
}

void takenOwn(int n, const Ints &col, Ints &a) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    a[col[v]] += 1;
    a[v] -= 2;
  }
}

void ways(int n, const Ints &col, Ints &a) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    // expected-error@+1 {{iterations change 'a' for each other, in more than one way, and the order of these shows in the result [RTT1151]}}
    a[col[v]] += 1;
    // expected-note@+1 {{and here}}
    a[col[v]] ^= 2;
  }
}

void takenWays(int n, const Ints &col, Ints &a, Ints &b) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    a[col[v]] += 1;
    a[col[v]] -= col[v];
    b[col[v]] ^= 2;
  }
}

void last(int n, const Ints &col, Ints &a) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    // expected-error@+1 {{iterations change 'a' for each other, in more than one way, and the order of these shows in the result [RTT1151]}}
    a[col[v]] = v;
    // expected-note@+1 {{and here}}
    a[col[v]] += 1;
  }
}

void takenLast(int n, const Ints &col, Ints &a, Ints &b, int depth) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    a[col[v]] = depth + 1;
    b[col[v]] = v;
  }
}

void rounded(int n, const Ints &col, std::vector<float> &sum) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    // expected-error@+2 {{iterations change 'sum' for each other, and use it otherwise; let them read from a second array, or, where rounds go on until nothing changes, write '#pragma regtt fixpoint' before these [RTT1151]}}
    // expected-note@+1 {{used here}}
    sum[col[v]] = 1 / sum[col[v]];
}

void equal(int n, const Ints &col, std::vector<float> &least, float x) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    // Of +0 and -0 the later one stays.
    // expected-note@+1 {{used here}}
    if (x <= least[col[v]])
      // expected-error@+1 {{iterations change 'least' for each other, and use it otherwise; let them read from a second array, or, where rounds go on until nothing changes, write '#pragma regtt fixpoint' before these [RTT1151]}}
      least[col[v]] = x;
}

void takenRounded(int n, const Ints &row, const Ints &col,
                  std::vector<float> &sum, const std::vector<float> &x) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int e = row[v]; e < row[v + 1]; ++e)
      sum[v] += x[col[e]];
}

void takenNarrow(int n, const Ints &col, std::vector<short> &a,
                 std::vector<float> &least, std::vector<float> &sum) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    a[col[v]] += 1;
    sum[col[v]] += 0.5f;
    if (0.5f < least[col[v]])
      least[col[v]] = 0.5f;
  }
}

void count(int n, const Ints &col, Ints &a, Ints &b) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int k = 0; k < 2; ++k)
      // expected-note@+1 {{used here}}
      if (a[col[v + k]] == 0) {
        // expected-error@+1 {{iterations change 'a' for each other, and ask for it where they have not set it [RTT1151]}}
        a[col[v + k]] = 1;
        ++b[v];
      }
}

void otherElement(int n, const Ints &col, Ints &a) {
  bool changed = false;
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    // expected-note@+1 {{used here}}
    if (a[v] == 0) {
      // expected-error@+1 {{iterations change 'a' for each other, and ask for it where they have not set it [RTT1151]}}
      a[col[v]] = 1;
      changed = true;
    }
  std::printf("%d", changed);
}

void answers(int n, const Ints &col, Ints &a, Ints &b) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    // expected-note@+1 {{used here}}
    if (a[v] == 1)
      b[v] = 2;
    if (a[col[v]] == 0)
      // expected-error@+1 {{iterations change 'a' for each other, and setting it changes what is asked [RTT1151]}}
      a[col[v]] = 1;
  }
}

void looks(int n, const Ints &col, Ints &a, Ints &b) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    int mine = 0;
    if (a[col[v]] == 0) {
      // expected-error@+1 {{iterations change 'a' for each other, and look at what they do where they set it [RTT1151]}}
      a[col[v]] = n;
      mine |= 1;
    }
    // expected-note@+1 {{used here}}
    b[v] = mine;
  }
}

void takenLevels(int n, const Ints &col, Ints &a, Ints &b, Ints &c) {
  bool changed = false;
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    if (a[v] == 5)
      b[v] = 2;
    if (a[col[v]] == 0) {
      a[col[v]] = 3;
      changed = true;
    }
    if (c[col[v]] <= 0)
      c[col[v]] = v * 2;
  }
  std::printf("%d", changed);
}

void firstOfTwo(int n, const Ints &col, Ints &a, Ints &b) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    // expected-note@+1 {{used here}}
    if (a[col[v]] < 0) {
      // expected-error@+1 {{iterations change 'a' for each other, and use it otherwise; let them read from a second array, or, where rounds go on until nothing changes, write '#pragma regtt fixpoint' before these [RTT1151]}}
      a[col[v]] = v;
      b[col[v]] = v;
    }
}

// The right side first, says C++17; g++ reads the variable afterwards.
void order(int n, const Ints &col, Ints &a) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    int q = col[v];
    // expected-error@+2 {{'a[q++]' and 'q' are evaluated in an order that is open}}
    // expected-note@+1 {{the other one is here}}
    a[q++] += q;
  }
}

void takenOrder(int n, const Ints &col, Ints &a) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    int q = col[v], by = v;
    a[q++] += by;
    a[q] += by--;
  }
}

void either(int n, const Ints &col, Ints &a) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    // expected-error@+2 {{iterations change 'a' for each other, and use it otherwise; let them read from a second array, or, where rounds go on until nothing changes, write '#pragma regtt fixpoint' before these [RTT1151]}}
    // expected-note@+1 {{used here}}
    (v % 2 ? a[v] : a[col[v]]) += 3;
}

void takenEither(int n, const Ints &col, Ints &a) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    a[v % 2 ? v : col[v]] += 3;
}

struct Vertex {
  int to, count, level;
  unsigned isSeen : 1;
  float sum[3];
};

void range(std::vector<Vertex> &graph) {
#pragma regtt parallel
  for (Vertex &v : graph) {
    // expected-error@+1 {{iterations change 'graph' for each other, and use the iteration's own element otherwise; name that by a counter, as the others are, or let them read from a second array [RTT1151]}}
    graph[v.to].sum[1] += 2;
    // expected-note@+1 {{used here}}
    v.sum[v.level] -= 1;
  }
}

void part(int n, const Ints &col, std::vector<Vertex> &graph) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    // expected-error@+1 {{iterations change 'graph' for each other, in what is no number that lies in its element by itself [RTT1151]}}
    graph[col[v]].isSeen = 1;
}

void takenPart(int n, const Ints &col, std::vector<Vertex> &graph) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    graph[col[v]].count += graph[graph[v].to].level;
    graph[graph[v].to].sum[1] += 2;
    graph[v].sum[graph[v].level] -= 1;
  }
}

void scan(int n, const Ints &a, Ints &b) {
  int now = 0;
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    // expected-error@+1 {{code in a loop whose iterations run at the same time is not taken: it uses 'now', which other iterations change; let each iteration have what it needs of its own [RTT1150]}}
    now += a[v];
    b[v] = now;
  }
}

void shared(int n, const Ints &a, Ints &out) {
  static int calls;
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    calls = 3 * calls + 1; // of which more is said where all else is taken
    for (int k = 0; k < a[v]; ++k) {
      const int *at = &a[k];
      // expected-error@+1 {{other iterations may use it, too [RTT1150]}}
      out.push_back(*at);
      // expected-error@+1 {{it prints, reads or draws random numbers [RTT1150]}}
      std::printf("%d", *at);
    }
  }
}

double energy(int n, const Ints &a) {
  double all = 0;
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int k = 0; k < a[v]; ++k)
      // expected-error@+1 {{it uses 'all', which other iterations change; if they sum up in it, let each have a sum of its own, and add that behind its last loop [RTT1150]}}
      all = all * 0.5 + a[k];
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    double own = 0;
    for (int k = 0; k < a[v]; ++k)
      own += a[k] * 0.5;
    all += own;
  }
  return all;
}

// Of a least element a flag may tell, but nothing that tells iterations apart.
bool flagged(int n, const Ints &a, Ints &b, Ints &out) {
  bool changed = false;
  int times = 0;
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int k = 0; k < a[v]; ++k)
      if (k < b[a[k]]) {
        b[a[k]] = k;
        changed = true;
      }
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int k = 0; k < a[v]; ++k)
      // expected-note@+1 {{used here}}
      if (k < b[a[k]]) {
        // expected-error@+1 {{iterations change 'b' for each other, and use it otherwise; let them read from a second array, or, where rounds go on until nothing changes, write '#pragma regtt fixpoint' before these [RTT1151]}}
        b[a[k]] = k;
        ++times;
      }
#pragma regtt parallel
  for (int v = 0; v < n; ++v)
    for (int k = 0; k < a[v]; ++k) {
      // expected-note@+1 {{used here}}
      if (k < b[a[k]]) {
        // expected-error@+1 {{iterations change 'b' for each other, and use it otherwise; let them read from a second array, or, where rounds go on until nothing changes, write '#pragma regtt fixpoint' before these [RTT1151]}}
        b[a[k]] = k;
        changed = true;
      }
      if (k > 7)
        b[a[k]] = 3;
    }
  return changed && times > 3;
}

// What follows the last loop is left to the host, but for what comes behind a
// continue, and what iterations read.
void left(int n, const Ints &a, Ints &b, Ints &out, Ints &other) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    int sum = 0;
    for (int k = 0; k < a[v]; ++k)
      sum += a[k];
    if (sum > 3)
      out.push_back(sum);
    std::printf("%d", sum);
  }
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    int sum = 0;
    for (int k = 0; k < a[v]; ++k)
      sum += a[k];
    if (sum > 3)
      continue;
    out.push_back(sum);
  }
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    int sum = 0;
    // expected-note@+1 {{read here}}
    for (int k = 0; k < int(other.size()); ++k)
      sum += a[k];
    // expected-error@+1 {{'other' is written after the call, where a later iteration may read it; write it in a loop of its own [RTT1117]}}
    other.push_back(sum);
  }
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    int sum = 0;
    for (int k = 0; k < a[v]; ++k)
      // expected-note@+1 {{written here}}
      b[a[k]] += 1;
    // expected-error@+1 {{'b[v]' follows the call, but reads what the traversals of other iterations write [RTT1116]}}
    if (b[v] > 3)
      out.push_back(v);
  }
}

void takenShared(int n, const Ints &a, Ints &b) {
  int sum = 0;
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    sum += a[v];
    b[v] = a[v];
  }
  std::printf("%d", sum);
}

void bound(int n, const Ints &a, Ints &b) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    b[v] = a[v];
    // expected-error@+1 {{it uses 'n', which other iterations change}}
    n -= a[v];
  }
// expected-error@+2 {{clause 'reduction(+: n)' names a variable that the loop uses otherwise}}
// expected-note@+2 {{used here}}
#pragma regtt parallel reduction(+ : n)
  for (int v = 0; v < n; ++v) {
    b[v] = a[v];
    n -= a[v];
  }
}

void nothing(int n, const Ints &a) {
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    // expected-error@+1 {{a declaration in the loop's body is not taken: no call of an annotated traversal follows}}
    const int &element = a[v];
  }
}

void keeps(int *);
int fromAround(int n, const Ints &a, Ints &b) {
  int k, sum, *last = &k;
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    // expected-error@+1 {{it uses 'sum', which each iteration sets first, but which is looked at behind the loop, or whose address is known; let iterations have a variable of their own in the loop's body [RTT1150]}}
    sum = 0;
    // expected-error@+1 {{it uses 'k', which each iteration sets first, but which is looked at behind the loop}}
    for (k = 0; k < a[v]; ++k)
      sum += a[k];
    b[v] = sum;
  }
  const int found = sum + *last;
#pragma regtt parallel
  for (int v = 0; v < n; ++v) { // the same, but for what comes later
    sum = a[v];
    b[v] = sum;
  }
  keeps(last);
  return found;
}

int caught(int n, const Ints &a, Ints &b) {
  int sum = 0;
  try {
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      // expected-error@+1 {{it uses 'sum', which each iteration sets first}}
      sum = a[v];
      b[v] = sum;
    }
  } catch (...) {
    return sum;
  }
  return 0;
}

int caughtLater(int n, const Ints &a, Ints &b, int (*mayThrow)()) {
  int sum = 0;
  try {
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      // expected-error@+1 {{it uses 'sum', which each iteration sets first}}
      sum = a[v];
      b[v] = sum;
    }
    sum = mayThrow();
  } catch (...) {
  }
  return sum;
}

enum class Way { One, Other };
int pastTheSwitch(int n, const Ints &a, Ints &b, Way way) {
  int sum = 0;
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    // expected-error@+1 {{it uses 'sum', which each iteration sets first}}
    sum = a[v];
    b[v] = sum;
  }
  switch (way) {
  case Way::One:
    sum = 1;
    break;
  case Way::Other:
    sum = 2;
  }
  return sum;
}

int roundAgain(int n, const Ints &a, Ints &b) {
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    b[0] += sum;
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      // expected-error@+1 {{it uses 'sum', which each iteration sets first}}
      sum = a[v];
      b[v] = sum;
    }
  }
  return 0;
}

template <class F> int captured(int n, const Ints &a, Ints &b, F run) {
  int sum = 0;
  const auto look = [&] { return sum; };
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    // expected-error@+1 {{it uses 'sum', which each iteration sets first}}
    sum = a[v];
    b[v] = sum;
  }
  return run(look);
}
int capturedBy(int n, const Ints &a, Ints &b) {
  // expected-note@+1 {{in the instantiation 'captured<}}
  return captured(n, a, b, [](auto &f) { return f(); });
}

void pointedTo(int n, int **first, const Ints &len, Ints &out) {
#pragma regtt parallel copyin(first[0 : n])
  for (int v = 0; v < n; ++v) {
    const int *row = first[v];
    int s = 0;
    for (int k = 0; k < len[v]; ++k)
      s += row[k];
    if (len[v] > 2)
      // expected-error@+1 {{an array in a loop whose iterations run at the same time is not taken: it is not known how long 'first[v]' is; let each loop over it end at a number of the iteration's [RTT1150]}}
      s += row[s % 3];
    out[v] = s;
  }
#pragma regtt parallel copyin(first[0 : n])
  for (int v = 0; v < n; ++v) {
    const int *row = first[v];
    int s = 0;
    for (int k = 0; k < len[v]; ++k)
      s += row[k];
    out[v] = s;
  }
}

struct Sums {
  int state;
  void otherwise(int n, const Ints &a, Ints &out) {
    static int calls;
#pragma regtt parallel
    for (int v = 0; v < n; ++v)
      for (int k = 0; k < a[v]; ++k)
        // expected-error@+1 {{iterations change 'calls' for each other, and use it otherwise}}
        calls = 3 * calls + 1; // expected-note {{used here}}
#pragma regtt parallel
    for (int v = 0; v < n; ++v) {
      for (int k = 0; k < a[v]; ++k)
        // expected-error@+1 {{iterations change 'this->state' for each other, and use it otherwise}}
        state += a[k];
      out[v] = state; // expected-note {{used here}}
    }
  }
};
