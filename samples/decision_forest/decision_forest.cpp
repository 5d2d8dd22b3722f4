// Classifies samples by a forest of decision trees (random forest): every tree
// votes for a class, and the class with most votes wins. A tree is an array of
// nodes that name their children by index; a sample goes down one side of every
// node.
//
// The traversal is `vote`, the loop over the samples is in `classify`, inside a
// serial loop over the trees. The data is in data.h, the training in train.h.

#include "data.h"
#include "train.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <new>
#include <vector>

struct Query {
  float feature[FEATURES];
  int votes[CLASSES];
};

#pragma regtt traversal
static void vote(Query &q, const std::vector<Node> &tree, int n) {
  const Node &node = tree[n];
  if (node.isLeaf())
    q.votes[node.label]++;
  else if (q.feature[node.feature] < node.threshold)
    vote(q, tree, node.below);
  else
    vote(q, tree, node.above);
}

static void classify(std::vector<Query> &queries, const Forest &forest) {
  for (const std::vector<Node> &tree : forest) {
#pragma regtt parallel
    for (size_t i = 0; i < queries.size(); ++i)
      vote(queries[i], tree, 0);
  }
}

/// The class with most votes, the first of those that have as many.
static int winner(const Query &q) {
  return int(std::max_element(q.votes, q.votes + CLASSES) - q.votes);
}

/// Compares with a loop down every tree.
static void check(const std::vector<Query> &queries, const Forest &forest) {
  for (const Query &q : queries) {
    int votes[CLASSES] = {};
    for (const std::vector<Node> &tree : forest) {
      int n = 0;
      while (!tree[n].isLeaf())
        n = q.feature[tree[n].feature] < tree[n].threshold ? tree[n].below
                                                           : tree[n].above;
      votes[tree[n].label]++;
    }
    if (!std::equal(votes, votes + CLASSES, q.votes))
      fail("check: a sample has other votes");
  }
  std::printf("check passed\n");
}

int main(int argc, char **argv) {
  DataOptions dataOptions;
  TrainOptions trainOptions;
  int repeat = 1;
  uint64_t seed = 1;
  const char *output = "";
  bool checked = false;
  const Option table[] = {
      wholeOption("--samples", "N", "how many to classify (100000)",
                  &dataOptions.numSamples, 0, 100000000),
      wholeOption("--training", "N", "how many to train with (5000)",
                  &dataOptions.numTraining, 0, 10000000),
      choiceOption("--shape", "SHAPE", "clouds, noise or equal (clouds)",
                   &dataOptions.shape, "clouds, noise, equal"),
      textOption("--file", "FILE",
                 "read samples: .csv, the class in the last "
                 "column",
                 &dataOptions.file),
      wholeOption("--trees", "N", "how many trees (50)", &trainOptions.numTrees,
                  0, 100000),
      wholeOption("--depth", "N", "of the trees, at most (14)",
                  &trainOptions.maxDepth, 0, 1000),
      seedOption(&seed),
      wholeOption("--repeat", "K", "run K times and print the median time (1)",
                  &repeat, 1, INT_MAX),
      textOption("--output", "FILE", "write every sample's class and votes",
                 &output),
      flagOption("--check", "compare with a loop down every tree", &checked)};
  parseOptions(argc, argv, "Classifies samples by a forest of decision trees.",
               table, int(sizeof table / sizeof *table));
  std::set_new_handler([] { failMemory(); });
  Data data = loadData(dataOptions, seed);
  FILE *out = openOutput(output);

  double start = milliseconds();
  Forest forest = trainForest(data.training, trainOptions, seed + 1);
  printTimeSince("training", start);

  std::vector<Query> queries;
  std::vector<double> times;
  for (int run = 0; run < repeat; ++run) {
    queries.assign(data.samples.size(), Query());
    for (size_t i = 0; i < queries.size(); ++i)
      std::copy_n(data.samples[i].feature, FEATURES, queries[i].feature);
    start = milliseconds();
    classify(queries, forest);
    times.push_back(milliseconds() - start);
  }
  printTime("traversal", times.data(), repeat);

  size_t nodes = 0, right = 0;
  uint64_t checksum = 0;
  for (const std::vector<Node> &tree : forest)
    nodes += tree.size();
  for (size_t i = 0; i < queries.size(); ++i) {
    uint64_t votes = 0;
    for (int count : queries[i].votes)
      votes = mixBits(votes ^ uint64_t(count));
    addResult(&checksum, int(i), votes);
    right += winner(queries[i]) == data.samples[i].label;
    if (out) {
      std::fprintf(out, "%d", winner(queries[i]));
      for (int count : queries[i].votes)
        std::fprintf(out, " %d", count);
      std::fputc('\n', out);
    }
  }
  std::printf("training   %zu samples\n", data.training.size());
  std::printf("forest     %zu trees, %zu nodes\n", forest.size(), nodes);
  std::printf("samples    %zu, %zu of them classified right\n", queries.size(),
              right);
  printChecksum(checksum);
  if (out)
    closeOutput(out, output);
  if (checked)
    check(queries, forest);
  return finish();
}
