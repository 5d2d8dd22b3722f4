// Where the point correlation sample gets its points: shapes that it makes and
// files that it reads, both as coordinates of DIM dimensions; and a radius
// that suits them. Throws std::runtime_error with one message.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

static_assert(DIM >= 1, "points have at least one dimension");

using Coord = std::array<float, DIM>;

/// A Plummer sphere: dense in the middle, with a halo up to 20 times the
/// scale radius. Takes any dimension: the radius is that of the
/// three-dimensional model, the direction is uniform.
inline Coord plummerPoint(std::mt19937_64 &random) {
  std::uniform_real_distribution<double> uniform;
  std::normal_distribution<double> normal;
  double length;
  do
    length = 1 / std::sqrt(std::pow(1 - uniform(random), -2.0 / 3) - 1);
  while (!(length < 20));
  double direction[DIM], norm = 0;
  while (norm == 0) {
    for (double &d : direction) {
      d = normal(random);
      norm += d * d;
    }
  }
  Coord c;
  for (int i = 0; i < DIM; ++i)
    c[i] = float(direction[i] / std::sqrt(norm) * length);
  return c;
}

/// Points of one of the shapes uniform (the unit cube), plummer, clustered
/// (64 normal clouds of unlike size in the unit cube) and equal (every point
/// in the same place).
inline std::vector<Coord> makeShape(const std::string &shape, int numPoints,
                                    uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<float> uniform;
  std::normal_distribution<float> normal;
  std::array<Coord, 64> centers;
  for (Coord &center : centers)
    for (float &x : center)
      x = uniform(random);

  std::vector<Coord> coords(numPoints);
  for (Coord &c : coords) {
    if (shape == "plummer") {
      c = plummerPoint(random);
    } else if (shape == "clustered") {
      size_t cluster = random() % centers.size();
      float spread = 0.001f * float(1 + cluster);
      for (int i = 0; i < DIM; ++i)
        c[i] = centers[cluster][i] + spread * normal(random);
    } else if (shape == "equal") {
      c = centers[0];
    } else {
      for (float &x : c)
        x = uniform(random);
    }
  }
  return coords;
}

/// Cuts a line at its separators: commas in a .csv, runs of blanks elsewhere.
/// Blanks around a field are dropped.
inline std::vector<std::string> splitLine(const std::string &line, bool csv) {
  const char *blanks = " \t\r";
  std::vector<std::string> fields;
  size_t begin = 0;
  while (begin <= line.size()) {
    size_t end =
        std::min(line.find_first_of(csv ? "," : blanks, begin), line.size());
    std::string field = line.substr(begin, end - begin);
    field.erase(0, field.find_first_not_of(blanks));
    field.erase(field.find_last_not_of(blanks) + 1);
    if (csv || !field.empty())
      fields.push_back(field);
    begin = end + 1;
  }
  return fields;
}

inline bool parseCoordinate(const std::string &text, float &value) {
  char *end = nullptr;
  value = std::strtof(text.c_str(), &end);
  return !text.empty() && end == text.data() + text.size() &&
         std::isfinite(value);
}

/// Reads the first DIM columns of a file.
///   .csv  commas; a first line without a number in these columns is a header
///   .obj  the vertices (`v x y z`); all other lines are passed over
///   .xyz  blanks; lines that start with # are passed over
/// Empty lines are passed over. Every row of a .csv or .xyz file has as many
/// columns as the first, so that a row cut short is found.
inline std::vector<Coord> readPoints(const std::string &file) {
  std::string kind = file.substr(std::min(file.rfind('.'), file.size()));
  bool csv = kind == ".csv", obj = kind == ".obj";
  if (!csv && !obj && kind != ".xyz")
    throw std::runtime_error("'" + file +
                             "': the name ends in none of .csv, .obj, .xyz");
  std::ifstream in(file);
  if (!in)
    throw std::runtime_error("cannot read '" + file + "'");

  std::vector<Coord> coords;
  std::string line;
  size_t columns = obj ? 3 : 0;
  for (int number = 1; std::getline(in, line); ++number) {
    auto fail = [&](const std::string &what) {
      throw std::runtime_error(file + ":" + std::to_string(number) + ": " +
                               what);
    };
    if (number == 1 && line.compare(0, 3, "\xef\xbb\xbf") == 0)
      line.erase(0, 3); // a byte order mark
    std::vector<std::string> fields = splitLine(line, csv);
    if (fields.empty() || (fields.size() == 1 && fields[0].empty()))
      continue;
    if (obj ? fields[0] != "v" : !csv && fields[0][0] == '#')
      continue;
    if (obj)
      fields.erase(fields.begin());
    bool first = columns == 0;
    if (first)
      columns = fields.size();
    if (columns < DIM)
      fail(std::to_string(DIM) + " columns are needed, there are " +
           std::to_string(columns));
    // A vertex may carry a weight or a colour after its coordinates.
    if (obj ? fields.size() < columns : fields.size() != columns)
      fail("the row has " + std::to_string(fields.size()) +
           " columns in place of " + std::to_string(columns));
    Coord c;
    int wrong = 0; // the first column that is not a number
    int numbers = 0;
    for (int i = 0; i < DIM; ++i) {
      if (parseCoordinate(fields[i], c[i]))
        ++numbers;
      else if (wrong == 0)
        wrong = i + 1;
    }
    if (csv && first && numbers == 0)
      continue;
    if (wrong)
      fail("column " + std::to_string(wrong) + " is not a finite number");
    coords.push_back(c);
  }
  if (in.bad())
    throw std::runtime_error("cannot read '" + file + "'");
  if (coords.empty())
    throw std::runtime_error("'" + file + "' holds no points");
  if (coords.size() > size_t(INT32_MAX))
    throw std::runtime_error("'" + file + "' holds too many points");
  return coords;
}

/// A radius with which a typical point has about 50 neighbours: the median,
/// over 33 points spread evenly over the input, of the distance to the 50th
/// nearest. 1 if that is 0, or if there are fewer than two points.
inline float chooseRadius(const std::vector<Coord> &coords) {
  const size_t neighbours = 50, samples = 33;
  std::vector<float> radii, squares(coords.size());
  for (size_t s = 0; s < samples && coords.size() > 1; ++s) {
    const Coord &center = coords[s * coords.size() / samples];
    for (size_t k = 0; k < coords.size(); ++k) {
      squares[k] = 0;
      for (int i = 0; i < DIM; ++i) {
        float d = coords[k][i] - center[i];
        squares[k] += d * d;
      }
    }
    size_t rank = std::min(neighbours, coords.size() - 1);
    std::nth_element(squares.begin(), squares.begin() + rank, squares.end());
    radii.push_back(std::sqrt(squares[rank]));
  }
  if (radii.empty())
    return 1;
  std::nth_element(radii.begin(), radii.begin() + radii.size() / 2,
                   radii.end());
  float radius = radii[radii.size() / 2];
  return std::isfinite(radius) && radius > 0 ? radius : 1;
}
