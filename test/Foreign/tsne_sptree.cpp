// Space-partitioning tree of a Barnes-Hut t-SNE. The dimension of the embedding
// is known at run time only, so each node allocates its arrays of doubles; the
// repulsive forces are computed row by row, with one part of sum_Q for each row.
#include <cmath>
#include <cstdio>
#include <cstdlib>

class Cell {
    unsigned int dimension;
    double* center;
    double* width;

public:
    Cell(unsigned int D, const double* c, const double* w) : dimension(D) {
        center = (double*) malloc(D * sizeof(double));
        width = (double*) malloc(D * sizeof(double));
        for(unsigned int d = 0; d < D; d++) { center[d] = c[d]; width[d] = w[d]; }
    }
    ~Cell() { free(center); free(width); }
    double getCenter(unsigned int d) const { return center[d]; }
    double getWidth(unsigned int d) const { return width[d]; }
    bool containsPoint(const double* p) const {
        for(unsigned int d = 0; d < dimension; d++) {
            if(p[d] < center[d] - width[d] || p[d] > center[d] + width[d]) return false;
        }
        return true;
    }
};

class SPTree {
    static const unsigned int NODE_CAPACITY = 1;

    unsigned int dimension;
    bool is_leaf;
    unsigned int size;
    unsigned int cum_size;

    // Box of the node: center and half widths
    Cell* boundary;

    // Points of a leaf, center of mass, and children
    const double* data;
    double* center_of_mass;
    unsigned int index[NODE_CAPACITY];
    SPTree** children;
    unsigned int no_children;

public:
    SPTree(unsigned int D, const double* Y, unsigned int N);
    SPTree(unsigned int D, const double* Y, const double* c, const double* w) { init(D, Y, c, w); }
    ~SPTree();
    bool insert(unsigned int new_index);
    unsigned int getDepth() const;
    void computeNonEdgeForces(unsigned int point_index, double theta, double neg_f[], double* sum_Q) const;

private:
    void init(unsigned int D, const double* Y, const double* c, const double* w);
    void subdivide();
};

void SPTree::init(unsigned int D, const double* Y, const double* c, const double* w) {
    dimension = D;
    no_children = 1u << D;
    data = Y;
    is_leaf = true;
    size = cum_size = 0;
    boundary = new Cell(D, c, w);
    center_of_mass = (double*) calloc(D, sizeof(double));
    children = (SPTree**) calloc(no_children, sizeof(SPTree*));
}

SPTree::SPTree(unsigned int D, const double* Y, unsigned int N) {
    double* mean = (double*) calloc(D, sizeof(double));
    double* width = (double*) calloc(D, sizeof(double));
    for(unsigned int n = 0; n < N; n++) {
        for(unsigned int d = 0; d < D; d++) mean[d] += Y[n * D + d] / N;
    }
    for(unsigned int n = 0; n < N; n++) {
        for(unsigned int d = 0; d < D; d++) width[d] = fmax(width[d], fabs(Y[n * D + d] - mean[d]));
    }
    for(unsigned int d = 0; d < D; d++) width[d] += 1e-5;
    init(D, Y, mean, width);
    for(unsigned int n = 0; n < N; n++) insert(n);
    free(mean);
    free(width);
}

SPTree::~SPTree() {
    for(unsigned int i = 0; i < no_children; i++) delete children[i];
    free(children);
    free(center_of_mass);
    delete boundary;
}

bool SPTree::insert(unsigned int new_index) {
    const double* point = data + new_index * dimension;
    if(!boundary->containsPoint(point)) return false;

    // Running mean of everything below this node
    cum_size++;
    for(unsigned int d = 0; d < dimension; d++) center_of_mass[d] += (point[d] - center_of_mass[d]) / cum_size;

    if(is_leaf && size < NODE_CAPACITY) {
        index[size++] = new_index;
        return true;
    }

    // A point that is here already only counts
    for(unsigned int n = 0; n < size; n++) {
        unsigned int d = 0;
        while(d < dimension && point[d] == data[index[n] * dimension + d]) d++;
        if(d == dimension) return true;
    }

    if(is_leaf) subdivide();
    for(unsigned int i = 0; i < no_children; i++) {
        if(children[i]->insert(new_index)) return true;
    }
    return false; // should never happen
}

// Make the 2^D children and hand them the points of this node
void SPTree::subdivide() {
    double* c = (double*) malloc(dimension * sizeof(double));
    double* w = (double*) malloc(dimension * sizeof(double));
    for(unsigned int i = 0; i < no_children; i++) {
        for(unsigned int d = 0; d < dimension; d++) {
            w[d] = .5 * boundary->getWidth(d);
            c[d] = boundary->getCenter(d) + ((i >> d) & 1 ? -w[d] : w[d]);
        }
        children[i] = new SPTree(dimension, data, c, w);
    }
    free(c);
    free(w);
    for(unsigned int n = 0; n < size; n++) {
        unsigned int i = 0;
        while(i < no_children && !children[i]->insert(index[n])) i++;
    }
    size = 0;
    is_leaf = false;
}

unsigned int SPTree::getDepth() const {
    unsigned int depth = 0;
    if(is_leaf) return 1;
    for(unsigned int i = 0; i < no_children; i++) {
        unsigned int below = children[i]->getDepth();
        if(below > depth) depth = below;
    }
    return 1 + depth;
}

// Repulsive (non-edge) forces on one point, by the Barnes-Hut algorithm
#pragma regtt traversal
void SPTree::computeNonEdgeForces(unsigned int point_index, double theta, double neg_f[], double* sum_Q) const {
    // No time for empty nodes, nor for a point's force on itself
    if(cum_size == 0) return;
    if(is_leaf && size == 1 && index[0] == point_index) return;

    // Squared distance between the point and the center of mass
    const double* point = data + point_index * dimension;
    double D = .0;
    for(unsigned int d = 0; d < dimension; d++) {
        double diff = point[d] - center_of_mass[d];
        D += diff * diff;
    }

    // Can this node stand for all of its points?
    double max_width = .0;
    for(unsigned int d = 0; d < dimension; d++) {
        double cur_width = boundary->getWidth(d);
        if(cur_width > max_width) max_width = cur_width;
    }
    if(is_leaf || max_width / sqrt(D) < theta) {
        D = 1.0 / (1.0 + D);
        double mult = cum_size * D;
        *sum_Q += mult;
        mult *= D;
        for(unsigned int d = 0; d < dimension; d++) neg_f[d] += mult * (point[d] - center_of_mass[d]);
        return;
    }
    for(unsigned int i = 0; i < no_children; i++) children[i]->computeNonEdgeForces(point_index, theta, neg_f, sum_Q);
}

static unsigned long long rng = 88172645463325252ULL;
static double randu() {
    rng ^= rng << 13; rng ^= rng >> 7; rng ^= rng << 17;
    return (double) (rng >> 11) / 9007199254740992.0;
}

static void repulsion(int N, int D, double theta) {
    double* Y = (double*) malloc((N * D + 1) * sizeof(double));
    double* neg_f = (double*) calloc(N * D + 1, sizeof(double));
    double* row_Q = (double*) calloc(N + 1, sizeof(double));
    for(int n = 0; n < N; n++) {
        int c = n % 5;
        for(int d = 0; d < D; d++) {
            if(c == 0) Y[n * D + d] = 20.0 * (randu() - .5);
            else       Y[n * D + d] = 4.0 * ((c * (d + 3)) % 5 - 2) + randu() + randu() - randu();
            if(n > 10 && n % 41 == 0) Y[n * D + d] = Y[(n - 7) * D + d];
        }
    }

    SPTree* tree = new SPTree(D, Y, N);
#pragma regtt parallel
    for(int n = 0; n < N; n++) tree->computeNonEdgeForces(n, theta, neg_f + n * D, row_Q + n);

    double sum_Q = .0, norm = .0;
    for(int n = 0; n < N; n++) sum_Q += row_Q[n];
    for(int i = 0; i < N * D; i++) norm += neg_f[i] * neg_f[i];
    printf("N = %d, D = %d, theta = %g: depth %u, sum_Q %.17g, |neg_f|^2 %.17g\n", N, D, theta, tree->getDepth(), sum_Q, norm);
    for(int n = 0; n < N; n += 61) {
        printf("  %4d  q %.17g ", n, row_Q[n]);
        for(int d = 0; d < D; d++) printf(" %.17g", neg_f[n * D + d] / sum_Q);
        printf("\n");
    }
    delete tree;
    free(Y); free(neg_f); free(row_Q);
}

int main() {
    repulsion(1000, 2, .5);
    repulsion(600, 3, .8);
    repulsion(200, 1, .3);
    repulsion(0, 2, .5);
    return 0;
}
// RUN: %as-written --with "copyin(tree->data[0 : N * D])" %s
