// Expressions that mean something else where an operator, a name or the order
// of evaluation is lost on the way: what is left of a test of null as a number,
// operators ahead of operators, pairs that are returned, fields that bases hide,
// elements that are chosen at run time by what counts on.
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror -Wno-sequence-point %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes 0 1 100
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  int weight;
  std::vector<Node *> kids;
};

struct Turned {
  float a;
  Turned operator-() const { return {1 - a}; }
  Turned operator--() { return {a -= 100}; }
};

// Fields of one name.
struct Left {
  int x;
};
struct Right {
  int x;
};
struct Both : Left, Right {
  int x;
};

struct Query {
  int count, number, last;
  double sum;
  int recent[4];
  int grid[3][3];
  Both both;
  unsigned long payload;
  __int128 wide;
};

static int counted(Query &q) { return q.number++ % 3; }

#pragma regtt traversal
static int visit(Query &q, const Node *n) {
  if (!n)
    return 0;
  const int truth = (n != nullptr) && q.count;
  q.sum = q.sum * 0.5 + (n && n->weight) * 3 + truth;
  q.sum += (n->kids.empty() + 1) * 2 - -n->kids.empty();
  q.count += q.last == n->kids.empty() ? 2 : 1;
  Turned turned{float(n->weight)};
  q.sum += (- -turned).a;

  // An index counts on once.
  int k = n->weight & 1;
  q.recent[k++] = n->weight;
  ++q.recent[k++ & 3];
  q.grid[k++ % 3][n->weight % 3] += 2;
  q.recent[k & 3] = counted(q);

  q.both.Left::x += n->weight;
  q.both.Right::x ^= n->weight;
  q.both.x = q.both.Left::x - q.both.Right::x;

  q.payload = __builtin_bit_cast(unsigned long, __builtin_nan("0x1234"));
  q.wide += (static_cast<__int128>(0x123456789abcdef) << 64 | 7) * n->weight;

  for (const Node *kid : n->kids)
    q.last = visit(q, kid);
  if (n->weight > 2)
    return q.count++, n->weight;
  return q.count += 3, n->weight + 1;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 10;
  std::vector<Node> nodes(count);
  for (int i = 0; i < count; ++i) {
    nodes[i].weight = i * 7 % 5;
    if (i > 0)
      nodes[(i - 1) / 3].kids.push_back(&nodes[i]);
  }
  Node *root = count > 0 ? &nodes[0] : nullptr;
  std::vector<Query> queries(7);
  for (int i = 0; i < 7; ++i)
    queries[i].count = i;
#pragma regtt parallel
  for (int i = 0; i < 7; ++i)
    visit(queries[i], root);
  for (const Query &q : queries) {
    std::printf("%d %d %d %a %d %d %d %lx %lx\n", q.count, q.number, q.last,
                q.sum, q.both.Left::x, q.both.Right::x, q.both.x, q.payload,
                static_cast<unsigned long>(q.wide >> 64));
    for (int at : q.recent)
      std::printf(" %d", at);
    for (const auto &row : q.grid)
      for (int at : row)
        std::printf(" %d", at);
    std::printf("\n");
  }
}
