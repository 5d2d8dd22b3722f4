// Structs whose values differ from lane to lane: of queries, arguments, locals
// and functions' results; with bases, arrays and structs in them; assigned
// whole, in part and under conditions; chosen, handed over by reference, also
// one object twice; and names that lane code has for its own.
//
//   lanes_structs QUERIES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=lanes --variant=packed,lane_lockstep -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same_lanes %t.serial %t.parallel packed,lane_lockstep "5 1" "0 2" "17 3" "1500 4"
#include <cmath>
#include <cstdio>
#include <cstdlib>

struct LaneVec { // also what sixteen of Vec would be called
  short many;
};
struct Vec {
  float x, y, z;
  float dot(const Vec &o) const { return x * o.x + y * o.y + z * o.z; }
  void add(const Vec &o, float by) {
    x += o.x * by;
    y += o.y * by;
    z += o.z * by;
  }
  Vec &operator+=(const Vec &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
};
static Vec operator-(const Vec &a, const Vec &b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
static Vec operator+(Vec a, const Vec &b) {
  a.x += b.x;
  if (b.y > 0) // an operator that is told which lanes run
    a.y += b.y;
  a.z += b.z;
  return a;
}
static Vec operator*(const Vec &a, float s) {
  return {a.x * s, a.y * s, a.z * s};
}

enum class Kind : short { Near, Far };
struct Tagged {
  Kind kind;
  bool isSet;
  unsigned char code;
};
struct Found : Tagged {
  double dist;
  long id;
  int code; // hides the base's
};
struct Box {
  Vec low, high;
  int hits[2][2];
  LaneVec few;
};
struct Weight {
  float value;
};
// Arrays that a constructor sets whole.
struct Marks {
  int first = 4;
  bool are[2] = {true, false};
  int each[2][2];
  char text[6] = "abc";
  Marks(int from, float x) : each{{from, 2}, {from * 3, from + 1}} {
    if (x < 0)
      first = from;
  }
};

static bool closer(const Found &a, const Found &b) {
  return a.dist < b.dist || (a.dist == b.dist && a.id < b.id);
}
static Found made(double dist, long id, bool isNear) {
  Found f;
  f.dist = dist;
  f.id = id;
  f.code = int(id) * 3;
  f.Tagged::code = (unsigned char)(id * 7);
  f.isSet = true;
  f.kind = Kind::Far;
  if (isNear)
    f.kind = Kind::Near;
  return f;
}
// Returns at several places.
static Vec clamped(const Vec &p, const Vec &low, const Vec &high) {
  if (p.x < low.x)
    return low;
  Vec r = p;
  if (r.x > high.x)
    r.x = high.x;
  r.y = r.y < low.y ? low.y : r.y > high.y ? high.y : r.y;
  if (p.z > high.z)
    return {r.x, r.y, high.z};
  return r;
}
// Both may be one object.
static void shift(Vec &a, const Vec &b, Weight w) {
  a.x += b.y * w.value;
  a.y -= b.x;
  if (a.y < b.z)
    a.z = b.x + 1;
}

struct Node {
  Vec low, high, center;
  float mass;
  int id;
  Weight weight;
  Node *kid[2];
};
struct Query {
  Vec at, force;
  Found best;
  Box seen[2];
  int steps;
};

static void note(Query &q, const Vec &where, int some) {
  Box &box = q.seen[some & 1];
  if (where.x < box.low.x)
    box.low = where;
  q.force = {where.y, q.force.x, q.force.y};
  box.high.z += where.x; // which may be of the force
  ++box.few.many;
}

#pragma regtt traversal
static void walk(Query &q, const Node *n, Vec go, Weight w) {
  if (!n)
    return;
  const Vec near = clamped(q.at, n->low, n->high);
  const Vec d = near - q.at;
  const float far = d.dot(d);
  if (far > q.best.dist)
    return;
  ++q.steps;
  const Vec off = n->center - q.at;
  const Found c = made(off.dot(off), n->id, off.x < w.value);
  if (closer(c, q.best))
    q.best = c;
  Vec pull = off.x < 0 ? off : n->center;
  pull = pull * n->mass;
  if (off.y < 0.25f) {
    pull = pull + q.at;
    pull.z = 1;
  }
  const Vec by = off.z < 0 ? pull : go;
  q.force.add(by, 0.5f);
  if (by.x < 1)
    q.force += by;
  Box b = {near, q.at, {{1, n->id}, {q.steps, 0}}, {3}};
  if (b.low.x > b.high.x) {
    Vec t = b.low;
    b.low = b.high;
    b.high = t;
    ++b.hits[n->id & 1][0];
  }
  Marks marks(n->id & 7, near.x);
  marks.are[q.steps & 1] = marks.are[off.x < 0];
  if (marks.are[1])
    marks.text[q.steps & 3] = marks.text[4 + (off.y < 0)];
  q.seen[1].hits[1][1] += marks.first + marks.each[1][off.y < 0] +
                          marks.text[n->id & 3] + marks.each[0][q.steps & 1];
  q.seen[0].low = b.low;
  if (b.hits[0][0] > 1)
    q.seen[n->id & 1] = b;
  if (b.hits[1][0] % 3 == 0) {
    shift(q.force, q.force, w);
    shift(q.force, q.at, n->weight);
    note(q, q.force, n->id);
  } else {
    shift(go, go, w);
    note(q, off, n->id + 1);
  }
  w.value = w.value * 0.5f + go.x;
  walk(q, n->kid[0], off, w);
  walk(q, n->kid[1], go.y < 0 ? go : pull, {n->mass});
}

static float uniform() { return float(std::rand() % 1000) / 250 - 2; }

static Node *build(int depth) {
  static int id = 0;
  if (depth == 0)
    return nullptr;
  Node *n = new Node;
  n->center = {uniform(), uniform(), uniform()};
  n->low = {n->center.x - 1, n->center.y - 1, n->center.z - 1};
  n->high = {n->center.x + 1, n->center.y + 1, n->center.z + 1};
  n->mass = uniform();
  n->weight = {uniform()};
  n->id = id++;
  n->kid[0] = build(depth - 1);
  n->kid[1] = std::rand() % 5 == 0 ? nullptr : build(depth - 1);
  return n;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  std::srand(argc > 2 ? unsigned(std::atoi(argv[2])) : 1);
  Node *root = build(8);
  Query *queries = new Query[count + 1]();
  for (int i = 0; i < count; ++i) {
    queries[i].at = {uniform(), uniform(), uniform()};
    queries[i].best.dist = 50;
    queries[i].best.id = -1;
    if (i % 11 == 3)
      queries[i].at.x = i % 2 ? NAN : -0.0f;
  }
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    walk(queries[i], root, queries[i].at, {0.5f});
  for (int i = 0; i < count; ++i) {
    const Query &q = queries[i];
    std::printf("%a %a %a %a %ld %d %d %d %d\n", q.force.x, q.force.y,
                q.force.z, q.best.dist, q.best.id, q.best.code,
                q.best.Tagged::code, int(q.best.kind), q.steps);
    for (const Box &box : q.seen)
      std::printf("  %a %a %d %d %d %d %d\n", box.low.x, box.high.z,
                  box.hits[0][0], box.hits[1][0], box.hits[0][1],
                  box.hits[1][1], box.few.many);
  }
}
