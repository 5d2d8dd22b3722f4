// Programs of several calls for lanes: queries that make different calls and
// different numbers of them, under roots of their own, with code between that
// lanes have no form for.
//
//   lanes_programs QUERIES TREES SEED
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=lanes --variant=packed,lane_lockstep,lane_ropes -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same_lanes %t.serial %t.parallel packed,lane_lockstep,lane_ropes "1 3 1" "15 1 2" "16 2 3" "17 3 4" "33 0 5" "0 2 6" "2500 5 7"
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Node {
  float at[2], split;
  int axis, id;
  Node *kid[2];
};
struct Query {
  float at[2], best;
  int nearest, kind, calls;
  double sum;
};

#pragma regtt traversal
static void nearest(Query &q, const Node *n) {
  if (!n)
    return;
  const float x = q.at[0] - n->at[0], y = q.at[1] - n->at[1];
  const float d = x * x + y * y;
  if (d < q.best) {
    q.best = d;
    q.nearest = n->id;
  }
  const float off = q.at[n->axis] - n->split;
  nearest(q, off < 0 ? n->kid[0] : n->kid[1]);
  if (off * off < q.best)
    nearest(q, off < 0 ? n->kid[1] : n->kid[0]);
}

#pragma regtt traversal
static void add(Query &q, const Node *n, double weight) {
  if (!n || weight < 0.01)
    return;
  q.sum += weight * n->split;
  add(q, n->kid[0], weight * 0.75);
  add(q, n->kid[1], weight * (q.at[0] < n->at[0] ? 0.5 : 0.25));
}

#pragma regtt traversal
static int count(const Node *n, const float *at, float r) {
  if (!n)
    return 0;
  const float x = at[0] - n->at[0], y = at[1] - n->at[1];
  int found = x * x + y * y < r ? 1 : 0;
  found += count(n->kid[0], at, r);
  found += count(n->kid[1], at, r);
  return found;
}

static unsigned state;
static float draw() {
  state = state * 1103515245 + 12345;
  return float(state >> 16 & 0x7fff) / 0x8000;
}

static Node *grow(int depth, int &id) {
  if (depth == 0 || draw() < 0.1f)
    return nullptr;
  Node *n = new Node{{draw(), draw()}, draw(), depth % 2, id++, {}};
  for (Node *&kid : n->kid)
    kid = grow(depth - 1, id);
  return n;
}

static void print(const char *what, const std::vector<Query> &queries) {
  std::printf("%s\n", what);
  for (const Query &q : queries)
    std::printf("%a %d %d %d %a\n", double(q.best), q.nearest, q.kind, q.calls,
                q.sum);
}

int main(int argc, char **argv) {
  const int numQueries = argc > 1 ? std::atoi(argv[1]) : 100;
  const int numTrees = argc > 2 ? std::atoi(argv[2]) : 3;
  state = unsigned(argc > 3 ? std::atoi(argv[3]) : 1);
  int id = 0;
  std::vector<Node *> roots;
  for (int k = 0; k < numTrees; ++k)
    roots.push_back(k == 1 ? nullptr : grow(9, id));
  const Node *first = numTrees > 0 ? roots[0] : nullptr;
  std::vector<Query> queries;
  for (int i = 0; i < numQueries; ++i)
    queries.push_back({{draw(), draw()}, 2, -1, i % 5, 0, 0});

  // Some are done after the first call.
#pragma regtt parallel
  for (Query &q : queries) {
    nearest(q, first);
    ++q.calls;
    if (q.best > 0.01f && q.kind % 2 == 0)
      continue;
    q.at[1] = 1 - q.at[1];
    q.best = 0.5f;
    q.calls += 10;
    nearest(q, first);
  }
  print("returns", queries);

  // As many calls as a query wants, each of one tree, and an own one last.
#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i) {
    Query &q = queries[i];
    int left = q.kind;
    for (int k = 0; k < numTrees && left > 0; ++k) {
      if ((i + k) % 3 == 0)
        continue;
      const double before = q.sum;
      add(q, roots[k], 1.0 / (k + 1));
      switch (q.kind) {
      case 1:
        q.sum = before;
        break;
      case 2:
        q.sum += before;
        [[fallthrough]];
      default:
        --left;
      }
    }
    if (numTrees > 0)
      add(q, roots[i % numTrees], 0.5);
    q.calls += left;
  }
  print("loops", queries);

  // What calls return decides about the next one.
#pragma regtt parallel
  for (Query &q : queries) {
    float r = 0.001f;
    int found = count(first, q.at, r);
    while (found < 3 && r < 1) {
      r *= 2 + q.kind;
      found = count(first, q.at, r);
    }
    q.nearest = found;
    q.best = r;
  }
  print("values", queries);

#pragma regtt parallel
  for (int i = 0; i < numQueries; ++i) {
    Query &q = queries[i];
    const int found = count(first, q.at, 0.25f);
    q.calls = found;
    if (found > 4)
      q.calls += 3 * count(first, q.at, 0.01f * float(found));
  }
  print("conditions", queries);
}
