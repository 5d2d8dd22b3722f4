// What clauses speak of, in the words of the traversal or of the loop.
// RUN: regtt-cc --emit=loop %s -o - | sed "s/[#!][0-9:]* //g" | FileCheck %s
#include <vector>

struct Node {
  float *points;
  int count;
  Node *left, *right;
};
enum { Margin = 4 };
template <int D> struct Query {
  float x[D], sum;
};

// CHECK-DAG: traversal @"visit<3>"({{.*}}) -> void [extent %n->points: add(mul(load %n->count, 3:i32), inttoint<i32>(as "Margin" 4:@enum)), order "any", node %n] {
template <int D>
#pragma regtt traversal extent(n->points : n->count * D + ::Margin)            \
    order(any) node(n)
void visit(Query<D> *q, const Node *n, const float *more) {
  if (!n)
    return;
  for (int k = 0; k < n->count * D + Margin; ++k)
    q->sum += n->points[k] * more[k];
  visit(q, n->left, more);
  visit(q, n->right, more);
}

class Tree {
  Node *root;
  std::vector<float> keys;
  int version;

public:
  void run(std::vector<Query<3>> &queries, int n);
  void unknown(Query<3> *queries, int n);
};

int radius; // another one than the loop sees

void Tree::run(std::vector<Query<3>> &queries, int n) {
  int total = 0;
  double radius;
  {
    char radius = 0;
    total += radius;
  }
  // CHECK-DAG: parallel [copyin %this->keys: sub(size(%this->keys), inttoint<u64>(load %n)), resident %this->root: load %this->version, private %radius, reduction "+" %total, reorder "inspect:6"] for {
#pragma regtt parallel copyin(keys[0 : this->keys.size() - n])                 \
    resident(root : version) private(radius) reduction(+ : total)              \
    reorder(inspect : 6)
  for (int i = 0; i < (int)queries.size(); ++i) {
    radius = queries[i].x[0];
    total += radius > 0;
    visit(&queries[i], root, keys.data());
  }
}

void Tree::unknown(Query<3> *queries, int n) {
  // CHECK: parallel for {
  // CHECK: // not lowered: @Tree::unknown: {{.*}}clauses.cpp:[[#@LINE+2]]:24: the clause 'copyin'
  // CHECK: // not lowered: @Tree::unknown: {{.*}}clauses.cpp:[[#@LINE+1]]:50: the clause 'private'
#pragma regtt parallel copyin(keys[0 : missing]) private(i + 1)
  for (int i = 0; i < n; ++i)
    visit(&queries[i], root, keys.data());
}
