// Where nodes are numbers: the numbers of children in locals that are handed
// on, tested and read as data, too, in whatever order they are set, and made of
// each other: `right = left + 1`, `child++`, exchanged, chosen by data. What the
// loop reads of arrays that calls read, ahead of the calls.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "300 90" "5 1" "7 0" "0 20"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/kept_numbers.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/kept_numbers.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/kept_numbers.regtt.cu -o %t.o
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

struct Ball {
  double radius;
  int first, kids[2];
};
struct Tree {
  std::vector<Ball> balls;
  const double *centers;
  long width;
  int size;
};

static double distance(const double *a, const double *b, long width) {
  double sum = 0;
  for (long k = 0; k < width; ++k)
    sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

static double bound(const Tree &tree, int i, const double *at) {
  const double d = distance(at, &tree.centers[i * tree.width], tree.width);
  return d - tree.balls[i].radius;
}

// The second child from the first, both looked at before one is chosen.
#pragma regtt traversal
static void nearest(const Tree &tree, int i, const double *at, double *best,
                    double least) {
  int left, right;
  double a, b;
  if (least > best[0])
    return;
  if (2 * i + 2 >= tree.size) {
    const double d = distance(at, &tree.centers[i * tree.width], tree.width);
    if (d < best[0]) {
      best[0] = d;
      best[1] = i;
    }
    return;
  }
  left = 2 * i + 1;
  right = left + 1;
  a = bound(tree, left, at);
  b = bound(tree, right, at);
  if (a > b) {
    std::swap(left, right);
    std::swap(a, b);
  }
  nearest(tree, left, at, best, a);
  best[1] += left % 3 == 0 ? 0.5 : 0;
  nearest(tree, right, at, best, b);
}

static std::vector<Ball> balls;
static int count;

// One local for one child after the other.
#pragma regtt traversal
static void follow(long &sum, int i) {
  if (i >= count)
    return;
  int child = balls[i].first;
  sum = (sum * 31 + child) % 1000003;
  follow(sum, child++);
  sum = (sum * 31 + child) % 1000003;
  follow(sum, child);
}

// Which number the local holds, data say; -1 is read where there is no child.
#pragma regtt traversal
static int choose(long &sum, int i) {
  if (i < 0)
    return 0;
  int side = sum % 2;
  int one = balls[i].kids[side];
  side = 1 - side;
  short other = balls[i].kids[side];
  if (one > other && balls[i].radius > 2)
    side = one % 5;
  sum = (sum * 7 + one + 3 * other + side) % 1000003;
  int met = choose(sum, one < count ? one : -1);
  sum += one - other;
  if (other >= 0)
    met += choose(sum, other);
  return met + other;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 20;
  count = argc > 2 ? std::atoi(argv[2]) : 50;
  const long width = 3;
  std::vector<double> centers((count + 1) * width), rows((n + 1) * width);
  for (size_t k = 0; k < centers.size(); ++k)
    centers[k] = k * 13 % 31;
  for (size_t k = 0; k < rows.size(); ++k)
    rows[k] = k * 7 % 29;
  for (int i = 0; i < count; ++i)
    balls.push_back({i % 5 * 0.75,
                     2 * i + 1,
                     {2 * i + 1 < count ? 2 * i + 1 : -1,
                      2 * i + 2 < count ? 2 * i + 2 : -1}});
  const Tree tree = {balls, centers.data(), width, count};
  const double *x = rows.data();
  double *best = new double[2 * n + 2];
  for (int i = 0; i < 2 * n; ++i)
    best[i] = 1e9;
  if (count > 0) {
#pragma regtt parallel copyin(x[0 : (n + 1) * width],                          \
                              tree.centers[0 : (count + 1) * width])
    for (int i = 0; i < n; ++i) {
      const double *at = x + (n - 1 - i) * tree.width;
      nearest(tree, 0, at, &best[2 * i], bound(tree, 0, at));
    }
  }
  std::vector<long> sums(n), others(n);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    sums[i] = i;
    follow(sums[i], 0);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    choose(others[i], count > 0 ? 0 : -1);
  for (int i = 0; i < n; ++i)
    std::printf("%d: %g %g %ld %ld\n", i, best[2 * i], best[2 * i + 1], sums[i],
                others[i]);
  delete[] best;
}
