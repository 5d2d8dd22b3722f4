// The clauses private, firstprivate and reduction: variables from outside of the
// loop that each iteration has of its own, and what all iterations add to one
// variable, after the call or in the traversal itself.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Wshadow -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "0 1" "1 2" "2 3" "70 4" "600 5" "300 6 grid"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 7 2>&1 | FileCheck %s
// CHECK-COUNT-8: verify=identical
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/clauses.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/clauses.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/clauses.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  double x, weight;
  int id;
  const Node *left, *right;
};
struct Query {
  double at, radius;
  int hits;
  double nearest;
};

#pragma regtt traversal
static void count(const Node *n, Query &q) {
  if (!n)
    return;
  const double d = std::fabs(n->x - q.at);
  if (d < q.radius) {
    q.hits++;
    q.nearest = std::min(q.nearest, d);
  }
  count(n->left, q);
  count(n->right, q);
}

#pragma regtt traversal
static void weigh(const Node *n, double from, double to, const double *scale,
                  double &sum) {
  if (!n)
    return;
  if (from <= n->x && n->x <= to)
    sum += n->weight * scale[n->id % 3];
  weigh(n->left, from, to, scale, sum);
  weigh(n->right, from, to, scale, sum);
}

// What all iterations add to is handed to the traversal.
static int rank(const Node &n, double at) {
  return static_cast<int>(std::fabs(n.x - at) * 64) - n.id;
}

#pragma regtt traversal
static void tally(const Node *n, double at, double radius, long *hits,
                  unsigned &hash, double *nearest, int &last) {
  if (!n)
    return;
  const double d = std::fabs(n->x - at);
  if (d < radius) {
    ++*hits;
    hash ^= static_cast<unsigned>(n->id) * 2654435761U;
    if (n->id > last && n->weight > at / 99)
      last = n->id;
    if (n->weight < at && last < n->id && n->x > 1)
      last = n->id;
  } else {
    *hits -= n->id % 2;
  }
  if (d < *nearest)
    *nearest = d;
  // A function that only computes is called for both.
  if (rank(*n, at) > last)
    last = rank(*n, at);
  tally(n->left, at, radius, hits, hash, nearest, last);
  tally(n->right, at, radius, hits, hash, nearest, last);
}

static void seen(unsigned char &bits, unsigned &product, const Node *n) {
  bits = bits | static_cast<unsigned char>(1 << (n->id % 8));
  product *= 2 * static_cast<unsigned>(n->id) + 1;
}

#pragma regtt traversal
static void facts(const Node *n, double at, bool &any, bool *all, long &common,
                  unsigned char &bits, unsigned &product, float &low,
                  short &high) {
  if (!n)
    return;
  any = any || n->x > at;
  *all = *all && n->weight > at / 64;
  if (n->id == 3)
    any = true;
  common &= n->id | 1;
  seen(bits, product, n);
  low = std::min(low, static_cast<float>(n->x - at));
  high = high > static_cast<short>(n->id) ? high : static_cast<short>(n->id);
  facts(n->left, at, any, all, common, bits, product, low, high);
  facts(n->right, at, any, all, common, bits, product, low, high);
}

static const Node *build(int size, bool grid) {
  if (size <= 0)
    return nullptr;
  Node *n = new Node;
  n->x = grid ? nextNumber() % 5 : nextFraction() * 8;
  n->weight = nextFraction() - 0.25;
  n->id = nextNumber() % 4000;
  const int part = nextNumber() % size;
  n->left = build(part, grid);
  n->right = build(size - 1 - part, grid);
  return n;
}

template <class T>
static T spread(const Node *root, const std::vector<double> &at) {
  T widest = T(-1);
  double from, to;
  const double scale[] = {1, 0.5, 2};
#pragma regtt parallel private(from, to) reduction(max : widest)
  for (size_t i = 0; i < at.size(); ++i) {
    double sum = 0;
    from = at[i] - 0.5;
    to = from + 1;
    weigh(root, from, to, scale, sum);
    widest = std::max(widest, T(sum));
  }
  return widest;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  const Node *root = build(size, argc > 3);
  const int n = size + 1;
  std::vector<double> at(n), out(n), lows(n);
  std::vector<int> hits(n);
  for (double &x : at)
    x = argc > 3 ? nextNumber() % 5 : nextFraction() * 8;

  // A struct and a number that each iteration sets, and a counter; what follows
  // the call changes the struct once more.
  Query q;
  double half;
  int k;
#pragma regtt parallel private(q, half) private(k)
  for (int i = 0; i < n; ++i) {
    half = 0;
    for (k = 0; k < 3; ++k)
      half += at[i] / 6;
    q.at = at[i];
    q.radius = half / 4;
    q.hits = 0;
    q.nearest = half;
    count(root, q);
    q.hits *= 2;
    hits[i] = q.hits;
    lows[i] = half - q.nearest;
  }

  // An array of which each iteration sets one element.
  double scale[3] = {1, -1, 0.25};
  double sum, shift = 0.75;
#pragma regtt parallel firstprivate(scale, shift) private(sum)
  for (int i = 0; i < n; ++i) {
    if (i % 3 == 2) {
      out[i] = -1;
      continue;
    }
    scale[1] = at[i];
    sum = 0;
    weigh(root, 1, 1 + at[i], scale, sum);
    out[i] = sum + shift * scale[0];
  }

  // In branches, where the others do not use them.
  double radius;
  double total = 0, largest = -HUGE_VAL;
  int calls = 0;
#pragma regtt parallel private(radius, q) reduction(+ : total, calls)          \
    reduction(max : largest)
  for (int i = 0; i < n; ++i) {
    if (at[i] > 1) {
      if (i % 2)
        radius = 0.125;
      else
        radius = at[i] / 8;
      q = Query{at[i], radius, 0, 8};
      count(root, q);
      total += q.nearest / 3;
      ++calls;
      if (largest < q.nearest * radius)
        largest = q.nearest * radius;
    } else {
      calls -= 1;
    }
  }

  long found = 7;
  unsigned hash = 5;
  double nearest = 2.5;
  int last = 3;
#pragma regtt parallel reduction(+ : found) reduction(^ : hash)                \
    reduction(min : nearest) reduction(max : last)
  for (int i = 0; i < n; ++i)
    tally(root, at[i], 0.25, &found, hash, &nearest, last);

  bool any = false, all = true;
  long common = -1;
  unsigned char bits = 0;
  unsigned product = 3;
  float low = 1;
  short high = SHRT_MIN;
#pragma regtt parallel reduction(|| : any), reduction(&& : all),               \
    reduction(& : common) reduction(| : bits) reduction(* : product)           \
        reduction(min : low) reduction(max : high)
  for (double x : at) {
    if (x < 0.5)
      continue;
    facts(root, x, any, &all, common, bits, product, low, high);
    product *= 3;
    found += 1;
  }

  // As much as by copies, from a loop in which all iterations add twice.
  long twice = 0;
  Query mine;
#pragma regtt parallel reduction(+ : twice) private(mine)
  for (int i = 0; i < n; ++i) {
    mine = Query{at[i], 0.5, 0, 1};
    twice += 1;
    count(root, mine);
    twice += 2 * mine.hits;
  }

  for (int i = 0; i < n; ++i)
    std::printf("%d %a %a\n", hits[i], lows[i], out[i]);
  std::printf("%a %a %d\n", total, largest, calls);
  std::printf("%ld %u %a %d %ld\n", found, hash, nearest, last, twice);
  std::printf("%d %d %ld %d %u %a %d\n", any, all, common, bits, product,
              static_cast<double>(low), high);
  std::printf("%a %a\n", spread<double>(root, at),
              static_cast<double>(spread<float>(root, at)));
}
