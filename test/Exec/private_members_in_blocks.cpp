// A way to private members is declared where a template may stand: outside of
// blocks of C's linkage and of namespaces, behind the class.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %t.serial > %t.expected && %t.parallel > %t.found
// RUN: cmp %t.expected %t.found
#include <cstdio>
extern "C" {
struct Node {
  double x;
  struct Node *left, *right;
};
class Store {
  struct Node *root;

public:
  explicit Store(Node *root) : root(root) {}
  int below(double at) const;
};
#pragma regtt traversal
static int count(const struct Node *n, double at) {
  if (!n)
    return 0;
  return (n->x < at) + count(n->left, at) + count(n->right, at);
}
void inBlock(int *out, const Store &store) {
#pragma regtt parallel
  for (int i = 0; i < 20; i++)
    out[i] = store.below(i);
}
}
int Store::below(double at) const { return count(root, at); }

extern "C" void byItself(int *out, const Store &store) {
#pragma regtt parallel
  for (int i = 0; i < 20; i++)
    out[i] += store.below(i / 2.);
}

namespace outer {
namespace {
template <class T> class Store {
  struct Held {
    T *root;
  };
  Held held;
  static int least;

public:
  explicit Store(T *root) : held{root} {}
  int below(double at) const { return at < least ? -1 : count(held.root, at); }
};
template <class T> int Store<T>::least = 3;
} // namespace
void inNamespace(int *out, const Store<Node> &store) {
#pragma regtt parallel
  for (int i = 0; i < 20; i++)
    out[i] += 100 * store.below(i);
}
} // namespace outer

int main() {
  Node nodes[7] = {};
  for (int i = 0; i < 7; i++)
    nodes[i].x = (i * 5) % 7 * 1.5;
  for (int i = 0; i < 3; i++) {
    nodes[i].left = &nodes[2 * i + 1];
    nodes[i].right = &nodes[2 * i + 2];
  }
  int out[20];
  const Store store(nodes);
  inBlock(out, store);
  byItself(out, store);
  outer::inNamespace(out, outer::Store<Node>(nodes));
  for (int each : out)
    printf("%d\n", each);
}
