/*!
 * Gradient boosted regression trees: prediction for a dense matrix of rows with missing
 * values. Trees are vectors of nodes that know their default direction; margins of all
 * trees are summed per row. The boosting itself is a small exact greedy learner.
 */
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace gbdt {

typedef float bst_float;
typedef unsigned bst_uint;

/*! \brief one row of features; NaN is missing */
struct RowView {
  const bst_float *data;
  bst_float fvalue(size_t i) const { return data[i]; }
  bool is_missing(size_t i) const { return std::isnan(data[i]); }
};

struct DMatrix {
  size_t num_row = 0, num_col = 0;
  std::vector<bst_float> values;
  std::vector<bst_float> labels;

  RowView operator[](size_t r) const { return RowView{values.data() + r * num_col}; }
};

class RegTree {
public:
  class Node {
  public:
    Node() : cleft_(-1), cright_(-1), sindex_(0) { info_.leaf_value = 0.0f; }

    int LeftChild() const { return cleft_; }
    int RightChild() const { return cright_; }
    int DefaultChild() const { return DefaultLeft() ? cleft_ : cright_; }
    unsigned SplitIndex() const { return sindex_ & ((1U << 31) - 1U); }
    bool DefaultLeft() const { return (sindex_ >> 31) != 0; }
    bool IsLeaf() const { return cleft_ == -1; }
    bst_float LeafValue() const { return info_.leaf_value; }
    bst_float SplitCond() const { return info_.split_cond; }

    void SetSplit(int left, int right, unsigned index, bst_float cond, bool default_left) {
      cleft_ = left;
      cright_ = right;
      sindex_ = index | (default_left ? 1U << 31 : 0U);
      info_.split_cond = cond;
    }
    void SetLeaf(bst_float value) {
      cleft_ = cright_ = -1;
      info_.leaf_value = value;
    }

  private:
    union Info {
      bst_float leaf_value;
      bst_float split_cond;
    };
    int cleft_, cright_;
    unsigned sindex_; // the highest bit tells the default direction
    Info info_;
  };

  RegTree() : nodes_(1) {}
  Node &operator[](int nid) { return nodes_[nid]; }
  const Node &operator[](int nid) const { return nodes_[nid]; }
  size_t NumNodes() const { return nodes_.size(); }

  int AllocChildren() {
    const int left = static_cast<int>(nodes_.size());
    nodes_.resize(nodes_.size() + 2);
    return left;
  }

  int GetNext(int nid, bst_float fvalue, bool is_unknown) const {
    if (is_unknown)
      return nodes_[nid].DefaultChild();
    if (fvalue < nodes_[nid].SplitCond())
      return nodes_[nid].LeftChild();
    return nodes_[nid].RightChild();
  }

#pragma regtt traversal
  int GetLeafIndex(int nid, const RowView &feat) const {
    if ((*this)[nid].IsLeaf())
      return nid;
    const unsigned split_index = (*this)[nid].SplitIndex();
    return GetLeafIndex(GetNext(nid, feat.fvalue(split_index), feat.is_missing(split_index)), feat);
  }

  bst_float Predict(const RowView &feat) const { return (*this)[GetLeafIndex(0, feat)].LeafValue(); }

private:
  std::vector<Node> nodes_;
};

class Learner {
public:
  Learner(int max_depth, bst_float eta) : max_depth_(max_depth), eta_(eta) {}

  void Boost(const DMatrix &m, int rounds, std::vector<RegTree> *model) const {
    std::vector<double> residual(m.labels.begin(), m.labels.end());
    for (int round = 0; round < rounds; ++round) {
      RegTree tree;
      std::vector<size_t> rows(m.num_row);
      std::iota(rows.begin(), rows.end(), size_t(0));
      Grow(m, residual, rows, &tree, 0, 0);
      for (size_t r = 0; r < m.num_row; ++r)
        residual[r] -= tree.Predict(m[r]);
      model->push_back(std::move(tree));
    }
  }

private:
  void Grow(const DMatrix &m, const std::vector<double> &residual, const std::vector<size_t> &rows,
            RegTree *tree, int nid, int depth) const {
    double total = 0;
    for (size_t r : rows)
      total += residual[r];
    double best_gain = 1e-4;
    unsigned best_index = 0;
    bst_float best_cond = 0;
    bool best_left = false;
    if (depth < max_depth_ && rows.size() >= 8) {
      const double parent = total * total / (rows.size() + 1.0);
      for (unsigned f = 0; f < m.num_col; ++f) {
        std::vector<std::pair<bst_float, double>> known;
        double sum_known = 0;
        for (size_t r : rows)
          if (!m[r].is_missing(f)) {
            known.emplace_back(m[r].fvalue(f), residual[r]);
            sum_known += residual[r];
          }
        std::sort(known.begin(), known.end());
        const double unknown = total - sum_known, n_unknown = double(rows.size() - known.size());
        double left = 0;
        for (size_t i = 1; i < known.size(); ++i) {
          left += known[i - 1].second;
          if (known[i].first == known[i - 1].first)
            continue;
          for (int dir = 0; dir < 2; ++dir) {
            const double l = left + (dir ? unknown : 0), nl = i + (dir ? n_unknown : 0);
            const double r = total - l, nr = rows.size() - nl;
            const double gain = l * l / (nl + 1) + r * r / (nr + 1) - parent;
            if (gain > best_gain + 1e-9) {
              best_gain = gain;
              best_index = f;
              best_cond = known[i].first;
              best_left = dir != 0;
            }
          }
        }
      }
    }
    if (best_gain <= 1e-4) {
      (*tree)[nid].SetLeaf(static_cast<bst_float>(eta_ * total / (rows.size() + 1.0)));
      return;
    }
    const int left = tree->AllocChildren();
    (*tree)[nid].SetSplit(left, left + 1, best_index, best_cond, best_left);
    std::vector<size_t> part[2];
    for (size_t r : rows) {
      const bst_float v = m[r].fvalue(best_index);
      part[tree->GetNext(nid, v, std::isnan(v)) - left].push_back(r);
    }
    Grow(m, residual, part[0], tree, left, depth + 1);
    Grow(m, residual, part[1], tree, left + 1, depth + 1);
  }

  int max_depth_;
  bst_float eta_;
};

void PredictBatch(const DMatrix &m, const std::vector<RegTree> &trees, bst_float base_score,
                  std::vector<bst_float> *out_preds) {
  std::vector<bst_float> &preds = *out_preds;
  preds.resize(m.num_row);
  const int64_t nsize = static_cast<int64_t>(m.num_row);
#pragma omp parallel for schedule(static)
#pragma regtt parallel
  for (int64_t i = 0; i < nsize; ++i) {
    const RowView feat = m[i];
    bst_float psum = base_score;
    for (size_t t = 0; t < trees.size(); ++t) {
      const int tid = trees[t].GetLeafIndex(0, feat);
      psum += trees[t][tid].LeafValue();
    }
    preds[i] = psum;
  }
}

} // namespace gbdt

static gbdt::DMatrix MakeMatrix(size_t rows, uint64_t seed) {
  auto uniform = [&seed] {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<float>(seed >> 40) / 16777216.0f;
  };
  gbdt::DMatrix m;
  m.num_row = rows;
  m.num_col = 6;
  for (size_t r = 0; r < rows; ++r) {
    float x[6];
    for (int f = 0; f < 6; ++f)
      x[f] = f == 5 ? std::floor(4 * uniform()) : r % 3 ? uniform() : 0.7f + 0.05f * uniform();
    m.labels.push_back(2 * x[0] + (x[1] > 0.5f ? x[2] : -x[3]) + 0.3f * x[5] * x[4]);
    for (int f = 0; f < 6; ++f)
      m.values.push_back(uniform() < 0.15f ? std::numeric_limits<float>::quiet_NaN() : x[f]);
  }
  for (size_t r = 50; r + 6 < rows; r += 100) // some rows twice
    std::copy_n(m.values.begin() + r * 6, 6, m.values.begin() + (r + 1) * 6);
  return m;
}

static void Report(const char *name, const gbdt::DMatrix &m, const std::vector<gbdt::RegTree> &model) {
  std::vector<float> preds;
  gbdt::PredictBatch(m, model, 0.5f, &preds);
  double sum = 0, err = 0;
  for (size_t i = 0; i < preds.size(); ++i) {
    sum += preds[i];
    err += (preds[i] - m.labels[i]) * (preds[i] - m.labels[i]);
  }
  std::printf("%s: %zu rows, %zu trees, sum %.17g, squared error %.17g\n", name, preds.size(),
              model.size(), sum, err);
  for (size_t i = 0; i < preds.size(); i += 1 + preds.size() / 25)
    std::printf("  %zu: %.9g\n", i, preds[i]);
}

int main() {
  const gbdt::DMatrix train = MakeMatrix(400, 1), test = MakeMatrix(3000, 2);
  std::vector<gbdt::RegTree> model;
  gbdt::Learner(5, 0.3f).Boost(train, 25, &model);
  Report("train", train, model);
  Report("test", test, model);
  Report("stumps only", test, std::vector<gbdt::RegTree>(2));
  Report("no trees", train, {});
  Report("no rows", MakeMatrix(0, 3), model);
  return 0;
}
// RUN: %as-written --with "extent(feat.data : 6)" %s
