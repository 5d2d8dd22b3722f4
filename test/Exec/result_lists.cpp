// Vectors that traversals only add to, without a bound: what they held before
// stays, and what is added comes behind it in the serial order, whatever engine
// runs and in whatever order queries do; few results, none, and more in one list
// than any bound allows; numbers, structs with padding, pairs, bytes; several
// lists in one query beside a sum.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "0 1 9" "1 2 9" "60 3 9" "3000 4 40" "90000 5 3"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 500 6 30 2>&1 | FileCheck %s
// CHECK-COUNT-3: verify=identical
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/result_lists.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/result_lists.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/result_lists.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

struct Node {
  float lo, hi; // of all below
  float x;
  int id;
  const Node *left, *right;
};

struct Hit {
  char kind; // and what pads it
  double distance;
  short id;
};
struct Query {
  float at, radius;
  std::vector<int> ids;
  int count;
  std::vector<std::pair<float, int>> near;
  std::vector<Hit> hits;
  std::vector<char> letters;
};

// Everything in reach.
#pragma regtt traversal
static void search(Query *q, const Node *n) {
  if (!n || q->at + q->radius < n->lo || q->at - q->radius > n->hi)
    return;
  const float d = n->x - q->at;
  if (d <= q->radius && -d <= q->radius) {
    q->ids.push_back(n->id);
    q->count++;
    if (n->id % 7 == 0) {
      q->near.emplace_back(d, n->id);
      const Hit hit = {char('a' + n->id % 26), d * 0.5, short(n->id % 1000)};
      q->hits.push_back(hit);
    }
    if (n->id % 3 == 0)
      q->letters.push_back(char('a' + n->id % 26));
  }
  search(q, n->left);
  search(q, n->right);
}

// Into the elements of a vector of vectors, and into a list of the body's own.
#pragma regtt traversal
static void collect(float lo, float hi, std::vector<int> &found,
                    const Node *n) {
  if (!n || hi < n->lo || lo > n->hi)
    return;
  if (n->x >= lo && n->x <= hi)
    found.push_back(n->id);
  collect(lo, hi, found, n->left);
  collect(lo, hi, found, n->right);
}

static std::vector<float> places;
static const Node *build(int from, int to) {
  if (from >= to)
    return nullptr;
  Node *n = new Node();
  const int middle = from + (to - from) / 2;
  n->lo = places[from];
  n->hi = places[to - 1];
  n->x = places[middle];
  n->id = middle * 31 % 65521;
  n->left = build(from, middle);
  n->right = build(middle + 1, to);
  return n;
}

template <class T> static unsigned long digest(const std::vector<T> &all) {
  unsigned long sum = all.size();
  for (const T &each : all)
    sum = sum * 1000003 + static_cast<unsigned long>(each);
  return sum;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  const int count = argc > 3 ? std::atoi(argv[3]) : 10;
  // Half of them in a cluster.
  for (int i = 0; i < size; ++i)
    places.push_back(float(i % 2 ? (i + nextFraction()) / size
                                 : 0.4 + 0.01 * (i + nextFraction()) / size));
  for (std::size_t i = 1; i < places.size(); ++i) // almost in order
    places[i] = places[i] < places[i - 1] && i % 5 ? places[i - 1] : places[i];
  for (std::size_t gap = places.size() / 2; gap > 0; gap /= 2)
    for (std::size_t i = gap; i < places.size(); ++i)
      for (std::size_t k = i; k >= gap && places[k] < places[k - gap]; k -= gap)
        std::swap(places[k], places[k - gap]);
  const Node *root = build(0, size);

  std::vector<Query> queries(count);
  for (int i = 0; i < count; ++i) {
    Query &q = queries[i];
    q.at = float(nextFraction());
    q.radius = i % 3 ? 0.02f * float(nextFraction()) : i == 3 ? 2 : 0;
    q.count = i;
    for (int k = nextNumber() % 3; k > 0; --k)
      q.ids.push_back(-k);
    if (i % 4 == 0)
      q.hits.push_back({'x', 0.25 * i, short(i)});
    q.letters.reserve(nextNumber() % 50);
  }
  for (int again = 0; again < 2; ++again)
#pragma regtt parallel
    for (int i = 0; i < count; ++i)
      search(&queries[i], root);

  std::vector<std::vector<int>> results(count);
  long long sum = 0;
  std::size_t most = 0;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    if (i % 5) {
      results[i].clear();
      collect(queries[i].at, queries[i].at + 0.01f, results[i], root);
    }
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    std::vector<int> found(i % 3, i);
    collect(0, queries[i].radius, found, root);
    for (std::size_t k = 0; k < found.size(); ++k)
      sum += static_cast<long long>(k) * found[k];
    most = found.size() > most ? found.size() : most;
  }

  std::printf("%lld %zu\n", sum, most);
  for (int i = 0; i < count; ++i) {
    const Query &q = queries[i];
    unsigned long others = 0;
    for (const auto &[d, id] : q.near)
      others = others * 31 + static_cast<unsigned long>(id) +
               static_cast<unsigned long>(d * 1e6f + 1e7f);
    for (const Hit &h : q.hits)
      others = others * 31 + h.kind + static_cast<unsigned long>(h.id) +
               static_cast<unsigned long>(h.distance * 1e6 + 1e7);
    std::printf("%d %zu %zu %zu %zu %lx %lx %lx %zu %lx\n", q.count,
                q.ids.size(), q.near.size(), q.hits.size(), q.letters.size(),
                digest(q.ids), others, digest(q.letters), results[i].size(),
                digest(results[i]));
  }
}
