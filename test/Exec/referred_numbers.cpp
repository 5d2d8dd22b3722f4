// Numbers that members refer to, public and private: visits read them, and what
// follows the calls may write them by another name. Where it does, the loop is not
// run.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "300 apart" "1 apart" "0 apart"
// RUN: %t.serial 40 open > %t.1
// RUN: env REGTT_TARGET=cpu REGTT_ALLOW_SERIAL=1 %t.parallel 40 open > %t.2
// RUN: cmp %t.1 %t.2
// RUN: env REGTT_TARGET=cpu not %t.parallel 40 open 2>&1 | FileCheck %s
// RUN: env REGTT_TARGET=cpu not %t.parallel 40 hidden 2>&1 | FileCheck %s
// CHECK: error: {{.*}}writes what
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

struct Node {
  float x;
  Node *left, *right;
};
static Node *build(int begin, int end) {
  if (begin >= end)
    return nullptr;
  const int middle = begin + (end - begin) / 2;
  return new Node{float(middle * 7 % 31), build(begin, middle),
                  build(middle + 1, end)};
}

struct Open {
  const float &scale;
  Node *root;
  void add(const Node *n, int least, double &sum) const;
};
#pragma regtt traversal
void Open::add(const Node *n, int least, double &sum) const {
  if (!n)
    return;
  if (n->x > float(least))
    sum += n->x * scale;
  add(n->left, least, sum);
  add(n->right, least, sum);
}

class Hidden {
public:
  Hidden(const float &scale, Node *root) : scale(scale), root(root) {}
  double sum(int least) const {
    double result = 0;
    add(root, least, result);
    return result;
  }

private:
#pragma regtt traversal
  void add(const Node *n, int least, double &sum) const {
    if (!n)
      return;
    if (n->x > float(least))
      sum += n->x * scale;
    add(n->left, least, sum);
    add(n->right, least, sum);
  }
  const float &scale;
  Node *root;
};

int main(int argc, char **argv) {
  const int size = argc > 1 ? std::atoi(argv[1]) : 100;
  const char *what = argc > 2 ? argv[2] : "apart";
  float scale = 1.5f, other = 2, third = 3;
  Node *root = build(0, size);
  const Open open{scale, root};
  const Hidden hidden(other, root);
  std::vector<double> sums(50), more(50);
  float *first = std::strcmp(what, "open") ? &third : &scale;
  float *second = std::strcmp(what, "hidden") ? &third : &other;
#pragma regtt parallel
  for (int i = 0; i < 50; ++i) {
    open.add(open.root, i % 20, sums[i]);
    *first += 1;
  }
#pragma regtt parallel
  for (int i = 0; i < 50; ++i) {
    more[i] = hidden.sum(i % 20);
    *second += 1;
  }
  for (int i = 0; i < 50; ++i)
    std::printf("%a %a\n", sums[i], more[i]);
  std::printf("%a %a %a\n", double(scale), double(other), double(third));
}
