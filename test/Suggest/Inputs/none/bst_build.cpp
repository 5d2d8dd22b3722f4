#include <cstdio>
#include <vector>
template <class K> struct Bst {
  struct Node {
    K key;
    Node *left = nullptr, *right = nullptr;
    explicit Node(K k) : key(k) {}
  };
  Node *root = nullptr;
  static Node *insert(Node *n, const K &k) {
    if (!n)
      return new Node(k);
    if (k < n->key)
      n->left = insert(n->left, k);
    else if (n->key < k)
      n->right = insert(n->right, k);
    return n;
  }
  static Node *erase(Node *n, const K &k) {
    if (!n)
      return n;
    if (k < n->key)
      n->left = erase(n->left, k);
    else if (n->key < k)
      n->right = erase(n->right, k);
    else if (!n->left || !n->right) {
      Node *c = n->left ? n->left : n->right;
      delete n;
      return c;
    } else {
      Node *m = n->right;
      while (m->left)
        m = m->left;
      n->key = m->key;
      n->right = erase(n->right, m->key);
    }
    return n;
  }
  static void clear(Node *n) {
    if (n) {
      clear(n->left);
      clear(n->right);
      delete n;
    }
  }
  static int height(const Node *n) { return n ? 1 + (height(n->left) > height(n->right) ? height(n->left) : height(n->right)) : 0; }
  ~Bst() { clear(root); }
};
int main() {
  std::vector<Bst<int>> forest(3);
  for (int x = 0; x < 200; ++x)
    forest[x % 3].root = Bst<int>::insert(forest[x % 3].root, x * 73 % 199);
  for (int x = 0; x < 60; ++x)
    forest[x % 3].root = Bst<int>::erase(forest[x % 3].root, x);
  std::printf("%d\n", Bst<int>::height(forest[1].root));
  for (auto &t : forest) {
    Bst<int>::clear(t.root);
    t.root = nullptr;
  }
}
