// Vantage-point tree for the input similarities of t-SNE: for every point its K nearest
// neighbours under any metric, then conditional probabilities with a given bandwidth.
// The search keeps the best K in a priority queue.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <queue>
#include <utility>
#include <vector>

class DataPoint {
    int _ind;

public:
    double* _x;
    int _D;
    DataPoint() : _ind(-1), _x(nullptr), _D(1) {}
    DataPoint(int D, int ind, const double* x) : _ind(ind), _x(new double[D]), _D(D) {
        for(int d = 0; d < D; d++) _x[d] = x[d];
    }
    DataPoint(const DataPoint& other) : _ind(-1), _x(nullptr), _D(1) { *this = other; }
    ~DataPoint() { delete[] _x; }
    DataPoint& operator=(const DataPoint& other) {
        if(this != &other) {
            delete[] _x;
            _D = other._D;
            _ind = other._ind;
            _x = other._x ? new double[_D] : nullptr;
            for(int d = 0; other._x && d < _D; d++) _x[d] = other._x[d];
        }
        return *this;
    }
    int index() const { return _ind; }
    int dimensionality() const { return _D; }
    double x(int d) const { return _x[d]; }
};

double euclidean_distance(const DataPoint& t1, const DataPoint& t2) {
    double dd = .0;
    for(int d = 0; d < t1.dimensionality(); d++) {
        double diff = t1.x(d) - t2.x(d);
        dd += diff * diff;
    }
    return sqrt(dd);
}

double manhattan_distance(const DataPoint& t1, const DataPoint& t2) {
    double dd = .0;
    for(int d = 0; d < t1.dimensionality(); d++) dd += fabs(t1._x[d] - t2._x[d]);
    return dd;
}

template<typename T, double (*distance)(const T&, const T&)>
class VpTree {
public:
    VpTree() : _root(0), _seed(1) {}
    VpTree(const VpTree&) = delete;
    ~VpTree() { delete _root; }

    void create(const std::vector<T>& items) {
        delete _root;
        _items = items;
        _root = buildFromPoints(0, (int) items.size());
    }

    // Search for the k nearest neighbors of target
    void search(const T& target, int k, std::vector<int>* results, std::vector<double>* distances) const {
        Query query;
        query.k = k;
        query.tau = DBL_MAX;
        search(_root, target, query);

        results->clear();
        distances->clear();
        while(!query.heap.empty()) {
            results->push_back(_items[query.heap.top().index].index());
            distances->push_back(query.heap.top().dist);
            query.heap.pop();
        }
        std::reverse(results->begin(), results->end());
        std::reverse(distances->begin(), distances->end());
    }

private:
    struct Node {
        int index;
        double threshold;
        Node* left;
        Node* right;
        Node() : index(0), threshold(0.), left(0), right(0) {}
        ~Node() {
            delete left;
            delete right;
        }
    };

    struct HeapItem {
        HeapItem(int index, double dist) : index(index), dist(dist) {}
        int index;
        double dist;
        bool operator<(const HeapItem& o) const { return dist < o.dist; }
    };

    struct Query {
        std::priority_queue<HeapItem> heap;
        double tau;
        int k;
    };

    struct DistanceComparator {
        const T& item;
        explicit DistanceComparator(const T& item) : item(item) {}
        bool operator()(const T& a, const T& b) const { return distance(item, a) < distance(item, b); }
    };

    std::vector<T> _items;
    Node* _root;
    unsigned _seed;

    Node* buildFromPoints(int lower, int upper) {
        if(upper == lower) return NULL;
        Node* node = new Node();
        node->index = lower;
        if(upper - lower > 1) {
            // An arbitrary point becomes the vantage point
            _seed = _seed * 1103515245u + 12345u;
            int i = lower + (int) ((_seed >> 8) % (unsigned) (upper - lower));
            std::swap(_items[lower], _items[i]);
            int median = (upper + lower) / 2;
            std::stable_sort(_items.begin() + lower + 1, _items.begin() + upper, DistanceComparator(_items[lower]));
            node->threshold = distance(_items[lower], _items[median]);
            node->left = buildFromPoints(lower + 1, median);
            node->right = buildFromPoints(median, upper);
        }
        return node;
    }

#pragma regtt traversal
    void search(Node* node, const T& target, Query& query) const {
        if(node == NULL) return;
        double dist = distance(_items[node->index], target);

        // Within the radius of the worst so far?
        if(dist < query.tau) {
            if(query.heap.size() == (size_t) query.k) query.heap.pop();
            query.heap.push(HeapItem(node->index, dist));
            if(query.heap.size() == (size_t) query.k) query.tau = query.heap.top().dist;
        }
        if(node->left == NULL && node->right == NULL) return;

        if(dist < node->threshold) {
            if(dist - query.tau <= node->threshold) search(node->left, target, query);
            if(dist + query.tau >= node->threshold) search(node->right, target, query);
        } else {
            if(dist + query.tau >= node->threshold) search(node->right, target, query);
            if(dist - query.tau <= node->threshold) search(node->left, target, query);
        }
    }
};

static unsigned long long state = 42;
static double randn() { // roughly
    double s = 0;
    for(int i = 0; i < 12; i++) {
        state = state * 2862933555777941757ULL + 3037000493ULL;
        s += (double) (state >> 33) / 2147483648.0;
    }
    return s - 6.0;
}

template<double (*distance)(const DataPoint&, const DataPoint&)>
void similarities(const char* name, int N, int D, int K, double beta) {
    std::vector<double> X(N * D);
    for(int n = 0; n < N; n++)
        for(int d = 0; d < D; d++) {
            X[n * D + d] = n % 2 ? randn() * 5 : randn() * .4 + (n % 6) * ((d & 1) ? 2 : -1);
            if(n % 31 == 30) X[n * D + d] = X[(n - 3) * D + d];
        }
    std::vector<DataPoint> obj_X(N, DataPoint(D, -1, std::vector<double>(D).data()));
    for(int n = 0; n < N; n++) obj_X[n] = DataPoint(D, n, X.data() + n * D);
    VpTree<DataPoint, distance> tree;
    tree.create(obj_X);

    std::vector<int> col_P(N * K, -1);
    std::vector<double> val_P(N * K);
#pragma regtt parallel
    for(int n = 0; n < N; n++) {
        std::vector<int> indices;
        std::vector<double> distances;
        tree.search(obj_X[n], K + 1, &indices, &distances);
        double sum_P = DBL_MIN;
        for(size_t m = 1; m < indices.size(); m++) {
            val_P[n * K + m - 1] = exp(-beta * distances[m] * distances[m]);
            sum_P += val_P[n * K + m - 1];
        }
        for(size_t m = 1; m < indices.size(); m++) {
            val_P[n * K + m - 1] /= sum_P;
            col_P[n * K + m - 1] = indices[m];
        }
    }

    unsigned h = 0;
    double H = 0;
    for(int i = 0; i < N * K; i++) {
        h = h * 101 + (unsigned) col_P[i];
        if(val_P[i] > 0) H -= val_P[i] * log(val_P[i]);
    }
    printf("%s: N = %d, D = %d, K = %d: hash %u, entropy %.17g\n", name, N, D, K, h, H);
    for(int n = 0; n < N; n += 53) printf("  %d: %d %.17g, %d %.17g\n", n, col_P[n * K], val_P[n * K], col_P[n * K + K - 1], val_P[n * K + K - 1]);
}

int main() {
    similarities<euclidean_distance>("euclidean", 800, 5, 15, .5);
    similarities<manhattan_distance>("manhattan", 400, 3, 6, .25);
    similarities<euclidean_distance>("few", 4, 2, 9, 1.);
    similarities<euclidean_distance>("none", 0, 2, 9, 1.);
    return 0;
}
// RUN: %as-written --with "bound(query.heap : 16)" %s
