// Private members that are references, read at the loop for traversals that
// functions of their classes lead to: to containers, structs, numbers and
// arrays, of bases, templates and nested classes, of classes with an operator&
// of their own.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "600 1" "600 2" "1 3" "0 4"
// RUN: not regtt-cc -std=c++11 --target=cpu --emit=host %s -o - 2>&1 | FileCheck --check-prefix=OLD %s
// OLD: error: '{{points|scale|bias|limits|at}}' is read for the traversal at the loop, where it is not accessible; {{.*}}[RTT1113]
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

struct Point {
  double x, y;
  int id;
};
struct Options {
  char tag;
  double scale;
  const double *factor;
};

// A reference behind a vtable's pointer and a member of odd size, in a base.
class Counted {
public:
  explicit Counted(const int &bias) : bias(bias) {}
  virtual ~Counted() = default;

protected:
  char letter = 'a';
  const int &bias;
};

template <class Item> class Tree : public Counted {
public:
  Tree(const std::vector<Item> &points, const Options &options,
       double (&limits)[2], const int &bias)
      : Counted(bias), points(points), options(options), limits(limits) {
    for (size_t i = 0; i < points.size(); ++i)
      root = insert(root, int(i), 0);
  }
  ~Tree() { clear(root); }
  Tree(const Tree &) = delete;
  Tree &operator=(const Tree &) = delete;
  Tree *operator&() const { return nullptr; }

  void around(double x, double y, std::vector<int> &found) const {
    found.clear();
    if (!root)
      return;
    collect(root, x, y, found);
  }
  double weight(double x) const {
    double sum = 0;
    add(root, x, sum);
    return sum;
  }

private:
  struct Node {
    int item;
    bool splitsY;
    Node *left = nullptr, *right = nullptr;
  };

  const std::vector<Item> &points;
  Node *root = nullptr;
  const Options &options;
  double (&limits)[2];

  double key(int item, bool isY) const {
    return isY ? points[item].y : points[item].x;
  }
  Node *insert(Node *node, int item, int depth) {
    if (!node) {
      node = new Node;
      node->item = item;
      node->splitsY = depth % 2 != 0;
    } else if (key(item, node->splitsY) < key(node->item, node->splitsY)) {
      node->left = insert(node->left, item, depth + 1);
    } else {
      node->right = insert(node->right, item, depth + 1);
    }
    return node;
  }
  void clear(Node *node) {
    if (node) {
      clear(node->left);
      clear(node->right);
    }
    delete node;
  }

#pragma regtt traversal
  void collect(const Node *node, double x, double y,
               std::vector<int> &found) const {
    const Item &p = points[node->item];
    const double dx = x - p.x, dy = y - p.y, r = limits[0];
    if (dx * dx + dy * dy < r * r * options.scale)
      found.push_back(p.id + bias);
    const double d = node->splitsY ? dy : dx;
    if (node->left && d < limits[1])
      collect(node->left, x, y, found);
    if (node->right && d > -limits[1])
      collect(node->right, x, y, found);
  }
#pragma regtt traversal
  void add(const Node *node, double x, double &sum) const {
    if (!node)
      return;
    const Item &p = points[node->item];
    sum += (p.x < x ? p.y : -p.y) * *options.factor;
    add(node->left, x, sum);
    add(node->right, x, sum);
  }
};

// What holds the reference is itself private, and so is its type.
class Scene {
  struct Walls {
    const float &at;
    explicit Walls(const float &at) : at(at) {}
  };
  struct Cell {
    float x;
    int hits;
    Cell *left, *right;
  };
  Walls walls;
  Cell *top = nullptr;

public:
  Scene(const float &at, int n) : walls(at) {
    for (int k = 0; k < n; ++k) {
      Cell **to = &top;
      const float x = float((k * 7919) % 1009);
      while (*to)
        to = x < (*to)->x ? &(*to)->left : &(*to)->right;
      *to = new Cell{x, k % 5, nullptr, nullptr};
    }
  }
  ~Scene() { clear(top); }
  int hits(float x) const { return count(top, x); }

private:
  static void clear(Cell *cell) {
    if (cell) {
      clear(cell->left);
      clear(cell->right);
    }
    delete cell;
  }
#pragma regtt traversal
  int count(const Cell *cell, float x) const {
    if (!cell)
      return 0;
    if (cell->x > walls.at)
      return count(cell->left, x);
    return (cell->x < x ? cell->hits : 0) + count(cell->left, x) +
           count(cell->right, x);
  }
};

static void query(const Tree<Point> &tree, const Scene *scene,
                  const std::vector<Point> &at,
                  std::vector<std::vector<int>> &found,
                  std::vector<double> &weights, std::vector<int> &hits) {
#pragma regtt parallel
  for (size_t i = 0; i < at.size(); ++i)
    tree.around(at[i].x, at[i].y, found[i]);
#pragma regtt parallel
  for (size_t i = 0; i < at.size(); ++i)
    weights[i] = tree.weight(at[i].x);
#pragma regtt parallel
  for (size_t i = 0; i < at.size(); ++i)
    hits[i] = scene->hits(float(at[i].x) * 1000);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  unsigned seed = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  const auto random = [&] {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 16777216.0;
  };
  std::vector<Point> points(static_cast<size_t>(n));
  for (int i = 0; i < n; ++i) {
    Point &p = points[static_cast<size_t>(i)];
    const bool isClustered = i % 3 == 0;
    p = {isClustered ? 0.5 + 0.01 * random() : random(),
         isClustered ? 0.25 + 0.01 * random() : random(), i};
    if (i % 17 == 16) {
      p = points[static_cast<size_t>(i / 2)];
      p.id = i;
    }
  }
  const double factor = 0.75;
  const Options options{'o', 1.25, &factor};
  double limits[2] = {0.05, 0.06};
  int bias = 1000;
  float wall = 700;
  const Tree<Point> tree(points, options, limits, bias);
  const Scene scene(wall, n);
  std::vector<std::vector<int>> found(points.size());
  std::vector<double> weights(points.size());
  std::vector<int> hits(points.size());
  for (int step = 0; step < 2; ++step) {
    query(tree, std::addressof(scene), points, found, weights, hits);
    for (size_t i = 0; i < points.size(); i += 1 + points.size() / 60) {
      std::printf("%zu: %a %d:", i, weights[i], hits[i]);
      for (int id : found[i])
        std::printf(" %d", id);
      std::printf("\n");
    }
    // What they refer to changes from loop to loop.
    limits[0] = 0.08;
    bias = 5000;
    wall = 300;
  }
}
