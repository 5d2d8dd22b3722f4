// Children beside other data: in the elements of a std::vector or of an array
// of the node's, by reference, by pointer and by index; in leaves they hold
// nothing, or what is no node.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "5" "0" "1" "3"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 4 2>&1 | FileCheck %s
// CHECK-COUNT-7: verify=identical
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Box {
  float lo[2], hi[2];
};

struct Node;
struct Entry {
  Box box;
  Node *child; // null in leaves
  int id;
};
struct Node {
  int level;
  std::vector<Entry> entries;
};

struct Fixed;
struct Branch {
  Box box;
  Fixed *child; // a number in leaves
  int id;
};
struct Fixed {
  int level, count;
  Branch branch[4];
};

struct Query {
  Box box;
  int hits;
  uint64_t sum;
};

static bool meets(const Box &a, const Box &b) {
  for (int d = 0; d < 2; ++d)
    if (a.hi[d] < b.lo[d] || b.hi[d] < a.lo[d])
      return false;
  return true;
}

#pragma regtt traversal
static void byReference(const Node *n, Query &q) {
  if (n->level == 0) {
    for (const Entry &e : n->entries)
      if (meets(q.box, e.box)) {
        q.hits++;
        q.sum = q.sum * 3 + e.id;
      }
  } else {
    for (const Entry &e : n->entries)
      if (meets(q.box, e.box))
        byReference(e.child, q);
  }
}

#pragma regtt traversal
static void byIndex(const Node *n, Query &q) {
  if (n->level > 0)
    for (size_t i = 0; i < n->entries.size(); ++i) {
      const Entry &e = n->entries[i];
      if (meets(q.box, e.box))
        byIndex(n->entries[i].child, q);
      q.sum += e.id;
    }
  else
    for (size_t i = 0; i < n->entries.size(); ++i) {
      const Entry *e = &n->entries[i];
      if (meets(e->box, q.box))
        q.sum = q.sum * 5 + e->id;
    }
}

// Some children are not there.
#pragma regtt traversal
static void withHoles(const Node *n, Query &q) {
  if (n->level == 0) {
    for (const Entry &e : n->entries)
      if (!e.child)
        q.sum += e.id;
    return;
  }
  int k = 0;
  for (const Entry &e : n->entries) {
    k++;
    if (e.child && meets(q.box, e.box))
      withHoles(e.child, q);
    q.sum = q.sum * 3 + k * e.id;
  }
}

// The array's length is the node's.
#pragma regtt traversal
static void counted(const Fixed *n, Query &q) {
  for (int i = 0; i < n->count; ++i) {
    if (!meets(q.box, n->branch[i].box))
      continue;
    if (n->level > 0)
      counted(n->branch[i].child, q);
    else
      q.sum = q.sum * 5 + n->branch[i].id;
  }
}

// All are looked at. In leaves the test is one of the number.
#pragma regtt traversal
static int tested(const Fixed *n, const Box &box) {
  int hits = 0;
  if (n->level > 0) {
    for (const Branch &b : n->branch)
      if (b.child && meets(b.box, box))
        hits += tested(b.child, box);
  } else {
    for (int i = 0; i < 4; i++)
      if (n->branch[i].child && meets(box, n->branch[i].box))
        hits += n->branch[i].id % 7;
  }
  return hits;
}

// The nearest one first, chosen by what lies beside it.
#pragma regtt traversal
static void nearest(const Fixed *n, Query &q) {
  if (n->level == 0) {
    for (int i = 0; i < n->count; ++i)
      if (meets(q.box, n->branch[i].box))
        q.hits++;
    return;
  }
  const int first = n->count > 1 && n->branch[0].box.lo[0] < q.box.lo[0];
  nearest(n->branch[first].child, q);
  q.sum = q.sum * 3 + n->branch[first].id;
  if (q.hits < 3 && n->branch[1 - first].child)
    nearest(n->branch[1 - first].child, q);
}

static unsigned seed = 3;
static unsigned random(unsigned n) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 10) % n;
}

static Box drawBox() {
  Box b;
  for (int d = 0; d < 2; ++d) {
    b.lo[d] = static_cast<float>(random(1000)) / 1000;
    b.hi[d] = b.lo[d] + static_cast<float>(random(100)) / 1000;
  }
  return b;
}

static void cover(Box &a, const Box &b) {
  for (int d = 0; d < 2; ++d) {
    a.lo[d] = b.lo[d] < a.lo[d] ? b.lo[d] : a.lo[d];
    a.hi[d] = b.hi[d] > a.hi[d] ? b.hi[d] : a.hi[d];
  }
}

static int ids = 0;

static Node *grow(int level, bool hasHoles, Box &box) {
  Node *n = new Node{level, {}};
  box = {{2, 2}, {-1, -1}};
  for (unsigned k = level ? 1 + random(4) : random(5); k > 0; --k) {
    Entry e;
    e.id = ids++;
    e.box = drawBox();
    const bool isHole = hasHoles && k > 1 && random(3) == 0;
    e.child = level && !isHole ? grow(level - 1, hasHoles, e.box) : nullptr;
    cover(box, e.box);
    n->entries.push_back(e);
  }
  return n;
}

static Fixed *growFixed(int level, Box &box) {
  Fixed *n = new Fixed;
  n->level = level;
  n->count = static_cast<int>(level ? 1 + random(4) : random(5));
  box = {{2, 2}, {-1, -1}};
  for (int i = 0; i < 4; ++i) {
    Branch &b = n->branch[i];
    b.id = ids++;
    b.child = nullptr;
    b.box = drawBox();
    if (i >= n->count)
      continue;
    if (level)
      b.child = growFixed(level - 1, b.box);
    else
      b.child = reinterpret_cast<Fixed *>(static_cast<intptr_t>(i * 7 + 1));
    cover(box, b.box);
  }
  return n;
}

int main(int argc, char **argv) {
  const int depth = argc > 1 ? std::atoi(argv[1]) : 2;
  Box box;
  const Node *root = grow(depth, false, box);
  const Node *holes = grow(depth, true, box);
  const Fixed *fixed = growFixed(depth, box);
  const int m = 300;
  std::vector<Query> queries[5];
  std::vector<int> hits(m);
  for (std::vector<Query> &each : queries)
    for (int i = 0; i < m; ++i)
      each.push_back({drawBox(), 0, 1});
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byReference(root, queries[0][i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byIndex(root, queries[1][i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    counted(fixed, queries[2][i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    hits[i] = tested(fixed, queries[2][i].box);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    nearest(fixed, queries[3][i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    withHoles(holes, queries[4][i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    hits[i] += tested(fixed, queries[0][i].box);
  for (int i = 0; i < m; ++i) {
    std::printf("%d", hits[i]);
    for (const std::vector<Query> &each : queries)
      std::printf(" %d %llu", each[i].hits,
                  static_cast<unsigned long long>(each[i].sum));
    std::printf("\n");
  }
}
