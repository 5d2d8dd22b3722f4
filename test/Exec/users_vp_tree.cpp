// A vantage-point tree as users write it: a class template over what it holds and
// a function that tells how far two of them are apart, with a queue of the
// nearest; over records with strings in them, and over bits.
//
// RUN: %serial -std=c++17 %s -o %t.serial
// RUN: regtt-cc -std=c++17 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes ''
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc -std=c++17 %s --emit=header -o %t.d/users_vp_tree.regtt.h
// RUN: regtt-cc -std=c++17 %s --emit=cuda -o %t.d/users_vp_tree.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/users_vp_tree.regtt.cu -o %t.o
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <queue>
#include <random>
#include <string>
#include <vector>

template <typename T, double (*distance)(const T &, const T &)> class VpTree {
public:
  struct HeapItem {
    HeapItem(int index, double dist) : index(index), dist(dist) {}
    int index;
    double dist;
    bool operator<(const HeapItem &o) const { return dist < o.dist; }
  };

  VpTree() : _root(nullptr) {}
  ~VpTree() { delete _root; }
  VpTree(const VpTree &) = delete;
  VpTree &operator=(const VpTree &) = delete;

  void create(const std::vector<T> &items) {
    delete _root;
    _items = items;
    _root = buildFromPoints(0, int(items.size()));
  }

  void searchAll(const std::vector<T> &targets, int k,
                 std::vector<std::vector<T>> *results,
                 std::vector<std::vector<double>> *distances) {
    results->assign(targets.size(), {});
    distances->assign(targets.size(), {});
#pragma regtt parallel
    for (size_t i = 0; i < targets.size(); ++i) {
      std::priority_queue<HeapItem> heap;
      double tau = std::numeric_limits<double>::max();
      search(_root, targets[i], k, heap, tau);
      while (!heap.empty()) {
        (*results)[i].push_back(_items[heap.top().index]);
        (*distances)[i].push_back(heap.top().dist);
        heap.pop();
      }
      std::reverse((*results)[i].begin(), (*results)[i].end());
      std::reverse((*distances)[i].begin(), (*distances)[i].end());
    }
  }

private:
  struct Node {
    int index;
    double threshold;
    Node *left;
    Node *right;
    Node() : index(0), threshold(0.), left(nullptr), right(nullptr) {}
    ~Node() {
      delete left;
      delete right;
    }
  };

  struct DistanceComparator {
    const T &item;
    DistanceComparator(const T &item) : item(item) {}
    bool operator()(const T &a, const T &b) {
      return distance(item, a) < distance(item, b);
    }
  };

  Node *buildFromPoints(int lower, int upper) {
    if (upper == lower)
      return nullptr;
    Node *node = new Node();
    node->index = lower;
    if (upper - lower > 1) {
      int i = lower + int(_random() % unsigned(upper - lower));
      std::swap(_items[lower], _items[i]);
      int median = (upper + lower) / 2;
      std::nth_element(_items.begin() + lower + 1, _items.begin() + median,
                       _items.begin() + upper,
                       DistanceComparator(_items[lower]));
      node->threshold = distance(_items[lower], _items[median]);
      node->left = buildFromPoints(lower + 1, median);
      node->right = buildFromPoints(median, upper);
    }
    return node;
  }

#pragma regtt traversal bound(heap : 16)
  void search(Node *node, const T &target, int k,
              std::priority_queue<HeapItem> &heap, double &tau) {
    if (node == nullptr)
      return;
    double dist = distance(_items[node->index], target);
    if (dist < tau) {
      if (heap.size() == size_t(k))
        heap.pop();
      heap.push(HeapItem(node->index, dist));
      if (heap.size() == size_t(k))
        tau = heap.top().dist;
    }
    if (node->left == nullptr && node->right == nullptr)
      return;
    if (dist < node->threshold) {
      if (dist - tau <= node->threshold)
        search(node->left, target, k, heap, tau);
      if (dist + tau >= node->threshold)
        search(node->right, target, k, heap, tau);
    } else {
      if (dist + tau >= node->threshold)
        search(node->right, target, k, heap, tau);
      if (dist - tau <= node->threshold)
        search(node->left, target, k, heap, tau);
    }
  }

  std::vector<T> _items;
  Node *_root;
  std::mt19937 _random{17};
};

struct City {
  std::string name;
  double latitude, longitude;
};

double distanceOf(const City &a, const City &b) {
  double dLat = a.latitude - b.latitude;
  double dLong = a.longitude - b.longitude;
  return std::sqrt(dLat * dLat + dLong * dLong);
}

struct Word {
  unsigned char bits[8];
};
double hamming(const Word &a, const Word &b) {
  int d = 0;
  for (int i = 0; i < 8; ++i)
    for (unsigned x = unsigned(a.bits[i] ^ b.bits[i]); x; x &= x - 1)
      ++d;
  return d;
}

static void print(const City &c) { std::printf("%s", c.name.c_str()); }
static void print(const Word &w) {
  for (unsigned char b : w.bits)
    std::printf("%02x", unsigned(b));
}

template <typename T, double (*distance)(const T &, const T &)>
void run(const std::vector<T> &items, const std::vector<T> &targets, int k) {
  VpTree<T, distance> tree;
  tree.create(items);
  std::vector<std::vector<T>> results;
  std::vector<std::vector<double>> distances;
  tree.searchAll(targets, k, &results, &distances);
  for (size_t i = 0; i < targets.size(); ++i) {
    for (size_t j = 0; j < results[i].size(); ++j) {
      print(results[i][j]);
      std::printf(" %a ", distances[i][j]);
    }
    std::printf("\n");
  }
}

int main() {
  std::mt19937 g(5);
  std::uniform_real_distribution<double> u(-90, 90);
  auto cities = [&](int n, bool grid) {
    std::vector<City> all;
    for (int i = 0; i < n; ++i) {
      double a = u(g), b = u(g);
      if (grid)
        a = std::floor(a / 20), b = std::floor(b / 20);
      all.push_back({"city" + std::to_string(i), a, b});
    }
    return all;
  };
  run<City, distanceOf>(cities(500, false), cities(200, false), 8);
  run<City, distanceOf>(cities(300, true), cities(100, true), 5);
  run<City, distanceOf>(cities(3, true), cities(10, true), 5);
  run<City, distanceOf>({}, cities(4, true), 5);
  std::vector<Word> words(400), wanted(100);
  for (auto *list : {&words, &wanted})
    for (Word &w : *list)
      for (unsigned char &b : w.bits)
        b = static_cast<unsigned char>(g() & g());
  run<Word, hamming>(words, wanted, 4);
}
