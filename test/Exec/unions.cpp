// Unions: vectors by names and by index, packed nodes by kind, children under
// two names, bits that are written as one member and read as another, unions of
// unions, without names, in bases, in arrays, as operands, locals, arguments,
// what functions are handed and give back, uniforms and globals; bit-fields and
// truth values in them; beside what a query writes there is what it must keep.
//
//   unions NODES QUERIES SEED
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++17 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "200 60 1" "1 3 2" "2 5 3" "0 4 4"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 60 9 5 2>&1 | FileCheck %s
// CHECK-COUNT-10: verify=identical
// CHECK-NOT: verify=
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc -std=c++17 %s --emit=header -o %t.d/unions.regtt.h
// RUN: regtt-cc -std=c++17 %s --emit=cuda -o %t.d/unions.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/unions.regtt.cu -o %t.o
#include "../Inputs/numbers.h"
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static int numNodes, numQueries;

/// Trees of nodes that have `left` and `right`.
template <class Node> static Node *link(std::vector<Node> &nodes) {
  const size_t size = nodes.size();
  for (size_t i = 0; i < size; ++i) {
    nodes[i].left = 2 * i + 1 < size ? &nodes[2 * i + 1] : nullptr;
    nodes[i].right = 2 * i + 2 < size ? &nodes[2 * i + 2] : nullptr;
  }
  return nodes.empty() ? nullptr : nodes.data();
}

static float real() { return float(nextFraction()) * 100 - 50; }

//===--- A vector, by names and by index ----------------------------------===//

namespace vectors {

union Vec3 {
  struct {
    float x, y, z;
  };
  float v[3];
  Vec3() : v{0, 0, 0} {}
  Vec3(float a, float b, float c) : v{a, b, c} {}
  float &operator[](int i) { return v[i]; }
  float operator[](int i) const { return v[i]; }
  Vec3 &operator+=(const Vec3 &o) {
    for (int i = 0; i < 3; ++i)
      v[i] += o.v[i];
    return *this;
  }
  friend Vec3 operator-(const Vec3 &a, const Vec3 &b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend float dot(const Vec3 &a, const Vec3 &b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
  }
};

struct Item {
  int id;
  Item() : at() {}
  union {
    Vec3 at;
    struct {
      int a, b, c;
    } raw;
  };
};
struct Node {
  Vec3 at;
  int axis, first;
  Node *left, *right;
};
struct Query {
  Vec3 at, sum;
  float best;
  int who;
};

static void pull(const Vec3 &d, Vec3 &total) { total += d; }

#pragma regtt traversal
void visit(Query &q, Vec3 &total, const Node *n,
           const std::vector<Item> &items) {
  if (!n)
    return;
  const Vec3 d = n->at - q.at;
  if (dot(d, d) < q.best)
    q.best = dot(d, d);
  q.sum += d;
  pull(d, total);
  q.sum.v[n->axis] += n->at.v[n->axis] * q.at.x;
  q.sum.z += q.sum[1];
  const Item &item = items[n->first];
  q.who ^= item.id + item.raw.b + (item.at.v[n->axis] > q.at[n->axis]);
  total.x += item.at.y;
  if (q.at[n->axis] < n->at[n->axis]) {
    visit(q, total, n->left, items);
    visit(q, total, n->right, items);
  } else {
    visit(q, total, n->right, items);
  }
}

static void run() {
  std::vector<Node> nodes(numNodes);
  std::vector<Item> items(numNodes + 1);
  std::vector<Query> queries(numQueries);
  std::vector<Vec3> totals(numQueries);
  for (Node &n : nodes) {
    n.at = Vec3(real(), real(), real());
    n.axis = nextNumber() % 3;
    n.first = nextNumber() % (numNodes + 1);
  }
  for (Item &item : items) {
    item.id = nextNumber();
    item.at = Vec3(real(), real(), real());
  }
  for (Query &q : queries) {
    q.at = Vec3(real(), real(), real());
    q.best = 1e9f;
    q.who = 0;
  }
  const Node *root = link(nodes);
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    visit(queries[i], totals[i], root, items);
  for (int i = 0; i < numQueries; ++i)
    std::printf("%a %a %a %a %d %a %a\n", double(queries[i].best),
                double(queries[i].sum.x), double(queries[i].sum.y),
                double(queries[i].sum.z), queries[i].who, double(totals[i].x),
                double(totals[i].v[2]));
}

} // namespace vectors

//===--- Packed nodes -----------------------------------------------------===//

namespace packed {

enum Kind { Inner, Leaf, Skip };
struct Data {
  float weight;
  int id;
};
struct Node {
  Kind kind;
  union {
    struct {
      Node *kid[2];
      float cut;
    } inner;
    struct {
      const Data *data;
      int count;
    } leaf;
    struct {
      Node *next;
    } skip;
  };
};
struct Query {
  float x, sum;
  int trace;
};

#pragma regtt traversal
void visit(const Node *n, Query &q) {
  switch (n->kind) {
  case Leaf:
    for (int i = 0; i < n->leaf.count; ++i) {
      q.sum += n->leaf.data[i].weight;
      q.trace = q.trace * 3 + n->leaf.data[i].id;
    }
    break;
  case Skip:
    q.trace ^= 1;
    visit(n->skip.next, q);
    break;
  case Inner:
    if (q.x < n->inner.cut) {
      visit(n->inner.kid[0], q);
      visit(n->inner.kid[1], q);
    } else {
      visit(n->inner.kid[1], q);
    }
    break;
  }
}

static Node *build(std::vector<Node> &nodes, std::vector<Data> &data, int lo,
                   int hi, int depth) {
  Node *n = &nodes.emplace_back();
  if (hi - lo < 4) {
    n->kind = Leaf;
    n->leaf.data = data.data() + lo;
    n->leaf.count = hi - lo;
  } else if (depth % 3 == 2) {
    n->kind = Skip;
    n->skip.next = build(nodes, data, lo, hi, depth + 1);
  } else {
    n->kind = Inner;
    n->inner.cut = float(lo + hi) / 2;
    n->inner.kid[0] = build(nodes, data, lo, (lo + hi) / 2, depth + 1);
    n->inner.kid[1] = build(nodes, data, (lo + hi) / 2, hi, depth + 1);
  }
  return n;
}

static void run() {
  std::vector<Data> data(numNodes);
  for (Data &d : data)
    d = {real(), nextNumber()};
  std::vector<Node> nodes;
  nodes.reserve(4 * numNodes + 4);
  const Node *root = build(nodes, data, 0, numNodes, 0);
  std::vector<Query> queries(numQueries);
  for (Query &q : queries)
    q = {float(nextNumber() % (numNodes + 1)), 0, 0};
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    visit(root, queries[i]);
  for (const Query &q : queries)
    std::printf("%a %d\n", double(q.sum), q.trace);
}

} // namespace packed

//===--- Packed nodes in an array -----------------------------------------===//

namespace numbered {

struct Node {
  union {
    float split;
    int one, offset;
  };
  union {
    int flags, items, above;
  };
  bool isLeaf() const { return (flags & 3) == 3; }
};
struct Query {
  float lo[3], hi[3];
  float sum;
  int count;
};
struct Tree {
  std::vector<Node> nodes;
  std::vector<int> order;
  std::vector<float> weights;
};

#pragma regtt traversal
void walk(const Tree &t, int at, Query &q) {
  const Node &n = t.nodes[at];
  if (n.isLeaf()) {
    const int count = n.items >> 2;
    if (count == 1)
      q.sum += t.weights[n.one];
    else
      for (int i = 0; i < count; ++i)
        q.sum += t.weights[t.order[n.offset + i]];
    q.count += count;
    return;
  }
  const int axis = n.flags & 3;
  if (q.lo[axis] <= n.split)
    walk(t, at + 1, q);
  if (q.hi[axis] >= n.split)
    walk(t, n.above >> 2, q);
}

static void build(Tree &t, int lo, int hi, int depth) {
  const size_t self = t.nodes.size();
  t.nodes.emplace_back();
  if (hi - lo <= 3) {
    t.nodes[self].flags = (hi - lo) << 2 | 3;
    if (hi - lo == 1)
      t.nodes[self].one = lo;
    else
      t.nodes[self].offset = int(t.order.size());
    for (int i = lo; hi - lo != 1 && i < hi; ++i)
      t.order.push_back(i);
    return;
  }
  build(t, lo, (lo + hi) / 2, depth + 1);
  t.nodes[self].split = float(lo + hi) / 20;
  t.nodes[self].above = int(t.nodes.size()) << 2 | depth % 3;
  build(t, (lo + hi) / 2, hi, depth + 1);
}

static void run() {
  Tree tree;
  build(tree, 0, numNodes, 0);
  for (int i = 0; i <= numNodes; ++i)
    tree.weights.push_back(real());
  std::vector<Query> queries(numQueries);
  for (Query &q : queries) {
    q = {};
    for (int k = 0; k < 3; ++k) {
      q.lo[k] = float(nextNumber() % (numNodes + 1)) / 10;
      q.hi[k] = q.lo[k] + float(k) + 1;
    }
  }
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    walk(tree, 0, queries[i]);
  for (const Query &q : queries)
    std::printf("%a %d\n", double(q.sum), q.count);
}

} // namespace numbered

//===--- Children under two names -----------------------------------------===//

namespace children {

struct Extra {
  float a;
  int b;
};
struct Node {
  int key;
  union {
    struct {
      Node *left, *right;
    };
    Node *child[2];
  };
  int has;
  union {
    const Extra *extra; // where `has` is 1
    long count;
  };
};
struct Query {
  int which;
  long sum;
};

static bool hasExtra(const Node &n) { return n.has == 1; }

#pragma regtt traversal
void visit(Query *q, const Node *n) {
  if (!n)
    return;
  if (!n->left && !n->right) {
    q->sum += n->key;
    return;
  }
  q->sum = q->sum * 3 + n->key;
  if (hasExtra(*n))
    q->sum ^= n->extra->b;
  else
    q->sum += n->count;
  for (int i = 0; i < 2; ++i)
    if ((q->which >> i) & 1)
      visit(q, n->child[i]);
}

static void run() {
  std::vector<Extra> extras(numNodes + 1);
  std::vector<Node> nodes(numNodes);
  for (int i = 0; i < numNodes; ++i) {
    extras[i] = {real(), nextNumber()};
    nodes[i].key = nextNumber();
    nodes[i].has = nextNumber() % 3;
    if (nodes[i].has == 1)
      nodes[i].extra = &extras[i];
    else
      nodes[i].count = nextNumber() * 1000003L;
  }
  const Node *root = link(nodes);
  std::vector<Query> queries(numQueries);
  for (Query &q : queries)
    q = {nextNumber() % 4, 0};
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    visit(&queries[i], root);
  for (const Query &q : queries)
    std::printf("%ld\n", q.sum);
}

} // namespace children

//===--- Bits, as one member and as another -------------------------------===//

namespace bits {

enum Letter : unsigned char { A, B, C };
union Word {
  float f;
  std::uint32_t u;
  struct {
    std::uint16_t lo, hi;
  };
  unsigned char b[4];
  struct {
    unsigned mantissa : 23, exponent : 8, sign : 1;
  };
};
union Pair {
  double d;
  std::uint64_t w;
  float f[2];
  std::uint32_t h[2];
};
struct Node {
  float x;
  Word word;
  int kind;
  union { // as `kind` says
    bool flag;
    unsigned char byte;
    Letter letter;
  };
  union {
    struct {
      unsigned leaf : 1, axis : 2;
      int offset : 29;
    };
    unsigned raw;
  };
  Pair pairs[3];
  struct {
    unsigned a : 3, b : 5;
  } flags[4];
  Node *left, *right;
};
struct Query {
  Word one, two;
  union {
    int i;
    float f;
  };
  union {
    struct {
      unsigned low : 5;
      int high : 20;
      unsigned top : 7;
    };
    unsigned raw;
  };
  Pair pairs[4];
  std::uint32_t trace;
};

static Word mix(Word a, const Word &b) {
  Word r = a;
  r.lo ^= b.hi;
  r.u += 7;
  return r;
}

static void bump(Word &w, int k) {
  if (k)
    w.hi++;
  else
    w.u ^= 5;
}

#pragma regtt traversal
void visit(Query *q, const Node *n, Word carried) {
  if (!n)
    return;
  q->one.f += n->x;
  q->trace += q->one.u;
  q->two.u ^= n->word.u;
  q->two.hi += 3;
  q->two.b[n->raw & 3] ^= q->one.exponent;
  q->one.mantissa &= ~7u;
  q->f = n->x;
  q->trace = q->trace * 31 + q->i + q->two.lo;
  if (n->kind == 0)
    q->trace += n->flag ? 5 : 7;
  else if (n->kind == 1)
    q->trace += n->byte;
  else
    q->trace += n->letter == C;
  q->trace += n->flags[2].b * n->flags[n->raw & 3].a;
  q->high += n->offset;
  q->low ^= n->axis;
  q->raw ^= 0x80000001u;
  q->trace ^= q->top + n->leaf;
  q->pairs[n->axis].f[n->raw & 1] += n->pairs[n->axis % 3].f[n->kind & 1];
  q->pairs[(n->axis + 1) & 3].h[n->kind & 1] ^= n->pairs[n->kind].h[0];
  q->trace += q->pairs[n->axis].w >> 9;

  Word t = n->word;
  t.u ^= carried.u;
  Word w = mix(t, n->word);
  bump(w, t.u & 1);
  if (n->kind & 1)
    t.b[1] = n->axis;
  visit(q, n->left, w);
  q->trace = q->trace * 3 + t.u + w.lo;
  for (int k = 0; k < 4; ++k)
    t.b[k] += k + n->kind;
  visit(q, (q->trace & 1) ? n->right : n->left, t);
  q->trace ^= t.lo + carried.hi;
}

static void run() {
  std::vector<Node> nodes(numNodes < 40 ? numNodes : 40);
  for (Node &n : nodes) {
    n.x = real();
    n.word.u = nextNumber() * 2654435761u;
    n.kind = nextNumber() % 3;
    if (n.kind == 0)
      n.flag = nextNumber() & 1;
    else if (n.kind == 1)
      n.byte = nextNumber();
    else
      n.letter = Letter(nextNumber() % 3);
    n.leaf = nextNumber() & 1;
    n.axis = nextNumber() % 3;
    n.offset = nextNumber() * 77 - 900;
    for (auto &flags : n.flags) {
      flags.a = nextNumber() & 7;
      flags.b = nextNumber() & 31;
    }
    for (Pair &p : n.pairs)
      p.f[0] = real(), p.f[1] = real();
  }
  const Node *root = link(nodes);
  std::vector<Query> queries(numQueries);
  std::vector<Word> carried(numQueries);
  for (int i = 0; i < numQueries; ++i) {
    std::memset(static_cast<void *>(&queries[i]), 0, sizeof(Query));
    queries[i].one.f = real();
    queries[i].two.u = nextNumber();
    queries[i].raw = nextNumber() * 12345;
    carried[i].f = real();
  }
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    visit(&queries[i], root, carried[i]);
  for (const Query &q : queries)
    std::printf("%x %x %x %x %lx %lx %x\n", q.one.u, q.two.u, q.i, q.raw,
                q.pairs[0].w, q.pairs[1].w, q.trace);
}

} // namespace bits

//===--- Unions in unions, bases and templates ----------------------------===//

namespace nested {

struct Point {
  union {
    struct {
      float x, y;
    };
    float v[2];
    struct {
      union {
        std::uint32_t ix;
        float fx;
      };
      std::uint32_t iy;
    };
  };
  float z;
};
template <class T, int N> union Vec {
  struct {
    T x, y;
  };
  std::array<T, N> a;
  T v[N];
};
struct Base {
  union {
    Vec<float, 2> at;
    float q[2];
  };
  int x;
};
struct Node : Base {
  Point point, more[2];
  float x; // hides the base's
  Node *left, *right;
};
struct QueryBase {
  Vec<float, 2> at;
  union {
    int n;
    std::uint32_t un;
  };
};
struct Query : QueryBase {
  Vec<double, 2> total;
  Point best, sums[2];
  float most;
  std::uint32_t trace;
};

static float length(const Point &p) { return p.x * p.x + p.v[1] * p.y + p.z; }
static Point middle(Point a, const Point &b) {
  Point r = a;
  r.x = (a.x + b.x) / 2;
  r.iy ^= b.iy & 3;
  r.z = b.fx;
  return r;
}

#pragma regtt traversal
void visit(Query &q, const Node *n) {
  if (!n)
    return;
  q.total.x += n->at.x * q.at.v[0];
  q.total.v[1] += n->q[1] * q.at.a[1] + n->x;
  q.n += n->Base::x;
  q.un ^= n->at.a[0] > 3;
  q.total.a[n->Base::x & 1] *= 1.25;
  if (length(n->point) > q.most) {
    q.most = length(n->point);
    q.best = n->point;
  }
  Point &sum = q.sums[n->Base::x & 1];
  sum = middle(sum, n->more[n->Base::x & 1]);
  q.sums[0].v[n->Base::x & 1] += q.best.fx;
  q.trace = q.trace * 3 + q.sums[1].ix + q.best.iy;
  visit(q, n->left);
  visit(q, n->right);
}

static void run() {
  std::vector<Node> nodes(numNodes);
  const auto point = [] {
    Point p;
    p.x = real();
    p.y = real();
    p.z = real();
    return p;
  };
  for (Node &n : nodes) {
    n.at.x = real();
    n.at.y = real();
    n.x = real();
    n.Base::x = nextNumber();
    n.point = point();
    n.more[0] = point();
    n.more[1] = point();
  }
  const Node *root = link(nodes);
  std::vector<Query> queries(numQueries);
  for (Query &q : queries) {
    q.at.x = real();
    q.at.y = real();
  }
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    visit(queries[i], root);
  for (const Query &q : queries)
    std::printf("%a %a %d %a %a %a %x\n", q.total.x, q.total.y, q.n,
                double(q.most), double(q.best.y), double(q.sums[0].x), q.trace);
}

} // namespace nested

//===--- Operands, results, uniforms, globals -----------------------------===//

namespace around {

union Word {
  float f;
  std::uint32_t u;
  struct {
    std::uint16_t lo, hi;
  };
};
union Setting {
  float f;
  std::uint32_t u;
  std::uint16_t h[2];
};
static const Setting table[3] = {{1.5f}, {2.5f}, {-3.f}};
static Setting state;
struct Options {
  int kind;
  union {
    float radius;
    int count;
  };
  Setting words[2];
};
struct Node {
  float x;
  int k;
  Node *left, *right;
};
struct Narrow {
  char c;
  int i;
};
union Kept {
  Narrow narrow;
  struct {
    short s;
  } first;
  char bytes[6]; // the last two are nobody's
};
struct Query {
  Kept kept;
  char after[3];
};

#pragma regtt traversal
void visit(Word *w, const Node *n, const Options &options) {
  if (!n)
    return;
  w->f += n->x;
  w->lo ^= table[n->k % 3].u ^ state.u;
  if (options.kind)
    w->f *= options.radius;
  else
    w->u += options.count;
  w->hi ^= options.words[n->k & 1].h[0];
  visit(w, n->left, options);
  visit(w, n->right, options);
}

#pragma regtt traversal
void part(std::uint16_t *at, const Node *n) {
  if (!n)
    return;
  *at += n->k;
  part(at, n->left);
  part(at, n->right);
}

#pragma regtt traversal
void keep(Query *q, const Node *n) {
  if (!n)
    return;
  q->kept.first.s += n->k;
  if (n->k % 5 == 0)
    q->kept.narrow.i ^= n->k;
  q->kept.bytes[5]++;
  keep(q, n->left);
  keep(q, n->right);
}

#pragma regtt traversal
Word find(const Node *n, float at) {
  if (!n)
    return {};
  Word found = find(at < n->x ? n->left : n->right, at);
  found.u ^= 0xff;
  found.f += n->x;
  return found;
}

static void run() {
  std::vector<Node> nodes(numNodes);
  for (Node &n : nodes) {
    n.x = real();
    n.k = nextNumber();
  }
  const Node *root = link(nodes);
  state.f = real();
  Options options;
  options.kind = 0;
  options.count = nextNumber();
  options.words[0].f = real();
  options.words[1].u = nextNumber();
  std::vector<Word> words(numQueries), found(numQueries);
  for (Word &w : words)
    w.f = real();
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    visit(&words[i], root, options);
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    part(&words[i].hi, root);
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    found[i] = find(root, float(i));
  std::vector<Query> queries(numQueries);
  std::memset(static_cast<void *>(queries.data()), 0xab,
              sizeof(Query) * queries.size());
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i)
    keep(&queries[i], root);
  for (int i = 0; i < numQueries; ++i) {
    std::printf("%x %x ", words[i].u, found[i].u);
    const auto *bytes = reinterpret_cast<const unsigned char *>(&queries[i]);
    for (size_t k = 0; k < sizeof(Query); ++k)
      std::printf("%02x", bytes[k]);
    std::printf("\n");
  }
}

} // namespace around

int main(int argc, char **argv) {
  numNodes = argc > 1 ? std::atoi(argv[1]) : 200;
  numQueries = argc > 2 ? std::atoi(argv[2]) : 50;
  numbersState = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 1;
  vectors::run();
  packed::run();
  numbered::run();
  children::run();
  bits::run();
  nested::run();
  around::run();
}
