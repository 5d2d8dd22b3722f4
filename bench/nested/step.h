// What the programs of one step of an application on a graph have in common:
// serial() and parallel() are theirs, and are compared.
//
//     PROGRAM MATRIX [ROUNDS]
//
// says how many rounds had the serial program's result, bit for bit, and what
// that took. -DCONCURRENCY=X or -DBLOCKS=B say how large the grids are that are
// launched for inner loops, -DTHRESHOLD=N of which length.
#pragma once

#include "matrices.h"

#include <chrono>
#include <cstdio>
#include <cstring>

#ifndef THRESHOLD
#define THRESHOLD 256
#endif

/// What a step reads of the vertices, and what it makes of them.
template <class Value> struct State {
  std::vector<Value> before, after;
  int step = 0;
};

/// `made` makes the state that a step begins with.
template <class Value, class Made, class Serial, class Parallel>
int compare(int argc, char **argv, const Made &made, const Serial &serial,
            const Parallel &parallel) {
  using namespace std::chrono;
  const Matrix graph = makeMatrix(argc > 1 ? argv[1] : "small:coauthors");
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 9;
  std::vector<int> weight(graph.column.size());
  onAllThreads(int(weight.size()),
               [&](int e) { weight[e] = 1 + int(mixed(e * 3ull + 7) % 100); });
  const State<Value> first = made(graph, weight);
  State<Value> wanted = first;
  std::vector<double> times;
  for (int r = 0; r < rounds; ++r) {
    wanted = first;
    const auto begin = steady_clock::now();
    serial(graph.rows, graph.start.data(), graph.column.data(), weight.data(),
           wanted);
    times.push_back(
        duration<double, std::milli>(steady_clock::now() - begin).count());
  }
  std::sort(times.begin(), times.end());
  int same = 0;
  for (int r = 0; r < rounds; ++r) {
    State<Value> state = first;
    parallel(graph.rows, graph.start.data(), graph.column.data(), weight.data(),
             state);
    same += std::memcmp(state.after.data(), wanted.after.data(),
                        state.after.size() * sizeof(Value)) == 0;
  }
  std::printf("rows %d nonzeros %d longest %d same %d of %d serial %.4f\n",
              graph.rows, graph.start.back(), graph.longest, same, rounds,
              times[times.size() / 2]);
  return 0;
}
