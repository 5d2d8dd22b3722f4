// Pointers to nodes that functions between the loop and the traversal return,
// through any number of them: kept for the iteration's own work, several in one
// iteration, chosen among; or handed to the host, which prints them, adds them to
// lists, and changes what no visit reads.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "900" "1" "2" "0"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-4: verify=identical
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  float x;
  int id;
  mutable int found; // of no interest to visits
  const Node *left, *right;
};

#pragma regtt traversal
static void search(const Node *n, float x, const Node *&best) {
  if (!n)
    return;
  const float d = n->x - x;
  if (!best || d * d < (best->x - x) * (best->x - x))
    best = n;
  search(d > 0 ? n->left : n->right, x, best);
  if (d * d < (best->x - x) * (best->x - x))
    search(d > 0 ? n->right : n->left, x, best);
}

class Tree {
public:
  explicit Tree(int size, int step) : root(build(0, size, step)) {}

  const Node *nearest(float x) const {
    const Node *best = nullptr;
    search(root, x, best);
    return best;
  }
  // None at all in some places.
  const Node *nearestOf(float x, float most) const {
    if (x < 2 || !root)
      return nullptr;
    const Node *found = nearest(x);
    if (found && std::fabs(found->x - x) > most)
      return nullptr;
    return found;
  }
  int idAt(float x) const {
    const Node *n = nearest(x);
    return n ? n->id : -1;
  }
  float distance(float x) const {
    if (const Node *n = nearest(x))
      return std::fabs(n->x - x);
    return -1;
  }

private:
  static const Node *build(int begin, int end, int step) {
    if (begin >= end)
      return nullptr;
    const int middle = begin + (end - begin) / 2;
    return new Node{middle * 1.5f + float(middle * step % 7) * 0.1f, middle, 0,
                    build(begin, middle, step), build(middle + 1, end, step)};
  }
  const Node *root;
};

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100, count = 300;
  const Tree one(size, 3), other(size / 3, 5);
  std::vector<float> x, far(count);
  for (int i = 0; i < count; ++i)
    x.push_back(float(i * 37 % 101) * 0.013f * float(size));
  std::vector<int> ids(count), more(count);
  std::vector<const Node *> nodes(count);

  // The iteration's own work.
#pragma regtt parallel
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Node *found = one.nearestOf(x[i], 1.25f);
    ids[i] = found ? found->id : -1;
    nodes[i] = found;
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    const Node *a = one.nearest(x[i]), *b = other.nearest(x[i] + 1);
    const Node *nearer = a;
    if (!a || (b && std::fabs(b->x - x[i]) < std::fabs(a->x - x[i])))
      nearer = b;
    more[i] = (nearer ? nearer->id * 2 : -2) + (a == b);
    far[i] = one.distance(x[i]) + float(other.idAt(x[i]));
  }
  // The host's.
  std::vector<const Node *> list;
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    const Node *found = one.nearest(x[i]);
    const Node *second = other.nearestOf(x[i], 0.5f);
    if (found && found->id % 3 == 0) {
      found->found++;
      list.push_back(found);
    }
    std::printf("%d ", second ? second->id : -1);
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    const Node *found = other.nearest(x[i]);
    if (found)
      found->found += 2;
  }

  for (int i = 0; i < count; ++i)
    std::printf("%d %d %d %a\n", ids[i], nodes[i] ? nodes[i]->id : -5, more[i],
                far[i]);
  for (const Node *each : list)
    std::printf("%d %d\n", each->id, each->found);
}
