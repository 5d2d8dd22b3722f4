// What each lane chooses: elements of its own arrays, of the node's, of the
// program's and of tables, by numbers of its own; and what stands behind an
// `&&`, an `||` or a `?:` and is not there for lanes that do not come to it:
// element -1, a division by 0, a number out of a table, a loop that would not
// end.
//
//   lanes_choices QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=lanes --variant=packed,lane_lockstep,lane_ropes -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same_lanes %t.serial %t.parallel packed,lane_lockstep,lane_ropes "5 1" "0 2" "33 3" "900 4"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Pair {
  float dist;
  int id;
};
struct Row {
  double weight[3];
  Pair pair;
  short deep;
};
struct Node {
  float at[3], low, high;
  int id, axis;
  short counts[4];
  Node *kid[2];
};
struct Query {
  float at[3];
  int kind, divisor, steps;
  Pair best[4];
  long sums[2][3];
  unsigned char codes[5];
  bool seen[3];
  double total;
};

// As many as each query finds.
static int place(const Pair *best, int count, float dist) {
  int k = count;
  while (k > 0 && best[k - 1].dist > dist)
    --k;
  return k;
}

static int steps(int from) {
  int count = 0;
  for (int k = from; k != 1 && count < 20; k = k % 2 ? 3 * k + 1 : k / 2)
    ++count;
  return count;
}

// The nearest four, in their order; of the same distance the first.
#pragma regtt traversal
static void nearest(Query &q, const Node *n) {
  if (!n)
    return;
  ++q.steps;
  const float off = q.at[n->axis] - n->at[n->axis];
  const float by = q.at[q.kind & 1] - n->at[q.kind & 1];
  const Pair one = {off * off + by * by, n->id};
  if (one.dist < q.best[3].dist) {
    int k = 3;
    for (; k > 0; --k) {
      if (!(q.best[k - 1].dist > one.dist))
        break;
      q.best[k] = q.best[k - 1];
    }
    q.best[k] = one;
  }
  nearest(q, n->kid[off < 0 ? 0 : 1]);
  nearest(q, n->kid[off < 0 ? 1 : 0]);
}

// Numbers that are only there where a condition says so.
#pragma regtt traversal
static void guarded(Query &q, const Node *n, const Row *rows, const int *table,
                    int size) {
  if (!n)
    return;
  ++q.steps;
  if (q.kind >= 0 && table[q.kind] > n->id)
    q.total += rows[q.kind].weight[q.steps % 3];
  if (q.divisor == 0 || n->id / q.divisor > 3)
    q.total -= 1;
  const int rest = q.divisor != -1 && q.divisor != 0
                       ? (-2147483647 - 1 + n->id) / q.divisor
                       : n->id;
  q.sums[q.steps & 1][q.steps % 3] += rest;
  const int those = q.kind < 0 ? 0 : table[q.kind] % size;
  const bool k = those > 0 && (rows[those - 1].deep > 3 ||
                               (q.kind >= 0 && rows[q.kind].deep == 2));
  q.seen[q.steps % 3] = k;
  q.codes[q.steps % 5] += (unsigned char)those;
  q.total += n->counts[q.steps & 3] * (those > 2 ? 0.5 : 0.25);
  // The last row and one element before the first, which nobody looks at.
  const Pair pair = q.kind >= 0 ? rows[q.kind].pair : Pair{1.5f, -n->id};
  if (pair.id < n->id && n->axis >= 0 && table[n->axis] != pair.id)
    q.total += pair.dist;
  q.sums[0][0] ^= q.kind > 2 && steps(q.kind + n->id) > 5;
  q.seen[0] = q.kind >= 0 ? table[q.kind] > n->id : n->axis == q.steps % 3;
  guarded(q, n->kid[0], rows, table, size);
  guarded(q, n->kid[1], rows, table, size);
}

// Arrays that a visit has for itself.
#pragma regtt traversal
static void own(Query &q, const Node *n) {
  if (!n)
    return;
  static const int weights[4] = {3, -1, 7, 11};
  Pair heap[4] = {};
  int size = 0;
  for (int k = 0; k < 3; ++k) {
    const float d = std::fabs(q.at[k] - n->at[k]);
    if (d < n->high) {
      const int at = place(heap, size, d);
      for (int j = size; j > at; --j)
        heap[j] = heap[j - 1];
      heap[at] = {d, k};
      ++size;
    }
  }
  int histogram[8] = {0};
  for (int k = 0; k < size; ++k) {
    histogram[(heap[k].id + q.kind) & 7] += weights[size - k];
    q.total = q.total * 0.5 + heap[k].dist;
  }
  int copied[8];
  for (int k = 0; k < 8; ++k)
    copied[k] = histogram[(k + q.steps) & 7];
  for (int k = 0; k < 8; ++k)
    q.sums[1][k % 3] += copied[k] * (k + 1);
  if (size == 0)
    return;
  own(q, n->kid[0]);
  own(q, n->kid[1]);
}

static float uniform() { return float(std::rand() % 512) / 128 - 2; }

static Node *build(int depth) {
  static int id = 0;
  if (depth == 0)
    return nullptr;
  Node *n = new Node;
  for (float &x : n->at)
    x = uniform();
  n->low = uniform();
  n->high = uniform() + 2.5f;
  n->axis = std::rand() % 3;
  n->id = id++;
  for (short &count : n->counts)
    count = short(std::rand());
  n->kid[0] = build(depth - 1);
  n->kid[1] = std::rand() % 6 == 0 ? nullptr : build(depth - 1);
  return n;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  std::srand(argc > 2 ? unsigned(std::atoi(argv[2])) : 1);
  Node *root = build(8);
  std::vector<Row> rows(40);
  std::vector<int> table(40);
  for (int i = 0; i < 40; ++i) {
    rows[i] = {{uniform(), i % 9 == 2 ? NAN : 3.5, -0.0},
               {uniform(), std::rand() % 300},
               short(std::rand() % 6)};
    table[i] = std::rand() % 200;
  }
  Query *queries = new Query[count + 1]();
  for (int i = 0; i < count; ++i) {
    Query &q = queries[i];
    for (float &x : q.at)
      x = uniform();
    q.kind = std::rand() % 44 - 4;
    q.divisor = std::rand() % 5 - 2;
    for (Pair &pair : q.best)
      pair = {1e30f, -1};
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    nearest(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    guarded(queries[i], root, rows.data(), table.data(), 40);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    own(queries[i], root);
  for (int i = 0; i < count; ++i) {
    const Query &q = queries[i];
    for (const Pair &pair : q.best)
      std::printf("%a %d ", pair.dist, pair.id);
    for (long sum : q.sums[1])
      std::printf("%ld ", sum);
    std::printf("%ld %d %d %d %d %a\n", q.sums[0][0], q.codes[0], q.codes[4],
                q.seen[0], q.steps, q.total);
  }
}
