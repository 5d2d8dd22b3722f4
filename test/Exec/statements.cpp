// Statements beyond `if` and counted loops: `switch` with cases that fall
// through, loops over arrays of numbers, structs and children, declarations in
// conditions, structured bindings, tables of constants, `do`, comma, and
// conditional expressions that name an object.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++17 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel static_ropes,autoropes "1 700" "2 300" \
// RUN:   "3 1" "4 0"
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: regtt-cc -std=c++17 --target=cpu --out-dir=%t.dir -c %s -o %t.o
// RUN: %compile_cpu %t.dir/statements.regtt.cpu.cpp -o %t.cpu.o
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>
#include <utility>
#include <vector>

enum class Color { Red, Green, Blue, Black };

struct Span {
  float lo, hi;
};
struct Node {
  Color color;
  unsigned char code;
  Span spans[3];
  float values[4];
  Node *child[4];
};
struct Query {
  float at;
  int counts[4];
  double sum;
  int visits;
};

static int score(Color color, int code) {
  int result = 0;
  switch (color) {
  case Color::Red:
    result = 1;
    [[fallthrough]];
  case Color::Green:
    result += 10;
    break;
  case Color::Blue: {
    if (code > 100)
      return -1;
    result = 100;
    break;
  }
  default:
    result = code;
  }
  switch (int odd = code % 2; odd) {
  case 0:
    break;
  case 1:
    ++result;
  }
  return result;
}

static bool inside(const Span (&spans)[3], float x) {
  for (const Span &span : spans)
    if (span.lo <= x && x < span.hi)
      return true;
  return false;
}

static std::pair<float, int> largest(const float *values) {
  std::pair<float, int> best = {values[0], 0};
  for (int i = 1; i < 4; ++i)
    if (values[i] > best.first)
      best = {values[i], i};
  return best;
}

static Span around(float x) { return {x - 0.25f, x + 0.25f}; }

#pragma regtt traversal
static void visit(Query &q, const Node *n) {
  if (!n)
    return;
  q.visits++;
  if (!inside(n->spans, q.at) && q.visits % 7 == 0)
    return;
  static const int order[4] = {2, 0, 3, 1};
  switch (n->code % 3) {
  case 0:
    q.counts[order[n->code % 4]] += score(n->color, n->code);
    break;
  case 2:
    q.counts[3]++;
  default:
    q.counts[0]--;
  }
  for (double value : n->values)
    q.sum += value * 0.1;
  for (int &count : q.counts)
    count += count > 5 ? -5 : 1;
  if (const int k = n->code & 7)
    q.sum += k;
  else if (int twice = 2 * n->code; twice > 3)
    q.sum -= twice;
  const auto [value, index] = largest(n->values);
  auto [lo, hi] = around(value);
  lo = lo < 0 ? 0 : lo;
  q.sum += (lo += 1, hi) + index;
  q.sum += lo;
  int i = 0;
  do
    (i % 2 ? q.counts[1] : q.counts[2]) += i;
  while (++i < 3);
  for (const Node *c : n->child)
    if (c)
      visit(q, c);
}

static std::deque<Node> nodes;
static Node *build(int size, std::mt19937 &random) {
  if (size <= 0)
    return nullptr;
  std::uniform_real_distribution<float> unit(0, 1);
  nodes.emplace_back();
  Node *n = &nodes.back();
  n->color = Color(random() % 4);
  n->code = (unsigned char)(random() % 256);
  for (Span &span : n->spans) {
    span.lo = unit(random);
    span.hi = span.lo + 0.2f * unit(random);
  }
  for (float &value : n->values)
    value = unit(random);
  int left = size - 1;
  for (int i = 0; i < 4; ++i) {
    const int part = i == 3 ? left : int(random() % unsigned(left / 2 + 1));
    n->child[i] = build(part, random);
    left -= part;
  }
  return n;
}

int main(int argc, char **argv) {
  std::mt19937 random(argc > 1 ? std::atoi(argv[1]) : 1);
  Node *root = build(argc > 2 ? std::atoi(argv[2]) : 500, random);
  std::uniform_real_distribution<float> unit(0, 1);
  std::vector<Query> queries(100);
  for (Query &q : queries)
    q = {unit(random), {int(random() % 4), 0, 0, 0}, 0, int(random() % 7)};
#pragma regtt parallel
  for (size_t i = 0; i < queries.size(); ++i)
    visit(queries[i], root);
  for (const Query &q : queries)
    std::printf("%d %d %d %d %a %d\n", q.counts[0], q.counts[1], q.counts[2],
                q.counts[3], q.sum, q.visits);
}
