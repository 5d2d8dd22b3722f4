// Order statistics on a red-black tree with a shared sentinel, after the textbook
// algorithms: every node knows the size of its subtree, the sentinel is its own child.
// Answers rank, select and range-sum queries about measured latencies.

#include <iomanip>
#include <iostream>
#include <vector>

using std::cout;
using std::vector;

enum Color { RED, BLACK };

struct Node {
  double key;
  long weight;
  Color color;
  int size;       // nodes in this subtree
  long weightSum; // and their weights
  Node *left, *right, *p;
};

class OrderStatisticTree {
public:
  OrderStatisticTree() {
    nil = new Node;
    nil->key = 0;
    nil->weight = nil->weightSum = 0;
    nil->color = BLACK;
    nil->size = 0;
    nil->left = nil->right = nil->p = nil;
    root = nil;
  }

  void insert(double key, long weight) {
    Node *z = new Node;
    z->key = key;
    z->weight = z->weightSum = weight;
    z->size = 1;
    z->color = RED;
    z->left = z->right = nil;
    Node *y = nil, *x = root;
    while (x != nil) {
      y = x;
      x->size++;
      x->weightSum += weight;
      x = key < x->key ? x->left : x->right;
    }
    z->p = y;
    if (y == nil)
      root = z;
    else if (key < y->key)
      y->left = z;
    else
      y->right = z;
    insertFixup(z);
  }

  int size() const { return root->size; }
  int height() const { return height(root); }

  /// How many keys are less than the given one.
  int rank(double key) const { return rank(root, key); }

  /// The key with exactly i smaller ones before it, -1 if there is none.
  double select(int i) const { return select(root, i); }

  /// The weights of all keys in [lo, hi).
  long rangeWeight(double lo, double hi) const {
    long sum = 0;
    rangeWeight(root, lo, hi, sum);
    return sum;
  }

private:
#pragma regtt traversal
  int rank(const Node *x, double key) const {
    if (x == nil)
      return 0;
    if (key <= x->key)
      return rank(x->left, key);
    return x->left->size + 1 + rank(x->right, key);
  }

#pragma regtt traversal
  double select(const Node *x, int i) const {
    if (x == nil)
      return -1;
    int r = x->left->size;
    if (i == r)
      return x->key;
    else if (i < r)
      return select(x->left, i);
    else
      return select(x->right, i - r - 1);
  }

#pragma regtt traversal
  void rangeWeight(const Node *x, double lo, double hi, long &sum) const {
    if (x == nil)
      return;
    if (x->key >= lo)
      rangeWeight(x->left, lo, hi, sum);
    if (x->key >= lo && x->key < hi)
      sum += x->weight;
    if (x->key < hi)
      rangeWeight(x->right, lo, hi, sum);
  }

  int height(const Node *x) const {
    if (x == nil)
      return 0;
    int l = height(x->left), r = height(x->right);
    return 1 + (l > r ? l : r);
  }

  void update(Node *x) {
    x->size = x->left->size + x->right->size + 1;
    x->weightSum = x->left->weightSum + x->right->weightSum + x->weight;
  }

  void leftRotate(Node *x) {
    Node *y = x->right;
    x->right = y->left;
    if (y->left != nil)
      y->left->p = x;
    y->p = x->p;
    if (x->p == nil)
      root = y;
    else if (x == x->p->left)
      x->p->left = y;
    else
      x->p->right = y;
    y->left = x;
    x->p = y;
    update(x);
    update(y);
  }

  void rightRotate(Node *x) {
    Node *y = x->left;
    x->left = y->right;
    if (y->right != nil)
      y->right->p = x;
    y->p = x->p;
    if (x->p == nil)
      root = y;
    else if (x == x->p->right)
      x->p->right = y;
    else
      x->p->left = y;
    y->right = x;
    x->p = y;
    update(x);
    update(y);
  }

  void insertFixup(Node *z) {
    while (z->p->color == RED) {
      bool isLeft = z->p == z->p->p->left;
      Node *uncle = isLeft ? z->p->p->right : z->p->p->left;
      if (uncle->color == RED) {
        z->p->color = BLACK;
        uncle->color = BLACK;
        z->p->p->color = RED;
        z = z->p->p;
        continue;
      }
      if (z == (isLeft ? z->p->right : z->p->left)) {
        z = z->p;
        isLeft ? leftRotate(z) : rightRotate(z);
      }
      z->p->color = BLACK;
      z->p->p->color = RED;
      isLeft ? rightRotate(z->p->p) : leftRotate(z->p->p);
    }
    root->color = BLACK;
  }

  Node *nil;
  Node *root;
};

static unsigned long long s = 0x2545F4914F6CDD1DULL;
static double unit() {
  s ^= s >> 12;
  s ^= s << 25;
  s ^= s >> 27;
  return (double)((s * 2685821657736338717ULL) >> 11) / 9007199254740992.0;
}

static void answer(const char *name, const OrderStatisticTree &t, const vector<double> &x) {
  const int n = (int)x.size();
  vector<int> ranks(n);
  vector<double> quantile(n);
  vector<long> weight(n);

#pragma regtt parallel
  for (int i = 0; i < n; i++)
    ranks[i] = t.rank(x[i]);

#pragma regtt parallel
  for (int i = 0; i < n; i++) {
    int k = (int)(i * (long long)t.size() / n);
    quantile[i] = t.select(k);
  }

#pragma regtt parallel
  for (int i = 0; i < n; i++)
    weight[i] = t.rangeWeight(x[i], x[i] + 0.5);

  unsigned long long digest = 0;
  double sum = 0;
  for (int i = 0; i < n; i++) {
    digest = digest * 1000003 + (unsigned)ranks[i];
    digest = digest * 1000003 + (unsigned long)weight[i];
    sum += quantile[i];
  }
  cout << name << ": " << t.size() << " keys, height " << t.height() << ", " << n << " queries, "
       << digest << " " << sum << "\n";
  for (int i = 0; i < n; i += 1 + n / 15)
    cout << "  " << x[i] << ": rank " << ranks[i] << ", quantile " << quantile[i] << ", weight "
         << weight[i] << "\n";
}

int main() {
  cout << std::setprecision(17);
  OrderStatisticTree latencies, empty, sorted;
  vector<double> queries;
  for (int i = 0; i < 5000; i++) {
    double v = i % 3 == 0 ? 100 * unit() : 20 + unit() * unit();
    if (i % 10 == 0)
      v = (int)v; // timers with a coarse clock
    latencies.insert(v, 1 + (long)(50 * unit()));
    if (i % 4 == 0)
      queries.push_back(i % 8 ? v : 110 * unit() - 5);
  }
  for (int i = 0; i < 500; i++)
    sorted.insert(i / 2, i);
  answer("latencies", latencies, queries);
  answer("sorted", sorted, queries);
  answer("empty", empty, {1.0, -1.0});
  answer("no queries", latencies, {});
  return 0;
}
// RUN: %as-written %s
