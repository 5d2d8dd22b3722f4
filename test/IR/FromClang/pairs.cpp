// Comparisons of the library's pairs of numbers are those of their members:
// before C++20 by `<` alone, then by `<=>`, which NaN decides otherwise.
// RUN: regtt-cc --emit=ir -std=c++17 %s -o - | FileCheck %s
// RUN: regtt-cc --emit=ir -std=c++20 %s -o - | FileCheck %s --check-prefix=NEW
#include <utility>

struct Node {
  Node *next;
};

// CHECK-LABEL: fn traversal @less(
// CHECK: return orelse(lt(load %a->first, load %b->first), andalso(lnot(lt(load %b->first, load %a->first)), lt(load %a->second, load %b->second)))
// NEW-LABEL: fn traversal @less(
// NEW: return select(eq(load %a->first, load %b->first), lt(load %a->second, load %b->second), lt(load %a->first, load %b->first))
#pragma regtt traversal
bool less(const std::pair<float, int> &a, const std::pair<float, int> &b) {
  return a < b;
}

// CHECK-LABEL: fn traversal @notLess(
// CHECK: return lnot(orelse(lt(
// NEW-LABEL: fn traversal @notLess(
// NEW: return select(eq(load %a->first, load %b->first), ge(load %a->second, load %b->second), gt(load %a->first, load %b->first))
#pragma regtt traversal
bool notLess(const std::pair<float, int> &a, const std::pair<float, int> &b) {
  return a >= b;
}

// CHECK-LABEL: fn traversal @differ(
// CHECK: return lnot(andalso(eq(load %a->first, load %b->first), eq(load %a->second, load %b->second)))
#pragma regtt traversal
bool differ(const std::pair<float, int> &a, const std::pair<float, int> &b) {
  return a != b;
}

// What the user compares is not looked through.
struct Odd {
  int x;
  bool operator<(const Odd &o) const { return x > o.x; }
};
// CHECK-LABEL: fn traversal @odd(
// CHECK: call lib "std::operator<"
#pragma regtt traversal
bool odd(const std::pair<Odd, int> &a, const std::pair<Odd, int> &b) {
  return a < b;
}
