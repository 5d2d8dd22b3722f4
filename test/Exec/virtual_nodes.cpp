// Nodes of a class hierarchy whose virtual functions the traversal calls: one
// that is the traversal itself, overridden by inner nodes and by leaves, several
// levels deep; and helpers, abstract ones and such that call others. (--suggest does not
// look for recursions through virtual functions.)
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "600" "1" "2" "0"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-4: verify=identical
//
// Nothing is read behind the end of the smaller ones.
// RUN: regtt-cc -O1 -g -fsanitize=address --target=cpu %s -o %t.checked
// RUN: env REGTT_TARGET=cpu ASAN_OPTIONS=detect_leaks=0 %t.checked 100
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

static unsigned seed = 9;
static double number() {
  seed = seed * 1664525u + 1013904223u;
  return double(seed >> 8) / 16777216.0;
}

struct Ray {
  double from, along;
};
struct Hit {
  double at;
  int id;
};

//===--- The traversal is virtual -----------------------------------------===//

class Shape {
public:
  virtual ~Shape() = default;
#pragma regtt traversal
  virtual bool hit(const Ray &r, double low, double high, Hit &hit) const = 0;
  virtual double area() const { return 1; }
};

class Ball : public Shape {
public:
  Ball(double middle, double radius, int id)
      : middle(middle), radius(radius), id(id) {}
  bool hit(const Ray &r, double low, double high, Hit &hit) const override {
    const double at = (middle - radius - r.from) / r.along;
    if (at < low || at > high)
      return false;
    hit.at = at;
    hit.id = id;
    return true;
  }
  double area() const override { return radius * radius; }

private:
  double middle, radius;
  int id;
};

class Wall : public Shape {
public:
  Wall(double a, double b, double c, int id) : a(a), b(b), c(c), id(id) {}
  bool hit(const Ray &r, double low, double high, Hit &hit) const override {
    // The function that the object's class has.
    const double at = (a + b * r.along - r.from) / (r.along + c) + area() / 99;
    if (at < low || at > high)
      return false;
    hit.at = at;
    hit.id = id;
    return true;
  }

private:
  double a, b, c;
  int id;
};

class Door final : public Wall {
public:
  Door(double a, double b, double c, int id) : Wall(a, b, c, id), gap(c / 4) {}
  bool hit(const Ray &r, double low, double high, Hit &hit) const override {
    return !(r.from < gap && r.along > gap) && Wall::hit(r, low, high, hit);
  }
  double area() const override { return gap + Shape::area(); }

private:
  double gap;
};

class Pair : public Shape {
public:
  Pair(Shape *left, Shape *right, double end)
      : left(left), right(right), end(end) {}
  bool hit(const Ray &r, double low, double high, Hit &hit) const override {
    if (r.from > end)
      return false;
    const bool isLeft = left && left->hit(r, low, high, hit);
    const bool isRight =
        right && right->hit(r, low, isLeft ? hit.at : high, hit);
    return isLeft || isRight;
  }

protected:
  Shape *left, *right;
  double end;
};

// An inner node of another kind, with a third child.
class Triple : public Pair {
public:
  Triple(Shape *left, Shape *right, Shape *other, double end)
      : Pair(left, right, end), other(other) {}
  bool hit(const Ray &r, double low, double high, Hit &hit) const override {
    if (other && other->hit(r, low, high, hit))
      high = hit.at;
    return (left && left->hit(r, low, high, hit)) || hit.at == high;
  }

private:
  Shape *other;
};

static Shape *scene(int depth, int &id) {
  if (depth == 0) {
    const double kind = number(), a = number(), b = number(), c = number();
    ++id;
    if (kind < 0.4)
      return new Ball(a, b * 0.1, id);
    return kind < 0.7 ? new Wall(a, b, c, id) : new Door(a, b, c, id);
  }
  Shape *left = number() < 0.1 ? nullptr : scene(depth - 1, id);
  Shape *right = number() < 0.1 ? nullptr : scene(depth - 1, id);
  if (number() < 0.3)
    return new Triple(left, right, number() < 0.3 ? nullptr : scene(0, id),
                      number() * 2);
  return new Pair(left, right, number() * 2);
}

static void print(const std::vector<Ray> &rays, const std::vector<Hit> &hits) {
  double sum = 0;
  for (size_t i = 0; i < hits.size(); ++i)
    sum = sum * 0.9 + hits[i].at * hits[i].id + rays[i].from;
  std::printf("%a\n", sum);
}

//===--- Helpers are virtual ----------------------------------------------===//

struct Query {
  float x, y, last;
  int count;
};

class Tree {
  // Private classes, which are named where the loop may not.
  class Node {
  public:
    float low = 0, high = 0;
    virtual ~Node() {}
    virtual bool isLeaf() const { return false; }
    virtual float weight() const = 0;
    virtual const Node *child(int) const { return nullptr; }
    virtual void note(Query &q) const { q.last = q.last * 0.5f + low; }
  };
  class Inner : public Node {
  public:
    std::unique_ptr<Node> children[2];
    float middle = 0;
    virtual float bias() const { return middle; }
    float weight() const override { return middle * 2 + bias(); }
    const Node *child(int k) const override {
      return k == 0 ? children[0].get() : children[1].get();
    }
  };
  class Heavy : public Inner {
  public:
    float extra[4] = {};
    float bias() const override { return extra[2]; }
    void note(Query &q) const override {
      Node::note(q);
      q.last += extra[1];
      q.count += 3;
    }
  };
  class Leaf : public Node {
  public:
    int count = 0;
    float *values = nullptr;
    bool isLeaf() const override { return true; }
    float weight() const override {
      float sum = 0.25f;
      for (int i = 0; i < count; ++i)
        sum += values[i];
      return sum;
    }
  };
  class Marked : public Leaf {
  public:
    float mark = 0;
    float weight() const override { return Leaf::weight() + mark; }
    void note(Query &q) const override {
      q.count += count;
      Leaf::note(q);
    }
  };

#pragma regtt traversal
  static void visit(const Node *n, Query &q) {
    if (!n || q.x < n->low - 0.2f || q.x > n->high + 0.2f)
      return;
    q.count++;
    q.last += n->weight();
    n->note(q);
    if (n->isLeaf()) {
      const Leaf *leaf = static_cast<const Leaf *>(n);
      for (int i = 0; i < leaf->count; ++i)
        if (leaf->values[i] < q.y)
          q.last += leaf->values[i];
      return;
    }
    visit(n->child(0), q);
    visit(n->child(1), q);
  }

  std::unique_ptr<Node> root;

  static std::unique_ptr<Node> make(float low, float high, int depth) {
    std::unique_ptr<Node> result;
    if (depth == 0) {
      Leaf *leaf;
      if (number() < 0.5) {
        Marked *marked = new Marked;
        marked->mark = float(number());
        leaf = marked;
      } else {
        leaf = new Leaf;
      }
      leaf->count = int(number() * 4);
      leaf->values = leaf->count ? new float[size_t(leaf->count)] : nullptr;
      for (int i = 0; i < leaf->count; ++i)
        leaf->values[i] = float(number());
      result.reset(leaf);
    } else {
      Inner *inner;
      if (number() < 0.5) {
        Heavy *heavy = new Heavy;
        for (float &each : heavy->extra)
          each = float(number());
        inner = heavy;
      } else {
        inner = new Inner;
      }
      inner->middle = low + (high - low) * float(number());
      inner->children[0] = make(low, inner->middle, depth - 1);
      inner->children[1] = make(inner->middle, high, depth - 1);
      result.reset(inner);
    }
    result->low = low;
    result->high = high;
    return result;
  }

public:
  explicit Tree(int depth) : root(make(0, 1, depth)) {}
  void one(Query &q) const { visit(root.get(), q); }
  void all(std::vector<Query> &queries) const {
#pragma regtt parallel
    for (Query &q : queries)
      visit(root.get(), q);
  }
};

static void print(const std::vector<Query> &queries) {
  double sum = 0;
  unsigned count = 0;
  for (const Query &q : queries) {
    sum = sum * 0.9 + double(q.last);
    count = count * 31 + unsigned(q.count);
  }
  std::printf("%a %x\n", sum, count);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 600;
  int id = 0;
  const Shape *root = scene(count > 2 ? 8 : 0, id);
  // A root of a derived class.
  const Pair derived(scene(count > 2 ? 6 : 0, id), scene(3, id), 1.5);
  std::vector<Ray> rays(static_cast<size_t>(count));
  std::vector<Hit> hits(rays.size());
  std::vector<int> found(rays.size(), 0);
  for (Ray &r : rays)
    r = {number() - 0.5, number() + 0.1};
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    found[size_t(i)] =
        root->hit(rays[size_t(i)], 0.001, 100, hits[size_t(i)]);
  print(rays, hits);
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    found[size_t(i)] +=
        derived.hit(rays[size_t(i)], 0.001, 50, hits[size_t(i)]);
  print(rays, hits);
  int all = 0;
  for (int each : found)
    all += each;
  std::printf("%d\n", all);

  const Tree tree(count > 2 ? 7 : count);
  std::vector<Query> queries(rays.size());
  for (Query &q : queries)
    q = {float(number()), float(number()), 0, 0};
  tree.all(queries);
  print(queries);
#pragma regtt parallel
  for (size_t i = 0; i < queries.size(); ++i)
    tree.one(queries[i]);
  print(queries);
}
