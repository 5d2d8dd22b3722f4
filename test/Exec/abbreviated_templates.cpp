// A function whose parameter's type is `auto` is told apart by that type.
//
// RUN: %serial -std=c++20 %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -std=c++20 %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "" "1"
#include <cstdio>
#include <vector>

struct Node {
  double x;
  Node *left, *right;
};

#pragma regtt traversal
template <class T> static void count(const Node *n, T at, int &hits) {
  if (!n)
    return;
  hits += n->x < at;
  count(n->left, at, hits);
  count(n->right, at, hits);
}

void all(const Node *root, const auto &at, std::vector<int> &hits, auto by) {
#pragma regtt parallel
  for (std::size_t i = 0; i < at.size(); ++i) {
    int own = 0;
    count(root, at[i], own);
    hits[i] += own * by;
  }
}

int main(int argc, char **) {
  Node nodes[3] = {{1, nodes + 1, nodes + 2}, {4, nullptr, nullptr},
                   {7, nullptr, nullptr}};
  const Node *root = argc > 1 ? nodes + 1 : nodes;
  std::vector<int> hits(4);
  all(root, std::vector<double>{1, 2, 5, 9}, hits, 1);
  all(root, std::vector<float>{1, 2, 5, 9}, hits, 10L);
  all(root, std::vector<float>{1, 2, 5, 9}, hits, short(100));
  for (const int h : hits)
    std::printf("%d\n", h);
}
