// A stack of its own whose children are numbers in a std::array, tested inside
// conditions of the query: only the tests say which places hold a node. The
// nodes' data lie in columns of structs without names.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes 0 1 2 61
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

static const int most = 900;
struct Query {
  int x, visits;
};
struct Columns {
  std::array<int, 3> kids[most]; // what is negative or 1000 is none
  struct {
    int id;
    struct {
      short weight;
    } deep;
  } in[most];
};
static Columns columns;
static int used;

#pragma regtt traversal
static void visit(Query *q, int n) {
  std::vector<int> todo;
  todo.push_back(n);
  while (!todo.empty()) {
    const int n = todo.back();
    todo.pop_back();
    if (q->visits >= 40)
      continue;
    q->visits += 1 + columns.in[n].deep.weight % 2;
    if (q->x > columns.in[n].id) {
      const std::size_t last = 2;
      if (columns.kids[n][last] != 1000)
        todo.push_back(columns.kids[n][last]);
    }
    if (columns.kids[n][0] >= 0)
      todo.push_back(columns.kids[n][0]);
    if (q->x % 3 != 1) {
      if (columns.kids[n][1] >= 0) {
        if (q->visits % 3 != 1)
          todo.push_back(columns.kids[n][1]);
      }
    }
  }
}

static int build(int lo, int hi, int none) {
  if (lo >= hi)
    return none;
  const int n = used++, third = (hi - lo) / 3;
  columns.in[n].id = (lo * 7 + hi) % 23;
  columns.in[n].deep.weight = static_cast<short>(lo % 5);
  columns.kids[n][0] = build(lo + 1, lo + third, -1);
  columns.kids[n][1] = build(lo + third + 1, lo + 2 * third, -2);
  columns.kids[n][2] = build(lo + 2 * third + 1, hi, 1000);
  return n;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 60;
  const int root = build(0, size + 1, -1);
  std::vector<Query> queries(23);
  for (int i = 0; i < 23; ++i)
    queries[i] = {i, i % 4};
#pragma regtt parallel
  for (int i = 0; i < 23; ++i)
    visit(&queries[i], root);
  for (const Query &q : queries)
    std::printf("%d\n", q.visits);
}
