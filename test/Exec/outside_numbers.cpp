// Trees of numbers that arguments end: children's numbers go beyond the arrays,
// and a visit of such a number is none's business as long as it reads no data
// there and goes no further. One that does ends the program.
//
//   outside_numbers QUERIES SEED [ROOMS]
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "20 1" "0 2" "300 3"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 4 1 2>&1 | FileCheck %s
// CHECK-COUNT-4: verify=identical
// RUN: env REGTT_TARGET=cpu not --crash %t.parallel 20 1 15 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: a visit needs the data or the children of a node whose number is outside of the array of nodes
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/outside_numbers.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/outside_numbers.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/outside_numbers.regtt.cu -o %t.o
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Query {
  int from, to;
  long sum;
};

// Leaves lie at depth 0; they have numbers, but no children in the array.
#pragma regtt traversal
static void atDepth(const std::vector<long> &at, int i, int depth, Query &q) {
  q.sum = (q.sum * 7 + at[i]) % 100003;
  if (depth == 0)
    return;
  if (at[i] % 8 < q.from % 8 || depth > 3) {
    atDepth(at, 2 * i + 1, depth - 1, q);
    atDepth(at, 2 * i + 2, depth - 1, q);
  }
}

// Ranges without elements are visited, too: they look at no number.
#pragma regtt traversal
static long inRange(const long *most, int i, int l, int r, const Query &q) {
  if (l >= r || q.to <= l || r <= q.from)
    return -1;
  if ((q.from <= l && r <= q.to) || r - l == 1)
    return most[i];
  const int mid = l + (r - l) / 2;
  return std::max(inRange(most, 2 * i, l, mid, q),
                  inRange(most, 2 * i + 1, mid, r, q));
}

// What is behind `||` is asked where the arguments do not decide.
#pragma regtt traversal
static void behindTest(const long *most, int i, int l, int r, Query &q) {
  if (l >= r || most[i] < q.from % 50)
    return;
  if (r - l == 1) {
    q.sum += most[i];
    // Both have no elements, and outside are their numbers.
    behindTest(most, 2 * i, l, l, q);
    behindTest(most, 2 * i + 1, r, r, q);
    return;
  }
  const int mid = l + (r - l) / 2;
  behindTest(most, 2 * i, l, mid, q);
  behindTest(most, 2 * i + 1, mid, r, q);
}

// Where the query chooses it.
#pragma regtt traversal
static void byChoice(const long *most, int i, int l, int r, Query &q) {
  if (l > r)
    return;
  const bool small =
      q.from % 2 && l < r ? most[i] <= q.to % 64 : r - l < q.to % 4;
  q.sum = (q.sum * 3 + small) % 100003;
  if (l == r || small)
    return;
  const int mid = l + (r - l) / 2;
  byChoice(most, 2 * i, l, mid, q);
  byChoice(most, 2 * i + 1, r - l == 1 ? r : mid, r, q);
}

static long fill(long *most, int i, int l, int r, unsigned &state) {
  if (r - l == 1) {
    state = state * 1103515245 + 12345;
    return most[i] = state >> 16 & 127;
  }
  const int mid = l + (r - l) / 2;
  const long left = fill(most, 2 * i, l, mid, state);
  return most[i] = std::max(left, fill(most, 2 * i + 1, mid, r, state));
}

int main(int argc, char **argv) {
  const int m = argc > 1 ? std::atoi(argv[1]) : 10;
  unsigned state = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  const int n = 32, rooms = argc > 3 ? std::atoi(argv[3]) : 2 * n;
  std::vector<long> most(2 * n);
  fill(most.data(), 1, 0, n, state);
  const std::vector<long> complete(most.begin(), most.begin() + 31);
  std::vector<Query> q;
  for (int k = 0; k < 4 * m; ++k) {
    state = state * 1103515245 + 12345;
    const int from = state >> 16 & 31;
    q.push_back({from, from + int(state >> 24 & 31), 0});
  }
  const long *const data = most.data();
#pragma regtt parallel
  for (int k = 0; k < m; ++k)
    atDepth(complete, 0, 4, q[k]);
#pragma regtt parallel copyin(data[0 : rooms])
  for (int k = m; k < 2 * m; ++k)
    q[k].sum = inRange(data, 1, 0, n, q[k]);
#pragma regtt parallel copyin(data[0 : rooms])
  for (int k = 2 * m; k < 3 * m; ++k)
    behindTest(data, 1, 0, n, q[k]);
#pragma regtt parallel copyin(data[0 : rooms])
  for (int k = 3 * m; k < 4 * m; ++k)
    byChoice(data, 1, 0, n, q[k]);
  for (const Query &each : q)
    std::printf("%ld\n", each.sum);
}
