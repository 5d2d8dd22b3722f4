// Attributes that change what code does are refused by name where they stand,
// those that the host compiler alone knows among them; and so are functions
// whose body is settled by the linker.
// RUN: regtt-cc -std=c++20 --verify-diagnostics %s
#include "../Inputs/tree.h"

#define FAST __attribute__((optimize("fast-math")))

static void triple(int *count) { *count *= 3; }

// expected-note@+1 {{declared here}}
__attribute__((weak)) int replaced(int v) { return v; }
// expected-note@+1 {{declared here}}
__attribute__((target_clones("avx2", "default"))) int cloned(int v) {
  return v;
}
struct Scale {
  int by;
  // expected-note@+1 {{declared here}}
  __attribute__((weak)) int of(int v) const { return v * by; }
};
// expected-error@+1 {{the attribute 'optimize' is not taken inside a traversal [RTT2004]}}
FAST static float sloppy(float v) { return v / 3; }
// expected-error@+1 {{the attribute 'optimize' is not taken inside a traversal [RTT2004]}}
template <class T> [[gnu::cold, gnu::optimize("O0")]] T slow(T v) { return v; }
// expected-error@+1 {{the attribute 'target' is not taken inside a traversal [RTT2004]}}
__attribute__((target("avx2"))) static int wide(int v) { return v + 1; }
struct [[gnu::scalar_storage_order("big-endian")]] Turned {
  int v;
};
struct Packed {
  char first;
  int second __attribute__((packed));
};
#pragma GCC push_options
// expected-error@+1 {{the attribute '#pragma GCC optimize: Ofast' is not taken inside a traversal [RTT2004]}}
#pragma GCC optimize("Ofast,unroll-loops")
static float fast(float v) { return v / 3; }
#pragma GCC pop_options

// Taken: what says how code is compiled, and not what it does.
#pragma GCC optimize("O3", "unroll-loops")
[[nodiscard, gnu::hot]] static inline __attribute__((always_inline)) int
plain(int v __attribute__((unused))) {
  return v + 1;
}
__attribute__((noinline, noclone, cold, const)) static int far(int v) {
  alignas(32) int w[2] = {v, 1};
  [[maybe_unused]] const int unused = 2;
  switch (v) {
  case 1:
    w[1] = 3;
    [[fallthrough]];
  default:
    if (v > 2) [[likely]]
      return w[1];
  }
  return w[0];
}
__attribute__((unused, deprecated)) FAST static int notCalled() { return 1; }

#pragma regtt traversal
static void visit(Query *q, const Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the attribute 'cleanup' is not taken inside a traversal [RTT2004]}}
  int last __attribute__((cleanup(triple))) = n->leaf;
  // expected-error@+1 {{'replaced' is called, but the body that is seen may not be the one that runs: it is weak; give the traversal a function of its own, without that attribute, to call [RTT2059]}}
  q->count += replaced(n->leaf);
  // expected-error@+1 {{'cloned' is called, but the body that is seen may not be the one that runs: it is one of several versions; give the traversal a function of its own, without that attribute, to call [RTT2059]}}
  q->count += cloned(n->leaf);
  const Scale scale{2};
  // expected-error@+1 {{'of' is called, but the body that is seen may not be the one that runs: it is weak; give the traversal a function of its own, without that attribute, to call [RTT2059]}}
  q->count += scale.of(n->leaf);
  q->best += sloppy(n->x) + fast(n->x) + slow(n->x);
  q->count += wide(n->leaf) + plain(n->leaf) + far(n->leaf);
  // expected-error@+1 {{a struct with the attribute 'scalar_storage_order' is not taken inside a traversal [RTT2004]}}
  Turned t = {n->leaf};
  visit(q, n->left);
  visit(q, n->right);
}

#pragma regtt traversal
static void packs(Query *q, const Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{data of type 'Packed' cannot be copied to a device: 'p' [RTT2011]}}
  Packed p = {1, n->leaf};
  q->count += p.second;
  packs(q, n->left);
}

#pragma regtt traversal
// expected-note@+1 {{declared here}}
__attribute__((weak)) void mayBeAnother(Query *q, const Node *n) {
  if (!n)
    return;
  q->count++;
  mayBeAnother(q, n->left);
}

#pragma regtt traversal
static void taken(Query *q, const Node *n) {
  if (!n)
    return;
  q->count += plain(n->leaf) + far(n->leaf);
  taken(q, n->left);
  taken(q, n->right);
}

typedef int __attribute__((may_alias)) Anything;
struct __attribute__((may_alias)) Wrapped {
  int value;
};

void run(Query *queries, Node *root, Anything *anything, Wrapped *wrapped) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    taken(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    packs(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    // expected-error@+1 {{'mayBeAnother' is called, but the body that is seen may not be the one that runs: it is weak; give the traversal a function of its own, without that attribute, to call [RTT2059]}}
    mayBeAnother(&queries[i], root);
  // What the body does beside the call is not known of these.
#pragma regtt parallel
  for (int i = 0; i < 10; ++i) {
    // expected-error@+1 {{code in the loop's body is not taken: the attribute 'cleanup'; the body is declarations, computations and assignments, calls of annotated traversals, and what is done with their results [RTT1103]}}
    int count __attribute__((cleanup(triple))) = replaced(i);
    queries[i].count = count;
    taken(&queries[i], root);
  }
  // What is apart is told by types, which this one does not keep.
#pragma regtt parallel
  for (int i = 0; i < 10; ++i) {
    taken(&queries[i], root);
    // expected-error@+1 {{code in the loop's body is not taken: the attribute 'may_alias'; the body is declarations, computations and assignments, calls of annotated traversals, and what is done with their results [RTT1103]}}
    anything[i] = queries[i].count;
  }
#pragma regtt parallel
  for (int i = 0; i < 10; ++i) {
    taken(&queries[i], root);
    // expected-error@+1 {{code in the loop's body is not taken: the attribute 'may_alias'; the body is declarations, computations and assignments, calls of annotated traversals, and what is done with their results [RTT1103]}}
    wrapped[i].value = queries[i].count;
  }
}
