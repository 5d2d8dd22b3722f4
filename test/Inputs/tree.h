/* What most small tests need: a binary tree and a query, in C and C++. */
#ifndef TREE_H
#define TREE_H

struct Node {
  float x, split;
  int leaf;
  struct Node *left, *right;
};

struct Query {
  float x, best;
  int count;
};

#endif
