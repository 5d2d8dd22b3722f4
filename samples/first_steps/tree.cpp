// A search tree, and a loop that counts the keys in many ranges: a program
// without pragmas, for the first steps with regtt-cc.
#include <cstdio>
#include <vector>

struct Node {
  double x;
  Node *left, *right;
};

static Node *insert(Node *n, double x) {
  if (!n)
    return new Node{x, nullptr, nullptr};
  (x < n->x ? n->left : n->right) = insert(x < n->x ? n->left : n->right, x);
  return n;
}

static void within(const Node *n, double from, double to, long &found) {
  if (!n)
    return;
  found += from <= n->x && n->x <= to;
  if (from < n->x)
    within(n->left, from, to, found);
  if (to > n->x)
    within(n->right, from, to, found);
}

int main() {
  Node *root = nullptr;
  for (long i = 0; i < 1000000; ++i)
    root = insert(root, double(i * 7368787 % 1000003));
  std::vector<long> counts(1000000);
  for (std::size_t i = 0; i < counts.size(); ++i)
    within(root, double(i), double(i + 40), counts[i]);
  long sum = 0;
  for (long count : counts)
    sum += count;
  std::printf("%ld\n", sum);
}
