// The command line of the point correlation sample. Throws std::runtime_error
// with one message on anything that it cannot take.
#pragma once

#include <cerrno>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>

struct Options {
  int numPoints = 100000;
  std::optional<float> radius;
  std::string shape = "uniform";
  std::string file; // empty: points are generated
  uint64_t seed = 1;
  std::string order = "shuffled";
  std::optional<int> numQueries; // absent: as many as points
  int repeat = 1;
  std::string output; // empty: no counts are written
};

inline const char usage[] =
    "usage: point_correlation [options]\n"
    "\n"
    "Counts, for every query point, the points within a radius of it.\n"
    "\n"
    "  --points N      how many points to generate (100000)\n"
    "  --shape SHAPE   uniform, plummer, clustered or equal (uniform)\n"
    "  --file FILE     read the points from a .csv, .obj or .xyz file\n"
    "  --seed S        seed of the points and of the shuffle (1)\n"
    "  --radius R      the radius (chosen for about 50 neighbours)\n"
    "  --queries N     how many of the points to query (all)\n"
    "  --order ORDER   order of the queries: shuffled or tree (shuffled)\n"
    "  --repeat K      run K times and print the median time (1)\n"
    "  --output FILE   write the counts, one a line, in input order\n"
    "  --help          print this text\n";

/// A whole number from `least` to `most`, with nothing after it.
inline uint64_t parseWhole(const std::string &option, const std::string &text,
                           uint64_t least, uint64_t most) {
  errno = 0;
  char *end = nullptr;
  uint64_t value = std::strtoull(text.c_str(), &end, 10);
  bool digits = text.find_first_not_of("0123456789") == std::string::npos;
  if (text.empty() || !digits || errno == ERANGE || value < least ||
      value > most)
    throw std::runtime_error(
        option + ": '" + text + "' is not a whole number from " +
        std::to_string(least) + " to " + std::to_string(most));
  return value;
}

/// A finite number that is not negative, with nothing after it.
inline float parseRadius(const std::string &text) {
  char *end = nullptr;
  float value = std::strtof(text.c_str(), &end);
  bool blank = text.find_first_of(" \t\n") != std::string::npos;
  if (text.empty() || blank || *end || !std::isfinite(value) || value < 0)
    throw std::runtime_error("--radius: '" + text +
                             "' is not a finite number of 0 or more");
  return value;
}

inline std::string parseChoice(const std::string &option,
                               const std::string &text,
                               std::initializer_list<const char *> choices) {
  std::string known;
  for (const char *choice : choices) {
    if (text == choice)
      return text;
    known += (known.empty() ? "" : ", ") + std::string(choice);
  }
  throw std::runtime_error(option + ": '" + text + "' is not one of " + known);
}

inline Options parseOptions(int argc, char **argv) {
  Options options;
  bool generated = false; // was --points or --shape given?
  for (int i = 1; i < argc; ++i) {
    std::string name = argv[i];
    if (name == "--help") {
      std::fputs(usage, stdout);
      std::exit(0);
    }
    auto value = [&]() -> std::string {
      if (i + 1 == argc)
        throw std::runtime_error(name + ": a value is missing");
      return argv[++i];
    };
    if (name == "--points") {
      options.numPoints = int(parseWhole(name, value(), 0, INT_MAX));
      generated = true;
    } else if (name == "--shape") {
      options.shape = parseChoice(name, value(),
                                  {"uniform", "plummer", "clustered", "equal"});
      generated = true;
    } else if (name == "--file") {
      options.file = value();
      if (options.file.empty())
        throw std::runtime_error("--file: the name is empty");
    } else if (name == "--seed") {
      options.seed = parseWhole(name, value(), 0, UINT64_MAX);
    } else if (name == "--radius") {
      options.radius = parseRadius(value());
    } else if (name == "--queries") {
      options.numQueries = int(parseWhole(name, value(), 0, INT_MAX));
    } else if (name == "--order") {
      options.order = parseChoice(name, value(), {"shuffled", "tree"});
    } else if (name == "--repeat") {
      options.repeat = int(parseWhole(name, value(), 1, INT_MAX));
    } else if (name == "--output") {
      options.output = value();
      if (options.output.empty())
        throw std::runtime_error("--output: the name is empty");
    } else {
      throw std::runtime_error("unknown option '" + name +
                               "' (--help lists the options)");
    }
  }
  if (generated && !options.file.empty())
    throw std::runtime_error("--file: the points are either read or "
                             "generated (--points, --shape), not both");
  return options;
}
