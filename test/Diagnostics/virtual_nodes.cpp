// Virtual calls whose object is not the node, or whose classes are not told;
// each beside what is taken in Exec/virtual_nodes.cpp.
// RUN: regtt-cc --verify-diagnostics %s
// RUN: not regtt-cc -DPLAIN -fno-rtti --target=cpu -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: call of 'look' is not taken inside a traversal: it is virtual, and with -fno-rtti nothing tells classes
struct Query {
  int at, count;
};

#ifdef PLAIN
struct Node {
  virtual ~Node() {}
#pragma regtt traversal
  virtual void look(Query &q) const { q.count++; }
};
struct Inner : Node {
  Node *left, *right;
  void look(Query &q) const override {
    left->look(q);
    right->look(q);
  }
};
void all(const Node *root, Query *queries, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    root->look(queries[i]);
}
#else

// Objects that are no node.
struct Material {
  virtual int shade(int at) const { return at; }
};
struct Dark : Material {
  int by;
  int shade(int at) const override { return at - by; }
};
struct Node {
  int kind;
  Node *left, *right;
  const Material *material;
  virtual ~Node() {}
  virtual bool isLeaf() const { return true; }
  virtual int weight() const { return kind; }
};
struct Inner : Node {
  bool isLeaf() const override { return false; }
};

#pragma regtt traversal
static void ofMaterial(const Node *n, Query &q) {
  if (!n)
    return;
  // expected-error@+1 {{call of 'Material::shade' is not taken inside a traversal: it is virtual, and its object is not the node [RTT2008]}}
  q.count += n->material->shade(q.at);
  ofMaterial(n->left, q);
  ofMaterial(n->right, q);
}

#pragma regtt traversal
static void ofChild(const Node *n, Query &q) {
  if (!n)
    return;
  // expected-error@+1 {{call of 'Node::isLeaf' is not taken inside a traversal: it is virtual, and its object is not the node [RTT2008]}}
  if (n->left && n->left->isLeaf())
    q.count++;
  ofChild(n->left, q);
  ofChild(n->right, q);
}

// What the loop's body calls may be of any class.
#pragma regtt traversal
static void taken(const Node *n, Query &q) {
  if (!n)
    return;
  q.count += n->weight();
  taken(n->left, q);
  taken(n->right, q);
}

// Another body of the caller's own.
struct Part {
  virtual ~Part() {}
#pragma regtt traversal
  virtual void look(Query &q) const { q.count++; }
  virtual const Part *self() const { return this; }
};
struct Group : Part {
  Part *first, *second;
  void look(Query &q) const override {
    if (first)
      first->look(q);
    if (second)
      // expected-error@+1 {{recursion through 'Group::look' is not carried by this version [RTT2023]}}
      static_cast<const Group *>(second)->Group::look(q);
  }
};

// Classes.
struct Other {
  virtual int own() const { return 1; }
};
struct Twig {
  int id;
  virtual ~Twig() {}
#pragma regtt traversal
  virtual void look(Query &q) const { q.count += id; }
};
struct Fork : Twig {
  Twig *left, *right;
  void look(Query &q) const override {
    if (left)
      left->look(q);
    if (right)
      right->look(q);
  }
};
struct Odd : Other, Twig {};

void all(const Node *root, const Part *part, const Twig *twig, Query *queries,
         int n) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    ofMaterial(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    ofChild(root, queries[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    // expected-error@+1 {{a call of 'Node::weight' in the loop's body is not taken: it is virtual, and what it runs is known of nodes alone; the body is}}
    queries[i].at = root->weight();
    taken(root, queries[i]);
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    part->look(queries[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    // expected-error@+1 {{an object of class 'Odd' does not begin with its 'Twig'}}
    twig->look(queries[i]);
}
#endif
