// Shortest paths from one vertex: a step of Bellman and Ford's, from one array
// of distances to another.
#include "step.h"

constexpr int far = 1 << 30;

static void serial(int n, const int *row, const int *col, const int *weight,
                   State<int> &state) {
  const std::vector<int> &from = state.before;
  std::vector<int> &to = state.after;
  for (int v = 0; v < n; ++v) {
    const int own = from[v];
    if (own == far)
      continue;
    for (int e = row[v]; e < row[v + 1]; ++e)
      if (own + weight[e] < to[col[e]])
        to[col[e]] = own + weight[e];
  }
}

static void parallel(int n, const int *row, const int *col, const int *weight,
                     State<int> &state) {
  const std::vector<int> &from = state.before;
  std::vector<int> &to = state.after;
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : row[n]],                 \
                              weight[0 : row[n]])
  for (int v = 0; v < n; ++v) {
    const int own = from[v];
    if (own == far)
      continue;
#if defined(BLOCKS)
#pragma regtt consolidate(grid) threshold(THRESHOLD) blocks(BLOCKS)
#elif defined(CONCURRENCY)
#pragma regtt consolidate(grid) threshold(THRESHOLD) concurrency(CONCURRENCY)
#endif
    for (int e = row[v]; e < row[v + 1]; ++e)
      if (own + weight[e] < to[col[e]])
        to[col[e]] = own + weight[e];
  }
}

int main(int argc, char **argv) {
  return compare<int>(
      argc, argv,
      [](const Matrix &graph, const std::vector<int> &weight) {
        State<int> state;
        state.after.assign(graph.rows, far);
        state.after[0] = 0;
        for (state.step = 0; state.step < 3; ++state.step) {
          state.before = state.after;
          serial(graph.rows, graph.start.data(), graph.column.data(),
                 weight.data(), state);
        }
        state.before = state.after;
        return state;
      },
      serial, parallel);
}
