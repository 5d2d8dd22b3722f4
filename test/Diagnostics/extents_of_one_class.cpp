// Arrays of two objects that are gone over together, as far as one of them says:
// beside objects of one class, numbers of others, and what is more than such a
// number.
// RUN: regtt-cc --verify-diagnostics %s
#include <vector>

struct Point {
  double *x;
  int dim;
  double at(int d) const { return x[d]; }
  int size() const { return dim; }
};
struct Other {
  double *y;
  int count;
};
struct Node {
  int index;
  const Node *left, *right;
};

#pragma regtt traversal
static void taken(const Node *n, const std::vector<Point> &items,
                  const Point &p, double &sum) {
  if (!n)
    return;
  for (int d = 0; d < items[n->index].size(); ++d)
    sum += items[n->index].at(d) * p.at(d);
  taken(n->left, items, p, sum);
  taken(n->right, items, p, sum);
}

// What one class says is no promise of another.
#pragma regtt traversal
static void ofOther(const Node *n, const std::vector<Point> &items,
                    const Other &p, double &sum) {
  if (!n)
    return;
  for (int d = 0; d < items[n->index].dim; ++d)
    // expected-error@+1 {{the extent of 'p.y' cannot be inferred; add 'extent(p.y : COUNT)'}}
    sum += items[n->index].x[d] * p.y[d];
  ofOther(n->left, items, p, sum);
  ofOther(n->right, items, p, sum);
}

// Nothing says that the items' own arrays go that far.
#pragma regtt traversal
static void alone(const Node *n, const std::vector<Point> &items,
                  const Point &p, double &sum) {
  if (!n)
    return;
  for (int d = 0; d < items[n->index].dim; ++d)
    // expected-error@+1 {{the extent of 'p.x' cannot be inferred; add 'extent(p.x : COUNT)'}}
    sum += p.x[d];
  alone(n->left, items, p, sum);
  alone(n->right, items, p, sum);
}

#pragma regtt traversal
static void twice(const Node *n, const std::vector<Point> &items,
                  const Point &p, double &sum) {
  if (!n)
    return;
  for (int d = 0; d < 2 * items[n->index].dim; ++d)
    // expected-error@+1 {{the extent of 'p.x' cannot be inferred; add 'extent(p.x : COUNT)'}}
    sum += items[n->index].x[d] * p.x[d];
  twice(n->left, items, p, sum);
  twice(n->right, items, p, sum);
}

#pragma regtt traversal
static void next(const Node *n, const std::vector<Point> &items, const Point &p,
                 double &sum) {
  if (!n)
    return;
  for (int d = 0; d < items[n->index].dim - 1; ++d)
    // expected-error@+1 {{the extent of 'p.x' cannot be inferred; add 'extent(p.x : COUNT)'}}
    sum += items[n->index].x[d] * p.x[d + 1];
  next(n->left, items, p, sum);
  next(n->right, items, p, sum);
}

void run(const Node *root, const std::vector<Point> &items,
         const std::vector<Point> &ps, const std::vector<Other> &others,
         double *out, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    taken(root, items, ps[i], out[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    ofOther(root, items, others[i], out[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    alone(root, items, ps[i], out[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    twice(root, items, ps[i], out[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    next(root, items, ps[i], out[i]);
}
