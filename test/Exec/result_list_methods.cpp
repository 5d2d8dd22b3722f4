// What else may be done to a vector that has no bound: its size is asked, it is
// emptied, its last element is taken off, by the traversal, by a function between
// the loop and it, by the loop's body; visits write to arrays, too; a query
// makes several calls.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror -Wno-unused-function %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "0 1" "1 2" "50 3" "700 4" "5000 5"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 300 6 2>&1 | FileCheck %s
// CHECK-COUNT-8: verify=identical
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  float x;
  int id;
  const Node *left, *right;
};

// As many as are wanted, with what was there.
struct Wanted {
  float at;
  unsigned most;
  std::vector<int> ids;
};
#pragma regtt traversal
static void take(Wanted &q, const Node *n) {
  if (!n || q.ids.size() >= q.most)
    return;
  if (n->x < q.at)
    take(q, n->left);
  if (!q.ids.empty() || n->id % 2)
    q.ids.push_back(n->id);
  take(q, n->right);
}

// Emptied and shortened on the way, below what was there.
#pragma regtt traversal
static void change(float at, std::vector<short> &found, int &longest,
                   const Node *n) {
  if (!n)
    return;
  found.push_back(short(n->id));
  if (int(found.size()) > longest)
    longest = int(found.size());
  if (n->id % 41 == 7)
    found.clear();
  change(at, found, longest, n->x < at ? n->left : n->right);
  for (int k = n->id % 4; k > 0; --k)
    if (!found.empty())
      found.pop_back();
  if (n->id % 3)
    change(at, found, longest, n->left);
}

// Beside arrays that visits write.
struct Counting {
  int *counts; // [4]
  std::vector<int> order;
  std::vector<unsigned char> kinds;
};
#pragma regtt traversal extent(q->counts : 4)
static void count(Counting *q, float at, const Node *n) {
  if (!n)
    return;
  q->counts[n->id % 4] += n->id;
  if (q->counts[n->id % 4] % 2)
    q->order.push_back(q->counts[n->id % 4]);
  q->kinds.push_back(static_cast<unsigned char>(n->id % 4));
  if (n->x < at)
    count(q, at, n->left);
  count(q, at, n->right);
}

// A class as others write it: the list is emptied between the loop and it.
struct Hit {
  int id;
  float d;
};
class Tree {
public:
  explicit Tree(const Node *root) : root(root) {}
  void query(float at, float radius, std::vector<Hit> &result) const {
    result.clear();
    result.reserve(16);
    if (!root)
      return;
    search(root, at, radius, result);
  }
  // Behind what is there; how many.
  int add(float at, std::vector<Hit> &result) const {
    const std::size_t before = result.size();
    if (root)
      search(root, at, 0.05f, result);
    if (result.size() > 40)
      result.clear();
    return int(result.size()) - int(before);
  }
  void all(const std::vector<float> &at,
           std::vector<std::vector<Hit>> &results) const {
#pragma regtt parallel
    for (std::size_t i = 0; i < at.size(); ++i)
      query(at[i], 0.1f, results[i]);
  }

private:
  const Node *root;

#pragma regtt traversal
  void search(const Node *n, float at, float radius,
              std::vector<Hit> &result) const {
    const float d = n->x - at;
    if (d < radius && -d < radius) {
      const Hit hit = {n->id, d};
      result.push_back(hit);
    }
    if (n->left)
      search(n->left, at, radius, result);
    if (n->right)
      search(n->right, at, radius, result);
  }
};

static const Node *build(int count) {
  if (count <= 0)
    return nullptr;
  Node *n = new Node();
  n->x = float(nextNumber() % 64) / 64;
  n->id = nextNumber() % 1000;
  const int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  const Node *root = build(size), *other = build(size / 3);
  const int number = size < 200 ? size + 2 : 200;
  std::vector<Wanted> wanted(number);
  std::vector<std::vector<short>> ways(number);
  std::vector<int> longest(number), counts(4 * number);
  std::vector<Counting> countings(number);
  std::vector<float> at;
  for (int i = 0; i < number; ++i) {
    wanted[i].at = float(nextNumber() % 64) / 64;
    at.push_back(wanted[i].at);
    wanted[i].most = unsigned(i % 7 == 0 ? 100000 : nextNumber() % 20);
    wanted[i].ids.resize(nextNumber() % 4, -1);
    ways[i].resize(nextNumber() % 9, short(-i));
    countings[i].counts = &counts[4 * i];
  }
#pragma regtt parallel
  for (int i = 0; i < number; ++i)
    take(wanted[i], root);
#pragma regtt parallel
  for (int i = 0; i < number; ++i)
    change(at[i], ways[i], longest[i], root);
#pragma regtt parallel
  for (int i = 0; i < number; ++i)
    count(&countings[i], at[i], root);
  std::vector<std::vector<Hit>> hits(number, std::vector<Hit>(2));
  Tree(root).all(at, hits);
  Tree(nullptr).all(at, hits);
  Tree(other).all(at, hits);
  // A list of the body's own, through a function.
  const Tree tree(root);
  std::vector<int> added(number);
  float sum = 0;
#pragma regtt parallel
  for (int i = 0; i < number; ++i) {
    std::vector<Hit> found(i % 3, Hit{-i, 0.5f});
    added[i] = tree.add(at[i], found);
    for (const Hit &h : found)
      sum += h.d * float(h.id);
    if (added[i] > 0)
      sum += found.back().d;
  }
  std::printf("%a\n", sum);
  // Two trees, one list.
  std::vector<Wanted> both(wanted);
#pragma regtt parallel
  for (int i = 0; i < number; ++i) {
    both[i].ids.clear();
    take(both[i], other);
    if (both[i].ids.size() > 3)
      both[i].ids.push_back(-i);
    take(both[i], root);
  }
  for (int i = 0; i < number; ++i) {
    for (int id : wanted[i].ids)
      std::printf("%d ", id);
    for (short id : ways[i])
      std::printf("%d ", id);
    std::printf("%d ", longest[i]);
    for (int id : countings[i].order)
      std::printf("%d ", id);
    for (unsigned char kind : countings[i].kinds)
      std::printf("%d", kind);
    for (int k = 0; k < 4; ++k)
      std::printf(" %d", countings[i].counts[k]);
    for (const Hit &h : hits[i])
      std::printf(" %d:%a", h.id, h.d);
    for (int id : both[i].ids)
      std::printf(" %d", id);
    std::printf(" %d", added[i]);
    std::printf("\n");
  }
}
