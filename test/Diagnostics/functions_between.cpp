// Functions between the loop and the traversal: what they may not do, beside
// what is taken.
// RUN: regtt-cc --verify-diagnostics %s
#include "../Inputs/tree.h"

#include <cstdio>

#pragma regtt traversal
static void sum(Query *q, const Node *n) {
  if (!n)
    return;
  q->count++;
  sum(q, n->left);
  sum(q, n->right);
}

//--- a function that leads to itself
// expected-note@+1 {{declared here}}
static void again(Query *q, const Node *root, int times) {
  sum(q, root);
  if (times > 0)
    // expected-error@+1 {{'again' stands between the loop and the traversal and leads to itself; annotate it, too, if it is a part of the traversal [RTT1131]}}
    again(q, root, times - 1);
}
static void back(Query *q, const Node *root, int times);
// expected-note@+1 {{declared here}}
static void forth(Query *q, const Node *root, int times) {
  if (times > 0)
    back(q, root, times - 1);
}
static void back(Query *q, const Node *root, int times) {
  sum(q, root);
  // expected-error@+1 {{'forth' stands between the loop and the traversal and leads to itself; annotate it, too, if it is a part of the traversal [RTT1131]}}
  forth(q, root, times);
}
static void there(Query *q, const Node *root, int times);
// expected-note@+1 {{declared here}}
static void hither(Query *q, const Node *root, int times) {
  if (times > 0)
    there(q, root, times - 1);
  sum(q, root); // the traversal is found behind the cycle
}
static void there(Query *q, const Node *root, int times) {
  // expected-error@+1 {{'hither' stands between the loop and the traversal and leads to itself; annotate it, too, if it is a part of the traversal [RTT1131]}}
  hither(q, root, times);
}
static void takenTwice(Query *q, const Node *root, int times) {
  for (int k = 0; k < times; ++k)
    sum(q, root);
  sum(q, root);
}

//--- what all iterations share
static int calls;
static void counts(Query *q, const Node *root) {
  // expected-error@+1 {{an increment among the calls of an iteration is not taken: it writes 'calls', which all iterations share; move it behind the last call [RTT1124]}}
  ++calls;
  sum(q, root);
}
static void takenCount(Query *q, const Node *root, int *calls) {
  ++*calls;
  sum(q, root);
}

//--- what the library does has its place
static void prints(Query *q, const Node *root) {
  // expected-error@+1 {{a call among the calls of an iteration is not taken: it prints, reads or draws random numbers; move it behind the last call [RTT1124]}}
  std::puts("next");
  sum(q, root);
}
static void takenWithout(Query *q, const Node *root) {
  q->count = 0;
  sum(q, root);
}

//--- an order of operands that is open
static int twice(int &k) { return k *= 2; }
static int more(int &k) { return k += 3; }
static void disturbed(Query *q, const Node *root) {
  int k = 1;
  // expected-error@+2 {{'twice(k)' and 'more(k)' are evaluated in an order that is open, or that compilers do not agree on, and one changes what the other looks at; assign their values to variables first [RTT2060]}}
  // expected-note@+1 {{the other one is here}}
  q->count = twice(k) - more(k);
  sum(q, root);
}
static void takenOrder(Query *q, const Node *root) {
  int k = 1;
  const int first = twice(k);
  q->count = first - more(k);
  sum(q, root);
}

//--- the same in the loop's own statement, of what is handed over
static int next(Query *q, const Node *root) {
  sum(q, root);
  return ++q->count;
}
static int pair(int a, int b) { return 10 * a + b; }
void runPair(Query *queries, const Node *root, int *own) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    // expected-error@+1 {{what this expression reads may change in its recursive calls, in an order that C++ leaves open; assign their values to variables first [RTT2049]}}
    own[i] = pair(next(&queries[i], root), next(&queries[i], root));
}
void takenPair(Query *queries, const Node *root, int *own) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i) {
    const int first = next(&queries[i], root);
    own[i] = pair(first, next(&queries[i], root));
  }
}

//--- what has no name where the loop stands
class Hidden {
public:
  int within(Query *q) const {
    sum(q, root);
    return 1;
  }

private:
  union {
    const Node *root;
    const void *any;
  };
};
class Base {
protected:
  int above(Query *q) const {
    sum(q, top);
    return 1;
  }
  const Node *top;
};
class Derived : Base {
public:
  using Base::above;
};
template <class Work> class Index {
public:
  Index(const Node *root, Work) : root(root) {}
  int in(Query *q) const {
    sum(q, root);
    return 1;
  }

private:
  const Node *root;
};
void locals(Query *queries, const Node *tree, int *own) {
  class Local {
  public:
    explicit Local(const Node *root) : root(root) {}
    int in(Query *q) const {
      sum(q, root);
      return 1;
    }

  private:
    const Node *root;
  };
  const auto work = [] { return 1; };
  const Local local(tree);
  const Index<decltype(work)> index(tree, work);
  // expected-error@+2 {{'root' is read for the traversal at the loop, where it is not accessible; run the loop in a member function [RTT1113]}}
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    own[i] = local.in(&queries[i]);
  // expected-error@+2 {{'root' is read for the traversal at the loop, where it is not accessible; run the loop in a member function [RTT1113]}}
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    own[i] = index.in(&queries[i]);
}
void unnamed(Query *queries, const Node *tree, int *own, const Hidden &hidden,
             const Derived &derived) {
  const auto captured = [tree](Query *q) {
    sum(q, tree);
    return 1;
  };
  // expected-error@+2 {{'anon' is read for the traversal at the loop, where it is not accessible; run the loop in a member function [RTT1113]}}
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    own[i] = hidden.within(&queries[i]);
  // expected-error@+2 {{'Base' is read for the traversal at the loop, where it is not accessible; run the loop in a member function [RTT1113]}}
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    own[i] = derived.above(&queries[i]);
  // expected-error@+2 {{'tree' is read for the traversal at the loop, where it is not accessible; run the loop in a member function [RTT1113]}}
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    own[i] = captured(&queries[i]);
}
static int beneath(const Node *tree, Query *q) {
  sum(q, tree);
  return 1;
}
void takenArgument(Query *queries, const Node *tree, int *own) {
  const Index<int> index(tree, 0);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    own[i] = index.in(&queries[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    own[i] = beneath(tree, &queries[i]);
}

//--- what a device does not do
static void throws(Query *q, const Node *root) {
  if (!root)
    // expected-error@+1 {{a throw is not taken inside a traversal [RTT2004]}}
    throw q->count;
  sum(q, root);
}
static void takenReturn(Query *q, const Node *root) {
  if (!root)
    return;
  sum(q, root);
}

//--- a traversal that is not found
struct Shape {
  virtual void hit(Query *q, const Node *n) const = 0;
};
struct Tree final : Shape {
#pragma regtt traversal
  void hit(Query *q, const Node *n) const override {
    if (!n)
      return;
    q->count++;
    hit(q, n->left);
    hit(q, n->right);
  }
};
// expected-note@+1 {{declared here}}
static void shade(Query *q, void (*hit)(Query *, const Node *),
                  const Node *root) {
  // expected-note@+1 {{what is called from here is not known: a call through a pointer}}
  hit(q, root);
}
void runShade(Query *queries, void (*hit)(Query *, const Node *),
              const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    // expected-error@+1 {{the loop calls 'shade', which is not annotated with '#pragma regtt traversal' [RTT1104]}}
    shade(&queries[i], hit, root);
}
static void takenShade(Query *q, const Tree *tree, const Node *root) {
  tree->hit(q, root);
}

//--- arrays that begin with characters
#pragma regtt traversal
static void tag(Query *q, const Node *n, char *tags) {
  if (!n)
    return;
  tags[n->leaf & 3]++;
  q->count += tags[0];
  tag(q, n->left, tags);
  tag(q, n->right, tags);
}
static void literal(Query *q, const Node *root) {
  // expected-error@+1 {{a declaration among the calls of an iteration is not taken: its array has a value; move it behind the last call [RTT1124]}}
  char tags[4] = "abc";
  tag(q, root, tags);
}
static void takenList(Query *q, const Node *root) {
  char tags[4] = {'a', 'b', 'c'};
  tag(q, root, tags);
}
void runTags(Query *queries, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    literal(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenList(&queries[i], root);
}

void run(Query *queries, const Node *root, int *own, const Tree *tree) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    disturbed(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenOrder(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    throws(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenReturn(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenShade(&queries[i], tree, root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    again(&queries[i], root, 2);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    forth(&queries[i], root, 2);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    hither(&queries[i], root, 2);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenTwice(&queries[i], root, 2);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    counts(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenCount(&queries[i], root, &own[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    prints(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    takenWithout(&queries[i], root);
}

// The function to annotate is the one that calls itself.
// expected-note@+1 {{declared here}}
static void forgotten(Query *q, const Node *n) {
  if (!n)
    return;
  q->count += 2;
  forgotten(q, n->left);
  forgotten(q, n->right);
}
static void throughTwo(Query *q, const Node *n) {
  // expected-note@+1 {{called here}}
  forgotten(q, n);
}
static void throughOne(Query *q, const Node *n) { throughTwo(q, n); }
void runForgotten(Query *queries, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    // expected-error@+1 {{the loop calls 'forgotten', which is not annotated with '#pragma regtt traversal' [RTT1104]}}
    throughOne(&queries[i], root);
}

//--- a variable that holds a pointer to what is no node, and may lead to several
struct Material {
  float color;
};
struct Leaf {
  float x;
  const Material *material;
  const Leaf *left, *right;
};
struct Hit {
  float x;
  const Material *material;
};
#pragma regtt traversal
static bool hit(const Leaf *n, float at, Hit &found) {
  if (!n)
    return false;
  if (n->x == at) {
    found.x = n->x;
    found.material = n->material;
    return true;
  }
  return hit(at < n->x ? n->left : n->right, at, found);
}
static float colorAt(const Leaf *root, float at) {
  Hit found; // expected-note {{it holds 'material', a pointer to what is no node, which is not kept from visit to visit; keep what it leads to}}
  return hit(root, at, found) ? found.material[1].color : -1;
}
void colors(const Leaf *root, const float *at, float *out, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    out[i] = colorAt(root, at[i]); // expected-error {{the query 'found' is not the element of an array at the loop variable [RTT1105]}}
}

// What it leads to is kept.
struct Seen {
  float x, color;
};
#pragma regtt traversal
static bool see(const Leaf *n, float at, Seen &found) {
  if (!n)
    return false;
  if (n->x == at) {
    found.x = n->x;
    found.color = n->material->color;
    return true;
  }
  return see(at < n->x ? n->left : n->right, at, found);
}
static float colorSeen(const Leaf *root, float at) {
  Seen found;
  return see(root, at, found) ? found.color : -1;
}
void takenColors(const Leaf *root, const float *at, float *out, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    out[i] = colorSeen(root, at[i]);
}
