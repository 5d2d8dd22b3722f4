// Arrays of elements of which it is not known how long they are, or whether
// they are there; each beside what is taken in Exec/arrays_of_elements.cpp.
// RUN: regtt-cc --verify-diagnostics %s
#include <vector>

struct Node {
  int first, count;
  Node *left, *right;
};
struct Item {
  double *x;
  int n;
  int kind;
};
struct Either {
  int kind, n;
  union {
    const double *x;
    double radius;
  };
};
struct Scene {
  std::vector<Item> items;
  std::vector<Either> either;
};

// Another element's length.
#pragma regtt traversal
static void another(const Node *n, const Scene &scene, double *best) {
  if (!n)
    return;
  for (int k = 0; k < scene.items[n->count].n; ++k)
    // expected-error@+1 {{the extent of 'scene.items[].x' cannot be inferred; add 'extent(scene.items[0].x : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
    if (scene.items[n->first].x[k] < *best)
      *best = 0;
  another(n->left, scene, best);
}

// The element becomes another one in its loop.
#pragma regtt traversal
static void moving(const Node *n, const Scene &scene, double *best) {
  if (!n)
    return;
  int i = n->first;
  for (int k = 0; k < scene.items[i].n; ++k) {
    // expected-error@+1 {{the extent of 'scene.items[].x' cannot be inferred; add 'extent(scene.items[0].x : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
    *best += scene.items[i].x[k];
    i = n->count;
  }
  moving(n->left, scene, best);
}

// Ahead of what the pointer leads to.
#pragma regtt traversal
static void window(const Node *n, const Scene &scene, double *best) {
  if (!n)
    return;
  const Item &item = scene.items[n->first];
  for (int k = -item.n; k <= item.n; ++k)
    // expected-error@+1 {{the extent of 'scene.items[].x' cannot be inferred; add 'extent(scene.items[0].x : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
    *best += item.x[k];
  window(n->left, scene, best);
}

// One of another element, by their addresses.
#pragma regtt traversal
static void compared(const Node *n, const Scene &scene, double *best) {
  if (!n)
    return;
  for (int k = 0; k < scene.items[n->first].n; ++k)
    *best += scene.items[n->first].x[k];
  // expected-error@+1 {{the pointer 'scene.items[n->first].x' is used for more than what it leads to, comparisons and null tests [RTT2041]}}
  *best += scene.items[n->first].x - scene.items[0].x;
  compared(n->left, scene, best);
}

// Only elements of a kind have one.
#pragma regtt traversal
static void ofKind(const Node *n, const Scene &scene, double *best) {
  if (!n)
    return;
  const Item &item = scene.items[n->first];
  // expected-note@+1 {{an element without it may be told by this}}
  if (item.kind == 1)
    for (int k = 0; k < item.n; ++k)
      // expected-error@+1 {{the extent of 'scene.items[].x' cannot be inferred; add 'extent(scene.items[0].x : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
      *best += item.x[k];
  ofKind(n->left, scene, best);
}

// Where others lie in the same bytes.
#pragma regtt traversal
static void inUnion(const Node *n, const Scene &scene, double *best) {
  if (!n)
    return;
  for (int k = 0; k < scene.either[n->first].n; ++k)
    // expected-error@+2 {{the extent of 'scene.either[].x' cannot be inferred; add 'extent(scene.either[0].x : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
    // expected-note@+1 {{it shares its bytes with other data in a union}}
    *best += scene.either[n->first].x[k];
  inUnion(n->left, scene, best);
}

// Gathered once, they lie nowhere else.
#pragma regtt traversal
static void addresses(const Node *n, const Scene &scene, double *best,
                      const double **at) {
  if (!n)
    return;
  for (int k = 0; k < scene.items[n->first].n; ++k)
    if (scene.items[n->first].x[k] < *best) {
      *best = scene.items[n->first].x[k];
      // expected-error@+1 {{the pointer 'scene.items[].x' is used for more than what it leads to, comparisons and null tests [RTT2041]}}
      *at = &scene.items[n->first].x[k];
    }
  addresses(n->left, scene, best, at);
}

// Written by all.
#pragma regtt traversal
static void written(const Node *n, const Scene &scene, double *best) {
  if (!n)
    return;
  for (int k = 0; k < scene.items[n->first].n; ++k)
    // expected-error@+1 {{the traversal writes to 'scene.items[].x', which the queries share [RTT2006]}}
    scene.items[n->first].x[k] += *best;
  written(n->left, scene, best);
}

void all(const Node *root, const Scene &scene, double *best, const double **at,
         int m) {
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    another(root, scene, &best[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    moving(root, scene, &best[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    window(root, scene, &best[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    compared(root, scene, &best[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    ofKind(root, scene, &best[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    inUnion(root, scene, &best[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    addresses(root, scene, &best[i], &at[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    written(root, scene, &best[i]);
}
