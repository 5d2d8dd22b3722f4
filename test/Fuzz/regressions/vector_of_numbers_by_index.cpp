// The caller tests a number that it finds in the node's vector by an index.
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc --target=cpu -O2 %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes ''
#include <cstdio>
#include <vector>

struct Node {
  int id;
  std::vector<unsigned short> kids;
};

struct Query {
  int sum;
};

#pragma regtt traversal
static void visit(Query &q, unsigned n, const std::vector<Node> &nodes) {
  q.sum = q.sum * 3 + nodes[n].id;
  for (int k = 0; k < (int)nodes[n].kids.size(); ++k)
    if (nodes[n].kids[k] < nodes.size())
      visit(q, nodes[n].kids[k], nodes);
}

int main() {
  const std::vector<Node> nodes = {
      {1, {2, 30000, 1}}, {2, {30000}}, {3, {3}}, {4, {}}};
  Query queries[3] = {{0}, {1}, {2}};
#pragma regtt parallel
  for (int i = 0; i < 3; ++i)
    visit(queries[i], 0, nodes);
  for (const Query &q : queries)
    std::printf("%d\n", q.sum);
}
