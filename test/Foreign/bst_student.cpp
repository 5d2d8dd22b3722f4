// CS 201 Data Structures, Assignment 4: Binary Search Tree
// Inserts numbers into a BST, then answers questions about ranges: how many keys,
// the sum of the keys, and at which depth a key is.
#include <iostream>
#include <cstdlib>
using namespace std;

struct Node {
    int key;
    int copies;     // how many times it was inserted
    Node* left;
    Node* right;
};

Node* newNode(int key) {
    Node* temp = new Node();
    temp->key = key;
    temp->copies = 1;
    temp->left = NULL;
    temp->right = NULL;
    return temp;
}

Node* insert(Node* root, int key) {
    // base case
    if (root == NULL)
        return newNode(key);

    if (key < root->key)
        root->left = insert(root->left, key);
    else if (key > root->key)
        root->right = insert(root->right, key);
    else
        root->copies++;
    return root;
}

int max(int a, int b) {
    return a > b ? a : b;
}

int height(Node* root) {
    if (root == NULL)
        return 0;
    return 1 + max(height(root->left), height(root->right));
}

// returns the number of nodes with a key in [lo, hi]
#pragma regtt traversal
int count(Node* root, int lo, int hi) {
    if (root == NULL)
        return 0;
    if (root->key < lo)
        return count(root->right, lo, hi);
    if (root->key > hi)
        return count(root->left, lo, hi);
    return 1 + count(root->left, lo, hi) + count(root->right, lo, hi);
}

// returns the sum of the keys in [lo, hi], duplicates count
#pragma regtt traversal
long long rangeSum(Node* root, int lo, int hi) {
    if (!root) return 0;
    long long sum = 0;
    if (root->key >= lo && root->key <= hi)
        sum = (long long) root->key * root->copies;
    if (root->key > lo)
        sum += rangeSum(root->left, lo, hi);
    if (root->key < hi)
        sum += rangeSum(root->right, lo, hi);
    return sum;
}

// returns the depth of the key (root has depth 0), -1 if it is not there
#pragma regtt traversal
int depth(Node* root, int key) {
    if (root == NULL)
        return -1;
    if (root->key == key)
        return 0;
    int d;
    if (key < root->key)
        d = depth(root->left, key);
    else
        d = depth(root->right, key);
    if (d == -1)
        return -1;
    return d + 1;
}

void freeTree(Node* root) {
    if (root != NULL) {
        freeTree(root->left);
        freeTree(root->right);
        delete root;
    }
}

// my own rand so that the output is always the same
unsigned int seedValue = 201;
int myRand(int n) {
    seedValue = seedValue * 1103515245 + 12345;
    return (seedValue / 65536) % n;
}

const int MAXQ = 2000;
int lo[MAXQ], hi[MAXQ], keys[MAXQ];
int counts[MAXQ];
long long sums[MAXQ];
int depths[MAXQ];

void test(int n, int q) {
    Node* root = NULL;
    for (int i = 0; i < n; i++) {
        if (i % 4 == 0)
            root = insert(root, 5000 + myRand(200));
        else
            root = insert(root, myRand(20000));
    }
    for (int i = 0; i < q; i++) {
        lo[i] = myRand(21000) - 500;
        hi[i] = lo[i] + myRand(i % 10 == 0 ? 8000 : 300);
        if (i % 50 == 17)
            hi[i] = lo[i] - 1;      // empty range
        keys[i] = i % 3 == 0 ? 5000 + myRand(200) : myRand(20000);
    }

    #pragma regtt parallel
    for (int i = 0; i < q; i++) {
        counts[i] = count(root, lo[i], hi[i]);
    }

    #pragma regtt parallel
    for (int i = 0; i < q; i++) {
        sums[i] = rangeSum(root, lo[i], hi[i]);
    }

    #pragma regtt parallel
    for (int i = 0; i < q; i++) {
        depths[i] = depth(root, keys[i]);
    }

    cout << "===== n = " << n << ", q = " << q << ", height = " << height(root) << " =====" << endl;
    long long totalCount = 0, totalSum = 0, totalDepth = 0;
    unsigned int digest = 0;
    for (int i = 0; i < q; i++) {
        totalCount += counts[i];
        totalSum += sums[i];
        totalDepth += depths[i];
        digest = digest * 33 + counts[i] + depths[i] + (unsigned int) sums[i];
        if (i % 60 == 0) {
            cout << "[" << lo[i] << ", " << hi[i] << "]: count = " << counts[i] << ", sum = " << sums[i];
            cout << "; depth(" << keys[i] << ") = " << depths[i] << endl;
        }
    }
    cout << "totals: " << totalCount << " " << totalSum << " " << totalDepth << " digest " << digest << endl;
    freeTree(root);
}

int main() {
    test(3000, 2000);
    test(1, 10);
    test(0, 10);        // empty tree
    test(100, 0);       // no questions
    return 0;
}
// RUN: %as-written %s
