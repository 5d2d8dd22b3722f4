// Children in containers of the user's own, with a count: pointers and the nodes
// themselves. Some are null, some lists are empty and begin nowhere.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "500 5 9" "200 1 9" "20 0 5" "0 3 3"
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Query {
  float x;
  unsigned long sum;
};
template <class T> struct Array {
  T *data;
  unsigned num;
  unsigned size() const { return num; }
  const T *begin() const { return data; }
  const T *end() const { return begin() + size(); }
  const T &operator[](unsigned k) const { return data[k]; }
};
struct Node {
  float lo;
  Array<Node *> kids;
  Array<Node> inner;
  Node *few[9];
  bool leaf;
  int count() const { return leaf ? 0 : int(kids.size()); }
  Node *const *begin() const { return few; }
  Node *const *end() const { return few + count(); }
};

#pragma regtt traversal
static void byNumber(const Node *n, Query &q) {
  q.sum = q.sum * 31 + (q.x >= n->lo);
  for (int k = 0; k < n->count(); ++k)
    if (n->kids[k] && q.x >= n->lo)
      byNumber(n->kids[k], q);
}
#pragma regtt traversal
static void byRange(const Node &n, Query &q) {
  q.sum = q.sum * 31 + (q.x >= n.lo);
  if (q.x >= n.lo)
    for (const Node &c : n.inner)
      byRange(c, q);
}
#pragma regtt traversal
static void byPointer(const Node *n, Query &q) {
  q.sum = q.sum * 31 + (q.x >= n->lo);
  if (q.x >= n->lo)
    for (auto *c = n->begin(), *end = n->end(); c != end; ++c)
      if (*c)
        byPointer(*c, q);
}

static Node *tree(int depth, unsigned width) {
  auto *n = new Node{}, *nowhere = reinterpret_cast<Node *>(0xdead0);
  n->lo = float(std::rand() % 800) / 1000;
  n->leaf = depth == 0;
  n->kids = {n->few, n->leaf ? 7 : std::rand() % width};
  n->inner = {n->leaf ? nowhere : new Node[9], unsigned(n->count())};
  for (int k = 0; k < n->count(); ++k) {
    n->inner.data[k] = *(n->few[k] = tree(depth - 1, width));
    if (std::rand() % 4 == 0)
      n->few[k] = nullptr;
  }
  return n;
}

int main(int, char **argv) {
  std::vector<Query> q(std::atoi(argv[1]));
  const Node *root = tree(std::atoi(argv[2]), std::atoi(argv[3]));
  for (Query &each : q)
    each = {float(std::rand() % 1000) / 1000, 0};
#pragma regtt parallel
  for (Query &each : q)
    byNumber(root, each);
#pragma regtt parallel
  for (Query &each : q)
    byRange(*root, each);
#pragma regtt parallel
  for (Query &each : q)
    byPointer(root, each);
  for (const Query &each : q)
    std::printf("%lu\n", each.sum);
}
