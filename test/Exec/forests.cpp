// Loops over trees in the annotated loop's body: arrays of roots behind pointers,
// in containers, owned, by value, in structs that hold them, chosen by data; null
// roots, empty forests, one tree twice; early exit; nodes that are numbers.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel static_ropes,autoropes "300 6 1" "1 1 2" "40 0 3" "2000 9 4" "0 5 5" "60 30 6"
// RUN: env REGTT_VERIFY=1 REGTT_TARGET=cpu %t.parallel 200 7 8 > /dev/null
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/forests.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/forests.regtt.cu
// RUN: %compile_cuda -I%t.d %t.d/forests.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <vector>

struct Node {
  float x;
  const Node *left, *right;
};

struct Owned {
  float x;
  std::unique_ptr<Owned> left, right;
};

struct Query {
  float at, reach;
  int hits, label, visits;
  double sum;
};

struct Tree {
  const Node *root;
  int weight;
};

struct Forest {
  std::vector<const Node *> trees;
  const Node *four[4];
  void run(std::vector<Query> &queries) const;
};

#pragma regtt traversal
static void within(const Node *n, float at, float reach, int *hits) {
  if (!n)
    return;
  const float d = n->x < at ? at - n->x : n->x - at;
  if (d < reach)
    ++*hits;
  within(n->left, at, reach, hits);
  within(n->right, at, reach, hits);
}

#pragma regtt traversal
static void add(Query &q, const Node &n) {
  q.visits++;
  if (n.x < q.at - q.reach)
    return;
  q.sum += n.x;
  if (n.left)
    add(q, *n.left);
  if (n.right)
    add(q, *n.right);
}

#pragma regtt traversal
static void owned(Query *q, const Owned *n) {
  if (!n)
    return;
  q->hits += n->x < q->at;
  owned(q, n->left.get());
  owned(q, n->right.get());
}

static void counted(const Node *const *trees, int numTrees, const float *at,
                    int *out, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int hits = 0;
    for (int t = 0; t < numTrees; ++t)
      within(trees[t], at[i], 0.1f, &hits);
    out[i] += hits;
  }
}

static void ranged(const std::vector<const Node *> &trees,
                   std::vector<Query> &queries, int most) {
#pragma regtt parallel
  for (Query &q : queries)
    for (const Node *t : trees) {
      if (!t)
        continue;
      add(q, *t);
      if (q.visits > most)
        break;
      q.sum *= 1.5;
    }
}

static void ofOwned(const std::vector<std::unique_ptr<Owned>> &trees,
                    Query *queries, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    for (const auto &tree : trees)
      owned(&queries[i], tree.get());
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    Query *q = queries + i;
    for (std::size_t t = 0; t < trees.size(); t += 2) {
      owned(q, trees[t].get());
      q->hits ^= 3;
    }
  }
}

static void byValue(const std::vector<Node> &nodes, std::vector<Query> &queries,
                    int step) {
  if (nodes.empty())
    return;
#pragma regtt parallel
  for (auto &q : queries)
    for (int k = q.label % 3; k < 3 * step; k += step)
      add(q, nodes[k % nodes.size()]);
}

static void held(const std::vector<Tree> &trees, std::vector<Query> &queries) {
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i) {
    Query &q = queries[i];
    for (std::size_t t = 0; t < trees.size(); ++t) {
      int hits = 0;
      within(trees[t].root, q.at, q.reach, &hits);
      q.hits += trees[t].weight * hits;
    }
  }
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    for (const Tree &tree : trees)
      within(tree.root, queries[i].at, 0.05f, &queries[i].hits);
}

static void behind(const std::vector<const Tree *> &trees, const Tree *chosen,
                   std::vector<Query> &queries) {
#pragma regtt parallel
  for (Query &q : queries) {
    for (const Tree *tree : trees)
      within(tree->root, q.at, q.reach, &q.hits);
    within(chosen->root, q.at, 0.2f, &q.hits);
  }
}

static void fixed(const Forest &forest,
                  const std::array<const Node *, 3> &three,
                  std::vector<Query> &queries, int numUsed) {
#pragma regtt parallel
  for (Query &q : queries) {
    for (int t = 0; t < numUsed; ++t)
      within(forest.four[t], q.at, q.reach, &q.hits);
    for (const Node *t : three)
      within(t, q.at, q.reach, &q.hits);
    for (const Node *t : forest.four)
      within(t, q.at, q.reach, &q.hits);
    within(q.label % 2 ? three[1] : forest.four[q.label % 4], q.at, q.reach,
           &q.hits);
  }
}

void Forest::run(std::vector<Query> &queries) const {
#pragma regtt parallel
  for (Query &q : queries) {
    std::size_t t = static_cast<std::size_t>(q.label);
    while (t < trees.size() && q.hits < 40) {
      const Node *tree = trees[t];
      if (tree)
        within(tree, q.at, q.reach, &q.hits);
      t += 2;
    }
    do
      within(four[q.label % 4], q.at, q.reach, &q.hits);
    while (q.label-- > 1);
  }
}

// Several groups, one after the other.
static void groups(const std::vector<const Node *> &trees, int perGroup,
                   std::vector<Query> &queries, std::vector<int> &best) {
  const int numGroups =
      perGroup ? static_cast<int>(trees.size()) / perGroup : 0;
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const Query &q = queries[i];
    int most = -1, which = -1;
    for (int g = 0; g < numGroups; ++g) {
      int hits = 0;
      for (int t = 0; t < perGroup; ++t)
        within(trees[g * perGroup + t], q.at, q.reach, &hits);
      if (hits > most) {
        most = hits;
        which = g;
      }
    }
    best[i] = 100 * which + most;
  }
}

// Nodes that are numbers.
struct Cell {
  float x;
  int left, right;
};
static std::vector<Cell> cells;

#pragma regtt traversal
static void count(int n, float at, long *hits) {
  if (n < 0)
    return;
  const Cell &cell = cells[n];
  *hits += cell.x < at;
  count(cell.left, at, hits);
  count(cell.right, at, hits);
}

static void numbered(const std::vector<int> &roots, const float *at, long *out,
                     int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    for (std::size_t t = 0; t < roots.size(); ++t) {
      count(roots[t], at[i], &out[i]);
      out[i] = out[i] * 3 % 10007;
    }
}

static std::deque<Node> pool;

static const Node *build(int depth, bool chain) {
  if (depth == 0 || (!chain && nextNumber() % 9 == 0))
    return nullptr;
  Node &node = pool.emplace_back();
  node.x = static_cast<float>(nextFraction());
  node.left = chain ? nullptr : build(depth - 1, false);
  node.right = build(depth - 1, chain);
  return &node;
}

static std::unique_ptr<Owned> grow(int depth) {
  if (depth == 0 || nextNumber() % 7 == 0)
    return nullptr;
  auto node = std::make_unique<Owned>();
  node->x = static_cast<float>(nextFraction());
  node->left = grow(depth - 1);
  node->right = grow(depth - 1);
  return node;
}

static int number(int depth) {
  if (depth == 0 || nextNumber() % 7 == 0)
    return -1;
  const int n = static_cast<int>(cells.size());
  cells.push_back({static_cast<float>(nextFraction()), -1, -1});
  const int left = number(depth - 1), right = number(depth - 1);
  cells[n].left = left;
  cells[n].right = right;
  return n;
}

int main(int argc, char **argv) {
  if (argc < 4)
    return 1;
  const int n = std::atoi(argv[1]), numTrees = std::atoi(argv[2]);
  numbersState = static_cast<unsigned long>(std::atoi(argv[3]));
  std::vector<const Node *> trees;
  for (int t = 0; t < numTrees; ++t)
    trees.push_back(t == 4   ? trees[1] // the same once more
                    : t == 5 ? build(3000, true)
                             : build(t % 5 + 1, false));
  std::vector<Query> queries(n);
  std::vector<float> at(n);
  std::vector<int> out(n), best(n);
  for (int i = 0; i < n; ++i) {
    at[i] = static_cast<float>(nextFraction());
    queries[i] = {
        static_cast<float>(nextFraction()), 0.15f, 0, nextNumber() % 8, 0, 0.0};
  }
  counted(trees.data(), numTrees, at.data(), out.data(), n);
  ranged(trees, queries, 100);
  std::vector<std::unique_ptr<Owned>> owners;
  for (int t = 0; t < numTrees; ++t)
    owners.push_back(grow(4));
  ofOwned(owners, queries.data(), n);
  std::vector<Node> nodes;
  for (const Node *tree : trees)
    if (tree)
      nodes.push_back(*tree);
  byValue(nodes, queries, numTrees + 1);
  std::vector<Tree> holders;
  for (const Node *tree : trees)
    holders.push_back({tree, nextNumber() % 5});
  held(holders, queries);
  std::vector<const Tree *> pointers;
  for (const Tree &holder : holders)
    pointers.push_back(&holder);
  const Tree chosen = {build(5, false), 1};
  behind(pointers, &chosen, queries);
  const Node *one = build(4, false), *two = build(2, false);
  const Forest forest = {trees, {one, nullptr, two, one}};
  fixed(forest, {two, one, nullptr}, queries, numTrees % 5);
  forest.run(queries);
  groups(trees, 3, queries, best);
  std::vector<int> roots;
  for (int t = 0; t < numTrees; ++t)
    roots.push_back(number(5));
  std::vector<long> sums(n);
  numbered(roots, at.data(), sums.data(), n);
  for (int i = 0; i < n; ++i)
    std::printf("%d %ld %d %d %d %a %d\n", out[i], sums[i], queries[i].hits,
                queries[i].label, queries[i].visits, queries[i].sum, best[i]);
}
