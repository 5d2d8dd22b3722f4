// Fields, arguments, uniforms and locals of every type that is carried.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes,static_ropes "400 1" "1 2" "3 3"
// RUN: %same %t.serial %t.parallel autoropes "400 1 all" "9 4 all"
#include "../Inputs/numbers.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <limits>

enum Color { Red, Green = 7, Blue = -2 };
enum class Shape : unsigned char { Box, Ball = 200 };

struct Extent {
  double min[2][2];
  struct {
    short low, high;
  } z;
};
struct Payload {
  Extent extent;
  long long id;
};
struct Node {
  Extent extent;
  Color color;
  Shape shape;
  bool open;
  char letter;
  signed char tiny;
  unsigned short flags;
  unsigned long long mask;
  std::int64_t wide;
  const Payload *payload;
  Node *left, *right;
};
struct Query {
  struct {
    double sum;
    float grid[2][3];
  } out;
  bool met;
  Color last;
  Shape shape;
  char letter;
  short low;
  unsigned short flags;
  unsigned bits;
  long total;
  unsigned long long mask;
  double point[2];
};

namespace limits {
static const int most = 90;
constexpr double tiny = 1e-300;
static unsigned long long seed = 0xfedcba9876543210ull;
} // namespace limits

#pragma regtt traversal
static void types(Query &q, const Node *n, Shape wanted, bool flip, float third,
                  unsigned char byte) {
  if (!n)
    return;
  const Extent &extent = n->extent;
  const Payload *payload = n->payload;
  const Extent *inner = &payload->extent;
  double area = 1;
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 2; ++k)
      area *= 1 + extent.min[i][k] - inner->min[k][i];
  q.out.sum += area / (third + limits::tiny);
  q.out.grid[n->open][n->flags % 3] += float(area) * third;
  q.met = q.met || (n->shape == wanted) != flip;
  q.last = n->color == Blue ? Blue : q.last;
  if (n->shape == Shape::Ball)
    q.shape = n->shape;
  q.letter ^= n->letter;
  q.low += extent.z.high - inner->z.low;
  q.flags |= n->flags;
  q.bits = (q.bits << 3 | q.bits >> 29) ^ unsigned(n->tiny) ^ byte;
  q.total += n->wide / 3 + payload->id % 17 - (n->color < Red ? 1L : 0L);
  q.mask = q.mask * 0x9e3779b97f4a7c15ull + (n->mask ^ limits::seed);
  if (q.total > std::numeric_limits<long>::max() / 2 || ~q.flags == 0 ||
      q.low > limits::most)
    return;
  types(q, n->left, n->open ? Shape::Ball : wanted, !flip, third * 0.3f,
        byte + 200);
  types(q, n->right, wanted, flip, 1 / third, n->flags);
}

// The same order at every node and nothing handed on: static ropes, too.
#pragma regtt traversal
static void fixed(Query &q, const Node *n, Shape wanted, bool flip, double lo) {
  if (!n)
    return;
  if (n->extent.min[1][0] < lo && n->tiny > 0)
    return;
  q.met = q.met || (n->shape == wanted && flip);
  q.letter += n->letter;
  q.out.sum += n->payload->extent.min[0][1];
  q.bits += n->color == Green;
  fixed(q, n->left, wanted, flip, lo);
  fixed(q, n->right, wanted, flip, lo);
}

static std::deque<Node> nodes;
static std::deque<Payload> payloads;

static void fill(Extent &e) {
  for (auto &row : e.min)
    for (double &x : row)
      x = nextFraction();
  e.z.low = short(nextNumber() % 7);
  e.z.high = short(nextNumber() % 9);
}

static Node *build(int count) {
  if (count <= 0)
    return nullptr;
  nodes.emplace_back();
  payloads.emplace_back();
  Node *n = &nodes.back();
  Payload *p = &payloads.back();
  n->payload = p;
  fill(n->extent);
  fill(p->extent);
  p->id = -nextNumber() * 100000000ll;
  n->color = nextNumber() % 3 ? Red : nextNumber() % 2 ? Green : Blue;
  n->shape = nextNumber() % 2 ? Shape::Box : Shape::Ball;
  n->open = nextNumber() % 2;
  n->letter = char('a' + nextNumber() % 26);
  n->tiny = static_cast<signed char>(nextNumber());
  n->flags = static_cast<unsigned short>(1 << nextNumber() % 16);
  n->mask = nextNumber() * 0x123456789abcdefull;
  n->wide = nextNumber() * -5000000000ll;
  int part = nextNumber() % count;
  n->left = build(part);
  n->right = build(count - 1 - part);
  return n;
}

int main(int argc, char **argv) {
  int numNodes = argc > 1 ? std::atoi(argv[1]) : 100;
  numbersState = argc > 2 ? std::atoi(argv[2]) : 1;
  const Node *root = build(numNodes);
  static Query queries[2][50];
  const Shape wanted = Shape::Box;
  for (short i = 0; i < 50; ++i)
    queries[0][i].bits = queries[1][i].bits = i;
  if (argc > 3) {
#pragma regtt parallel
    for (short i = 0; i < 50; ++i)
      types(queries[0][i], root, wanted, false, 0.7f, 'x');
  }
#pragma regtt parallel
  for (unsigned char i = 0; i < 50; ++i)
    fixed(queries[1][i], root, wanted, true, 0.4);
  for (const auto &list : queries)
    for (const Query &q : list)
      std::printf("%a %a %a %d %d %d %d %d %u %u %ld %llu\n", q.out.sum,
                  q.out.grid[0][0], q.out.grid[1][2], q.met, q.last,
                  int(q.shape), q.letter, q.low, q.flags, q.bits, q.total,
                  q.mask);
}
