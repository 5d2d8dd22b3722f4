// Children whose number is known at run time only: in a std::vector of pointers,
// of std::unique_ptr or of the nodes themselves, by a first child and siblings,
// in a fixed array or behind a pointer with a count; and children that leaves
// leave unset.
//
//   child_lists QUERIES DEPTH WIDTH SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes \
// RUN:   "500 4 6 1" \
// RUN:   "200 1 1000 2" \
// RUN:   "100 200 1 3" \
// RUN:   "20 0 5 4" \
// RUN:   "0 3 3 5"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

struct Query {
  float x;
  int count;
  float sum;
};

static std::mt19937 gen;
static float u() { return std::uniform_real_distribution<float>(0, 1)(gen); }

struct Pointers {
  float lo, hi;
  std::vector<Pointers *> children;
};

#pragma regtt traversal
static void visitPointers(const Pointers *n, Query &q) {
  if (q.x < n->lo || q.x > n->hi)
    return;
  if (n->children.empty()) {
    ++q.count;
    return;
  }
  for (const Pointers *c : n->children)
    visitPointers(c, q);
}

struct Owned {
  float lo, hi;
  std::vector<std::unique_ptr<Owned>> kids;
};

// Some are null: their places count.
#pragma regtt traversal
static void visitOwned(const Owned &n, Query &q, float reach) {
  if (q.x < n.lo - reach || q.x > n.hi + reach)
    return;
  q.sum += n.hi;
  for (size_t i = 0; i < n.kids.size(); ++i) {
    const Owned *kid = n.kids[i].get();
    const Owned *same = kid;
    if (same)
      visitOwned(*same, q, reach * 0.5f);
  }
}

// Those that are not there are asked for where they lie.
#pragma regtt traversal
static void countGaps(const Owned &n, Query &q) {
  if (q.x < n.lo - 0.2f || q.x > n.hi)
    return;
  for (size_t i = 0; i < n.kids.size(); ++i) {
    if (!n.kids[i]) {
      q.sum += 3;
      continue;
    }
    q.count++;
    countGaps(*n.kids[i], q);
  }
}

struct Chained {
  float lo, hi;
  Chained *first, *next;
  bool isLeaf() const { return !first; }
};

// Stops early: what is left of the children is not visited.
#pragma regtt traversal
static void visitChained(const Chained *n, Query *q) {
  if (!n || q->x < n->lo || q->x > n->hi)
    return;
  if (n->isLeaf())
    q->count += 2;
  for (Chained *c = n->first; c != nullptr; c = c->next) {
    const Chained *child = c;
    if (q->count < 100)
      visitChained(child, q);
  }
}

struct Fixed {
  float lo, hi;
  int leaf, num;
  Fixed *child[8];
};

#pragma regtt traversal
static void visitFixed(const Fixed *n, Query &q) {
  if (q.x < n->lo || q.x > n->hi)
    return;
  if (n->leaf) {
    q.sum += n->lo;
    return;
  }
  for (int i = 0; i < n->num; i++)
    visitFixed(n->child[i], q);
}

struct Counted {
  float lo, hi;
  unsigned char num;
  Counted *children;
};

#pragma regtt traversal
static void visitCounted(const Counted *n, Query &q) {
  if (q.x < n->lo || q.x > n->hi)
    return;
  q.count++;
  for (int i = 0; i < n->num; ++i)
    visitCounted(&n->children[i], q);
}

// Where no children are there may be a pointer all the same.
#pragma regtt traversal
static void askForArray(const Counted *n, Query &q) {
  if (q.x < n->lo || q.x > n->hi)
    return;
  if (n->children)
    q.count += 2;
  for (int i = 0; i < n->num; ++i)
    askForArray(&n->children[i], q);
}

struct Nested {
  float lo, hi;
  std::vector<Nested> sub;
};

#pragma regtt traversal
static void visitNested(const Nested &n, Query &q) {
  if (q.x < n.lo || q.x > n.hi)
    return;
  q.sum = q.sum * 0.5f + n.lo;
  for (auto it = n.sub.begin(); it != n.sub.end(); ++it)
    visitNested(*it, q);
}

struct Binary {
  float lo, hi;
  bool leaf;
  Binary *left, *right;
};

#pragma regtt traversal
static void visitBinary(const Binary *n, Query &q) {
  if (q.x < n->lo || q.x > n->hi)
    return;
  if (n->leaf) {
    q.sum += n->hi;
    return;
  }
  visitBinary(n->left, q);
  visitBinary(n->right, q);
}

/// No address of anything.
template <class T> static T *nonsense() {
  return reinterpret_cast<T *>(std::uintptr_t{0xdeadbeef});
}

static int width;

static int children(int depth) {
  return depth == 0 ? 0 : width == 1 ? 1 : int(u() * width);
}

static Pointers *pointers(float lo, float hi, int depth) {
  auto *n = new Pointers{lo, hi, {}};
  for (int i = 0, k = children(depth); i < k; ++i)
    n->children.push_back(pointers(lo + u() * (hi - lo) / 2, hi, depth - 1));
  return n;
}

static std::unique_ptr<Owned> owned(float lo, float hi, int depth) {
  std::unique_ptr<Owned> n(new Owned{lo, hi, {}});
  for (int i = 0, k = children(depth); i < k; ++i)
    n->kids.push_back(i + 1 < k && u() < 0.2f
                          ? nullptr
                          : owned(lo, hi - u() * (hi - lo) / 2, depth - 1));
  return n;
}

static Chained *chained(float lo, float hi, int depth) {
  auto *n = new Chained{lo, hi, nullptr, nullptr};
  for (int i = 0, k = children(depth); i < k; ++i) {
    Chained *c = chained(lo + u() * (hi - lo) / 2, hi, depth - 1);
    c->next = n->first;
    n->first = c;
  }
  return n;
}

static Fixed *fixed(float lo, float hi, int depth) {
  auto *n = new Fixed;
  n->lo = lo;
  n->hi = hi;
  n->leaf = depth == 0;
  n->num = depth == 0 ? 77 : width == 1 ? 1 : 1 + int(u() * 7);
  for (Fixed *&c : n->child)
    c = nonsense<Fixed>();
  for (int i = 0; depth > 0 && i < n->num; ++i)
    n->child[i] = fixed(lo + u() * (hi - lo) / 2, hi, depth - 1);
  return n;
}

static void counted(Counted &n, float lo, float hi, int depth) {
  n.lo = lo;
  n.hi = hi;
  n.num = (unsigned char)(children(depth) % 200);
  n.children = n.num ? new Counted[n.num] : nonsense<Counted>();
  for (int i = 0; i < n.num; ++i)
    counted(n.children[i], lo, hi - u() * (hi - lo) / 2, depth - 1);
}

static void nested(Nested &n, float lo, float hi, int depth) {
  n.lo = lo;
  n.hi = hi;
  n.sub.resize(children(depth));
  for (Nested &c : n.sub)
    nested(c, lo + u() * (hi - lo) / 2, hi, depth - 1);
}

static Binary *binary(float lo, float hi, int depth) {
  if (depth == 0 || u() < 0.1f)
    return new Binary{lo, hi, true, nonsense<Binary>(), nullptr};
  const float middle = lo + u() * (hi - lo);
  return new Binary{lo, hi, false, binary(lo, middle, depth - 1),
                    binary(middle, hi, depth - 1)};
}

int main(int argc, char **argv) {
  const int queries = argc > 1 ? std::atoi(argv[1]) : 100;
  const int depth = argc > 2 ? std::atoi(argv[2]) : 4;
  width = argc > 3 ? std::atoi(argv[3]) : 6;
  gen.seed(argc > 4 ? std::atoi(argv[4]) : 1);
  const Pointers *a = pointers(0, 1, depth);
  const auto b = owned(0, 1, depth);
  const Chained *c = chained(0, 1, depth);
  const Fixed *d = fixed(0, 1, depth);
  Counted e;
  counted(e, 0, 1, depth);
  Nested f;
  nested(f, 0, 1, depth);
  const Binary *g = binary(0, 1, depth < 12 ? 2 * depth : 12);
  std::vector<Query> q(queries);
  for (Query &each : q)
    each = {u() * 1.1f, 0, 0};
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    visitPointers(a, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    visitOwned(*b, q[i], 0.1f);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    visitChained(c, &q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    visitFixed(d, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    visitCounted(&e, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    countGaps(*b, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    askForArray(&e, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    visitNested(f, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    visitBinary(g, q[i]);
  for (const Query &each : q)
    std::printf("%d %a\n", each.count, each.sum);
}
