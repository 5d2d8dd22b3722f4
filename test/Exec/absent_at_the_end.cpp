// Lists whose last places have no child: a loop that does nothing there is
// taken; one that does something is an error when it meets such a list, and
// right where only places before the last child are empty.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++17 --target=cpu %s -o %t.parallel
// RUN: %t.serial > %t.expected && %t.parallel > %t.found
// RUN: cmp %t.expected %t.found
// RUN: not %t.parallel pointers 2>&1 | FileCheck --check-prefix=POINTERS %s
// RUN: not %t.parallel numbers 2>&1 | FileCheck --check-prefix=NUMBERS %s
// RUN: not %t.parallel spans 2>&1 | FileCheck --check-prefix=NUMBERS %s
// POINTERS: a list of children ends with a null pointer
// NUMBERS: a list of children ends with a number of no node
#include <cstdio>
#include <cstring>
#include <vector>
struct Node {
  double x;
  std::vector<Node *> kids;
  std::vector<int> numbers;
  int first, last;
};
struct Query {
  double x;
  int visits, none;
};
using Nodes = std::vector<Node>;

#pragma regtt traversal
static void skipsNull(Query &q, const Node *n) {
  if (q.x < n->x)
    return;
  q.visits++;
  for (const Node *c : n->kids) {
    if (!c || q.visits > 50)
      continue;
    skipsNull(q, c);
  }
}
#pragma regtt traversal
static void nested(Query &q, const Node *n) {
  if (q.x < n->x)
    return;
  q.visits += 2;
  for (const Node *c : n->kids)
    if (c) {
      if (q.visits < 60)
        nested(q, c);
      else
        q.none++;
    }
}
#pragma regtt traversal
static void countsNull(Query &q, const Node *n) {
  if (q.x < n->x)
    return;
  q.visits++;
  for (const Node *c : n->kids) {
    if (c)
      countsNull(q, c);
    else
      ++q.none;
  }
}
#pragma regtt traversal
static void countsNumbers(Query &q, const Nodes &nodes, int n) {
  if (q.x < nodes[n].x)
    return;
  q.visits++;
  for (int c : nodes[n].numbers) {
    if (c >= 0)
      countsNumbers(q, nodes, c);
    else
      ++q.none;
  }
}
#pragma regtt traversal
static void span(Query &q, const Nodes &nodes, int n, int end) {
  if (q.x < nodes[n].x)
    return;
  q.visits++;
  for (int c = nodes[n].first; c < nodes[n].last; ++c) {
    if (c < end)
      span(q, nodes, c, end);
    else
      ++q.none;
  }
}

int main(int argc, char **argv) {
  const auto isFor = [&](const char *word) {
    return argc > 1 && !std::strcmp(argv[1], word);
  };
  Nodes nodes(21);
  for (int i = 0; i < 21; ++i) {
    nodes[i].x = (i * 7 % 21) * 0.25;
    for (int k = 0; k < 4; ++k) {
      const int c = 4 * i + 1 + k;
      const bool isThere = c < 21 && k != 1;
      nodes[i].kids.push_back(isThere ? &nodes[c] : nullptr);
      nodes[i].numbers.push_back(isThere ? c : -1);
    }
    nodes[i].first = 4 * i + 1 < 21 ? 4 * i + 1 : 21;
    nodes[i].last = 4 * i + 1 < 21 ? 4 * i + 5 : 21;
  }
  nodes[5].last = isFor("spans") ? 23 : nodes[5].last;
  std::vector<Query> queries(30);
  for (int i = 0; i < 30; ++i)
    queries[i] = {i * 0.2, 0, 0};
#pragma regtt parallel
  for (Query &q : queries)
    skipsNull(q, &nodes[0]);
#pragma regtt parallel
  for (Query &q : queries)
    nested(q, &nodes[0]);
  // Of leaves nothing is left, of others the last child is there.
  for (Node &node : nodes) {
    if (!isFor("pointers"))
      while (!node.kids.empty() && !node.kids.back())
        node.kids.pop_back();
    if (!isFor("numbers"))
      while (!node.numbers.empty() && node.numbers.back() < 0)
        node.numbers.pop_back();
  }
  const Node *root = &nodes[0];
#pragma regtt parallel
  for (Query &q : queries)
    countsNull(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    countsNumbers(q, nodes, 0);
#pragma regtt parallel
  for (Query &q : queries)
    span(q, nodes, 0, 21);
  for (const Query &q : queries)
    std::printf("%d %d\n", q.visits, q.none);
}
