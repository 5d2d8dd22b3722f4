// Loops in member functions of class templates over results of a private type:
// kept, read in part where the call stands, in an array of that type. In C++11
// the class's own name for it is all there is.
//
// RUN: %serial -std=c++11 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++11 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel11
// RUN: %same %t.serial %t.parallel11 autoropes "40 7" "1 2" "0 3"
// RUN: regtt-cc -O1 -std=c++17 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel17
// RUN: %same %t.serial %t.parallel17 autoropes "40 7" "1 2" "0 3"
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace lib {

template <class T> class Tree {
  enum Side { Below, Above };
  struct Node {
    T at;
    int id;
    Node *left, *right;
  };
  struct Hit {
    double distance;
    int id;
    Side side;
  };
  struct Query {
    T at;
    Hit hit;
  };

  std::vector<Node> nodes;
  std::vector<Query> queries;
  std::vector<Hit> near;

  Node *build(int first, int last) {
    if (first >= last)
      return nullptr;
    const int middle = (first + last) / 2;
    Node *n = &nodes[middle];
    n->at = T(middle * 3 % 50) / 4;
    n->id = middle;
    n->left = build(first, middle);
    n->right = build(middle + 1, last);
    return n;
  }

#pragma regtt traversal
  Hit nearest(const Node *n, const Query *q) const {
    if (!n)
      return Hit{1e9, -1, Below};
    const Hit a = nearest(n->left, q);
    const Hit b = nearest(n->right, q);
    Hit best = a.distance < b.distance ? a : b;
    const double d = (n->at - q->at) * (n->at - q->at);
    if (d < best.distance) {
      best.distance = d;
      best.id = n->id;
      best.side = n->at < q->at ? Below : Above;
    }
    return best;
  }

  void kept(const Node *root, int count) {
#pragma regtt parallel
    for (int i = 0; i < count; ++i) {
      const Hit hit = nearest(root, &queries[i]);
      queries[i].hit = hit;
      if (hit.side == Above)
        near.push_back(hit);
    }
  }

  double inPart(const Node *root, int count) {
    double total = 0;
#pragma regtt parallel
    for (int i = 0; i < count; ++i)
      total += nearest(root, &queries[i]).distance;
    return total;
  }

public:
  void run(int size, int count) {
    nodes.resize(size);
    queries.resize(count);
    for (int i = 0; i < count; ++i)
      queries[i].at = T(i * 7 % 40) / 3;
    const Node *root = build(0, size);
    kept(root, count);
    const double total = inPart(root, count);
    for (const Query &q : queries)
      printf("%d %a %d\n", q.hit.id, q.hit.distance, q.hit.side);
    for (const Hit &hit : near)
      printf("near %d %a\n", hit.id, hit.distance);
    printf("%a\n", total);
  }
};

} // namespace lib

int main(int argc, char **argv) {
  const int size = argc > 1 ? atoi(argv[1]) : 100;
  const int count = argc > 2 ? atoi(argv[2]) : 20;
  lib::Tree<float>().run(size, count);
  lib::Tree<double>().run(size, count);
  return 0;
}
