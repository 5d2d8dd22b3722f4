// Breadth-first search: the step from a level to the next one.
#include "step.h"

static void serial(int n, const int *row, const int *col, const int *,
                   State<int> &state) {
  std::vector<int> &level = state.after;
  const int d = state.step;
  for (int v = 0; v < n; ++v) {
    if (level[v] != d)
      continue;
    for (int e = row[v]; e < row[v + 1]; ++e)
      if (level[col[e]] == -1)
        level[col[e]] = d + 1;
  }
}

static void parallel(int n, const int *row, const int *col, const int *,
                     State<int> &state) {
  std::vector<int> &level = state.after;
  const int d = state.step;
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : row[n]])
  for (int v = 0; v < n; ++v) {
    if (level[v] != d)
      continue;
#if defined(BLOCKS)
#pragma regtt consolidate(grid) threshold(THRESHOLD) blocks(BLOCKS)
#elif defined(CONCURRENCY)
#pragma regtt consolidate(grid) threshold(THRESHOLD) concurrency(CONCURRENCY)
#endif
    for (int e = row[v]; e < row[v + 1]; ++e)
      if (level[col[e]] == -1)
        level[col[e]] = d + 1;
  }
}

int main(int argc, char **argv) {
  return compare<int>(
      argc, argv,
      [](const Matrix &graph, const std::vector<int> &) {
        // At the level with the most vertices.
        State<int> state;
        state.after.assign(graph.rows, -1);
        state.after[0] = 0;
        for (;; ++state.step) {
          State<int> next = state;
          serial(graph.rows, graph.start.data(), graph.column.data(), nullptr,
                 next);
          const auto reached =
              std::count(next.after.begin(), next.after.end(), -1);
          if (reached < graph.rows / 2 || next.after == state.after)
            return state;
          state.after = next.after;
        }
      },
      serial, parallel);
}
