// Traversals that have a stack of their own, with clauses: of a parameter, of a
// member of one, of what is handed by pointer.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "40 7" "1 2" "0 3"
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <stack>
#include <vector>

struct Node {
  double x;
  int id;
  const Node *left, *right;
};

struct Query {
  double x;
  std::priority_queue<double> near;
  std::vector<int> last;
};

#pragma regtt traversal bound(near : 4)
static void nearest(const Node *root, double x,
                    std::priority_queue<double> &near) {
  std::stack<const Node *> todo;
  todo.push(root);
  while (!todo.empty()) {
    const Node *n = todo.top();
    todo.pop();
    if (!n)
      continue;
    const double d = (n->x - x) * (n->x - x);
    if (near.size() < 4)
      near.push(d);
    else if (d < near.top()) {
      near.pop();
      near.push(d);
    }
    if (near.size() == 4 && near.top() < 0.01)
      return;
    todo.push(x < n->x ? n->right : n->left);
    todo.push(x < n->x ? n->left : n->right);
  }
}

#pragma regtt traversal bound(q->near : 3) bound(seen : 2)
static void both(const Node *root, Query *q, std::vector<int> *seen) {
  const Node *todo[64];
  int top = 0;
  todo[top++] = root;
  while (top > 0) {
    const Node *n = todo[--top];
    if (!n)
      continue;
    const double d = (n->x - q->x) * (n->x - q->x);
    if (q->near.size() < 3) {
      q->near.push(d);
    } else if (d < q->near.top()) {
      q->near.pop();
      q->near.push(d);
      if (seen->size() == 2)
        seen->clear();
      seen->push_back(n->id);
    }
    todo[top++] = n->right;
    todo[top++] = n->left;
  }
}

static Node *build(std::vector<Node> &nodes, int first, int last) {
  if (first >= last)
    return nullptr;
  const int middle = (first + last) / 2;
  Node *n = &nodes[middle];
  *n = {middle * 0.37, middle, build(nodes, first, middle),
        build(nodes, middle + 1, last)};
  return n;
}

static void show(std::priority_queue<double> &heap) {
  for (; !heap.empty(); heap.pop())
    printf(" %a", heap.top());
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? atoi(argv[1]) : 100;
  const int count = argc > 2 ? atoi(argv[2]) : 20;
  std::vector<Node> nodes(size);
  std::vector<Query> queries(count);
  const Node *root = build(nodes, 0, size);
  for (int i = 0; i < count; ++i)
    queries[i].x = i * 7 % 40 / 3.0;
  std::vector<std::priority_queue<double>> heaps(count);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    nearest(root, queries[i].x, heaps[i]);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    both(root, &queries[i], &queries[i].last);
  for (int i = 0; i < count; ++i) {
    show(heaps[i]);
    show(queries[i].near);
    for (const int id : queries[i].last)
      printf(" %d", id);
    printf("\n");
  }
  return 0;
}
