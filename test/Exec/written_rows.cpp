// Rows that iterations write, of a width that is known when the loop runs: k
// nearest with an insertion sort, set up ahead of the call and read after it,
// by counters, by a pointer of the body's, and in a function between; forces of
// any dimension; structs; rows that are found through an order or by pointers,
// whose length a clause says.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0 3" "1 1" "300 1" "300 7"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 5 2>&1 | FileCheck %s
// CHECK-COUNT-7: verify=identical
//
// RUN: not --crash env REGTT_TARGET=cpu %t.parallel 20 4 narrow 2>&1 | FileCheck --check-prefix=NARROW %s
// NARROW: regtt: error: index 3 leads out of the 3 elements that an iteration has of an array
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 4 twice 2>&1 | FileCheck --check-prefix=TWICE %s
// TWICE: iterations 3 and 5 write the same elements of the queries' array 'dist'
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 4 tree 2>&1 | FileCheck --check-prefix=TREE %s
// TREE: an iteration writes 'n->x', which is read through a node
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 4 read 2>&1 | FileCheck --check-prefix=READ %s
// READ: what lies in a query object that an iteration uses
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 4 both 2>&1 | FileCheck --check-prefix=BOTH %s
// BOTH: writes through the queries' array 'low' what lies in a query object that an iteration uses
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/written_rows.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/written_rows.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/written_rows.regtt.cu -o %t.o
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

struct Node {
  double x;
  int id, weight;
  Node *left, *right;
};

// A tree over the places from `low` to `high` of the pool.
static Node *grow(std::vector<Node> &pool, int low, int high) {
  if (low >= high)
    return nullptr;
  const int middle = (low + high) / 2;
  Node &n = pool[middle];
  n.x = middle * 37 % 101;
  n.id = middle;
  n.weight = middle % 5;
  n.left = grow(pool, low, middle);
  n.right = grow(pool, middle + 1, high);
  return &n;
}

#pragma regtt traversal
static void nearest(const Node *n, double at, int k, double *dist, int *id) {
  if (!n)
    return;
  const double d = std::fabs(n->x - at);
  if (d < dist[k - 1]) {
    int j = k - 1;
    for (; j > 0 && dist[j - 1] > d; --j) {
      dist[j] = dist[j - 1];
      id[j] = id[j - 1];
    }
    dist[j] = d;
    id[j] = n->id;
  }
  nearest(at < n->x ? n->left : n->right, at, k, dist, id);
  if (d < dist[k - 1])
    nearest(at < n->x ? n->right : n->left, at, k, dist, id);
}

// A pointer that moves along the row, to what stays below the others.
static void insert(double *low, int width, double d) {
  double *p = low + (width - 1);
  if (*p <= d)
    return;
  while (p > low && p[-1] > d) {
    *p = p[-1];
    --p;
  }
  *p = d;
}

#pragma regtt traversal
static void lowest(const Node *n, const double &at, int width, double *low) {
  if (!n)
    return;
  insert(low, width, std::fabs(n->x - at));
  lowest(n->left, at, width, low);
  lowest(n->right, at, width, low);
}

#pragma regtt traversal
static void forces(const Node *n, double at, int dim, double *force) {
  if (!n)
    return;
  for (int d = 0; d < dim; ++d)
    force[d] += (at - n->x) / (1 + d + n->weight);
  forces(n->left, at, dim, force);
  forces(n->right, at, dim, force);
}

struct Tally {
  int hits;
  float sum;
};

#pragma regtt traversal
static void tally(const Node *n, double at, Tally *row) {
  if (!n)
    return;
  Tally &t = row[n->weight];
  t.hits++;
  if (n->x < at)
    t.sum += float(n->x);
  tally(n->left, at, row);
  tally(n->right, at, row);
}

#pragma regtt traversal extent(row : k, other : k)
static void spread(const Node *n, int k, int *row, int *other) {
  if (!n)
    return;
  row[n->id % k] += n->id;
  other[n->weight % k] -= n->id;
  spread(n->left, k, row, other);
  spread(n->right, k, row, other);
}

class Index {
public:
  Index(std::vector<Node> &pool, int n) : root(grow(pool, 0, n)) {}
  int query(double at, int k, double *dist, int *id) const {
    std::fill(dist, dist + k, 1e30);
    for (int j = 0; j < k; ++j)
      id[j] = -1;
    nearest(root, at, k, dist, id);
    return id[0];
  }

private:
  const Node *root;
};

template <class T> static void print(const char *what, const T &values) {
  double sum = 0, weighted = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += values[i];
    weighted += values[i] * double(i % 97);
  }
  std::printf("%s %.17g %.17g\n", what, sum, weighted);
}

static void broken(const Node *root, std::vector<Node> &pool,
                   const std::vector<double> &at, int k, const char *how) {
  const int m = int(at.size());
  std::vector<double> dist(m * k + k, 1e30);
  std::vector<int> id(m * k + k, -1), order(m);
  for (int i = 0; i < m; ++i)
    order[i] = i;
  order[3] = std::strcmp(how, "twice") ? 3 : 5;
  const int width = std::strcmp(how, "narrow") ? k : k - 1;
  if (!std::strcmp(how, "tree")) {
    double *values = reinterpret_cast<double *>(pool.data());
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      forces(root, at[i], 1, values + i * k);
  } else if (!std::strcmp(how, "read")) {
    double *d = dist.data(), *from = dist.data() + 2;
#pragma regtt parallel
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < k; ++j)
        d[i * k + j] = 1e30;
      nearest(root, from[i], k, d + i * k, &id[i * k]);
    }
  } else if (!std::strcmp(how, "both")) {
    double *d = dist.data();
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      lowest(root, d[(i + 1) * k], k, d + i * k);
  } else {
#pragma regtt parallel
    for (int i = 0; i < m; ++i)
      nearest(root, at[i], k, &dist[order[i] * width], &id[i * width]);
  }
  print("broken", dist);
}

int main(int argc, char **argv) {
  const int m = argc > 1 ? std::atoi(argv[1]) : 100;
  const int k = argc > 2 ? std::atoi(argv[2]) : 5;
  const int n = m * 3;
  std::vector<Node> pool(n);
  const Index index(pool, n);
  const Node *root = n ? &pool[n / 2] : nullptr;
  std::vector<double> at(m), worst(m), dist(m * k, 1e30), low(m * k, 1e30);
  std::vector<int> id(m * k, -1), first(m), order(m);
  for (int i = 0; i < m; ++i) {
    at[i] = i * 17 % 103 + 0.25;
    order[i] = m - 1 - i;
  }
  if (argc > 3) {
    broken(root, pool, at, k, argv[3]);
    return 0;
  }

#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < k; ++j) {
      dist[i * k + j] = 1e30;
      id[i * k + j] = -2;
    }
    nearest(root, at[i], k, &dist[i * k], &id[i * k]);
    worst[i] = dist[i * k + k - 1] + dist[i * k];
  }
  print("nearest", dist);
  print("ids", id);
  print("worst", worst);

#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    first[i] = index.query(at[i], k, &dist[i * k], id.data() + i * k);
  print("query", dist);
  print("first", first);

  double *const rows = low.data(), *const from = at.data(), *far = worst.data();
#pragma regtt parallel
  for (int i = 0; i < m; ++i) {
    double *mine = rows + i * k;
    for (int j = 0; j < k; ++j)
      mine[j] = 200 + j;
    lowest(root, from[i], k, mine);
    far[i] = mine[k - 1];
  }
  print("lowest", low);
  print("far", worst);

#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    lowest(root, at[i], k, &low[order[i] * k]);
  print("ordered", low);

  std::vector<double> force(m * k);
#pragma regtt parallel
  for (int i = m - 1; i >= 0; --i)
    forces(root, at[i], k, force.data() + k * i);
  print("force", force);

  const std::size_t width = std::size_t(k) + 4;
  std::vector<Tally> tallies(m * width);
#pragma regtt parallel
  for (std::size_t i = 0; i < at.size(); ++i)
    tally(root, at[i], &tallies[i * width]);
  std::vector<double> sums;
  for (const Tally &t : tallies)
    sums.push_back(t.hits + t.sum);
  print("tallies", sums);

  // One array for both, one row after the other.
  std::vector<int> pairs(m * 2 * k);
  std::vector<int *> starts(m);
  for (int i = 0; i < m; ++i)
    starts[i] = &pairs[2 * k * i];
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    spread(root, k, starts[i], &pairs[2 * k * i + k]);
  print("pairs", pairs);
}
