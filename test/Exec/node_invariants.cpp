// Work that the node alone decides is linearising's: in helpers, methods and the
// body, of arrays whole and summed up, in nested and falling loops, in float and
// double, with uniforms, functions and choices; of nodes that are objects,
// elements of a vector, or of parallel arrays. Data that only some nodes set may
// hold anything elsewhere.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0 3" "1 2" "500 1" "3000 7"
// RUN: regtt-cc -O1 --target=cpu --layout=plain %s -o %t.plain
// RUN: %same %t.serial %t.plain autoropes "500 1"
// RUN: regtt-cc --emit=kernel %s | grep -c '^  fn @.*::invariants' | grep -x 5
#include "../Inputs/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <limits>
#include <vector>

struct Query {
  double x[3];
  float key;
  double sum;
  int count;
};

// Objects; what is drawn from the fields is needed in the loop, after it, and
// under a condition.
struct Box {
  float lo[3], hi[3];
  double spread(double scale) const {
    double sum = 0, most = 0;
    for (int i = 2; i >= 0; --i) {
      double side = double(hi[i]) - lo[i];
      sum += side * side * scale;
      most = most > side ? most : side;
    }
    return std::sqrt(sum) + most;
  }
};
struct Node {
  Box box;
  double tensor[3][3];
  float ratio, part;
  int leaf;
  Node *child[2];
};
static double zoom = 1.25;

static bool leaves(const Query &q, const Node &n) {
  double near = 0, whole = 0;
  for (int i = 0; i < 3; i++) {
    double middle = (double(n.box.lo[i]) + n.box.hi[i]) / 2;
    double half = (double(n.box.hi[i]) - n.box.lo[i]) / 2 * zoom;
    near += (q.x[i] - middle) * (q.x[i] - middle);
    whole += half * half;
  }
  return std::sqrt(near) > std::sqrt(whole) + 0.25;
}

#pragma regtt traversal
static void objects(Query &q, const Node *n) {
  if (!n)
    return;
  if (leaves(q, *n))
    return;
  for (int i = 0; i < 3; ++i) {
    double row = 0;
    for (int j = 0; j < 3; ++j) {
      row += n->tensor[i][j] * n->tensor[j][i];
      q.sum += q.x[j] * 1e-3;
    }
    q.sum += row * q.x[i] + row;
  }
  if (n->leaf) {
    // Set in leaves alone.
    float share = n->ratio > 0.5f ? n->part / n->ratio : std::fmin(n->part, 3);
    q.sum += share * q.x[0];
    q.count++;
    return;
  }
  objects(q, n->child[0]);
  objects(q, n->child[1]);
}

// Elements of a vector, through a method whose object is the node.
struct Cell {
  std::array<double, 2> at, size;
  int first, second;
  double reach() const {
    double r = 0;
    for (int k = 0; k < 2; ++k)
      r += size[k] * size[k];
    return std::sqrt(r) * zoom;
  }
};
#pragma regtt traversal
static void elements(Query &q, const std::vector<Cell> &cells, int n) {
  if (n < 0)
    return;
  const Cell &c = cells[n];
  double d = 0;
  for (int k = 0; k < 2; ++k)
    d += (c.at[k] - q.x[k]) * (c.at[k] - q.x[k]);
  if (std::sqrt(d) > c.reach())
    return;
  q.sum += d;
  q.count += 2;
  elements(q, cells, c.first);
  elements(q, cells, c.second);
}

// Parallel arrays.
struct Columns {
  std::vector<float> low, high;
  std::vector<int> left, right;
};
#pragma regtt traversal
static void columns(Query &q, const float *low, const float *high,
                    const int *left, const int *right, int n) {
  if (n == -1)
    return;
  const float middle = (low[n] + high[n]) * 0.5f,
              half = (high[n] - low[n]) * 0.5f;
  if (std::fabs(q.key - middle) > half * half)
    return;
  q.count += 5;
  columns(q, low, high, left, right, left[n]);
  columns(q, low, high, left, right, right[n]);
}

// Where the node's data say that there are no children, their pointers may hold
// anything; so may a pointer to what only some nodes have.
struct Part {
  float weight, scale;
  const double *extra;
  Part *child[2];
};
static float excess(const Part *p) { return p->weight * 2 - p->scale; }
#pragma regtt traversal
static void parts(Query &q, const Part *p) {
  q.count++;
  if (excess(p) < 0.25f)
    q.sum += *p->extra;
  if (excess(p) > 0.25f) {
    parts(q, p->child[0]);
    parts(q, p->child[1]);
  }
}

// The same of nodes that are numbers.
struct Slot {
  float weight, scale;
  int child;
};
static float excessOf(const Slot &slot) { return slot.weight * 2 - slot.scale; }
#pragma regtt traversal
static void slots(Query &q, const Slot *all, int n) {
  q.sum += q.x[2];
  if (excessOf(all[n]) > 0.25f)
    for (int i = 0; i < 2; ++i)
      slots(q, all, all[n].child + i);
}

static std::deque<Node> nodes;
static std::deque<Part> allParts;
static std::vector<Slot> allSlots;
static std::vector<Cell> cells;
static Columns tree;

static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  nodes.emplace_back();
  Node *n = &nodes.back();
  for (int i = 0; i < 3; ++i) {
    n->box.lo[i] = nextFraction();
    n->box.hi[i] = n->box.lo[i] + nextFraction();
    for (int j = 0; j < 3; ++j)
      n->tensor[i][j] = nextFraction() - 0.5;
  }
  n->leaf = count == 1;
  n->ratio = n->leaf ? nextFraction() : 0;
  n->part = n->leaf ? nextFraction() : std::numeric_limits<float>::infinity();
  const int part = nextNumber() % count;
  n->child[0] = build(part);
  n->child[1] = build(count - 1 - part);
  return n;
}

static int buildCells(int count) {
  if (count <= 0)
    return -1;
  const int n = cells.size();
  cells.push_back({{nextFraction(), nextFraction()},
                   {nextFraction(), nextFraction()},
                   -1,
                   -1});
  tree.low.push_back(nextFraction() - 1);
  tree.high.push_back(nextFraction() + 2);
  tree.left.push_back(-1);
  tree.right.push_back(-1);
  const int part = nextNumber() % count;
  cells[n].first = tree.left[n] = buildCells(part);
  cells[n].second = tree.right[n] = buildCells(count - 1 - part);
  return n;
}

static Part *buildParts(int count) {
  static const double extra = 0.75;
  allParts.emplace_back();
  Part *p = &allParts.back();
  const bool inner = count > 2;
  p->scale = 0.25f + float(nextFraction());
  p->weight = inner ? p->scale + 0.5f : p->scale * 0.25f;
  Part *const nowhere = reinterpret_cast<Part *>(16);
  p->extra = p->weight * p->scale < 0.5f ? &extra
                                         : reinterpret_cast<const double *>(8);
  const int part = inner ? 1 + nextNumber() % (count - 2) : 0;
  p->child[0] = inner ? buildParts(part) : nowhere;
  p->child[1] = inner ? buildParts(count - 1 - part) : nowhere;
  return p;
}

static void buildSlots(int n, int count) {
  const bool inner = count > 2;
  const float scale = 0.25f + float(nextFraction());
  allSlots[n] = {inner ? scale + 0.5f : scale * 0.25f, scale, -1000000};
  if (!inner)
    return;
  const int child = allSlots.size(), part = 1 + nextNumber() % (count - 2);
  allSlots[n].child = child;
  allSlots.resize(child + 2);
  buildSlots(child, part);
  buildSlots(child + 1, count - 1 - part);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  const Node *root = build(count);
  const int first = buildCells(count);
  const Part *top = buildParts(count);
  allSlots.resize(1);
  buildSlots(0, count);
  static Query queries[150];
  for (Query &q : queries)
    q = {{nextFraction(), nextFraction(), nextFraction()},
         float(nextFraction() * 3 - 1),
         0,
         0};
#pragma regtt parallel
  for (int i = 0; i < 150; ++i)
    objects(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 150; ++i)
    elements(queries[i], cells, first);
#pragma regtt parallel
  for (int i = 0; i < 150; ++i)
    columns(queries[i], tree.low.data(), tree.high.data(), tree.left.data(),
            tree.right.data(), first);
#pragma regtt parallel
  for (int i = 0; i < 150; ++i)
    parts(queries[i], top);
  const Slot *all = allSlots.data();
  const int numSlots = allSlots.size();
#pragma regtt parallel copyin(all[0 : numSlots])
  for (int i = 0; i < 150; ++i)
    slots(queries[i], all, 0);
  for (const Query &q : queries)
    std::printf("%d %a\n", q.count, q.sum);
}
