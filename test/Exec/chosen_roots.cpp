// Roots that data choose among an array's, of which the types do not say that
// calls leave it alone: the runtime compares the array as a whole. Beside that,
// functions that count children by numbers of different types, values in a
// class template, and values made in place that are returned for no node.
//
//   chosen_roots [overlap]
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %t.serial > %t.expected && %t.parallel > %t.found
// RUN: cmp %t.expected %t.found
// RUN: not %t.parallel overlap 2>&1 | FileCheck %s
// CHECK: error: visit: an iteration writes what the loop evaluates for iteration {{[0-9]+}} before the traversals run
// RUN: regtt-cc --target=cpu --emit=host %s -o - | FileCheck --check-prefix=HOST %s
// HOST: regtt_set_operand(&regtt_reads[0], &*roots, 0, 0, 0, static_cast<size_t>({{.*}}) * sizeof(*roots));
// HOST: Sums::Found &found = *static_cast<Sums::Found *>(
#include <cstddef>
#include <cstdio>
#include <vector>

struct Node {
  int left, right;
  float x;
};
struct Query {
  float x;
  int count;
  int key;
};
static Node nodes[31];

#pragma regtt traversal
static void visit(int n, Query *q, int *total) {
  if (n == -1)
    return;
  if (nodes[n].x > q->x)
    q->count++;
  *total += nodes[n].x < q->x ? 2 : 1;
  visit(nodes[n].left, q, total);
  if (nodes[n].right != ~0)
    visit(nodes[n].right, q, total);
}

static void chosen(Query *queries, int n, int *roots, int *totals) {
#pragma regtt parallel copyin(roots[0 : 3])
  for (int i = 0; i < n; ++i) {
    visit(roots[queries[i].key % 3], &queries[i], &totals[i]);
    visit(roots[queries[i].count % 3], &queries[i], &totals[i]);
  }
}

static void all(Query *queries, int n, const std::vector<int> &roots,
                int *totals) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    std::size_t t;
    for (t = 0; t < roots.size(); ++t)
      visit(roots[t], &queries[i], &totals[i]);
  }
}

struct Many {
  Many **kids;
  int num;
  float x;
};
void turn(Query *q, Many *m);
#pragma regtt traversal
void go(Query *q, Many *m) {
  if (!m)
    return;
  q->count += m->x < q->x;
  for (int k = 0; k < m->num; ++k)
    turn(q, m->kids[k]);
}
#pragma regtt traversal
void turn(Query *q, Many *m) {
  if (!m)
    return;
  q->count += m->x > q->x;
  for (std::size_t k = 0; k < (std::size_t)m->num; ++k)
    if ((k + q->key) & 3)
      go(q, m->kids[k]);
}

template <typename T> struct Sums {
  struct Found {
    T sum;
    int seen;
  };
  static Found made(T sum, int seen) {
    Found made = {sum, seen};
    return made;
  }
#pragma regtt traversal
  Found sum(int n, Query *q) {
    if (n < 0)
      return Found{0, 0};
    q->count++;
    Found mine = made(nodes[n].x, 1);
    const Found left = sum(nodes[n].left, q), right = sum(nodes[n].right, q);
    mine.sum += left.sum * T(0.5) + right.sum;
    mine.seen += left.seen + right.seen;
    return mine;
  }
  void run(Query *queries, int n, int root) {
#pragma regtt parallel
    for (int i = 0; i < n; ++i) {
      Found found = {0, 0};
      found = sum(root, &queries[i]);
      queries[i].x = queries[i].x * 0.5f + float(found.sum) + found.seen;
    }
  }
};

static void show(const std::vector<Query> &queries, const int *totals) {
  for (std::size_t i = 0; i < queries.size(); ++i)
    std::printf("%d %g %d\n", queries[i].count, queries[i].x, totals[i]);
}

int main(int argc, char **) {
  for (int i = 0; i < 31; ++i)
    nodes[i] = {2 * i + 1 < 31 ? 2 * i + 1 : -1,
                2 * i + 2 < 31 ? 2 * i + 2 : -1, float(i * 37 % 23)};
  std::vector<Query> queries;
  for (int i = 0; i < 40; ++i)
    queries.push_back({float(i * 29 % 19), 0, i * 7 % 11});
  std::vector<int> totals(48), roots = {0, 2, -1};
  if (argc > 1) {
    chosen(queries.data(), 40, totals.data() + 3, totals.data());
    return 0;
  }
  chosen(queries.data(), 40, roots.data(), totals.data());
  show(queries, totals.data());
  all(queries.data(), 40, roots, totals.data());
  show(queries, totals.data());
  all(queries.data(), 40, {}, totals.data());
  std::vector<Many> many(13);
  std::vector<Many *> kids(12);
  for (int i = 0; i < 13; ++i)
    many[i] = {nullptr, 0, float(i * 5 % 7)};
  for (int i = 0; i < 12; ++i)
    kids[i] = &many[i + 1];
  for (int i = 0; i < 4; ++i)
    many[i].kids = &kids[3 * i], many[i].num = 3;
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    go(&queries[i], &many[0]);
  Sums<float> floats;
  floats.run(queries.data(), 40, 0);
  Sums<double> doubles;
  doubles.run(queries.data(), 40, 1);
  show(queries, totals.data());
}
