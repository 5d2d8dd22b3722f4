"""A source file of a given length as users have them: standard headers, a few
trees with annotated traversals, and around them the code of a program that has
nothing to do with trees."""

HEAD = """\
// Analyses particle snapshots; made by bench/large_source.py.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>
"""

# A kd-tree and three loops over it: a fixed order, a guided one with guards, and
# one with arguments that change from call to call. @ numbers the copies; @DIM
# is the number of coordinates.
TREE = """
namespace catalogue@ {

constexpr int dim = @DIM;

struct Star {
  float coord[dim];
  float mass;
  int id;
};

struct Cell {
  float min[dim], max[dim];
  float centre[dim];
  float mass, size;
  int axis;
  float split;
  const Star *star;
  Cell *left, *right;
};

struct Probe {
  float coord[dim];
  float radius;
  int count;
  float nearest;
  int nearestId;
  float force[dim];
};

float squared(float x) { return x * x; }

float distanceToBox(const Probe &probe, const Cell *cell) {
  float sum = 0;
  for (int d = 0; d < dim; ++d) {
    if (probe.coord[d] < cell->min[d])
      sum += squared(cell->min[d] - probe.coord[d]);
    else if (probe.coord[d] > cell->max[d])
      sum += squared(probe.coord[d] - cell->max[d]);
  }
  return sum;
}

float distanceToStar(const Probe &probe, const Cell *cell) {
  float sum = 0;
  for (int d = 0; d < dim; ++d)
    sum += squared(probe.coord[d] - cell->star->coord[d]);
  return sum;
}

#pragma regtt traversal
void countAround(Probe &probe, const Cell *cell) {
  if (distanceToBox(probe, cell) > squared(probe.radius))
    return;
  if (!cell->left && !cell->right) {
    if (distanceToStar(probe, cell) <= squared(probe.radius))
      probe.count++;
    return;
  }
  countAround(probe, cell->left);
  countAround(probe, cell->right);
}

#pragma regtt traversal
void findNearest(Probe &probe, const Cell *cell) {
  if (!cell)
    return;
  if (!cell->left && !cell->right) {
    const float distance = distanceToStar(probe, cell);
    if (distance < probe.nearest) {
      probe.nearest = distance;
      probe.nearestId = cell->star->id;
    }
    return;
  }
  const float gap = probe.coord[cell->axis] - cell->split;
  if (gap < 0) {
    findNearest(probe, cell->left);
    if (gap * gap < probe.nearest)
      findNearest(probe, cell->right);
  } else {
    findNearest(probe, cell->right);
    if (gap * gap < probe.nearest)
      findNearest(probe, cell->left);
  }
}

#pragma regtt traversal
void attract(Probe &probe, const Cell *cell, float opening, float softening) {
  if (!cell)
    return;
  float offset[dim];
  float distance = softening;
  for (int d = 0; d < dim; ++d) {
    offset[d] = cell->centre[d] - probe.coord[d];
    distance += offset[d] * offset[d];
  }
  const bool isLeaf = !cell->left && !cell->right;
  if (distance >= opening || isLeaf) {
    const float inverse = 1.0f / std::sqrt(distance);
    const float pull = cell->mass * inverse * inverse * inverse;
    for (int d = 0; d < dim; ++d)
      probe.force[d] += offset[d] * pull;
    return;
  }
  attract(probe, cell->left, opening * 0.25f, softening);
  attract(probe, cell->right, opening * 0.25f, softening);
}

class Forest {
public:
  explicit Forest(std::vector<Star> given) : stars(std::move(given)) {
    if (!stars.empty())
      root = build(0, stars.size(), 0);
  }

  void analyse(std::vector<Probe> &probes) const {
    const int count = int(probes.size());
#pragma regtt parallel
    for (int i = 0; i < count; ++i)
      countAround(probes[i], root);
#pragma regtt parallel
    for (int i = 0; i < count; ++i)
      findNearest(probes[i], root);
#pragma regtt parallel
    for (int i = 0; i < count; ++i)
      attract(probes[i], root, 16.0f, 1e-4f);
  }

private:
  Cell *build(size_t first, size_t last, int axis) {
    cells.push_back(std::make_unique<Cell>());
    Cell *cell = cells.back().get();
    *cell = Cell();
    for (int d = 0; d < dim; ++d) {
      cell->min[d] = cell->max[d] = stars[first].coord[d];
      for (size_t i = first; i < last; ++i) {
        cell->min[d] = std::min(cell->min[d], stars[i].coord[d]);
        cell->max[d] = std::max(cell->max[d], stars[i].coord[d]);
        cell->centre[d] += stars[i].coord[d] / float(last - first);
      }
      cell->size = std::max(cell->size, cell->max[d] - cell->min[d]);
    }
    for (size_t i = first; i < last; ++i)
      cell->mass += stars[i].mass;
    cell->star = &stars[first];
    if (last - first == 1)
      return cell;
    const size_t middle = first + (last - first) / 2;
    std::nth_element(stars.begin() + long(first), stars.begin() + long(middle),
                     stars.begin() + long(last),
                     [axis](const Star &a, const Star &b) {
                       return a.coord[axis] < b.coord[axis];
                     });
    cell->axis = axis;
    cell->split = stars[middle].coord[axis];
    cell->left = build(first, middle, (axis + 1) % dim);
    cell->right = build(middle, last, (axis + 1) % dim);
    return cell;
  }

  std::vector<Star> stars;
  std::vector<std::unique_ptr<Cell>> cells;
  Cell *root = nullptr;
};

void report(const std::vector<Probe> &probes) {
  for (const Probe &probe : probes) {
    std::printf("%d %a %d", probe.count, double(probe.nearest),
                probe.nearestId);
    for (int d = 0; d < dim; ++d)
      std::printf(" %a", double(probe.force[d]));
    std::printf("\\n");
  }
}

} // namespace catalogue@
"""

# What a program does besides; @ numbers the copies.
PLAIN = ["""
struct Settings@ {
  std::string name = "run@";
  std::map<std::string, double> values;
  bool verbose = false;
};

bool readSettings@(const std::string &path, Settings@ &settings) {
  std::ifstream in(path);
  if (!in)
    return false;
  std::string line;
  int number = 0;
  while (std::getline(in, line)) {
    ++number;
    const size_t comment = line.find('#');
    if (comment != std::string::npos)
      line.erase(comment);
    const size_t equals = line.find('=');
    if (equals == std::string::npos)
      continue;
    const std::string key = line.substr(0, equals);
    std::istringstream text(line.substr(equals + 1));
    double value = 0;
    if (!(text >> value)) {
      std::cerr << path << ":" << number << ": no number after '" << key
                << "'\\n";
      return false;
    }
    settings.values[key] = value;
  }
  settings.verbose = settings.values.count("verbose") != 0;
  return true;
}
""", """
class Histogram@ {
public:
  Histogram@(double low, double high, int bins)
      : low(low), high(high), counts(size_t(bins)) {}

  void add(double value) {
    if (!(value >= low) || !(value < high)) {
      ++outside;
      return;
    }
    const double share = (value - low) / (high - low);
    ++counts[size_t(share * double(counts.size()))];
  }

  double quantile(double share) const {
    long total = 0;
    for (long count : counts)
      total += count;
    long seen = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
      seen += counts[i];
      if (double(seen) >= share * double(total))
        return low + (high - low) * double(i) / double(counts.size());
    }
    return high;
  }

  friend std::ostream &operator<<(std::ostream &out, const Histogram@ &h) {
    for (size_t i = 0; i < h.counts.size(); ++i)
      out << i << ": " << std::string(size_t(h.counts[i] % 60), '*') << "\\n";
    return out << "outside: " << h.outside << "\\n";
  }

private:
  double low, high;
  std::vector<long> counts;
  long outside = 0;
};
""", """
template <typename Real, int Rows, int Columns> struct Matrix@ {
  std::array<Real, Rows * Columns> values{};

  Real &operator()(int row, int column) {
    return values[size_t(row * Columns + column)];
  }
  Real operator()(int row, int column) const {
    return values[size_t(row * Columns + column)];
  }

  template <int Other>
  Matrix@<Real, Rows, Other>
  operator*(const Matrix@<Real, Columns, Other> &right) const {
    Matrix@<Real, Rows, Other> result;
    for (int i = 0; i < Rows; ++i)
      for (int j = 0; j < Other; ++j)
        for (int k = 0; k < Columns; ++k)
          result(i, j) += (*this)(i, k) * right(k, j);
    return result;
  }

  Real norm() const {
    Real sum = 0;
    for (Real value : values)
      sum += value * value;
    return std::sqrt(sum);
  }
};

double power@(int steps) {
  Matrix@<double, 4, 4> m;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      m(i, j) = 1.0 / (1 + i + j);
  Matrix@<double, 4, 1> v;
  v(0, 0) = 1;
  for (int step = 0; step < steps; ++step) {
    v = m * v;
    const double length = v.norm();
    for (double &value : v.values)
      value /= length;
  }
  return (m * v).norm();
}
""", """
struct Event@ {
  double time;
  int kind, source;
};

std::vector<Event@> schedule@(int count, unsigned seed) {
  std::vector<Event@> events;
  unsigned state = seed;
  for (int i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    events.push_back({double(state >> 8) / 1024.0, int(state % 5), i});
  }
  std::sort(events.begin(), events.end(),
            [](const Event@ &a, const Event@ &b) {
              return std::make_pair(a.time, a.source) <
                     std::make_pair(b.time, b.source);
            });
  return events;
}

std::map<int, std::vector<double>> waits@(const std::vector<Event@> &events) {
  std::map<int, std::vector<double>> result;
  std::map<int, double> last;
  for (const Event@ &event : events) {
    switch (event.kind) {
    case 0:
    case 1:
      last[event.kind] = event.time;
      break;
    case 2:
      result[2].push_back(event.time - last[0]);
      break;
    default:
      if (auto found = last.find(1); found != last.end())
        result[event.kind].push_back(event.time - found->second);
    }
  }
  for (auto &[kind, times] : result)
    std::sort(times.begin(), times.end());
  return result;
}
"""]

MAIN = """
int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1000;
"""
RUN = """\
  {
    using namespace catalogue@;
    std::vector<Star> stars(static_cast<size_t>(count));
    std::vector<Probe> probes(static_cast<size_t>(count));
    unsigned state = @u;
    for (int i = 0; i < count; ++i) {
      for (int d = 0; d < dim; ++d) {
        state = state * 1664525u + 1013904223u;
        stars[size_t(i)].coord[d] = float(state >> 8) / 16777216.0f;
        probes[size_t(i)].coord[d] = 1.0f - stars[size_t(i)].coord[d];
      }
      stars[size_t(i)].mass = 1.0f / float(count);
      stars[size_t(i)].id = i;
      probes[size_t(i)].radius = 0.1f;
      probes[size_t(i)].nearest = 1e30f;
    }
    Forest(std::move(stars)).analyse(probes);
    report(probes);
  }
"""


def source(lines, trees):
    """The text of a program of about so many lines with so many trees."""
    parts = [HEAD]
    for tree in range(1, trees + 1):
        parts.append(TREE.replace("@DIM", str(1 + tree % 3 + 1))
                     .replace("@", str(tree)))
    main = [MAIN] + [RUN.replace("@", str(tree))
                     for tree in range(1, trees + 1)] + ["}\n"]
    copies = 0
    while sum(p.count("\n") for p in parts + main) < lines - 20:
        parts.append(PLAIN[copies % len(PLAIN)].replace("@", str(copies)))
        copies += 1
    return "".join(parts + main)
