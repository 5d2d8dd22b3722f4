// Rounds that go on until nothing changes, on a graph:
//
//     rounds APPLICATION GRAPH [TIMES]
//
// says how many times the state was the serial program's, bit for bit, and what
// that and the serial loop took, medians in milliseconds; the first time is
// left out. Applications: shortest (paths, of integers), real (of float),
// levels, components (by their greatest labels, each looked for among
// neighbours).
#include "matrices.h"

#include <chrono>
#include <cstdio>
#include <cstring>

using Ints = std::vector<int>;

template <class T>
static void shortest(int n, const int *row, const int *col, const T *length,
                     T *dist) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : row[n]])                 \
    copyin(length[0 : row[n]]) copy(dist[0 : n])
    for (int v = 0; v < n; ++v)
      for (int e = row[v]; e < row[v + 1]; ++e)
        if (dist[v] + length[e] < dist[col[e]]) {
          dist[col[e]] = dist[v] + length[e];
          changed = true;
        }
  }
}

static void levels(int n, const int *row, const int *col, int *level) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : row[n]])                 \
    copy(level[0 : n])
    for (int v = 0; v < n; ++v) {
      const int next = level[v] + 1;
      for (int e = row[v]; e < row[v + 1]; ++e)
        if (next < level[col[e]]) {
          level[col[e]] = next;
          changed = true;
        }
    }
  }
}

static void components(int n, const int *row, const int *col, int *label) {
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel copyin(row[0 : n + 1], col[0 : row[n]])                 \
    copy(label[0 : n])
    for (int v = 0; v < n; ++v) {
      int best = label[v];
      for (int e = row[v]; e < row[v + 1]; ++e)
        if (label[col[e]] > best)
          best = label[col[e]];
      if (best > label[v]) {
        label[v] = best;
        changed = true;
      }
    }
  }
}

template <class T, class Run>
static int compare(const Matrix &graph, int times, const std::vector<T> &first,
                   const Run &run) {
  using namespace std::chrono;
  std::vector<double> taken;
  std::vector<T> wanted;
  int same = 0;
  for (int k = 0; k < times; ++k) {
    std::vector<T> state = first;
    const auto begin = steady_clock::now();
    run(state);
    taken.push_back(
        duration<double, std::milli>(steady_clock::now() - begin).count());
    if (k == 0)
      wanted = state;
    same +=
        std::memcmp(state.data(), wanted.data(), state.size() * sizeof(T)) == 0;
  }
  std::uint64_t hash = 7;
  for (const T &each : wanted) {
    std::uint32_t bits;
    std::memcpy(&bits, &each, sizeof bits);
    hash = mixed(hash ^ bits);
  }
  if (times > 1)
    taken.erase(taken.begin());
  std::sort(taken.begin(), taken.end());
  std::printf("rows %d nonzeros %d same %d of %d state %016llx ms %.4f\n",
              graph.rows, graph.start.back(), same, times,
              static_cast<unsigned long long>(hash), taken[taken.size() / 2]);
  return 0;
}

int main(int argc, char **argv) {
  const std::string application = argc > 1 ? argv[1] : "shortest";
  const Matrix graph = makeMatrix(argc > 2 ? argv[2] : "small:coauthors");
  const int times = argc > 3 ? std::atoi(argv[3]) : 5;
  const int n = graph.rows;
  const int *const row = graph.start.data(), *const col = graph.column.data();
  const auto lengths = [&](auto one) {
    std::vector<decltype(one)> made(graph.column.size());
    onAllThreads(int(made.size()), [&](int e) {
      made[e] = (1 + int(mixed(e * 3ull + 7) % 1000)) * one;
    });
    return made;
  };
  const auto start = [&](auto far) {
    std::vector<decltype(far)> made(n, far);
    made[0] = 0;
    return made;
  };
  if (application == "shortest") {
    const Ints length = lengths(1);
    return compare(graph, times, start(1 << 30), [&](Ints &dist) {
      shortest(n, row, col, length.data(), dist.data());
    });
  }
  if (application == "real") {
    const std::vector<float> length = lengths(0.01f);
    return compare(graph, times, start(1e30f), [&](std::vector<float> &dist) {
      shortest(n, row, col, length.data(), dist.data());
    });
  }
  if (application == "levels")
    return compare(graph, times, start(1 << 30),
                   [&](Ints &level) { levels(n, row, col, level.data()); });
  Ints label(n);
  for (int v = 0; v < n; ++v)
    label[v] = int(mixed(v) % n);
  return compare(graph, times, label,
                 [&](Ints &labels) { components(n, row, col, labels.data()); });
}
