// Neighbours in the library's lists and hash tables, along ranges and iterators
// of all kinds. (--suggest does not look for loops that call no recursion.)
//
// RUN: g++ -O2 -ffp-contract=off -Wno-unknown-pragmas -std=c++17 %s -o %t.serial
// RUN: regtt-cc -O1 -std=c++17 --target=cpu --variant=all -Wall -Wextra -Wshadow -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "0" "1" "400"
#include <cstdio>
#include <cstdlib>
#include <forward_list>
#include <list>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>
static unsigned state = 1;
static unsigned draw() {
  return state = state * 1664525u + 1013904223u, state >> 8;
}
class Graph {
public:
  explicit Graph(int n) : V(n), adj(new std::list<int>[n]) {}
  ~Graph() { delete[] adj; }
  void addEdge(int a, int b) { adj[a].push_back(b); }
  void later(std::vector<double> &out) const;
  const std::list<int> &of(int v) const { return adj[v]; }

private:
  const int V;
  std::list<int> *adj;
};
void Graph::later(std::vector<double> &out) const {
#pragma regtt parallel
  for (int v = 0; v < V; ++v) {
    int c = 0;
    std::list<int>::const_iterator i;
    for (i = adj[v].begin(); i != adj[v].end(); ++i)
      c += *i > v;
    out[v] = c;
  }
}
struct Arc {
  char kind;
  int to;
  float w;
};
void sums(const std::vector<std::list<Arc>> &adj, const std::vector<double> &x,
          std::vector<double> &y) {
#pragma regtt parallel
  for (std::size_t v = 0; v < adj.size(); ++v) {
    double s = 0;
    for (const Arc &a : adj[v])
      if (a.kind != 'x')
        s += a.w * x[a.to];
    y[v] = s;
  }
}
void wide(
    const std::vector<std::forward_list<std::pair<long double, int>>> &adj,
    std::vector<double> &y) {
#pragma regtt parallel
  for (std::size_t v = 0; v < adj.size(); ++v) {
    double s = 1;
    for (auto it = adj[v].begin(); it != adj[v].end(); it++)
      s = s * 0.5 + it->second;
    y[v] = s;
  }
}
void hashed(const std::vector<std::unordered_map<int, double>> &rows,
            const std::vector<double> &x, std::vector<double> &y) {
#pragma regtt parallel
  for (std::size_t v = 0; v < rows.size(); ++v) {
    double s = 0;
    for (const auto &[col, value] : rows[v])
      s += value * x[col];
    y[v] = s;
  }
}
void sets(const std::vector<std::unordered_set<long>> &rows,
          std::vector<long> &least) {
#pragma regtt parallel
  for (std::size_t v = 0; v < rows.size(); ++v) {
    long m = 1000000;
    for (long u : rows[v]) {
      if (u == 13)
        break; // a list of the library's has an end in any case
      if (u < m)
        m = u;
    }
    least[v] = m;
  }
}
struct Vertex {
  std::list<std::pair<int, double>> arcs;
  double value = 0, next = 0;
};
void relax(std::vector<Vertex> &g) {
#pragma regtt parallel
  for (Vertex &v : g) {
    double best = v.value;
    for (const auto &a : v.arcs)
      if (g[a.first].value + a.second < best)
        best = g[a.first].value + a.second;
    v.next = best;
  }
}
// The end is evaluated once.
struct Person {
  int age;
  std::list<int> friends;
};
using Ages = std::vector<int>;
void oldest(const std::vector<Person> &all, Ages &out) {
#pragma regtt parallel
  for (std::size_t p = 0; p < all.size(); ++p) {
    int most = all[p].age;
    const std::list<int> &friends = all[p].friends;
    for (auto it = std::begin(friends), end = std::end(friends); it != end;
         ++it)
      most = all[*it].age > most ? all[*it].age : most;
    out[p] = most;
  }
}
int main(int, char **argv) {
  const int n = std::atoi(argv[1]);
  {
    Graph g(n);
    std::vector<std::list<Arc>> arcs(n);
    std::vector<std::forward_list<std::pair<long double, int>>> fwd(n);
    std::vector<std::unordered_map<int, double>> rows(n);
    std::vector<std::unordered_set<long>> s(n);
    std::vector<Vertex> vs(n);
    std::vector<double> x(n), a(n), b(n), c(n), d(n);
    std::vector<long> l(n);
    std::vector<Person> people(n);
    Ages ages(n);
    for (int v = 0; v < n; ++v) {
      x[v] = draw() * 1e-6;
      vs[v].value = draw() * 1e-5;
      people[v].age = int(draw() % 90);
      for (int k = draw() % 9; k > 0; --k) {
        int w = int(draw() % n);
        g.addEdge(v, w);
        arcs[v].push_back({char('u' + draw() % 6), w, draw() * 1e-4f});
        fwd[v].push_front({1.0L, w});
        rows[v][w] += draw() * 1e-3;
        s[v].insert(w);
        vs[v].arcs.emplace_back(w, draw() * 1e-6);
        people[v].friends.push_back(w);
      }
    }
    g.later(a);
    sums(arcs, x, b);
    wide(fwd, c);
    hashed(rows, x, d);
    sets(s, l);
    relax(vs);
    oldest(people, ages);
    for (int v = 0; v < n; ++v)
      std::printf("%.17g %.17g %.17g %.17g %.17g %ld %d\n", a[v], b[v], c[v],
                  d[v], vs[v].next, l[v], ages[v]);
  }
}
