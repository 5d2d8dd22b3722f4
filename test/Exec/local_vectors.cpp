// Vectors that iterations make for themselves, in the loop's body and in
// functions between: as many elements as a member, a field of the iteration's,
// a container or another such vector says; with a value, without, copied,
// `resize` and `assign` behind the declaration; made anew in a loop, behind an
// early return; looked at by the program, by visits, by the library.
//
// RUN: mkdir -p %t.d
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "300 4" "70 1" "1 3" "0 2" "40 0"
// RUN: regtt-cc %s --emit=header -o %t.d/local_vectors.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/local_vectors.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/local_vectors.regtt.cu -o %t.o
// RUN: regtt-cc %s --emit=host -o - | FileCheck %s
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

struct Node {
  float x;
  int label;
  Node *l, *r;
};
struct Bin {
  int count;
  float sum;
};
struct Query {
  int k;
  float x;
  std::vector<float> base;
};

#pragma regtt traversal
static int find(const Node *n, float x) {
  if (!n->l)
    return n->label;
  return find(x < n->x ? n->l : n->r, x);
}

static void add(std::vector<Bin> &bins, int label, float x) {
  bins[label].count++;
  bins[label].sum += x;
}

#pragma regtt traversal
static void spread(const Node *n, float x, std::vector<double> &side,
                   std::vector<Bin> &bins) {
  if (!n->l) {
    side[n->label % side.size()] += x;
    add(bins, n->label, x);
    return;
  }
  if (x < n->x + 9)
    spread(n->l, x, side, bins);
  if (x > n->x - 9)
    spread(n->r, x, side, bins);
}

#pragma regtt traversal
static int walk(const Node *n, const std::vector<float> &at, int depth) {
  if (!n->l)
    return n->label * depth;
  const bool isLeft = at[depth % at.size()] < n->x;
  return walk(isLeft ? n->l : n->r, at, depth + 1);
}

class Forest {
public:
  Forest(int trees, int labels) : labels_(labels) {
    for (int t = 0; t < trees; ++t) {
      roots.push_back(build(0, 100, 17 + t));
      weights.push_back(1 + t * 0.25f);
    }
  }
  float vote(const Query &q) const {
    if (roots.empty())
      return -1;
    std::vector<float> left(weights);
    std::vector<float> votes;
    votes.reserve(10);
    votes.resize(labels_);
    std::vector<unsigned char> unseen(labels_, 1);
    float s = 0;
    for (size_t t = 0; t < roots.size(); ++t) {
      std::vector<int> each(q.k);
      const int c = find(roots[t], q.x);
      each[c % each.size()] += 3;
      votes[c] += left[t];
      unseen[c] = 0;
      left[t] *= 0.5f;
      for (int e : each)
        s += e;
    }
    for (auto it = votes.begin(); it != votes.end(); ++it)
      s += *it;
    for (size_t k = 0; k < unseen.size(); ++k)
      s += unseen[k] * 100;
    s += std::accumulate(left.begin(), left.end(), 0.f) + votes.size();
    return s + (std::min_element(votes.begin(), votes.end()) - votes.begin());
  }
  double histogram(const Query &q) const {
    std::vector<double> side;
    side.assign(q.k + 1, 0.5);
    std::vector<Bin> bins(labels_, Bin{1, 2.f});
    spread(roots[0], q.x, side, bins);
    double r = 0;
    for (double d : side)
      r += d * d;
    for (const Bin &bin : bins)
      r += bin.count * 3 + bin.sum;
    return r;
  }
  double moved(const Query &q) const {
    std::vector<float> b = q.base;
    std::vector<std::array<int, 2>> pairs(b.size() + 1);
    std::vector<std::pair<int, float>> last(3);
    for (float &x : b)
      for (const Node *root : roots)
        x += find(root, x);
    float *raw = b.data();
    raw[0] += 1;
    pairs[b.size()][1] = int(b[0]);
    last[2].first = pairs[0][0] + 2;
    return b[0] + b[b.size() - 1] + pairs[b.size()][1] + last[2].first +
           last[1].second;
  }

  std::vector<const Node *> roots;

private:
  const Node *build(int low, int high, int seed) {
    if (high - low < 3)
      return new Node{0, (low * seed / 7) % labels_, nullptr, nullptr};
    const int middle = low + (high - low) / 2;
    Node *made = new Node{float(middle), 0, nullptr, nullptr};
    made->l = const_cast<Node *>(build(low, middle, seed));
    made->r = const_cast<Node *>(build(middle, high, seed));
    return made;
  }
  int labels_;
  std::vector<float> weights;
};

// CHECK: regtt_keeper regtt_kept;
// CHECK: regtt_inputs[regtt_i].each = regtt_object(&regtt_operands[4], regtt_make_elements(&regtt_call, q[i].k, 4),
int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 20;
  const Forest forest(argc > 2 ? std::atoi(argv[2]) : 3, 5);
  std::vector<Query> q(n);
  for (int i = 0; i < n; ++i) {
    q[i].k = i % 7 + 1;
    q[i].x = i * 0.5f;
    q[i].base.assign(i % 4 + 1, i * 0.3f);
  }
  std::vector<float> votes(n);
  std::vector<double> sums(n), bases(n);
  std::vector<int> best(n), walked(n);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    votes[i] = forest.vote(q[i]);
  if (!forest.roots.empty())
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      sums[i] = forest.histogram(q[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    bases[i] = forest.moved(q[i]);
  const std::vector<const Node *> &roots = forest.roots;
  const int labels = 6;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    std::vector<int> count(labels, 0);
    for (const Node *root : roots)
      count[find(root, q[i].x)]++;
    best[i] = int(std::max_element(count.begin(), count.end()) - count.begin());
  }
  if (!roots.empty())
#pragma regtt parallel
    for (int i = 0; i < n; ++i) {
      std::vector<float> at(q[i].k);
      for (int k = 0; k < q[i].k; ++k)
        at[k] = q[i].x + 10 * k;
      walked[i] = walk(roots[0], at, 1);
    }
  for (int i = 0; i < n; ++i)
    std::printf("%d: %.9g %.17g %.17g %d %d\n", i, votes[i], sums[i], bases[i],
                best[i], walked[i]);
}
