// Structs as values: members, operators, constructors and conversions; structs
// in structs and arrays, templates, bases; as data of node, query and shared
// objects, as uniforms and as arguments that change from call to call.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++17 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "1 700" "2 300" "3 1" "4 0"
// RUN: env REGTT_VERIFY=1 REGTT_TARGET=cpu %t.parallel 5 200 > %t.verified
// RUN: %t.serial 5 200 | diff - %t.verified
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: regtt-cc -std=c++17 --target=cpu --out-dir=%t.dir -c %s -o %t.o
// RUN: %compile_cpu %t.dir/structs.regtt.cpu.cpp -o %t.cpu.o
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>
#include <utility>
#include <vector>

template <class T, int D> struct Vec {
  T c[D];

  T &operator[](int i) { return c[i]; }
  const T &operator[](int i) const { return c[i]; }
  Vec operator+(const Vec &o) const {
    Vec r;
    for (int i = 0; i < D; ++i)
      r[i] = c[i] + o[i];
    return r;
  }
  friend Vec operator-(Vec a, const Vec &b) {
    for (int i = 0; i < D; ++i)
      a.c[i] -= b.c[i];
    return a;
  }
  friend Vec operator*(const Vec &v, T s) {
    Vec r = v;
    for (int i = 0; i < D; ++i)
      r.c[i] *= s;
    return r;
  }
  bool operator==(const Vec &o) const {
    for (int i = 0; i < D; ++i)
      if (c[i] != o[i])
        return false;
    return true;
  }
  T norm2() const {
    T sum = 0;
    for (int i = 0; i < D; ++i)
      sum += c[i] * c[i];
    return sum;
  }
  static Vec filled(T value) {
    Vec r{};
    for (int i = 0; i < D; ++i)
      r.c[i] = value;
    return r;
  }
};
using Vec3 = Vec<double, 3>;
using Pair = Vec<float, 2>;

enum class Kind : std::uint8_t { Inner = 3, Leaf = 7 };

// A base with a tail that is not reused, and one without fields.
struct Named {
  double weight;
  char letter;
};
struct Empty {};
struct Body : Empty, Named {
  Vec3 pos;
  std::uint16_t id;
  Kind kind;

  float scaled(float by = 2.5f) const { return float(weight) * by; }
};

struct Angle {
  float turns;
  static constexpr float full = 360.0f;

  constexpr Angle(float turns) : turns(turns) {}
  operator float() const { return turns * full; }
  explicit operator bool() const { return turns != 0; }
};

struct Range {
  double lo, hi;
  int n = 1;
  Range() : Range(1e30, -1e30) {}
  Range(double lo, double hi) : lo(lo), hi(hi) {
    if (lo > hi)
      return;
    n = 2;
  }
  Range &include(double x) {
    lo = std::min(lo, x);
    hi = std::max(hi, x);
    ++n;
    return *this;
  }
  Range &operator|=(const Range &o) { return include(o.lo).include(o.hi); }
  double width() { return hi - lo; } // not const, though it could be
};

struct Cell {
  Vec3 lo, hi;
};

struct TreeBase {
  int depth;
  Cell cell;
};
struct Node : TreeBase {
  Body body;
  Angle angle = 0.25f;
  std::array<float, 3> weights;
  std::pair<int, float> best;
  Vec<float, 2> table[2][3];
  Node *left = nullptr, *right = nullptr;

  bool isLeaf() const { return !left && !right; }
};

struct Summary {
  char tag; // padding follows
  double sum;
  Pair parts[2];
};
class Query {
public:
  Vec3 pos;
  Range seen;
  Body nearest;
  Summary summary;
  std::array<int, 4> counts;
  std::pair<double, int> key;
  double total = 0;

  void note(const Body &body, double d) {
    if (d < key.first) {
      key = std::make_pair(d, int(body.id));
      nearest = body;
    }
    seen |= Range(d, d + 1);
    seen.include(d * 0.5);
  }
  void add(double x) { hidden += x; }
  double sum() const { return hidden; }

private:
  double hidden = 0;
};

struct Options {
  Vec3 offset;
  float factor;
};
Vec3 origin = {{0.25, 0.5, 0.125}};
constexpr Pair corner = {{1.5f, -2.0f}};

static double distance2(const Vec3 &a, const Vec3 &b) {
  return (a - b).norm2();
}
static Cell lower(Cell cell, int axis, double at) {
  cell.hi[axis] = at;
  return cell;
}
static Cell upper(Cell cell, int axis, double at) {
  cell.lo[axis] = at;
  return cell;
}
static bool outside(const Cell &cell, const Vec3 &p, double reach) {
  for (int i = 0; i < 3; ++i)
    if (p[i] < cell.lo[i] - reach || p[i] > cell.hi[i] + reach)
      return true;
  return false;
}
static float letter(const Named &named) { return float(named.letter); }
template <class T> static T half(const T &x) { return x * 0.5; }
static void split(const Vec3 &v, double *first, double &rest) {
  *first = v[0];
  rest = v[1] + v[2];
}

#pragma regtt traversal
static void visit(Query *q, Node *n, Cell cell, const Options &options) {
  if (!n)
    return;
  if (outside(cell, q->pos, 0.3))
    return;
  q->summary.tag = char(q->summary.tag + 1);
  const Vec3 shifted = n->body.pos + options.offset;
  const double d = distance2(shifted, q->pos);
  q->note(n->body, d);
  Vec3 middle = half(n->cell.lo + n->cell.hi);
  middle[1] += corner.c[0];
  double first, rest;
  split(middle, &first, rest);
  q->total += middle == Vec3::filled(0.5) ? 1 : first - rest;
  q->summary.sum += distance2(q->pos, origin) * n->weights[2] + n->depth;
  Pair t = n->table[n->depth % 2][q->counts[0] % 3];
  const Pair &again = n->table[1][2];
  t[1] = again[0] + t.c[1];
  q->total += (t + again).c[0] * (n->depth > 2 ? t : again).c[1];
  q->summary.parts[n->depth & 1] = t + Pair{{1, 2}};
  q->counts[n->body.kind == Kind::Leaf]++;
  if (n->angle)
    q->add(n->angle + letter(n->body) + n->body.scaled());
  Range own(n->best.first, n->best.second);
  q->add(own.width() + own.n + half(double(n->body.weight)));
  if (n->isLeaf())
    return;
  const int axis = n->depth % 3;
  const double at = n->body.pos[axis];
  visit(q, n->left, lower(cell, axis, at), options);
  visit(q, n->right, upper(cell, axis, at), options);
}

static std::deque<Node> nodes;
static Node *build(std::vector<Body> &bodies, int first, int last, int depth,
                   std::mt19937 &random) {
  if (first >= last)
    return nullptr;
  std::uniform_real_distribution<float> unit(0, 1);
  const int axis = depth % 3, middle = (first + last) / 2;
  std::nth_element(bodies.begin() + first, bodies.begin() + middle,
                   bodies.begin() + last, [axis](const Body &a, const Body &b) {
                     return a.pos[axis] < b.pos[axis];
                   });
  nodes.emplace_back();
  Node *n = &nodes.back();
  n->depth = depth;
  n->body = bodies[middle];
  n->cell = {Vec3::filled(unit(random)), Vec3::filled(unit(random))};
  n->angle = Angle(depth % 4 ? unit(random) : 0);
  n->weights = {unit(random), unit(random), unit(random)};
  n->best = {int(random() % 100), unit(random)};
  for (auto &row : n->table)
    for (auto &pair : row)
      pair = {{unit(random), unit(random)}};
  n->left = build(bodies, first, middle, depth + 1, random);
  n->right = build(bodies, middle + 1, last, depth + 1, random);
  n->body.kind = n->isLeaf() ? Kind::Leaf : Kind::Inner;
  return n;
}

int main(int argc, char **argv) {
  std::mt19937 random(argc > 1 ? std::atoi(argv[1]) : 1);
  const int size = argc > 2 ? std::atoi(argv[2]) : 500;
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Body> bodies(size);
  for (int i = 0; i < size; ++i) {
    for (double &x : bodies[i].pos.c)
      x = random() % 3 ? unit(random) : 0.5;
    bodies[i].weight = unit(random);
    bodies[i].letter = char('a' + i % 26);
    bodies[i].id = std::uint16_t(i);
  }
  Node *root = build(bodies, 0, size, 0, random);
  std::vector<Query> queries(200);
  for (Query &q : queries) {
    q.pos = {{unit(random), unit(random), unit(random)}};
    q.summary = {'a', 0, {{{0, 0}}, {{1, 1}}}};
    q.nearest = Body{};
    q.counts = {int(random() % 9), 0, 0, 0};
    q.key = {1e9, -1};
  }
  const Options options = {{{0.01, -0.02, 0.03}}, 2};
  const Cell unit_cell = {Vec3::filled(0), Vec3::filled(1)};
#pragma regtt parallel
  for (size_t i = 0; i < queries.size(); ++i)
    visit(&queries[i], root, unit_cell, options);
  for (const Query &q : queries)
    std::printf("%a %a %d %c %a %a %a %d %d %a %d %a %a %d %c\n", q.seen.lo,
                q.seen.hi, q.seen.n, q.summary.tag, q.summary.sum,
                double(q.summary.parts[0].c[1]),
                double(q.summary.parts[1].c[0]), q.counts[0], q.counts[1],
                q.key.first, q.key.second, q.total, q.sum(), q.nearest.id,
                q.nearest.letter ? q.nearest.letter : '-');
}
