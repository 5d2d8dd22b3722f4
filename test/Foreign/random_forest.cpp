// Random forest classifier: bootstrap samples, Gini splits over a random subset of the
// features, nodes of each tree in a vector with indices for children. Predicts
// a test set by majority vote and reports the accuracy.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

using std::vector;

struct Node {
    int feature = -1; // -1: leaf
    double threshold = 0.0;
    int left = -1;
    int right = -1;
    int label = 0;
    vector<int> counts; // samples by class, in leaves
};

typedef vector<vector<double>> Matrix;

class RandomForest {
public:
    RandomForest(int n_estimators, int max_depth, int n_classes)
        : n_estimators_(n_estimators), max_depth_(max_depth), n_classes_(n_classes), rng_(2001) {}

    void fit(const Matrix &X, const vector<int> &y) {
        forest_.clear();
        if (X.empty())
            return;
        for (int t = 0; t < n_estimators_; ++t) {
            vector<int> sample(X.size());
            for (auto &s : sample)
                s = static_cast<int>(rng_() % X.size());
            forest_.emplace_back();
            grow(forest_.back(), X, y, sample, 0);
        }
    }

    int predict(const vector<double> &row, double *confidence) const {
        vector<int> votes(n_classes_, 0);
        double weight = 0.0;
        for (const auto &tree : forest_) {
            int label = predict_tree(tree, 0, row, weight);
            votes[label]++;
        }
        int best = static_cast<int>(std::max_element(votes.begin(), votes.end()) - votes.begin());
        *confidence = forest_.empty() ? 0.0 : weight / forest_.size();
        return votes[best] > 0 ? best : -1;
    }

    vector<int> predict(const Matrix &X, vector<double> &confidence) const {
        vector<int> labels(X.size());
        confidence.assign(X.size(), 0.0);
#pragma regtt parallel
        for (size_t i = 0; i < X.size(); ++i)
            labels[i] = predict(X[i], &confidence[i]);
        return labels;
    }

    size_t nodes() const {
        size_t n = 0;
        for (const auto &tree : forest_)
            n += tree.size();
        return n;
    }

private:
    int n_estimators_, max_depth_, n_classes_;
    std::mt19937 rng_;
    vector<vector<Node>> forest_;

#pragma regtt traversal
    int predict_tree(const vector<Node> &tree, int idx, const vector<double> &row, double &weight) const {
        const Node &node = tree[idx];
        if (node.feature < 0) {
            int total = std::accumulate(node.counts.begin(), node.counts.end(), 0);
            weight += static_cast<double>(node.counts[node.label]) / total;
            return node.label;
        }
        if (row[node.feature] <= node.threshold)
            return predict_tree(tree, node.left, row, weight);
        else
            return predict_tree(tree, node.right, row, weight);
    }

    static double gini(const vector<int> &c, int n) {
        double g = 1.0;
        for (int k : c)
            g -= (static_cast<double>(k) / n) * (static_cast<double>(k) / n);
        return g;
    }

    int grow(vector<Node> &tree, const Matrix &X, const vector<int> &y, const vector<int> &sample, int depth) {
        int self = static_cast<int>(tree.size());
        int n = static_cast<int>(sample.size()), d = static_cast<int>(X[0].size());
        tree.emplace_back();
        vector<int> counts(n_classes_, 0);
        for (int s : sample)
            counts[y[s]]++;
        tree[self].counts = counts;
        tree[self].label = static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin());
        double best = gini(counts, n) - 1e-9;
        if (depth >= max_depth_ || n < 4 || best <= 0)
            return self;

        int feature = -1;
        double threshold = 0.0;
        for (int trial = 0; trial < 2; ++trial) {
            int f = static_cast<int>(rng_() % d);
            vector<int> order(sample);
            std::sort(order.begin(), order.end(), [&](int a, int b) { return X[a][f] < X[b][f] || (X[a][f] == X[b][f] && a < b); });
            vector<int> l(n_classes_, 0), r(counts);
            for (int i = 0; i + 1 < n; ++i) {
                l[y[order[i]]]++;
                r[y[order[i]]]--;
                if (X[order[i]][f] == X[order[i + 1]][f])
                    continue;
                double score = ((i + 1) * gini(l, i + 1) + (n - i - 1) * gini(r, n - i - 1)) / n;
                if (score < best) {
                    best = score;
                    feature = f;
                    threshold = 0.5 * (X[order[i]][f] + X[order[i + 1]][f]);
                }
            }
        }
        if (feature < 0)
            return self;
        vector<int> left, right;
        for (int s : sample)
            (X[s][feature] <= threshold ? left : right).push_back(s);
        if (left.empty() || right.empty())
            return self;
        int l = grow(tree, X, y, left, depth + 1);
        int r = grow(tree, X, y, right, depth + 1);
        tree[self].feature = feature;
        tree[self].threshold = threshold;
        tree[self].left = l;
        tree[self].right = r;
        return self;
    }
};

static void make_blobs(Matrix &X, vector<int> &y, int n, int d, int classes, unsigned seed) {
    std::mt19937 gen(seed);
    auto uniform = [&gen]() { return gen() / 4294967296.0; };
    X.assign(n, vector<double>(d));
    y.resize(n);
    for (int i = 0; i < n; ++i) {
        y[i] = i % classes;
        for (int f = 0; f < d; ++f)
            X[i][f] = i % 5 == 0 ? 6 * uniform() - 1 : ((y[i] * (f + 2)) % 4) + uniform() + uniform() - 1;
        if (i % 40 == 39)
            X[i] = X[i - 8];
    }
}

static void run(int n_train, int n_test, int classes) {
    Matrix X, Xt;
    vector<int> y, yt;
    make_blobs(X, y, n_train, 6, classes, 7u);
    make_blobs(Xt, yt, n_test, 6, classes, 11u);
    RandomForest rf(15, 8, classes);
    rf.fit(X, y);

    vector<double> confidence;
    vector<int> predicted = rf.predict(Xt, confidence);
    int correct = 0;
    unsigned digest = 0;
    double sum = 0;
    for (int i = 0; i < n_test; ++i) {
        correct += predicted[i] == yt[i];
        digest = digest * 7 + static_cast<unsigned>(predicted[i] + 1);
        sum += confidence[i];
    }
    std::printf("train %d test %d: nodes %zu, correct %d, digest %u, confidence %.17g\n", n_train, n_test, rf.nodes(),
                correct, digest, sum);
    for (int i = 0; i < n_test; i += 37)
        std::printf("%d: %d %.17g\n", i, predicted[i], confidence[i]);
}

int main() {
    run(500, 1200, 4);
    run(30, 100, 2);
    run(0, 40, 3);
    run(50, 0, 3);
    return 0;
}
// RUN: %as-written %s
