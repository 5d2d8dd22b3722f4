// Queries whose base class has the traversal, and is handed the class that is
// derived from it: by arrays, by variables of the body and of functions between;
// bases with data, which are copied as well; items of nodes in a range that begins
// in a std::array.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "400" "1" "0"
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/classes_of_queries.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/classes_of_queries.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/classes_of_queries.regtt.cu -o %t.o
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Item {
  double x;
  int kind;
};
class Node {
public:
  const Item *begin() const { return items.data(); }
  const Item *end() const { return items.data() + size; }
  const Node *left = nullptr, *right = nullptr;
  std::array<Item, 4> items{};
  std::size_t size = 0;
  double least = 0;
};

static const Node *build(int begin, int end) {
  if (begin >= end)
    return nullptr;
  Node *made = new Node;
  const int middle = begin + (end - begin) / 2;
  made->least = std::floor(9 * std::sin(middle * 0.7));
  for (int k = 0; k < middle % 5; ++k)
    made->items[made->size++] = {made->least + k * 0.5, (middle + k) % 4};
  made->left = build(begin, middle);
  made->right = build(middle + 1, end);
  return made;
}

//===--- Without data -----------------------------------------------------===//

template <class Derived> struct Walker {
#pragma regtt traversal
  void walk(const Node *n) {
    Derived &self = static_cast<Derived &>(*this);
    if (!self.enter(*n))
      return;
    for (const Item &item : *n)
      self.look(item);
    if (n->left)
      walk(n->left);
    if (n->right)
      walk(n->right);
  }
};
struct Counter : Walker<Counter> {
  explicit Counter(double at) : at(at) {}
  bool enter(const Node &node) {
    ++visited;
    for (int k = 0; k < int(node.size); ++k)
      count += node.begin()[k].kind == 3;
    return node.least < at;
  }
  void look(const Item &item) { count += item.x < at; }
  double at;
  int visited = 0, count = 0;
};

//===--- With data, and a class between -----------------------------------===//

template <class Derived> class Base {
public:
#pragma regtt traversal
  void walk(const Node *n) {
    if (!n)
      return;
    ++count;
    const Base before = *this;
    if (!self().enter(*n))
      return;
    walk(n->left);
    sum += before.count % 3;
    self().after(*n);
    walk(n->right);
  }
  long visits() const { return count; }

protected:
  Derived &self() { return *static_cast<Derived *>(this); }
  double sum = 0;

private:
  long count = 0;
};
template <class Derived> struct Deep : Base<Derived> {
  void after(const Node &node) {
    const Derived was = static_cast<Derived &>(*this);
    this->sum += node.least;
    if (node.size == 2)
      static_cast<Derived &>(*this) = was;
    static_cast<Derived &>(*this).last = node.least;
    ++afters;
  }
  double afters = 0;
};
struct Summer : Deep<Summer> {
  bool enter(const Node &node) {
    for (const Item &item : node)
      sum += item.x * item.kind;
    return node.least > at || node.size > 1;
  }
  double result() const { return sum + last * 0.5 + visits() + 100 * afters; }
  double at = 0, last = 0;
};
static double between(const Node *root, double at) {
  Summer summer;
  summer.at = at;
  summer.walk(root);
  summer.at = at * 0.5;
  summer.walk(root);
  return summer.result();
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  const Node *root = build(0, count / 3 + 1);
  std::vector<double> out(count);
  std::vector<Summer> summers(count);
  const auto print = [&](const char *what) {
    for (double each : out)
      std::printf("%s %a\n", what, each);
  };
#pragma regtt parallel
  for (int i = 0; i < count; ++i) {
    Counter counter(i % 19 - 9.5);
    counter.walk(root);
    out[i] = counter.visited + 0.001 * counter.count;
  }
  print("body");
  for (int i = 0; i < count; ++i)
    summers[i].at = i % 7 - 3;
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    summers[i].walk(root);
  for (int i = 0; i < count; ++i)
    out[i] = summers[i].result();
  print("array");
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    out[i] = between(root, i % 11 - 5);
  print("between");
}
