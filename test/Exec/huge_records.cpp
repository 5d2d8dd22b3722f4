// Records that are larger than a thread's stack: of queries whose containers may
// hold many elements. GPUs have no room for them.
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %t.serial > %t.expected
// RUN: REGTT_THREADS=1 %t.parallel > %t.one && cmp %t.expected %t.one
// RUN: REGTT_THREADS=3 REGTT_REORDER=inspect %t.parallel > %t.three && cmp %t.expected %t.three
// RUN: REGTT_THREADS=2 REGTT_REORDER=curve %t.parallel > %t.two && cmp %t.expected %t.two
#include <cstdio>
#include <deque>
#include <vector>

struct Node {
  int id;
  Node *l, *r;
};
struct Hit {
  double d[8];
  int id;
};
struct Finder {
  float at;
  std::vector<Hit> found;
};

#pragma regtt traversal bound(q->found : 20000)
static void find(Finder *q, const Node *n) {
  if (!n)
    return;
  Hit hit = {};
  hit.d[3] = n->id / 3.0;
  hit.id = n->id;
  if (hit.id % 3 != int(q->at) % 3)
    q->found.push_back(hit);
  find(q, n->l);
  find(q, n->r);
}

static std::deque<Node> pool;
static Node *build(int first, int last) {
  if (first >= last)
    return nullptr;
  const int middle = first + (last - first) / 2;
  Node *n = &pool.emplace_back();
  n->id = middle * 7 % 1009;
  n->l = build(first, middle);
  n->r = build(middle + 1, last);
  return n;
}

int main() {
  Node *root = build(0, 1000);
  std::vector<Finder> finders(40);
  for (size_t i = 0; i < finders.size(); ++i)
    finders[i].at = float(i);
#pragma regtt parallel
  for (size_t i = 0; i < finders.size(); ++i)
    find(&finders[i], root);
  for (const Finder &q : finders)
    std::printf("%zu %d %a\n", q.found.size(), q.found[1].id, q.found[1].d[3]);
}
