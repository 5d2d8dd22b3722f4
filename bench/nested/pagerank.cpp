// PageRank: a sweep in which each vertex takes from its neighbours.
#include "step.h"

static void serial(int n, const int *row, const int *col, const int *,
                   State<float> &state) {
  const std::vector<float> &rank = state.before;
  std::vector<float> &next = state.after;
  for (int v = 0; v < n; ++v) {
    float sum = 0;
    for (int e = row[v]; e < row[v + 1]; ++e) {
      const int u = col[e];
      sum += rank[u] / float(row[u + 1] - row[u] + 1);
    }
    next[v] = 0.15f / float(n) + 0.85f * sum;
  }
}

static void parallel(int n, const int *row, const int *col, const int *,
                     State<float> &state) {
  const std::vector<float> &rank = state.before;
  std::vector<float> &next = state.after;
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : row[n]])
  for (int v = 0; v < n; ++v) {
    float sum = 0;
#if defined(BLOCKS)
#pragma regtt consolidate(grid) threshold(THRESHOLD) blocks(BLOCKS)
#elif defined(CONCURRENCY)
#pragma regtt consolidate(grid) threshold(THRESHOLD) concurrency(CONCURRENCY)
#endif
    for (int e = row[v]; e < row[v + 1]; ++e) {
      const int u = col[e];
      sum += rank[u] / float(row[u + 1] - row[u] + 1);
    }
    next[v] = 0.15f / float(n) + 0.85f * sum;
  }
}

int main(int argc, char **argv) {
  return compare<float>(
      argc, argv,
      [](const Matrix &graph, const std::vector<int> &) {
        State<float> state;
        for (int v = 0; v < graph.rows; ++v)
          state.before.push_back(float(unit(v * 13ull + 1)));
        state.after = state.before;
        return state;
      },
      serial, parallel);
}
