// Rows of an array that iterations share, as wide as is known at run time only:
// pointers to a row's first element, handed to the traversal and its helpers,
// stepped on in locals, found by an index of the iteration's own; rows of
// structs; several rows, and the array as a whole beside them.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "300 5 6 1" "1 1 0 2" "0 3 4 3" "60 2 9 4" "41 17 5 5"
// RUN: env REGTT_VERIFY=1 REGTT_TARGET=cpu %t.parallel 100 4 6 6 > /dev/null
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/rows.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/rows.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/rows.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  int feature, id;
  float cut, value;
  const Node *below, *above;
};

struct Point {
  float x, y;
};

// Decisions, by the features of a row.
#pragma regtt traversal
static float predict(const Node *n, const float *row) {
  if (!n->below)
    return n->value;
  return row[n->feature] < n->cut ? predict(n->below, row)
                                  : predict(n->above, row);
}

// The nearest of rows to a row: both of one matrix, by a helper's loop.
static float distance(const float *a, const float *b, int width) {
  float sum = 0;
  for (int k = 0; k < width; ++k)
    sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

struct Best {
  float d;
  int id;
};

#pragma regtt traversal
static void nearest(const Node *n, const float *q, const float *all, int width,
                    Best &best) {
  if (!n)
    return;
  const float d = distance(q, all + n->id * width, width);
  if (d < best.d) {
    best.d = d;
    best.id = n->id;
  }
  const float side = q[n->feature] - n->cut;
  nearest(side < 0 ? n->below : n->above, q, all, width, best);
  if (side * side < best.d)
    nearest(side < 0 ? n->above : n->below, q, all, width, best);
}

// A row of structs, walked by a pointer of its own.
#pragma regtt traversal
static void enclose(const Node *n, const Point *line, int length, float *sum) {
  if (!n)
    return;
  const Point *p = line + n->feature % length;
  for (const Point *end = line + length; p != end; ++p)
    *sum += p->x < n->cut ? p->y : line[0].x;
  enclose(n->below, line, length, sum);
  enclose(n->above, line, length, sum);
}

// Two rows, which may be one; a window that overlaps the next.
#pragma regtt traversal
static int agree(const Node *n, const float *a, const float *b) {
  if (!n)
    return 0;
  const int here = a[n->feature] < n->cut && b[n->feature] >= n->value;
  return here + agree(n->below, a, b) + agree(n->above, a, b);
}

static Node *build(int levels, int width, int count) {
  Node *n = new Node{nextNumber() % width,
                     count > 0 ? nextNumber() % count : 0,
                     static_cast<float>(nextFraction()),
                     static_cast<float>(nextFraction()),
                     nullptr,
                     nullptr};
  if (levels > 0) {
    n->below = build(levels - 1, width, count);
    n->above = build(levels - 1, width, count);
  }
  return n;
}

class Matrix {
public:
  Matrix(int rows, int width) : rows(rows), width(width) {
    data.resize(static_cast<std::size_t>(rows * width + width));
    for (float &x : data)
      x = static_cast<float>(nextFraction());
  }
  // In a member function, by the object's own fields.
  void score(const Node *root, std::vector<float> &out) const {
#pragma regtt parallel
    for (int i = 0; i < rows; ++i)
      out[i] = predict(root, &data[i * width]);
  }
  int rows, width;
  std::vector<float> data;
};

static void forest(const float *x, int n, int width,
                   const std::vector<const Node *> &trees, float *out) {
#pragma regtt parallel copyin(x[0 : n * width])
  for (int i = 0; i < n; ++i) {
    const float *row = &x[i * width];
    float sum = row[0] * 0.5f;
    for (const Node *tree : trees)
      sum += predict(tree, row);
    out[i] = sum + row[width - 1];
  }
}

static void search(const Matrix &m, const Node *root, const int *order,
                   std::vector<Best> &best) {
  const float *x = m.data.data();
  const int width = m.width;
#pragma regtt parallel copyin(x[0:m.data.size()])
  for (int i = 0; i < m.rows; ++i) {
    best[i].d = INFINITY;
    best[i].id = -1;
    nearest(root, x + static_cast<std::size_t>(order[i]) * width, x, width,
            best[i]);
  }
}

int main(int argc, char **argv) {
  if (argc < 5)
    return 2;
  const int count = std::atoi(argv[1]), width = std::atoi(argv[2]);
  const int levels = std::atoi(argv[3]);
  numbersState = static_cast<unsigned long>(std::atoi(argv[4]));
  const Matrix m(count, width);
  const Node *root = build(levels, width, count);
  std::vector<float> out(static_cast<std::size_t>(count));
  m.score(root, out);
  for (const float x : out)
    std::printf("%a\n", x);

  std::vector<const Node *> trees = {root, build(levels / 2, width, count),
                                     root};
  forest(m.data.data(), count, width, trees, out.data());
  for (const float x : out)
    std::printf("%a\n", x);

  std::vector<int> order(out.size());
  for (int &o : order)
    o = count ? nextNumber() % count : 0;
  std::vector<Best> best(out.size());
  search(m, root, order.data(), best);
  for (const Best &b : best)
    std::printf("%a %d\n", b.d, b.id);

  std::vector<Point> points(static_cast<std::size_t>(count * width + 3));
  for (Point &p : points)
    p = {static_cast<float>(nextFraction()),
         static_cast<float>(nextFraction())};
  std::vector<float> sums(out.size());
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    const Point *line = &points[i * width];
    float sum = 0;
    enclose(root, line, width, &sum);
    sums[i] = sum;
  }
  for (const float x : sums)
    std::printf("%a\n", x);

  std::vector<int> hits(out.size());
  const std::vector<float> &data = m.data;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    hits[i] = agree(root, &data[i], &data[order[i] * width]);
  for (const int h : hits)
    std::printf("%d\n", h);
  return 0;
}
