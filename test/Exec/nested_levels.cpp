// Elements that iterations set and ask for meanwhile: breadth-first search by
// levels, and the first of several values. (--suggest does not look for loops
// that call no recursion.)
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu --variant=all -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "3000 1" "1 2" "0 3" "300 40" "17 5"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 200 5 2>&1 | FileCheck %s
// CHECK-COUNT-4: verify=identical
//
// What is asked would change with what is set:
// RUN: not env REGTT_TARGET=cpu %t.parallel 20 4 minus 2>&1 | FileCheck --check-prefix=MINUS %s
// MINUS: what iterations set an array's elements to may change what others ask of them
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

static unsigned state = 1;
static unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

struct Graph {
  std::vector<int> row, col;
  int size() const { return int(row.size()) - 1; }
};

// All in one array; its own element is tested, too.
static bool expand(const Graph &graph, std::vector<int> &level, int depth) {
  bool changed = false;
  const int n = graph.size();
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    if (level[v] != depth)
      continue;
    for (int e = graph.row[v]; e < graph.row[v + 1]; ++e) {
      const int w = graph.col[e];
      if (level[w] == -1) {
        level[w] = depth + 1;
        changed = true;
      }
    }
  }
  return changed;
}

// Over edges, both ends in one test.
static bool relax(const std::vector<int> &from, const Graph &graph,
                  std::vector<int> &level, int depth) {
  bool changed = false;
#pragma regtt parallel
  for (std::size_t e = 0; e < from.size(); ++e)
    if (level[from[e]] == depth && level[graph.col[e]] == -1) {
      level[graph.col[e]] = depth + 1;
      changed = true;
    }
  return changed;
}

// From a list; what is not reached is below zero, of whatever number.
static int reach(const Graph &graph, const std::vector<int> &frontier,
                 std::vector<short> &level, short depth) {
  int any = 0;
#pragma regtt parallel
  for (const int v : frontier)
    for (int e = graph.row[v]; e < graph.row[v + 1]; ++e)
      if (v != graph.col[e] && level[graph.col[e]] < 0) {
        level[graph.col[e]] = depth;
        any |= 2;
      }
  return any;
}

struct Vertex {
  bool isSeen;
  int parent;
  std::uint8_t owner;
};

// The first one's value stays; which one that is says the order of the loop.
static void first(const Graph &graph, const std::vector<int> &frontier,
                  std::vector<Vertex> &vertices, std::vector<int> &by) {
#pragma regtt parallel
  for (const int v : frontier)
    for (int e = graph.row[v]; e < graph.row[v + 1]; ++e) {
      const int w = graph.col[e];
      if (!vertices[w].isSeen)
        vertices[w].isSeen = true;
      if (vertices[w].parent < 0)
        vertices[w].parent = v;
      if (vertices[w].owner == 7)
        vertices[w].owner = std::uint8_t(v % 9); // 7 again: not yet
      if (!by[w])
        by[w] = 3 * v + 1;
    }
}

// Without an inner loop, and in one that is left early.
static void claim(const std::vector<int> &to, std::vector<long> &owner,
                  std::vector<int> &tries) {
  const int n = int(to.size());
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    int at = to[v];
    for (int k = 0; k < 20; ++k) {
      if (owner[at] > 1000000)
        owner[at] = v;
      ++tries[at];
      at = to[at];
      if (at == v)
        break;
    }
  }
}

template <class T>
static void print(const char *what, const std::vector<T> &all) {
  std::printf("%s", what);
  for (const T each : all)
    std::printf(" %ld", long(each));
  std::printf("\n");
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  state = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  const bool isWrong = argc > 3;
  Graph graph;
  graph.row.push_back(0);
  std::vector<int> frontier, to(n), from;
  for (int v = 0; v < n; ++v) {
    for (unsigned d = draw(40) ? draw(5) : 700; d > 0; --d)
      graph.col.push_back(int(draw(unsigned(n))));
    graph.row.push_back(int(graph.col.size()));
    from.resize(graph.col.size(), v);
    to[v] = int(draw(unsigned(n)));
    if (draw(4) == 0)
      frontier.push_back(v);
  }
  std::vector<int> level(n, -1), by(n), tries(n);
  if (n > 0)
    level[0] = 0;
  int depth = isWrong ? -1 : 0;
  while (expand(graph, level, depth) && depth < 50)
    ++depth;
  std::printf("%d\n", depth);
  print("level", level);
  std::vector<int> second(n, -1);
  if (n > 0)
    second[0] = 0;
  for (depth = 0; relax(from, graph, second, depth);)
    ++depth;
  std::printf("%d %d\n", depth, second == level);
  std::vector<short> reached(n);
  for (short &each : reached)
    each = short(int(draw(5)) - 3);
  std::printf("%d\n", reach(graph, frontier, reached, 9));
  print("reached", reached);
  std::vector<Vertex> vertices(n, {false, -1, 7});
  first(graph, frontier, vertices, by);
  for (const Vertex &v : vertices)
    std::printf("%d %d %d\n", v.isSeen, v.parent, v.owner);
  print("by", by);
  std::vector<long> owner(n, 2000000);
  claim(to, owner, tries);
  print("owner", owner);
  print("tries", tries);
}
