// Colours of a graph's vertices, of which no neighbours have one: the first
// round (Jones and Plassmann 1993) gives one to those that come before all
// their neighbours.
#include "step.h"

static bool isAhead(int u, int v) {
  const std::uint64_t first = unsigned(u) * 0x9e3779b97f4a7c15u,
                      second = unsigned(v) * 0x9e3779b97f4a7c15u;
  return first >> 20 > second >> 20;
}

static void serial(int n, const int *row, const int *col, const int *,
                   State<int> &state) {
  const std::vector<int> &before = state.before;
  std::vector<int> &color = state.after;
  const int round = state.step;
  for (int v = 0; v < n; ++v) {
    if (before[v] != 0)
      continue;
    bool isFirst = true;
    for (int e = row[v]; e < row[v + 1]; ++e)
      if (before[col[e]] == 0 && isAhead(col[e], v))
        isFirst = false;
    if (isFirst)
      color[v] = round;
  }
}

static void parallel(int n, const int *row, const int *col, const int *,
                     State<int> &state) {
  const std::vector<int> &before = state.before;
  std::vector<int> &color = state.after;
  const int round = state.step;
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : row[n]])
  for (int v = 0; v < n; ++v) {
    if (before[v] != 0)
      continue;
    bool isFirst = true;
#if defined(BLOCKS)
#pragma regtt consolidate(grid) threshold(THRESHOLD) blocks(BLOCKS)
#elif defined(CONCURRENCY)
#pragma regtt consolidate(grid) threshold(THRESHOLD) concurrency(CONCURRENCY)
#endif
    for (int e = row[v]; e < row[v + 1]; ++e)
      if (before[col[e]] == 0 && isAhead(col[e], v))
        isFirst = false;
    if (isFirst)
      color[v] = round;
  }
}

int main(int argc, char **argv) {
  return compare<int>(
      argc, argv,
      [](const Matrix &graph, const std::vector<int> &) {
        State<int> state;
        state.before.assign(graph.rows, 0);
        state.after = state.before;
        state.step = 1;
        return state;
      },
      serial, parallel);
}
