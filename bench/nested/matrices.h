/// Sparse matrices, in compressed rows, by their names; the same numbers on
/// every machine.
///
///     uniform32   2^20 rows of 32, columns anywhere
///     power       2^20 rows of 2 to 36,115 by a power law, columns anywhere
///     power_band  the same, columns beside the diagonal
///     band3       2^24 rows of 3, columns beside the diagonal
///     uniform4    2^24 rows of 4, columns anywhere
///     coauthors   434,102 rows of 1 to 1,199, as of a graph of coauthors
///     kronecker   2^16 rows of an R-MAT graph with 48 edges each (Chakrabarti
///                 2004; 0.57, 0.19, 0.19, 0.05)
///     grid        1,024 by 1,024 vertices, each beside its four neighbours
///
/// `small:NAME` has a 256th of the rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

struct Matrix {
  int rows = 0;
  std::vector<int> start{0}, column; ///< [rows + 1], [nonzeros]
  int longest = 0;
};

inline std::uint64_t mixed(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

/// In [0, 1).
inline double unit(std::uint64_t seed) {
  return double(mixed(seed) >> 11) / 9007199254740992.0;
}

template <class Work> void onAllThreads(int count, const Work &work) {
  const int number = int(std::max(std::thread::hardware_concurrency(), 1u));
  std::vector<std::thread> threads;
  for (int t = 0; t < number; ++t)
    threads.emplace_back([=, &work] {
      const auto cut = [&](int at) {
        return int(std::int64_t(count) * at / number);
      };
      for (int i = cut(t); i < cut(t + 1); ++i)
        work(i);
    });
  for (std::thread &thread : threads)
    thread.join();
}

inline int lengthOfRow(const std::string &name, int row) {
  const std::uint64_t seed = std::uint64_t(row) * 7919;
  if (name == "uniform32")
    return 32;
  if (name == "band3")
    return 3;
  if (name == "uniform4")
    return 4;
  if (name == "coauthors") {
    const double normal = std::sqrt(-2 * std::log(1 - unit(seed + 1))) *
                          std::cos(6.283185307179586 * unit(seed + 2));
    return int(std::clamp(std::exp(3.75 + 1.05 * normal), 1.0, 1199.0));
  }
  if (row == 12345 % (1 << 12))
    return 36115;
  return int(std::min(2 * std::pow(1 - unit(seed + 3), -0.8), 36115.0));
}

/// Of 2^levels rows.
inline Matrix makeKronecker(int levels) {
  Matrix made;
  made.rows = 1 << levels;
  const int edges = 48 << levels;
  std::vector<int> from(edges), to(edges);
  onAllThreads(edges, [&](int e) {
    for (int k = 0; k < levels; ++k) {
      const double part = unit(std::uint64_t(e) * 64 + k);
      from[e] |= int(part >= 0.76) << k;
      to[e] |= int((part >= 0.57 && part < 0.76) || part >= 0.95) << k;
    }
  });
  made.start.resize(std::size_t(made.rows) + 1);
  for (const int row : from)
    ++made.start[row + 1];
  for (int i = 0; i < made.rows; ++i) {
    made.longest = std::max(made.longest, made.start[i + 1]);
    made.start[i + 1] += made.start[i];
  }
  made.column.resize(edges);
  std::vector<int> next = made.start;
  for (int e = 0; e < edges; ++e)
    made.column[next[from[e]]++] = to[e];
  onAllThreads(made.rows, [&](int i) {
    std::sort(made.column.data() + made.start[i],
              made.column.data() + made.start[i + 1]);
  });
  return made;
}

inline Matrix makeGrid(int side) {
  Matrix made;
  made.rows = side * side;
  made.longest = 4;
  for (int v = 0; v < made.rows; ++v) {
    const int x = v % side, y = v / side;
    if (y > 0)
      made.column.push_back(v - side);
    if (x > 0)
      made.column.push_back(v - 1);
    if (x + 1 < side)
      made.column.push_back(v + 1);
    if (y + 1 < side)
      made.column.push_back(v + side);
    made.start.push_back(int(made.column.size()));
  }
  return made;
}

/// Ends the program where there is none of that name.
inline Matrix makeMatrix(std::string name) {
  const bool isSmall = name.rfind("small:", 0) == 0;
  if (isSmall)
    name = name.substr(6);
  if (name == "kronecker")
    return makeKronecker(isSmall ? 8 : 16);
  if (name == "grid")
    return makeGrid(isSmall ? 64 : 1024);
  Matrix made;
  made.rows = name == "band3" || name == "uniform4" ? 1 << 24
              : name == "coauthors"                 ? 434102
              : name == "uniform32" || name == "power" || name == "power_band"
                  ? 1 << 20
                  : 0;
  if (made.rows == 0)
    std::exit(2);
  made.rows /= isSmall ? 256 : 1;
  std::vector<int> lengths(std::size_t(made.rows));
  onAllThreads(made.rows, [&](int i) { lengths[i] = lengthOfRow(name, i); });
  for (const int length : lengths) {
    made.start.push_back(made.start.back() + length);
    made.longest = std::max(made.longest, length);
  }
  made.column.resize(std::size_t(made.start.back()));
  const bool isBand = name == "band3" || name == "power_band";
  onAllThreads(made.rows, [&](int i) {
    const int length = lengths[i], reach = std::max(length, 8);
    int *const at = made.column.data() + made.start[i];
    for (int k = 0; k < length; ++k) {
      const std::uint64_t any = mixed(std::uint64_t(i) * 1000003 + k);
      const std::int64_t column =
          isBand ? i - reach + std::int64_t(any % (2 * reach + 1))
                 : std::int64_t(any % made.rows);
      at[k] = int(std::clamp<std::int64_t>(column, 0, made.rows - 1));
    }
    std::sort(at, at + length);
  });
  return made;
}
