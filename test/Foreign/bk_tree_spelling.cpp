// Spell checker over a Burkhard-Keller tree: words of a dictionary are stored under
// their Levenshtein distance to the parent's word. For every typed word it counts the
// dictionary words within the allowed number of edits and finds the smallest distance.

#include <algorithm>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

using namespace std;

int levenshtein(const string &a, const string &b) {
  int row[32];
  const int n = (int)a.size(), m = (int)b.size();
  for (int j = 0; j <= m; j++)
    row[j] = j;
  for (int i = 1; i <= n; i++) {
    int diag = row[0];
    row[0] = i;
    for (int j = 1; j <= m; j++) {
      int up = row[j];
      int cost = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = min(min(row[j] + 1, row[j - 1] + 1), diag + cost);
      diag = up;
    }
  }
  return row[m];
}

struct Node {
  string word;
  int freq;
  vector<pair<int, Node *>> children;

  Node(const string &w) : word(w), freq(1) {}
};

struct BKTree {
  Node *root = nullptr;
  int words = 0;

  void add(const string &w) {
    if (!root) {
      root = new Node(w);
      words = 1;
      return;
    }
    Node *cur = root;
    while (true) {
      int d = levenshtein(cur->word, w);
      if (d == 0) {
        cur->freq++;
        return;
      }
      Node *next = nullptr;
      for (auto &c : cur->children)
        if (c.first == d)
          next = c.second;
      if (!next) {
        cur->children.push_back(make_pair(d, new Node(w)));
        words++;
        return;
      }
      cur = next;
    }
  }
};

struct Lookup {
  string word;
  int maxDist;
  int found;    // words within maxDist
  int freqSum;  // how often these were in the text
  int best;     // smallest distance so far
  int compared; // how many distances were computed
};

#pragma regtt traversal
void lookup(const Node *node, Lookup &q) {
  int d = levenshtein(node->word, q.word);
  q.compared++;
  if (d <= q.maxDist) {
    q.found++;
    q.freqSum += node->freq;
  }
  if (d < q.best)
    q.best = d;
  for (const auto &child : node->children) {
    if (child.first >= d - q.maxDist && child.first <= d + q.maxDist)
      lookup(child.second, q);
  }
}

// --- a little language, so that no dictionary file is needed

static unsigned int seed = 12345;

unsigned int rnd(unsigned int n) {
  seed = seed * 1103515245u + 12345u;
  return (seed >> 16) % n;
}

string makeWord() {
  static const char *onset[] = {"b", "c", "d", "f", "g", "l", "m", "n", "p",
                                "r", "s", "t", "v", "st", "tr", "pl", "ch", ""};
  static const char *nucleus[] = {"a", "e", "i", "o", "u", "ea", "ou", "io"};
  static const char *coda[] = {"", "", "n", "r", "s", "t", "l", "ng"};
  string w;
  int syllables = 1 + rnd(3);
  for (int i = 0; i < syllables; i++) {
    w += onset[rnd(18)];
    w += nucleus[rnd(8)];
    w += coda[rnd(8)];
  }
  return w;
}

string misspell(string w) {
  int edits = rnd(3);
  for (int e = 0; e < edits; e++) {
    int pos = w.empty() ? 0 : rnd(w.size());
    char c = 'a' + rnd(26);
    switch (rnd(4)) {
    case 0:
      w.insert(w.begin() + pos, c);
      break;
    case 1:
      if (w.size() > 1)
        w.erase(w.begin() + pos);
      break;
    case 2:
      if (!w.empty())
        w[pos] = c;
      break;
    default:
      if (pos + 1 < (int)w.size())
        swap(w[pos], w[pos + 1]);
    }
  }
  return w;
}

void check(const BKTree &tree, vector<Lookup> &queries) {
#pragma regtt parallel
  for (size_t i = 0; i < queries.size(); i++) {
    Lookup &q = queries[i];
    q.found = q.freqSum = q.compared = 0;
    q.best = 1000;
    if (tree.root)
      lookup(tree.root, q);
  }
}

void print(const vector<Lookup> &queries, size_t step) {
  long found = 0, freq = 0, compared = 0, best = 0;
  unsigned long digest = 5381;
  for (const Lookup &q : queries) {
    found += q.found;
    freq += q.freqSum;
    compared += q.compared;
    best += q.best;
    digest = digest * 33 + q.found;
    digest = digest * 33 + q.freqSum;
    digest = digest * 33 + q.best;
    digest = digest * 33 + q.compared;
  }
  cout << queries.size() << " lookups, " << found << " found, " << freq << " in text, " << compared
       << " compared, sum of best " << best << ", digest " << digest << "\n";
  for (size_t i = 0; i < queries.size(); i += step) {
    const Lookup &q = queries[i];
    cout << "  " << q.word << " (" << q.maxDist << "): " << q.found << " " << q.freqSum << " best "
         << q.best << " of " << q.compared << "\n";
  }
}

int main() {
  BKTree dict;
  for (int i = 0; i < 2000; i++)
    dict.add(makeWord());
  for (int i = 0; i < 300; i++) // a cluster of near relatives
    dict.add(misspell("station"));
  cout << "dictionary: " << dict.words << " words, " << dict.root->children.size()
       << " children of the root\n";

  vector<Lookup> queries;
  for (int i = 0; i < 300; i++) {
    Lookup q = {misspell(makeWord()), (int)rnd(3), 0, 0, 0, 0};
    queries.push_back(q);
  }
  for (int i = 0; i < 60; i++)
    queries.push_back({misspell("station"), 1 + (int)rnd(2), 0, 0, 0, 0});
  queries.push_back({"", 2, 0, 0, 0, 0});
  queries.push_back({"station", 0, 0, 0, 0, 0});
  queries.push_back({"station", 0, 0, 0, 0, 0});

  check(dict, queries);
  print(queries, 15);

  BKTree nothing;
  vector<Lookup> few(queries.begin(), queries.begin() + 3);
  check(nothing, few);
  print(few, 1);

  vector<Lookup> none;
  check(dict, none);
  print(none, 1);
  return 0;
}
// RUN: %as-written %s
