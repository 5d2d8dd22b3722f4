// The user's names are those that emitted code has a use for itself.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "200 1" "1 2"
#include "../Inputs/numbers.h"
#include <cstdio>
#include <cstdlib>
#include <deque>

struct Records {
  float self, args[2];
  int link, record;
  Records *start, *enter;
};
struct Result {
  float out[2], results, children;
  int Query, values, stack, i;
};

static float ropes = 0.25f, ropes_ = 0.5f;
static int site = 3;

static float load(const Records &n) { return n.args[1]; }
static float load(const Records *tree) { return tree->args[0]; }
static void admit(Result &result, float &out, int rt) {
  out += rt;
  result.i += rt + int(out) % 2;
}

#pragma regtt traversal
static void Traversal(Result &rope, const Records *Args, int u, float tree) {
  if (!Args)
    return;
  int self = Args->link + u, u_ = 2, args = 3, guard = Args->record;
  float any = ropes * tree, link = ropes_, self_ = load(*Args) + load(Args);
  admit(rope, rope.out[1], site + self);
  rope.out[0] += any + Args->self * link + self_;
  rope.Query += args + u_;
  rope.values ^= guard;
  rope.stack++;
  rope.results -= Args->args[0];
  rope.children *= 0.75f;
  Traversal(rope, Args->start, u + 1, tree);
  if (rope.results + self_ > -guard)
    Traversal(rope, Args->enter, u * 2 % 7, tree);
}

static std::deque<Records> nodes;

static Records *build(int count) {
  if (count <= 0)
    return nullptr;
  nodes.emplace_back();
  Records *n = &nodes.back();
  n->self = float(nextFraction());
  n->args[0] = float(nextFraction());
  n->args[1] = float(nextFraction());
  n->link = nextNumber() % 9;
  n->record = nextNumber() % 99;
  int part = nextNumber() % count;
  n->start = build(part);
  n->enter = build(count - 1 - part);
  return n;
}

int main(int argc, char **argv) {
  int numNodes = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  const Records *root = build(numNodes);
  static Result queries[30];
  for (int i = 0; i < 30; ++i)
    queries[i].children = queries[i].results = float(i);
#pragma regtt parallel
  for (int call = 0; call < 30; ++call)
    Traversal(queries[call], root, 1, 0.5f);
  for (const Result &q : queries)
    std::printf("%a %a %a %a %d %d %d %d\n", q.out[0], q.out[1], q.results,
                q.children, q.Query, q.values, q.stack, q.i);
}
