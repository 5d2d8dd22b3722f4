// Pointers of nodes that lead to one array, the points of the whole tree, whose
// length a clause of the loop says: of all nodes, of those of each half another
// one, of some none. What is indexed in an accessor is as long as the loop says
// that calls it.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0" "1" "7" "400"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-2: verify=identical
// RUN: not env REGTT_TARGET=cpu %t.parallel 50 written 2>&1 | FileCheck --check-prefix=WRITTEN %s
// WRITTEN: an iteration writes what is read through the nodes' array 'points'
// RUN: not env REGTT_TARGET=cpu %t.parallel 50 negative 2>&1 | FileCheck --check-prefix=NEGATIVE %s
// NEGATIVE: the extent of 'points' is -3 in a node
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/nodes_with_one_array.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/nodes_with_one_array.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/nodes_with_one_array.regtt.cu -o %t.o
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

class Box {
public:
  explicit Box(int dim) : width(new double[dim]) {
    for (int d = 0; d < dim; ++d)
      width[d] = dim - d;
  }
  double side(int d) const { return width[d]; }

private:
  double *width;
};

class Tree {
public:
  Tree(int dim, const double *points, int low, int high, int half)
      : dim(dim), points(points), first(low), box(new Box(dim)) {
    if (high - low < 2)
      return;
    const int middle = (low + high + 1) / 2;
    left = new Tree(dim, points + half, low + 1, middle, 0);
    right = new Tree(dim, points, middle, high, 0);
    if (first % 5 == 3)
      this->points = nullptr;
  }

#pragma regtt traversal
  void sum(int of, double *sums) const {
    double widest = 0;
    for (int d = 0; d < dim; ++d)
      widest = box->side(d) > widest ? box->side(d) : widest;
    if (points) {
      const double *own = points + of * dim;
      for (int d = 0; d < dim; ++d)
        sums[d] += (points[first * dim + d] - own[d]) / widest;
    }
    if (left)
      left->sum(of, sums);
    if (right)
      right->sum(of, sums);
  }

  void all(int n, int of, std::vector<double> &sums) const {
#pragma regtt parallel copyin(points[0 : n * dim])
    for (int i = 0; i < of; ++i)
      sum(i, &sums[i * dim]);
  }

  const double *points_of() const { return points; }

private:
  int dim;
  const double *points;
  int first;
  Box *box;
  Tree *left = nullptr, *right = nullptr;
  friend void inFunction(const Tree *, int, int, int, double *);
};

void inFunction(const Tree *tree, int n, int of, int dim, double *sums) {
#pragma regtt parallel copyin(tree->points[0 : n * dim])
  for (int i = 0; i < of; ++i)
    tree->sum(i, sums + i * dim);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100, dim = 3;
  const char *const how = argc > 2 ? argv[2] : "";
  std::vector<double> points(3 * dim * n + 2 * dim);
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i] = double(i * 7919 % 1009);
  std::vector<double> sums(dim * n), halves(dim * n);
  if (!std::strcmp(how, "written")) {
    const Tree tree(dim, points.data(), 0, n, 0);
    inFunction(&tree, n, n, dim, points.data() + dim);
  } else {
    const Tree tree(dim, points.data(), 0, n, 0);
    tree.all(std::strcmp(how, "negative") ? n : -1, n, sums);
    const Tree two(dim, points.data(), 0, n, dim * n);
    inFunction(&two, n + 1, n, dim, halves.data());
  }
  for (std::size_t i = 0; i < sums.size(); ++i)
    std::printf("%.17g %.17g\n", sums[i], halves[i]);
}
