// A sparse matrix times a vector, as a step of an application.
#include "step.h"

static void serial(int n, const int *row, const int *col, const int *weight,
                   State<float> &state) {
  const std::vector<float> &x = state.before;
  std::vector<float> &y = state.after;
  for (int v = 0; v < n; ++v) {
    float sum = 0;
    for (int e = row[v]; e < row[v + 1]; ++e)
      sum += float(weight[e]) * x[col[e]];
    y[v] = sum;
  }
}

static void parallel(int n, const int *row, const int *col, const int *weight,
                     State<float> &state) {
  const std::vector<float> &x = state.before;
  std::vector<float> &y = state.after;
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : row[n]],                 \
                              weight[0 : row[n]])
  for (int v = 0; v < n; ++v) {
    float sum = 0;
#if defined(BLOCKS)
#pragma regtt consolidate(grid) threshold(THRESHOLD) blocks(BLOCKS)
#elif defined(CONCURRENCY)
#pragma regtt consolidate(grid) threshold(THRESHOLD) concurrency(CONCURRENCY)
#endif
    for (int e = row[v]; e < row[v + 1]; ++e)
      sum += float(weight[e]) * x[col[e]];
    y[v] = sum;
  }
}

int main(int argc, char **argv) {
  return compare<float>(
      argc, argv,
      [](const Matrix &graph, const std::vector<int> &) {
        State<float> state;
        for (int v = 0; v < graph.rows; ++v)
          state.before.push_back(float(unit(v * 13ull + 1) * 2 - 1));
        state.after = state.before;
        return state;
      },
      serial, parallel);
}
