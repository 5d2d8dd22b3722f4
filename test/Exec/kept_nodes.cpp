// Pointers to nodes that an iteration keeps: the nearest one so far, which visits
// read through, set and ask for null, in the loop's body and in functions between;
// what is read of it when the calls are done; where it lies, as a result.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "900" "1" "2" "0"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  double x, y;
  int id;
  const Node *left, *right;
};

static double distance(const Node *n, double x, double y) {
  return (n->x - x) * (n->x - x) + (n->y - y) * (n->y - y);
}

static Node *build(int begin, int end, int step) {
  if (begin >= end)
    return nullptr;
  const int middle = begin + (end - begin) / 2;
  return new Node{std::floor(8 * std::sin(middle * 1.7 * step)),
                  std::cos(middle * 2.3), middle, build(begin, middle, step),
                  build(middle + 1, end, step)};
}

// By reference; the last visited of those that are equally near.
#pragma regtt traversal
static void nearest(const Node *n, double x, double y, const Node *&best,
                    double &least) {
  if (!n)
    return;
  const double d = distance(n, x, y);
  if (best == nullptr || d < least || (d == least && n->id < best->id)) {
    least = d;
    best = n;
  }
  nearest(x < n->x ? n->left : n->right, x, y, best, least);
  if (std::fabs(x - n->x) <= 4)
    nearest(x < n->x ? n->right : n->left, x, y, best, least);
}

// By address; what it led to is read anew each time, by a function.
#pragma regtt traversal
static void closest(const Node *n, double x, double y, const Node **best,
                    int axis) {
  if (!n)
    return;
  if (!*best || distance(n, x, y) < distance(*best, x, y))
    *best = n;
  const double side = axis ? y - n->y : x - n->x;
  closest(side < 0 ? n->left : n->right, x, y, best, !axis);
  if (side * side < distance(*best, x, y) + 3)
    closest(side < 0 ? n->right : n->left, x, y, best, !axis);
}

// A child is kept, and exchanged for what a second pointer holds.
#pragma regtt traversal
static void pairs(const Node *n, int kind, const Node *&low,
                  const Node *&high) {
  if (!n)
    return;
  if (n->left && n->left->id % 7 == kind)
    low = n->left;
  if (low && high && low->x > high->x) {
    const double before = low->y;
    low = high;
    high = before > 0 ? n : nullptr;
  } else if (n->id % 5 == kind) {
    high = n;
  }
  pairs(n->left, kind, low, high);
  pairs(n->right, kind, low, high);
}

// A struct of pointers to nodes and numbers; what they lead to is compared, too.
struct Gathered {
  const Node *first, *last;
  double sum;
};
#pragma regtt traversal
static void gather(const Node *n, int kind, Gathered &all) {
  if (!n)
    return;
  if (all.first == n->left || all.last != n)
    all.sum += n->y;
  if (n->id % 3 == kind)
    all.first = all.first ? all.first : n->right;
  if (n->id % 4 == kind)
    all.last = n;
  gather(n->left, kind, all);
  if (all.last && all.last->x > n->x)
    all.sum -= 1;
  gather(n->right, kind, all);
}

class Tree {
public:
  explicit Tree(const Node *root) : root(root) {}
  int find(double x, double y, double *far) const {
    const Node *best = nullptr;
    double least = HUGE_VAL;
    nearest(root, x, y, best, least);
    if (far)
      *far = best ? least : -1;
    return best ? best->id : -1;
  }

private:
  const Node *root;
};

class Matcher {
public:
  explicit Matcher(const Tree &tree) : tree(tree) {}
  void run(std::vector<int> &ids, std::vector<double> &far) const {
    const int count = int(ids.size());
#pragma regtt parallel
    for (int i = 0; i < count; ++i) {
      double d = 0;
      ids[i] = tree.find(i % 9 - 4, i * 0.01, &d);
      far[i] = d + 1;
    }
  }

private:
  const Tree &tree;
};

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  const Node *const root = build(0, size, 1), *const other =
                                                  build(0, size / 2, 3);
  const int count = 200;
  std::vector<double> x(count), y(count), far(count);
  for (int i = 0; i < count; ++i) {
    x[i] = i % 17 - 8;
    y[i] = i * 0.013 - 1;
  }
  std::vector<int> ids(count);
  std::vector<const Node *> found(count);
  const auto print = [&](const char *name) {
    unsigned long sum = 0;
    double all = 0;
    for (int i = 0; i < count; ++i) {
      sum = sum * 31 + (unsigned long)(ids[i] + 2) +
            (found[i] ? (unsigned long)(found[i]->id) : 5);
      all += far[i];
    }
    std::printf("%s %lu %.17g\n", name, sum, all);
  };

#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    const Node *best = nullptr;
    double least = 1e300;
    nearest(root, x[i], y[i], best, least);
    far[i] = best ? least : -1;
    ids[i] = best ? best->id : -1;
  }
  print("nearest");
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    const Node *best = nullptr;
    closest(root, x[i], y[i], &best, 0);
    found[i] = best;
    far[i] = best ? distance(best, x[i], y[i]) : -1;
  }
  print("closest");
  // Two trees: what the first call has kept the second one goes on with.
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    const Node *best = nullptr;
    closest(root, x[i], y[i], &best, i & 1);
    closest(other, x[i], y[i], &best, 0);
    found[i] = best;
    ids[i] = best ? best->id : -2;
  }
  print("two");
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    const Node *low = nullptr, *high = nullptr;
    pairs(root, i % 7, low, high);
    if (low == nullptr)
      low = high;
    found[i] = high;
    ids[i] = low ? low->id : -3;
  }
  print("pairs");
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    Gathered all = {nullptr, root, 0};
    gather(root, i % 5, all);
    found[i] = all.first == all.last ? all.last : all.first;
    far[i] = all.sum;
    ids[i] = all.last ? all.last->id : -4;
  }
  print("gathered");
  Matcher(Tree(root)).run(ids, far);
  print("between");
}
