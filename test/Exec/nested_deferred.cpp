// Statements in inner loops that only the host can do: they are done behind the
// loop, in the order of the iterations, with the values that they had.
// --suggest does not look for such loops.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu --variant=all -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "1000" "1" "0" "77"
// RUN: env REGTT_VERIFY=1 REGTT_TARGET=cpu %t.parallel 500 > %t.verified
// RUN: %t.serial 500 | diff - %t.verified
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

static unsigned state = 5;
static unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 9) % below;
}

struct Edge {
  int to;
  float weight;
  std::string name; // nobody looks at it in the loops
};

struct Graph {
  std::vector<int> row{0}, col;
  std::vector<double> val;
  std::vector<std::vector<Edge>> near;

  explicit Graph(int n) {
    for (int v = 0; v < n; ++v) {
      near.emplace_back();
      for (unsigned d = draw(v % 50 == 7 ? 200 : 9); d > 0; --d) {
        col.push_back(int(draw(unsigned(n))));
        val.push_back(draw(1000) * 0.01);
        near.back().push_back(
            {int(draw(unsigned(n))), float(draw(100)) * 0.5f, "e"});
      }
      row.push_back(int(col.size()));
    }
  }
  int size() const { return int(row.size()) - 1; }
};

template <class Number> static void show(const std::vector<Number> &list) {
  double sum = 7;
  for (const Number &each : list)
    sum = sum * 0.75 + double(each);
  std::printf("%zu %a\n", list.size(), sum);
}

/// Breadth-first, by lists: the first to come claims a vertex.
static void search(const Graph &g, std::vector<int> &level,
                   std::vector<int> &parent, std::vector<int> &frontier) {
  std::vector<int> next;
  while (!frontier.empty()) {
    next.clear();
#pragma regtt parallel
    for (int u : frontier)
      for (int e = g.row[size_t(u)]; e < g.row[size_t(u) + 1]; ++e) {
        const int w = g.col[size_t(e)];
        if (level[size_t(w)] < 0) {
          level[size_t(w)] = level[size_t(u)] + 1;
          parent[size_t(w)] = u;
          next.push_back(w);
        }
      }
    std::swap(frontier, next);
    show(frontier);
  }
}

/// Shortest ways so far, by an edge each; edges are structs.
static void relax(const Graph &g, const std::vector<float> &dist,
                  std::vector<float> &best, std::vector<int> &changed) {
#pragma regtt parallel
  for (int u = 0; u < g.size(); ++u)
    for (const Edge &e : g.near[size_t(u)]) {
      const float d = dist[size_t(u)] + e.weight;
      if (d < best[size_t(e.to)]) {
        best[size_t(e.to)] = d;
        changed.push_back(e.to);
      }
    }
}

/// Pairs, containers of other kinds, and what follows in the iteration.
static void gather(const Graph &g, std::vector<std::pair<int, int>> &pairs,
                   std::map<int, int> &degree, std::set<int> &heavy,
                   std::list<int> &rows, std::vector<double> &sums) {
#pragma regtt parallel
  for (int v = 0; v < g.size(); ++v) {
    double sum = 0;
    for (int e = g.row[size_t(v)]; e < g.row[size_t(v) + 1]; ++e) {
      sum += g.val[size_t(e)];
      const bool isHeavy = g.val[size_t(e)] > 9;
      if (isHeavy)
        pairs.emplace_back(v, g.col[size_t(e)]);
      else if (g.val[size_t(e)] < 1)
        degree.erase(g.col[size_t(e)]);
      isHeavy ? rows.push_back(e) : rows.push_front(-e);
      if (sum > 40) {
        heavy.insert(v);
        break;
      }
    }
    sums[size_t(v)] = sum;
    if (sum > 30)
      std::printf("%d %g\n", v, sum);
  }
}

static std::vector<int> all;

/// Ahead of the loop, behind a continue, in a loop of a loop.
static void around(const Graph &g) {
#pragma regtt parallel
  for (int v = 0; v < g.size(); ++v) {
    if (v % 3 == 0)
      all.push_back(-v);
    const int first = g.row[size_t(v)], last = g.row[size_t(v) + 1];
    if (first == last)
      continue;
    for (int e = first; e < last; ++e) {
      constexpr int step = 2;
      const unsigned char narrow = static_cast<unsigned char>(e);
      for (int k = 0; k < 3; ++k)
        if (g.val[size_t(e)] > 8 - k) {
          int u = narrow + step * k;
          all.push_back(u);
        }
    }
    all.push_back(v);
  }
}

/// In a template, and behind a pointer.
template <class Number>
static void select(const Graph &g, Number limit, std::vector<Number> *out) {
#pragma regtt parallel
  for (int v = 0; v < g.size(); ++v)
    for (int e = g.row[size_t(v)]; e < g.row[size_t(v) + 1]; ++e) {
      const Number x = Number(g.val[size_t(e)]);
      if (x > limit)
        out->push_back(x + Number(v));
    }
}

/// Nothing but an iteration's own number and a list.
static void numbers(int n, std::vector<int> &out) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    for (int k = i % 5; k > 0; --k)
      out.push_back(i * k);
}

/// By functions, into lists of lists.
struct Sorter {
  std::vector<std::vector<int>> buckets;
  int joined = 0;

  void join(int v, double x) {
    buckets[size_t(x) % buckets.size()].push_back(v);
    ++joined;
  }
};
static void note(std::vector<int> &to, int v) {
  to.push_back(v);
  to.push_back(-v);
}
static void sort(const Graph &g, Sorter &sorter, std::vector<int> &notes) {
#pragma regtt parallel
  for (int v = 0; v < g.size(); ++v)
    for (int e = g.row[size_t(v)]; e < g.row[size_t(v) + 1]; ++e) {
      const double x = g.val[size_t(e)];
      if (x > 7)
        sorter.join(v, x);
      else if (x < 1)
        note(notes, e);
    }
}
static void spread(const Graph &g, std::vector<std::vector<int>> &bins) {
#pragma regtt parallel
  for (int v = 0; v < g.size(); ++v)
    for (const Edge &e : g.near[size_t(v)])
      bins[size_t(e.to) % 13].push_back(v);
}

/// What is an iteration's own is no one else's.
static void own(const Graph &g, std::vector<std::vector<int>> &heavy) {
#pragma regtt parallel
  for (int v = 0; v < g.size(); ++v)
    for (int e = g.row[size_t(v)]; e < g.row[size_t(v) + 1]; ++e)
      if (g.val[size_t(e)] > 5)
        heavy[size_t(v)].push_back(e);
}

int main(int, char **argv) {
  const int n = std::atoi(argv[1]);
  const Graph g(n);
  std::vector<int> level(size_t(n), -1), parent(size_t(n), -1), frontier;
  if (n > 0) {
    frontier.push_back(n / 2);
    level[size_t(n) / 2] = 0;
  }
  search(g, level, parent, frontier);
  show(level);
  show(parent);
  std::vector<float> dist(size_t(n), 0.5f), best(size_t(n), 30);
  std::vector<int> changed;
  relax(g, dist, best, changed);
  show(best);
  show(changed);
  std::vector<std::pair<int, int>> pairs;
  std::map<int, int> degree;
  for (int v = 0; v < n; ++v)
    degree[v] = v;
  std::set<int> heavy;
  std::list<int> rows;
  std::vector<double> sums(static_cast<size_t>(n));
  gather(g, pairs, degree, heavy, rows, sums);
  int sum = 0;
  for (const auto &[a, b] : pairs)
    sum = sum * 3 % 10007 + a * 2 + b;
  for (const auto &[a, b] : degree)
    sum = sum * 3 % 10007 + a + b;
  std::printf("%zu %zu %d\n", pairs.size(), degree.size(), sum);
  show(std::vector<int>(heavy.begin(), heavy.end()));
  show(std::vector<int>(rows.begin(), rows.end()));
  show(sums);
  around(g);
  show(all);
  std::vector<double> doubles;
  std::vector<long> longs;
  select(g, 9.5, &doubles);
  select(g, 6L, &longs);
  show(doubles);
  show(longs);
  Sorter sorter{std::vector<std::vector<int>>(5)};
  std::vector<std::vector<int>> bins(13), lists(static_cast<size_t>(n));
  std::vector<int> notes;
  sort(g, sorter, notes);
  spread(g, bins);
  own(g, lists);
  for (const auto *of : {&sorter.buckets, &bins, &lists})
    for (const std::vector<int> &list : *of)
      show(list);
  show(notes);
  std::printf("%d\n", sorter.joined);
  std::vector<int> out;
  numbers(n, out);
  show(out);
}
