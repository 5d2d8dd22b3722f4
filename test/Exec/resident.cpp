// Trees that stay linearised between runs of their loops: pointers with buckets
// of points in vectors, numbers in an array, several trees by their roots; other
// queries, other uniforms and other loops on the same tree, changes that the
// version tells, a tree of which an iteration writes a part, and a tree that is
// built anew.
//
//   resident POINTS QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "2000 300 1" "1 40 2" "0 5 3" "300 0 4"
// RUN: regtt-cc --emit=host --target=cpu %s | FileCheck %s
// CHECK: {{^}}regtt_call.resident = 1;
// CHECK-NEXT: {{^}}regtt_call.version = static_cast<size_t>((tree.version) | 0);
// CHECK: {{^}}regtt_call.root = root;
// CHECK: {{^}}regtt_call.resident = 1;
// CHECK-NOT: {{^}}regtt_call.version
// CHECK: {{^}}regtt_call.root_number = {{.*}}root;
// CHECK: {{^}}regtt_call.version = static_cast<size_t>((age) | 0);
#include "../Inputs/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Item {
  float at;
  int weight;
  int hits; // written through queries
};

struct Bucket {
  float low, high;
  Bucket *left = nullptr, *right = nullptr;
  std::vector<Item> items;
};

struct Tree {
  Bucket *root = nullptr;
  unsigned version = 0;
};

struct Query {
  float at, reach;
  int found;
  double sum;
};

static Bucket *build(std::vector<Item> items) {
  if (items.empty())
    return nullptr;
  Bucket *b = new Bucket;
  b->low = b->high = items[0].at;
  for (const Item &item : items) {
    b->low = std::min(b->low, item.at);
    b->high = std::max(b->high, item.at);
  }
  const float middle = (b->low + b->high) / 2;
  std::vector<Item> below, above;
  for (const Item &item : items)
    (item.at < middle ? below : above).push_back(item);
  if (items.size() <= 4 || below.empty() || above.empty()) {
    b->items = items;
    return b;
  }
  b->left = build(below);
  b->right = build(above);
  return b;
}

static void destroy(Bucket *b) {
  if (!b)
    return;
  destroy(b->left);
  destroy(b->right);
  delete b;
}

#pragma regtt traversal
static void search(Query &q, const Bucket *b, double scale) {
  if (!b || q.at + q.reach < b->low || q.at - q.reach > b->high)
    return;
  for (const Item &item : b->items)
    if (std::fabs(item.at - q.at) <= q.reach) {
      q.found++;
      q.sum += item.weight * scale;
    }
  search(q, b->left, scale);
  search(q, b->right, scale);
}

#pragma regtt traversal
static void count(Item &item, const Bucket *b) {
  if (!b || item.at < b->low || item.at > b->high)
    return;
  for (const Item &other : b->items)
    if (other.at <= item.at)
      item.hits++;
  count(item, b->left);
  count(item, b->right);
}

static void searchAll(std::vector<Query> &queries, const Tree &tree,
                      double scale) {
#pragma regtt parallel resident(tree.root : tree.version)
  for (Query &q : queries)
    search(q, tree.root, scale);
}

static void countAll(std::vector<Item> &items, const Bucket *root) {
#pragma regtt parallel resident(root)
  for (Item &item : items)
    count(item, root);
}

// Nodes by number, of an array that grows.
struct Cell {
  float low, high;
  int left, right;
  int weight;
};

static int makeCells(std::vector<Cell> &cells, const Bucket *b) {
  if (!b)
    return -1;
  const int number = int(cells.size());
  cells.push_back({b->low, b->high, -1, -1, int(b->items.size())});
  const int left = makeCells(cells, b->left);
  const int right = makeCells(cells, b->right);
  cells[number].left = left;
  cells[number].right = right;
  return number;
}

#pragma regtt traversal
static void weigh(Query &q, const std::vector<Cell> &cells, int n) {
  if (n < 0 || q.at < cells[n].low || q.at > cells[n].high)
    return;
  q.found += cells[n].weight;
  weigh(q, cells, cells[n].left);
  weigh(q, cells, cells[n].right);
}

static void weighAll(std::vector<Query> &queries,
                     const std::vector<Cell> &cells, int root, int age) {
#pragma regtt parallel resident(root : age)
  for (size_t i = 0; i < queries.size(); ++i)
    weigh(queries[i], cells, root);
}

// Several trees.
static void searchForest(std::vector<Query> &queries,
                         const std::vector<Bucket *> &trees, int version) {
#pragma regtt parallel resident(trees : version)
  for (Query &q : queries)
    for (const Bucket *tree : trees)
      search(q, tree, 1);
}

static void print(const char *what, const std::vector<Query> &queries) {
  std::printf("%s", what);
  for (const Query &q : queries)
    std::printf(" %d:%.17g", q.found, q.sum);
  std::printf("\n");
}

int main(int argc, char **argv) {
  if (argc != 4)
    return 1;
  const int numPoints = std::atoi(argv[1]), numQueries = std::atoi(argv[2]);
  numbersState = (unsigned long)std::atoi(argv[3]);
  const auto items = [&] {
    std::vector<Item> result;
    for (int i = 0; i < numPoints; ++i)
      result.push_back(
          {float((nextNumber() % 1000)) / 7, int((nextNumber() % 9)), 0});
    return result;
  };
  const auto queries = [&] {
    std::vector<Query> result;
    for (int i = 0; i < numQueries; ++i)
      result.push_back({float((nextNumber() % 1000)) / 7,
                        float((nextNumber() % 50)) / 3, 0, 0});
    return result;
  };
  Tree tree;
  std::vector<Item> points = items();
  tree.root = build(points);
  for (int round = 0; round < 4; ++round) {
    std::vector<Query> q = queries();
    searchAll(q, tree, 1 + round * 0.25);
    print("first", q);
    if (round == 1 && tree.root) { // what a node holds
      tree.root->low -= 1;
      for (Bucket *b = tree.root; b; b = b->left)
        for (Item &item : b->items)
          item.weight += 3;
      ++tree.version;
    }
    if (round == 2) { // all of it
      destroy(tree.root);
      tree.root = build(items());
      ++tree.version;
    }
  }

  // Items of the tree itself: what the loop writes lies in what it reads.
  if (tree.root) {
    Bucket *b = tree.root;
    while (b->items.empty())
      b = b->left;
    for (int round = 0; round < 2; ++round) {
      countAll(points, tree.root);
      countAll(b->items, tree.root);
    }
    for (const Item &item : points)
      std::printf("%d ", item.hits);
    for (const Item &item : b->items)
      std::printf("%d ", item.hits);
    std::printf("\n");
  }

  std::vector<Cell> cells;
  const int root = makeCells(cells, tree.root);
  for (int round = 0; round < 3; ++round) {
    std::vector<Query> q = queries();
    weighAll(q, cells, root, round / 2);
    print("cells", q);
    if (round == 1)
      for (Cell &cell : cells)
        cell.weight *= 2;
  }

  std::vector<Bucket *> trees = {tree.root, build(items()), nullptr,
                                 build(items())};
  for (int round = 0; round < 3; ++round) {
    std::vector<Query> q = queries();
    searchForest(q, trees, 0);
    print("forest", q);
    if (round == 1) { // other roots: other trees
      trees.push_back(trees[1]);
      trees[0] = trees[3];
    }
  }
  destroy(tree.root);
  destroy(trees[1]);
  destroy(trees[3]);
  return 0;
}
