// Looks many keys up in a binary search tree: the value of the key itself, or
// where it is not there, that of the nearest key below (a predecessor search,
// as in routing tables and time series). A query goes down one side of every
// node.
//
// The traversal is `find`, the loop over the queries `findAll`; both are
// templates over the type of the keys. The command line is in ../common.

#include "../common/options.h"
#include "../common/random.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <limits>
#include <map>
#include <new>
#include <string>
#include <vector>

template <typename Key> struct Node {
  Key key;
  int value;
  Node *less = nullptr, *greater = nullptr;
};

template <typename Key> struct Lookup {
  Key key;
  int value = -1;     // of the greatest key up to it, -1 if there is none
  bool found = false; // is the key itself in the tree?
  int steps = 0;      // how many nodes were visited
};

#pragma regtt traversal
template <typename Key> void find(Lookup<Key> &lookup, const Node<Key> *n) {
  if (n == nullptr)
    return;
  lookup.steps++;
  if (lookup.key == n->key) {
    lookup.value = n->value;
    lookup.found = true;
  } else if (lookup.key < n->key) {
    find(lookup, n->less);
  } else {
    lookup.value = n->value;
    find(lookup, n->greater);
  }
}

template <typename Key>
void findAll(std::vector<Lookup<Key>> &lookups, const Node<Key> *root) {
#pragma regtt parallel
  for (size_t i = 0; i < lookups.size(); i++)
    find(lookups[i], root);
}

/// A search tree that is as deep as the order of insertion makes it: some
/// 2.5 log2(n) for keys in random order. Takes each key once.
template <typename Key> class SearchTree {
public:
  void insert(Key key, int value) {
    Node<Key> **place = &rootNode;
    while (*place) {
      if (key == (*place)->key)
        return;
      place = key < (*place)->key ? &(*place)->less : &(*place)->greater;
    }
    *place = &nodes.emplace_back(Node<Key>{key, value});
  }

  const Node<Key> *root() const { return rootNode; }
  int size() const { return int(nodes.size()); }

private:
  std::deque<Node<Key>> nodes; // keeps its elements in place as it grows
  Node<Key> *rootNode = nullptr;
};

struct Options {
  int numKeys = 100000;
  int numQueries = -1; // as many as keys
  int repeat = 1;
  uint64_t seed = 1;
  const char *type = "whole", *shape = "uniform", *order = "shuffled";
  const char *output = "";
  bool check = false;
};

/// A key of the shape uniform, clustered (most of them in few places, so that
/// many come twice) or equal (one key alone).
template <typename Key> Key makeKey(Random &random, const std::string &shape) {
  double range = std::is_integral<Key>::value ? 1e6 : 1;
  double x = randomUniform(&random);
  if (shape == "clustered")
    x = (double(randomBelow(&random, 32)) + std::pow(x, 8)) / 32;
  if (shape == "equal")
    x = 0.5;
  return Key((x - 0.25) * range);
}

/// Half of the queries are for keys of the tree, the others for random ones.
template <typename Key>
std::vector<Lookup<Key>> makeLookups(const std::vector<Key> &keys,
                                     int numQueries, const Options &options,
                                     Random &random) {
  std::vector<Lookup<Key>> lookups(numQueries);
  for (Lookup<Key> &lookup : lookups) {
    bool known = !keys.empty() && randomBelow(&random, 2) == 0;
    lookup.key = known ? keys[randomBelow(&random, keys.size())]
                       : makeKey<Key>(random, options.shape);
  }
  if (std::string(options.order) == "sorted")
    std::sort(lookups.begin(), lookups.end(),
              [](const auto &a, const auto &b) { return a.key < b.key; });
  return lookups;
}

/// Compares with std::map.
template <typename Key>
void check(const std::vector<Lookup<Key>> &lookups,
           const std::vector<Key> &keys) {
  std::map<Key, int> values;
  for (size_t i = 0; i < keys.size(); ++i)
    values.emplace(keys[i], int(i)); // the first of equal keys stays
  for (const Lookup<Key> &lookup : lookups) {
    auto above = values.upper_bound(lookup.key);
    bool below = above != values.begin();
    int value = below ? std::prev(above)->second : -1;
    bool found = below && std::prev(above)->first == lookup.key;
    if (lookup.value != value || lookup.found != found)
      fail("check: key %.17g has value %d, not %d", double(lookup.key), value,
           lookup.value);
  }
  std::printf("check passed\n");
}

template <typename Key> void run(const Options &options) {
  Random random = seeded(options.seed);
  std::vector<Key> keys(options.numKeys);
  for (Key &key : keys)
    key = makeKey<Key>(random, options.shape);
  int numQueries =
      options.numQueries < 0 ? options.numKeys : options.numQueries;
  FILE *out = openOutput(options.output);

  double start = milliseconds();
  SearchTree<Key> tree;
  for (size_t i = 0; i < keys.size(); ++i)
    tree.insert(keys[i], int(i));
  printTimeSince("build", start);

  const std::vector<Lookup<Key>> fresh =
      makeLookups(keys, numQueries, options, random);
  std::vector<Lookup<Key>> lookups;
  std::vector<double> times;
  for (int k = 0; k < options.repeat; ++k) {
    lookups = fresh;
    start = milliseconds();
    findAll(lookups, tree.root());
    times.push_back(milliseconds() - start);
  }
  printTime("traversal", times.data(), options.repeat);

  int found = 0, deepest = 0;
  long long steps = 0;
  uint64_t checksum = 0;
  for (size_t i = 0; i < lookups.size(); ++i) {
    const Lookup<Key> &lookup = lookups[i];
    found += lookup.found;
    steps += lookup.steps;
    deepest = std::max(deepest, lookup.steps);
    addResult(&checksum, int(i),
              uint64_t(lookup.steps) << 33 ^ uint64_t(lookup.found) << 32 ^
                  uint32_t(lookup.value));
  }
  std::printf("keys       %d, %d of them different\n", options.numKeys,
              tree.size());
  std::printf("queries    %d, %s, %d found\n", numQueries, options.order,
              found);
  std::printf("steps      %lld, at most %d\n", steps, deepest);
  printChecksum(checksum);
  if (out) {
    for (const Lookup<Key> &lookup : lookups)
      std::fprintf(out, "%d %d %d\n", lookup.value, lookup.found, lookup.steps);
    closeOutput(out, options.output);
  }
  if (options.check)
    check(lookups, keys);
}

int main(int argc, char **argv) {
  Options o;
  const Option table[] = {
      wholeOption("--keys", "N", "how many keys (100000)", &o.numKeys, 0,
                  INT_MAX),
      wholeOption("--queries", "N", "how many queries (as many as keys)",
                  &o.numQueries, 0, INT_MAX),
      choiceOption("--type", "TYPE", "of the keys: whole or real (whole)",
                   &o.type, "whole, real"),
      choiceOption("--shape", "SHAPE", "uniform, clustered or equal (uniform)",
                   &o.shape, "uniform, clustered, equal"),
      choiceOption("--order", "ORDER",
                   "of the queries: shuffled or sorted (shuffled)", &o.order,
                   "shuffled, sorted"),
      seedOption(&o.seed),
      wholeOption("--repeat", "K", "run K times and print the median time (1)",
                  &o.repeat, 1, INT_MAX),
      textOption("--output", "FILE", "write every query's result", &o.output),
      flagOption("--check", "compare with std::map", &o.check)};
  parseOptions(argc, argv, "Looks keys up in a binary search tree.", table,
               int(sizeof table / sizeof *table));
  std::set_new_handler([] { failMemory(); });
  if (std::string(o.type) == "whole")
    run<int64_t>(o);
  else
    run<double>(o);
  return finish();
}
