// Arrays and objects behind pointers of the queries, and in their vectors, that
// the traversal writes: a result set of k nearest with an insertion sort, which
// a guard after the first call reads; histograms of a length of each query's
// own; one object behind a pointer, as a whole and by fields; queries that have
// none.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "0 1" "1 2" "300 3"
// RUN: %same %t.serial %t.parallel autoropes "1 2 guards" "300 3 guards"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 5 guards 2>&1 | FileCheck %s
// CHECK-COUNT-4: verify=identical
//
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 1 shared 2>&1 | FileCheck --check-prefix=SHARED %s
// SHARED: iterations 2 and 3 write the same elements of the queries' array 'dist'
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 1 overlap 2>&1 | FileCheck --check-prefix=OVERLAP %s
// OVERLAP: iterations 2 and 3 write the same elements of the queries' array 'dist'
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 1 object 2>&1 | FileCheck --check-prefix=OBJECT %s
// OBJECT: iteration 3 writes through the queries' array 'dist' what lies in a query object that an iteration uses
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 1 read 2>&1 | FileCheck --check-prefix=READ %s
// READ: an iteration writes what is read through the queries' array 'at_'
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 1 tree 2>&1 | FileCheck --check-prefix=TREE %s
// TREE: an iteration writes what is read through the nodes' array 'center'
// RUN: env REGTT_TARGET=cpu REGTT_ALLOW_SERIAL=1 %t.parallel 20 1 shared 2>/dev/null > %t.allowed
// RUN: %t.serial 20 1 shared | diff - %t.allowed
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/written_behind_queries.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/written_behind_queries.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/written_behind_queries.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

enum { D = 3 };

struct Point {
  float weight, heat;
  int id;
};
struct Node {
  float *center;
  int axis;
  Point *point;
  Node *left, *right;
};

struct ResultSet {
  float *dist;
  int *index;
  int capacity, count;

  float worst() const { return count < capacity ? 1e30f : dist[capacity - 1]; }
  void add(float d, int id) {
    int i = count;
    for (; i > 0; --i) {
      if (dist[i - 1] <= d)
        break;
      if (i < capacity) {
        dist[i] = dist[i - 1];
        index[i] = index[i - 1];
      }
    }
    if (i < capacity) {
      dist[i] = d;
      index[i] = id;
    }
    if (count < capacity)
      count++;
  }
};
struct Seen {
  float weight, heat;
  int id;
};
struct Tally {
  int hits;
  float sum;
  Seen last;
  void count(int id) { hits += id; }
};
struct Query {
  const float *at;
  ResultSet set;
  std::vector<float> histogram;
  std::vector<Seen> seen;
  Tally *tally;
  std::unique_ptr<Tally> own;
  float *extremes;
};

static float squared(const float *a, const float *b) {
  float sum = 0;
  for (int d = 0; d < D; ++d)
    sum += (a[d] - b[d]) * (a[d] - b[d]);
  return sum;
}

#pragma regtt traversal extent(q->at : D, n->center : D,                       \
                               q->set.dist : q->set.capacity,                  \
                               q->set.index : q->set.capacity)
static void nearest(Query *q, const Node *n) {
  if (!n)
    return;
  const float d = squared(q->at, n->center);
  if (d < q->set.worst())
    q->set.add(d, n->point->id);
  const float diff = q->at[n->axis] - n->center[n->axis];
  nearest(q, diff < 0 ? n->left : n->right);
  if (diff * diff < q->set.worst())
    nearest(q, diff < 0 ? n->right : n->left);
}

// Written in the body, through a reference, by the library, as whole structs.
#pragma regtt traversal
static void histograms(Query &q, const Node *n) {
  if (!n)
    return;
  const int bins = int(q.histogram.size());
  if (bins > 0) {
    q.histogram[n->point->id % bins] += n->point->weight;
    float &first = q.histogram[0];
    first *= 0.5f;
    std::swap(q.histogram[n->axis % bins], q.histogram[bins - 1]);
  }
  for (Seen &p : q.seen)
    if (p.id % 3 == n->axis)
      p.heat += n->point->heat;
  if (!q.seen.empty() && n->point->id % 5 == 0)
    q.seen[n->point->id % q.seen.size()] =
        Seen{n->point->weight, 1, n->point->id};
  histograms(q, n->left);
  histograms(q, n->right);
}

static void note(Tally &tally, const Point &p) {
  tally.sum += p.weight;
  tally.last = {p.weight, p.heat, p.id};
}

// One object, by a pointer and an alias of it, and a few constant places.
#pragma regtt traversal
static void tally(Query *q, const Node *n) {
  if (!n)
    return;
  if (q->tally) {
    q->tally->hits++;
    note(*q->tally, *n->point);
  }
  if (n->axis == 1)
    q->own->count(n->point->id);
  if (Tally *tally = q->tally; n->axis == 2 && tally)
    tally->count(1);
  float *ends = q->extremes;
  if (n->point->heat < ends[0])
    ends[0] = n->point->heat;
  if (n->point->heat > q->extremes[1])
    q->extremes[1] = n->point->heat;
  tally(q, n->left);
  tally(q, n->right);
}

// Integer counts.
#pragma regtt traversal
static void count(Query *q, const Node *n) {
  if (!n)
    return;
  q->own->hits += 2;
  q->set.index[0]++;
  count(q, n->left);
  count(q, n->right);
}

static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  Node *n = new Node();
  n->center = new float[D];
  for (int d = 0; d < D; ++d)
    n->center[d] = float(nextFraction());
  n->axis = nextNumber() % D;
  n->point = new Point{float(nextFraction()), float(nextFraction()),
                       nextNumber() % 100};
  const int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  const char *fault = argc > 3 ? argv[3] : "";
  std::vector<Query> queries(size);
  std::vector<float> at(size * D + 1), dist(8 * size + 1);
  std::vector<int> index(8 * size + 1);
  std::vector<Tally> tallies(size + 1);
  std::vector<float> extremes(2 * size + 1, 0.5f);
  for (float &c : at)
    c = float(nextFraction());
  for (int i = 0; i < size; ++i) {
    Query &q = queries[i];
    q.at = &at[D * i];
    // Backwards, and not all of the room.
    q.set = {&dist[8 * (size - 1 - i)], &index[8 * i], 1 + nextNumber() % 7, 0};
    q.histogram.resize(nextNumber() % 4);
    for (int k = nextNumber() % 4; k > 0; --k)
      q.seen.push_back({float(nextFraction()), 0, nextNumber() % 100});
    q.tally = i % 3 ? &tallies[i] : nullptr;
    q.own = std::make_unique<Tally>();
    q.extremes = &extremes[2 * i];
  }
  Node *root = build(size);
  if (!std::strcmp(fault, "shared"))
    queries[3].set.dist = queries[2].set.dist;
  if (!std::strcmp(fault, "overlap"))
    queries[3].set.dist = queries[2].set.dist + queries[2].set.capacity - 1;
  if (!std::strcmp(fault, "object"))
    queries[3].set.dist = reinterpret_cast<float *>(&queries[5].set.count);
  if (!std::strcmp(fault, "read"))
    queries[3].at = queries[2].set.dist;
  if (!std::strcmp(fault, "tree"))
    root->center = queries[2].set.dist;
  if (*fault) {
#pragma regtt parallel
    for (int i = 0; i < size; ++i)
      nearest(&queries[i], root);
  }
#pragma regtt parallel
  for (Query &q : queries)
    histograms(q, root);
#pragma regtt parallel
  for (int i = 0; i < size; ++i)
    tally(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < size; ++i)
    count(&queries[i], root);
  for (const Query &q : queries) {
    for (int k = 0; k < q.set.count; ++k)
      std::printf("%a %d ", q.set.dist[k], q.set.index[k]);
    for (float h : q.histogram)
      std::printf("%a ", h);
    for (const Seen &p : q.seen)
      std::printf("%a %a %d ", p.weight, p.heat, p.id);
    std::printf("%d %a %a\n", q.own->hits, q.extremes[0], q.extremes[1]);
  }
  for (const Tally &t : tallies)
    std::printf("%d %a %a %d\n", t.hits, t.sum, t.last.heat, t.last.id);
}
