// Samples with features and a class: generated, or read from a .csv file. What
// cannot be read ends the program with one message that names the line.
#pragma once

#include "../common/options.h"
#include "../common/random.h"
#include "../common/text_files.h"

#include <cmath>
#include <string>
#include <vector>

#ifndef FEATURES
#define FEATURES 10
#endif
#ifndef CLASSES
#define CLASSES 8
#endif

struct Sample {
  float feature[FEATURES];
  int label; // the class, 0 .. CLASSES - 1
};

struct DataOptions {
  int numSamples = -1;  // 100000 where they are generated
  int numTraining = -1; // 5000 where they are generated
  const char *shape = "", *file = "";
};

struct Data {
  std::vector<Sample> training, samples;
};

/// Samples of one of the shapes
///   clouds  every class is three normal clouds, which overlap
///   noise   features and classes have nothing to do with each other
///   equal   all features equal, the classes not
inline std::vector<Sample> makeSamples(const std::string &shape, size_t count,
                                       uint64_t seed) {
  Random random = seeded(seed);
  float centers[CLASSES][3][FEATURES];
  for (auto &clouds : centers)
    for (auto &center : clouds)
      for (float &x : center)
        x = float(randomUniform(&random));
  std::vector<Sample> samples(count);
  for (Sample &s : samples) {
    s.label = int(randomBelow(&random, CLASSES));
    size_t cloud = randomBelow(&random, 3);
    for (int i = 0; i < FEATURES; ++i) {
      float x = float(randomNormal(&random));
      if (shape == "clouds")
        s.feature[i] = centers[s.label][cloud][i] + 0.25f * x;
      else
        s.feature[i] = shape == "noise" ? x : 0.5f;
    }
  }
  return samples;
}

/// Cuts a line of a .csv file at its commas, in place.
inline std::vector<const char *> cutAtCommas(char *line) {
  std::vector<const char *> fields;
  for (char *at = line;; ++at) {
    at += strspn(at, " \t\r");
    fields.push_back(at);
    char *end = at += strcspn(at, ",");
    while (end > fields.back() && strchr(" \t\r", end[-1]))
      --end;
    bool last = !*at;
    *end = *at = 0;
    if (last)
      return fields;
  }
}

/// Reads the first FEATURES columns and, as the class, the last one. A first
/// line that starts with no number is a header; empty lines are passed over.
/// Every row has as many columns as the first.
inline std::vector<Sample> readSamples(const char *name) {
  std::vector<Sample> samples;
  TextFile file = openText(name);
  size_t columns = 0;
  while (nextLine(&file)) {
    std::vector<const char *> fields = cutAtCommas(file.line);
    if (fields.size() == 1 && !*fields[0])
      continue;
    bool first = columns == 0;
    if (first)
      columns = fields.size();
    if (columns < FEATURES + 1)
      failAt(&file, "%d columns are needed, there are %zu", FEATURES + 1,
             columns);
    if (fields.size() != columns)
      failAt(&file, "the row has %zu columns in place of %zu", fields.size(),
             columns);
    Sample s;
    if (first && !parseFloat(fields[0], &s.feature[0]))
      continue;
    for (int i = 0; i < FEATURES; ++i)
      if (!parseFloat(fields[i], &s.feature[i]))
        failAt(&file, "column %d is not a finite number", i + 1);
    uint64_t label = 0;
    if (!parseWhole(fields.back(), CLASSES - 1, &label))
      failAt(&file, "class '%.40s' is not a whole number from 0 to %d",
             fields.back(), CLASSES - 1);
    s.label = int(label);
    samples.push_back(s);
  }
  closeText(&file);
  if (samples.empty())
    fail("'%s' holds no samples", name);
  return samples;
}

/// Of a file half of the rows are for training, unless --training says how
/// many, and the rest is classified; rows are shuffled before.
inline Data loadData(const DataOptions &o, uint64_t seed) {
  size_t numTraining = o.numTraining < 0 ? 5000 : size_t(o.numTraining);
  std::vector<Sample> all;
  if (*o.file) {
    if (*o.shape || o.numSamples >= 0)
      fail("--file: the samples are either read or generated (--samples, "
           "--shape), not both");
    all = readSamples(o.file);
    if (o.numTraining < 0)
      numTraining = all.size() / 2;
    if (numTraining > all.size())
      fail("--training: '%s' has %zu samples only", o.file, all.size());
    Random random = seeded(seed);
    for (size_t i = all.size(); i > 1; --i)
      std::swap(all[i - 1], all[randomBelow(&random, i)]);
  } else {
    size_t numSamples = o.numSamples < 0 ? 100000 : size_t(o.numSamples);
    all = makeSamples(*o.shape ? o.shape : "clouds", numTraining + numSamples,
                      seed);
  }
  Data data;
  data.training.assign(all.begin(), all.begin() + numTraining);
  data.samples.assign(all.begin() + numTraining, all.end());
  return data;
}
