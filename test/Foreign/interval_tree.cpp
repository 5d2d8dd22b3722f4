// Interval tree as in the textbook: a red-black tree keyed by the low endpoint, in which
// each node also has the greatest high endpoint of its subtree, with a sentinel for nil.
// Counts the intervals that overlap given ones and those that a point stabs.
#include <algorithm>
#include <cstdio>
#include <vector>

class IntervalTree {
public:
    struct Interval {
        int low, high;
        bool overlaps(const Interval &i) const { return low <= i.high && i.low <= high; }
    };

    IntervalTree() {
        nil = new Node;
        nil->color = BLACK;
        nil->left = nil->right = nil->p = nil;
        nil->max = NEG_INF;
        nil->interval = {0, NEG_INF};
        root = nil;
    }
    IntervalTree(const IntervalTree &) = delete;
    IntervalTree &operator=(const IntervalTree &) = delete;
    ~IntervalTree() {
        destroy(root);
        delete nil;
    }

    void insert(int low, int high);
    int countOverlaps(const Interval &i) const { return countOverlaps(root, i); }
    void stab(int point, int &count, long long &lengthSum) const {
        count = 0;
        lengthSum = 0;
        stab(root, point, count, lengthSum);
    }
    int height() const { return height(root); }

private:
    static const int NEG_INF = -2147483647;
    enum Color { RED, BLACK };
    struct Node {
        Interval interval;
        int max;
        Color color;
        Node *left, *right, *p;
    };
    Node *root;
    Node *nil;

    void destroy(Node *x) {
        if (x == nil)
            return;
        destroy(x->left);
        destroy(x->right);
        delete x;
    }
    int height(const Node *x) const { return x == nil ? 0 : 1 + std::max(height(x->left), height(x->right)); }
    void pull(Node *x) { x->max = std::max(x->interval.high, std::max(x->left->max, x->right->max)); }
    void leftRotate(Node *x);
    void rightRotate(Node *x);
    void insertFixup(Node *z);
    int countOverlaps(const Node *x, const Interval &i) const;
    void stab(const Node *x, int point, int &count, long long &lengthSum) const;
};

void IntervalTree::leftRotate(Node *x) {
    Node *y = x->right;
    x->right = y->left;
    if (y->left != nil)
        y->left->p = x;
    y->p = x->p;
    if (x->p == nil)
        root = y;
    else if (x == x->p->left)
        x->p->left = y;
    else
        x->p->right = y;
    y->left = x;
    x->p = y;
    pull(x);
    pull(y);
}

void IntervalTree::rightRotate(Node *x) {
    Node *y = x->left;
    x->left = y->right;
    if (y->right != nil)
        y->right->p = x;
    y->p = x->p;
    if (x->p == nil)
        root = y;
    else if (x == x->p->right)
        x->p->right = y;
    else
        x->p->left = y;
    y->right = x;
    x->p = y;
    pull(x);
    pull(y);
}

void IntervalTree::insert(int low, int high) {
    Node *z = new Node;
    z->interval = {low, high};
    z->max = high;
    z->left = z->right = nil;
    z->color = RED;
    Node *y = nil;
    Node *x = root;
    while (x != nil) {
        y = x;
        y->max = std::max(y->max, high);
        x = low < x->interval.low ? x->left : x->right;
    }
    z->p = y;
    if (y == nil)
        root = z;
    else if (low < y->interval.low)
        y->left = z;
    else
        y->right = z;
    insertFixup(z);
}

void IntervalTree::insertFixup(Node *z) {
    while (z->p->color == RED) {
        bool left = z->p == z->p->p->left;
        Node *y = left ? z->p->p->right : z->p->p->left;
        if (y->color == RED) { // case 1
            z->p->color = BLACK;
            y->color = BLACK;
            z->p->p->color = RED;
            z = z->p->p;
            continue;
        }
        if (z == (left ? z->p->right : z->p->left)) { // case 2
            z = z->p;
            left ? leftRotate(z) : rightRotate(z);
        }
        z->p->color = BLACK; // case 3
        z->p->p->color = RED;
        left ? rightRotate(z->p->p) : leftRotate(z->p->p);
    }
    root->color = BLACK;
}

#pragma regtt traversal
int IntervalTree::countOverlaps(const Node *x, const Interval &i) const {
    if (x == nil || x->max < i.low)
        return 0;
    int count = countOverlaps(x->left, i);
    if (x->interval.overlaps(i))
        ++count;
    if (x->interval.low <= i.high)
        count += countOverlaps(x->right, i);
    return count;
}

#pragma regtt traversal
void IntervalTree::stab(const Node *x, int point, int &count, long long &lengthSum) const {
    if (x == nil)
        return;
    if (x->left != nil && x->left->max >= point)
        stab(x->left, point, count, lengthSum);
    if (x->interval.low > point)
        return;
    if (point <= x->interval.high) {
        count++;
        lengthSum += x->interval.high - x->interval.low;
    }
    stab(x->right, point, count, lengthSum);
}

static unsigned next() {
    static unsigned s = 2009;
    s = s * 69069u + 1u;
    return s >> 12;
}

static void experiment(int n, int m) {
    IntervalTree tree;
    for (int k = 0; k < n; k++) {
        int low = next() % 100000, len = next() % 300;
        if (k % 4 == 1)
            low = 50000 + low / 200;
        if (k % 100 == 0)
            len = 20000;
        tree.insert(low, low + len);
        if (k % 19 == 0)
            tree.insert(low, low + len);
    }
    std::vector<IntervalTree::Interval> queries(m);
    for (auto &q : queries) {
        q.low = next() % 110000 - 2000;
        q.high = q.low + next() % 50;
    }
    std::vector<int> overlaps(m), stabbed(m);
    std::vector<long long> length(m);

#pragma regtt parallel
    for (int k = 0; k < m; k++)
        overlaps[k] = tree.countOverlaps(queries[k]);

#pragma regtt parallel
    for (int k = 0; k < m; k++)
        tree.stab(queries[k].low, stabbed[k], length[k]);

    unsigned digest = 17;
    long long all = 0;
    for (int k = 0; k < m; k++) {
        digest = digest * 37 + overlaps[k];
        digest = digest * 37 + stabbed[k];
        all += length[k];
    }
    std::printf("n = %d, m = %d, height %d: digest %u, length %lld\n", n, m, tree.height(), digest, all);
    for (int k = 0; k < m; k += 60)
        std::printf("[%d, %d]: %d overlap; %d: %d stabbed, %lld long\n", queries[k].low, queries[k].high, overlaps[k],
                    queries[k].low, stabbed[k], length[k]);
}

int main() {
    experiment(4000, 2000);
    experiment(1, 30);
    experiment(0, 30);
    experiment(20, 0);
    return 0;
}
// RUN: %as-written %s
