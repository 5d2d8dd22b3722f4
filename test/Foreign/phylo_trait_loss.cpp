// Likelihoods of trait loss on a phylogeny: Felsenstein's pruning for an irreversible
// character, evaluated for many sets of rates (a grid and the states of a chain). Trees
// come from a small parser of Newick strings and from a random branching process.

#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

struct TreeNode {
  std::string name;
  double length = 0.0; // of the branch above
  int observed = -1;   // trait of a tip: 0, 1, or -1 if unknown
  TreeNode *parent = nullptr;
  std::vector<TreeNode *> children;

  bool isTip() const { return children.empty(); }
  ~TreeNode() {
    for (TreeNode *c : children)
      delete c;
  }
};

struct Rates {
  double loss;     // rate at which the trait is lost
  double error;    // chance that a tip was scored wrongly
  double tipScale; // branches to tips are stretched by this
};

/// Probability of the tips below a node, given that the node still has the trait.
#pragma regtt traversal
double pruneLikelihood(const TreeNode *node, const Rates &r) {
  if (node->isTip()) {
    if (node->observed < 0)
      return 1.0;
    return node->observed ? 1.0 - r.error : r.error;
  }
  double product = 1.0;
  for (const TreeNode *child : node->children) {
    const double t = child->isTip() ? child->length * r.tipScale : child->length;
    const double keep = std::exp(-r.loss * t);
    double lost = 1.0; // a clade without the trait is scored as a whole
    if (child->isTip() && child->observed >= 0)
      lost = child->observed ? r.error : 1.0 - r.error;
    else if (!child->isTip())
      lost = r.error;
    product *= keep * pruneLikelihood(child, r) + (1.0 - keep) * lost;
  }
  return product;
}

/// Expected number of lineages with the trait, weighted by what they still have to go.
#pragma regtt traversal
double expectedLineages(const TreeNode *node, double loss, double p) {
  p *= 1.0 / (1.0 + loss * node->length); // gamma distributed rates, shape 1
  if (node->isTip())
    return p;
  double sum = 0.0;
  for (std::size_t i = 0; i < node->children.size(); i++)
    sum += expectedLineages(node->children[i], loss, p);
  return sum;
}

// ---------------------------------------------------------------------------- Newick

class NewickParser {
public:
  explicit NewickParser(const std::string &s) : text(s), pos(0) {}

  TreeNode *parse() { return subtree(nullptr); }

private:
  TreeNode *subtree(TreeNode *parent) {
    TreeNode *n = new TreeNode;
    n->parent = parent;
    if (peek() == '(') {
      do {
        ++pos; // ( or ,
        n->children.push_back(subtree(n));
      } while (peek() == ',');
      ++pos; // )
    }
    while (std::isalnum((unsigned char)peek()))
      n->name += text[pos++];
    if (peek() == ':') {
      ++pos;
      char *end = nullptr;
      n->length = std::strtod(text.c_str() + pos, &end);
      pos = end - text.c_str();
    }
    if (n->isTip() && !n->name.empty())
      n->observed = n->name.back() == 'x' ? -1 : (n->name.back() - '0') & 1;
    return n;
  }
  char peek() const { return pos < text.size() ? text[pos] : '\0'; }

  const std::string &text;
  std::size_t pos;
};

static unsigned long long lehmer = 20230401;
static double runif() {
  lehmer = lehmer * 48271 % 2147483647;
  return lehmer / 2147483647.0;
}

static std::string simulate(int tips) {
  std::string length = ":" + std::to_string(runif() < 0.1 ? 0.0 : 0.3 * runif());
  if (tips == 1) {
    const double u = runif();
    return "t" + std::to_string((int)(900 * runif())) + (u < 0.1 ? "x" : u < 0.5 ? "1" : "0") + length;
  }
  if (tips > 4 && runif() < 0.15) { // a polytomy
    std::string s = "(";
    int left = tips;
    while (left > 0) {
      const int k = left <= 2 ? left : 1 + (int)(runif() * left / 2);
      s += (s.size() > 1 ? "," : "") + simulate(k);
      left -= k;
    }
    return s + ")" + length;
  }
  const int k = 1 + (int)(runif() * (tips - 1));
  const std::string first = simulate(k), second = simulate(tips - k);
  return "(" + first + "," + second + ")" + length;
}

static void count(const TreeNode *n, int &nodes, int &tips) {
  nodes++;
  tips += n->isTip();
  for (const TreeNode *c : n->children)
    count(c, nodes, tips);
}

// ------------------------------------------------------------------------------------

static void analyse(const char *name, const TreeNode *root, const std::vector<Rates> &grid) {
  std::vector<double> lnL(grid.size()), lineages(grid.size());
  if (root) {
#pragma regtt parallel
    for (std::size_t g = 0; g < grid.size(); g++) {
      const double like = pruneLikelihood(root, grid[g]);
      lnL[g] = like > 0.0 ? std::log(like) : -std::numeric_limits<double>::infinity();
    }
#pragma regtt parallel
    for (std::size_t g = 0; g < grid.size(); g++)
      lineages[g] = expectedLineages(root, grid[g].loss, 1.0);
  }

  int nodes = 0, tips = 0;
  if (root)
    count(root, nodes, tips);
  std::size_t best = 0;
  double sum = 0, sumLineages = 0;
  for (std::size_t g = 0; g < grid.size(); g++) {
    if (lnL[g] > lnL[best])
      best = g;
    if (lnL[g] > -1e300)
      sum += lnL[g];
    sumLineages += lineages[g];
  }
  std::printf("%s: %d nodes, %d tips, %zu rate sets, sum %.17g, lineages %.17g\n", name, nodes, tips,
              grid.size(), sum, sumLineages);
  if (!grid.empty())
    std::printf("  best %zu: loss %.17g error %.17g: %.17g\n", best, grid[best].loss,
                grid[best].error, lnL[best]);
  for (std::size_t g = 0; g < grid.size(); g += 1 + grid.size() / 14)
    std::printf("  %4zu: %.17g %.17g\n", g, lnL[g], lineages[g]);
}

int main() {
  std::vector<Rates> grid;
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 10; j++)
      grid.push_back({0.05 * i * i, 0.04 * j, 1.0});
  double loss = 0.5, error = 0.1;
  for (int step = 0; step < 400; step++) { // a chain that stays in places, as chains do
    if (runif() < 0.6) {
      loss = std::fabs(loss + 0.2 * (runif() - 0.5));
      error = std::fmin(0.9, std::fabs(error + 0.05 * (runif() - 0.5)));
    }
    grid.push_back({loss, error, 0.5 + runif()});
  }

  const std::string primates = "((((human1:0.06,chimp1:0.06):0.02,gorilla0:0.08)A:0.1,"
                               "(gibbonx:0.12,orang1:0.12)B:0.06)C:0.2,lemur0:0.38)root;";
  const std::string text = simulate(400), bushy = simulate(60);
  TreeNode *small = NewickParser(primates).parse();
  TreeNode *large = NewickParser(text).parse();
  TreeNode *bush = NewickParser(bushy).parse();
  TreeNode single;
  single.observed = 1;

  analyse("primates", small, grid);
  analyse("simulated", large, grid);
  analyse("bush", bush, grid);
  analyse("a single species", &single, {grid[3], grid[77]});
  analyse("no tree", nullptr, {grid[0], grid[1]});
  analyse("no rates", large, {});
  delete small;
  delete large;
  delete bush;
  return 0;
}
// RUN: %as-written %s
