// A stack of its own whose children are numbers, of which one above the array is
// none; they are pushed in an order that data chooses, one under a condition of
// the query that is asked ahead of the other push.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Wno-sign-compare -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes 0 1 2 60
#include <cstdio>
#include <cstdlib>
#include <vector>
struct Node {
  float x;
  int id;
  unsigned ch[2];
};
struct Pool {
  Node nodes[900];
  int used;
};
struct Query {
  float x;
  int visits;
  int key;
};
#pragma regtt traversal
static void visit(Query *q, unsigned n, const Pool &pool, int numNodes) {
  std::vector<unsigned> todo;
  todo.push_back(n);
  while (!todo.empty()) {
    const unsigned n = todo.back();
    todo.pop_back();
    const Node *node = &pool.nodes[n];
    q->visits++;
    int pick = (q->visits + node->id) & 7;

    if (node->ch[pick % 2] < numNodes)
      todo.push_back(node->ch[pick % 2]);
    if (node->ch[1 - pick % 2] < numNodes &&
        (!(q->key >= node->x) || (q->visits & 7) != 3))
      todo.push_back(node->ch[1 - pick % 2]);
  }
}
static unsigned build(Pool &p, int lo, int hi) {
  if (lo >= hi)
    return 30000;
  unsigned n = p.used++;
  int m = (lo + hi) / 2;
  p.nodes[n].x = m;
  p.nodes[n].id = m;
  unsigned a = build(p, lo, m), b = build(p, m + 1, hi);
  p.nodes[n].ch[0] = a;
  p.nodes[n].ch[1] = b;
  return n;
}
int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 60;
  static Pool pool;
  pool.used = 0;
  unsigned root = build(pool, 0, n + 1);
  std::vector<Query> qs(20);
  for (int i = 0; i < 20; ++i)
    qs[i] = {i * 3.f, 0, i};
  int numNodes = 900;
#pragma regtt parallel
  for (int i = 0; i < 20; ++i)
    visit(&qs[i], root, pool, numNodes);
  for (auto &q : qs)
    std::printf("%d ", q.visits);
}
