// Data that pointers of children lead to: numbers, structs, parts of these,
// copies, through helpers, through two pointers; of the child that data choose,
// too. Where children are null, or their pointers are.
//
//   data_behind_children DEPTH QUERIES SEED
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -std=c++17 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "7 300 1" "0 20 2" "4 0 3" "1 30 4"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 5 40 5 2>&1 | FileCheck %s
// CHECK-COUNT-3: verify=identical
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/data_behind_children.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/data_behind_children.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/data_behind_children.regtt.cu -o %t.o
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Box {
  float from[2], to[2];
  int color;
  const float *scale;
};
struct Data {
  double weight;
  int key;
};
struct Node {
  int id;
  bool isLeaf;
  const Box *box;
  const Data *data; // of some it is null
  const char *name;
  std::vector<const Node *> children;
  const Node *left = nullptr, *right = nullptr;
};
struct Query {
  float x[2];
  long sum;
  double weight;
};

static bool meets(const Box &b, const Query &q) {
  for (int d = 0; d < 2; ++d)
    if (q.x[d] < b.from[d] || q.x[d] > b.to[d])
      return false;
  return true;
}
static float scaleOf(const Node *n) { return *n->box->scale; }

#pragma regtt traversal
static void boxes(Query &q, const Node *n) {
  q.sum = q.sum * 31 + n->id;
  for (const Node *child : n->children) {
    const float scale = scaleOf(child);
    if (meets(*child->box, q)) {
      q.weight += scale * q.x[0];
      boxes(q, child);
    } else {
      q.sum += child->box->color;
    }
  }
}

// What the query decides is not asked: pointers are null there, or lead to data.
#pragma regtt traversal
static void nearest(Query &q, const Node *n) {
  if (n->isLeaf)
    return;
  const bool goesLeft = q.x[0] < n->box->from[0] + 0.5f;
  const Node *next = goesLeft ? n->left : n->right;
  const Data all = *next->data;
  q.weight += all.weight * next->box->scale[0];
  q.sum += next->data->key + next->name[0];
  nearest(q, next);
}

// The node's own is the same datum.
#pragma regtt traversal
static void names(Query &q, const Node *n) {
  q.sum = q.sum * 3 + n->name[0];
  if (n->box->to[1] < q.x[1])
    q.sum += 7;
  for (const Node *child : n->children)
    if (child->name[0] != 'a' + q.sum % 5)
      names(q, child);
}

static unsigned seed;
static unsigned draw(unsigned n) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 16) % n;
}
static float real() { return static_cast<float>(draw(1000)) / 1000; }

static Node *make(int depth) {
  static int made;
  auto *n = new Node();
  n->id = ++made;
  auto *box = new Box();
  for (int d = 0; d < 2; ++d) {
    box->from[d] = real() * 0.4f;
    box->to[d] = 1 - real() * 0.4f;
  }
  box->color = static_cast<int>(draw(9));
  auto *scale = new float(real());
  box->scale = scale;
  n->box = box;
  n->data = new Data{real(), n->id * 5};
  auto *name = new char('a' + draw(5));
  n->name = name;
  n->isLeaf = depth == 0;
  for (unsigned k = 0; depth && k < 2 + draw(2); ++k)
    n->children.push_back(make(depth - 1));
  if (depth) {
    n->left = n->children[0];
    n->right = n->children[1];
  }
  return n;
}

int main(int argc, char **argv) {
  const int depth = argc > 1 ? std::atoi(argv[1]) : 3;
  const int m = argc > 2 ? std::atoi(argv[2]) : 10;
  seed = argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 1;
  const Node *root = make(depth);
  std::vector<Query> queries(m);
  for (Query &q : queries)
    q = {{real(), real()}, 0, 0};
#pragma regtt parallel
  for (Query &q : queries)
    boxes(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    nearest(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    names(q, root);
  for (const Query &q : queries)
    std::printf("%ld %.17g\n", q.sum, q.weight);
}
