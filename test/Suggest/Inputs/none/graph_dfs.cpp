#include <cstdio>
#include <vector>
struct Graph {
  std::vector<std::vector<int>> adj;
  std::vector<char> seen;
  void dfs(int u, std::vector<int> &order) {
    seen[u] = 1;
    for (int v : adj[u])
      if (!seen[v])
        dfs(v, order);
    order.push_back(u);
  }
};
static int low[50], num[50], stamp;
static void bridges(const Graph &g, int u, int parent, int *out) {
  num[u] = low[u] = ++stamp;
  for (int v : g.adj[u]) {
    if (v == parent)
      continue;
    if (!num[v]) {
      bridges(g, v, u, out);
      if (low[v] < low[u])
        low[u] = low[v];
      if (low[v] > num[u])
        ++*out;
    } else if (num[v] < low[u])
      low[u] = num[v];
  }
}
int main() {
  Graph g;
  g.adj.resize(50);
  g.seen.assign(50, 0);
  for (int i = 0; i < 50; ++i)
    for (int j : {(i * 7 + 3) % 50, (i * i) % 50}) {
      g.adj[i].push_back(j);
      g.adj[j].push_back(i);
    }
  std::vector<int> order;
  int comps = 0, out = 0;
  for (int u = 0; u < 50; ++u)
    if (!g.seen[u]) {
      ++comps;
      g.dfs(u, order);
    }
  for (int u = 0; u < 50; ++u)
    if (!num[u])
      bridges(g, u, -1, &out);
  std::printf("%d %d %d\n", comps, order[7], out);
}
