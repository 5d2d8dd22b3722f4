// Heads of loops over children: the size in a variable beside the index or
// before the loop, counting down, at(), pointers and iterators with their ends
// in the head, as many as the node says; with work between the calls.
//
//   child_loop_heads QUERIES DEPTH SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "300 4 1" "60 7 2" "20 0 3" "0 3 4"
// RUN: %serial -DSTATIC %s -o %t.static_serial
// RUN: regtt-cc -O1 --target=cpu -DSTATIC %s -o %t.static
// RUN: %same %t.static_serial %t.static static_ropes,autoropes "300 4 5" "20 0 6"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/child_loop_heads.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/child_loop_heads.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/child_loop_heads.regtt.cu -o %t.o
#include <array>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <random>
#include <vector>

struct Query {
  float x;
  int count;
  unsigned long sum;
};

struct Slots {
  float lo;
  unsigned id;
  Slots *kid[8];
  std::array<Slots *, 3> more;
};
struct Listed {
  float lo;
  unsigned id;
  std::vector<Listed *> kids;
};
struct Behind {
  float lo;
  unsigned id;
  int num;
  Behind **some;
};
struct Nested {
  float lo;
  unsigned id;
  int num;
  Nested *subs;
};
struct First {
  float lo;
  unsigned id;
  int num;
  First *few[6];
};

template <class Node> static bool ends(Query &q, const Node *n) {
  q.sum = q.sum * 31 + n->id;
  return q.x < n->lo;
}

#ifdef STATIC
#pragma regtt traversal
static void pointers(const Slots *n, Query &q) {
  if (ends(q, n))
    return;
  for (Slots *const *k = n->kid; k != n->kid + 8; ++k)
    if (*k)
      pointers(*k, q);
  for (auto it = n->more.begin(); it != n->more.end(); ++it)
    if (*it)
      pointers(*it, q);
}

#pragma regtt traversal
static void iterators(const Listed *n, Query &q) {
  if (ends(q, n))
    return;
  for (auto it = n->kids.cbegin(), end = n->kids.cend(); it != end; it++)
    iterators(*it, q);
}

#pragma regtt traversal
static void firstOnes(const First *n, Query &q) {
  if (ends(q, n))
    return;
  for (First *const *k = n->few; k < &n->few[0] + n->num; ++k)
    firstOnes(*k, q);
}
#else

#pragma regtt traversal
static void down(const Slots *n, Query &q) {
  if (ends(q, n))
    return;
  for (int i = 7; i >= 0; --i)
    if (n->kid[i])
      down(n->kid[i], q);
  for (int i = 2; i > -1; i--) {
    if (!n->more[i])
      continue;
    down(n->more[i], q);
    q.count += i;
  }
}

#pragma regtt traversal
static void downSome(const Slots *n, Query &q, int depth) {
  if (!n)
    return;
  if (ends(q, n))
    return;
  for (int i = 5; i != 1; --i)
    downSome(n->kid[i] ? n->kid[i] : n->kid[i + 2], q, depth + i);
  q.count += depth;
}

#pragma regtt traversal
static void beside(const Listed *n, Query &q) {
  if (ends(q, n))
    return;
  for (std::size_t i = 0, e = n->kids.size(); i != e; ++i) {
    beside(n->kids[i], q);
    q.sum ^= i;
  }
}

#pragma regtt traversal
static void checked(const Listed *n, Query &q) {
  if (ends(q, n))
    return;
  const std::size_t size = n->kids.size();
  for (std::size_t i = 0; i < size; ++i)
    checked(n->kids.at(i), q);
}

#pragma regtt traversal
static void counted(const Behind *n, Query &q) {
  if (ends(q, n))
    return;
  for (int i = 0, e = n->num; i < e; i++) {
    if (q.sum % 7 == 3)
      break;
    counted(n->some[i], q);
  }
}

#pragma regtt traversal
static void walked(const Behind *n, Query &q) {
  if (ends(q, n))
    return;
  for (Behind **k = n->some, **end = k + n->num; k != end; ++k) {
    walked(*k, q);
    q.count++;
  }
}

#pragma regtt traversal
static void nested(const Nested *n, Query &q) {
  if (ends(q, n))
    return;
  for (const Nested *c = n->subs; c != n->subs + n->num; ++c)
    nested(c, q);
}

#pragma regtt traversal
static void bounded(const Slots *n, Query &q) {
  if (ends(q, n))
    return;
  for (auto k = std::begin(n->kid); k != std::end(n->kid); ++k) {
    if (!*k)
      continue;
    q.count += 2;
    bounded(*k, q);
  }
}
#endif

static std::mt19937 gen;
static float u() { return std::uniform_real_distribution<float>(0, 1)(gen); }
static unsigned made;

static Slots *slots(int depth) {
  auto *n = new Slots{u() * 0.6f, made++, {}, {}};
  for (Slots *&k : n->kid)
    k = depth > 0 && u() < 0.25f ? slots(depth - 1) : nullptr;
  for (Slots *&k : n->more)
    k = depth > 0 && u() < 0.2f ? slots(depth - 1) : nullptr;
  return n;
}

static Listed *listed(int depth) {
  auto *n = new Listed{u() * 0.6f, made++, {}};
  for (int i = depth > 0 ? int(u() * 5) : 0; i > 0; --i)
    n->kids.push_back(listed(depth - 1));
  return n;
}

static Behind *behind(int depth) {
  auto *n = new Behind{u() * 0.6f, made++, 0, nullptr};
  n->num = depth > 0 ? int(u() * 5) : 0;
  n->some = new Behind *[n->num + 1]();
  for (int i = 0; i < n->num; ++i)
    n->some[i] = behind(depth - 1);
  return n;
}

static void fill(Nested &n, int depth) {
  n.lo = u() * 0.6f;
  n.id = made++;
  n.num = depth > 0 ? int(u() * 5) : 0;
  n.subs = new Nested[n.num];
  for (int i = 0; i < n.num; ++i)
    fill(n.subs[i], depth - 1);
}

static First *first(int depth) {
  auto *n = new First{u() * 0.6f, made++, 0, {}};
  n->num = depth > 0 ? int(u() * 5) : 0;
  for (int i = 0; i < 6; ++i)
    n->few[i] = i < n->num ? first(depth - 1) : n;
  return n;
}

int main(int argc, char **argv) {
  const int queries = argc > 1 ? std::atoi(argv[1]) : 100;
  const int depth = argc > 2 ? std::atoi(argv[2]) : 4;
  gen.seed(argc > 3 ? std::atoi(argv[3]) : 1);
  const Slots *a = slots(depth < 5 ? depth : 5);
  const Listed *b = listed(depth);
  const Behind *c = behind(depth);
  Nested d;
  fill(d, depth);
  const First *e = first(depth);
  std::vector<Query> q(queries);
  for (Query &each : q)
    each = {u(), 0, 0};
#ifdef STATIC
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    pointers(a, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    iterators(b, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    firstOnes(e, q[i]);
  std::printf("%d\n", c->num + d.num);
#else
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    down(a, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    downSome(a, q[i], 1);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    beside(b, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    checked(b, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    counted(c, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    walked(c, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    nested(&d, q[i]);
#pragma regtt parallel
  for (int i = 0; i < queries; ++i)
    bounded(a, q[i]);
  std::printf("%d\n", e->num);
#endif
  for (const Query &each : q)
    std::printf("%d %lu\n", each.count, each.sum);
}
