// Queries that a base class is handed: what is not found from there, beside what is
// (Exec/classes_of_queries.cpp).
// RUN: regtt-cc --verify-diagnostics %s
struct Node {
  double x;
  const Node *left, *right;
};
template <class Derived> struct Walker {
#pragma regtt traversal
  void walk(const Node *n) {
    if (!n)
      return;
    ++visited;
    if (!static_cast<Derived &>(*this).enter(*n)) // expected-error {{query pointer 'this' is used for more than its fields [RTT2019]}}
      return;
    walk(n->left);
    walk(n->right);
  }
  int visited = 0;
};

// The object begins with something else.
struct Named {
  double weight = 1;
};
struct Later : Named, Walker<Later> {
  bool enter(const Node &n) { return n.x < weight; }
};
void later(const Node *root, Later *queries, int count) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    queries[i].walk(root);
}

// It begins with the base.
struct First : Walker<First>, Named {
  bool enter(const Node &n) { return n.x < weight; }
};
void first(const Node *root, First *queries, int count) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    queries[i].walk(root);
}

// Of objects of the base alone it is not known that they are more.
struct Plain {
  int visited = 0;
#pragma regtt traversal
  void walk(const Node *n);
};
struct Counting : Plain {
  int count = 0;
};
void Plain::walk(const Node *n) {
  if (!n)
    return;
  ++visited;
  static_cast<Counting *>(this)->count++; // expected-error {{the pointer 'static_cast<Counting *>(&*this)' is used for more than what it leads to, comparisons and null tests [RTT2041]}}
  walk(n->left);
  walk(n->right);
}
void plain(const Node *root, Plain *queries, int count) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    queries[i].walk(root);
}

// A base that lies elsewhere is not copied as a whole.
struct Both : Named, Plain {
  double sum = 0;
};
#pragma regtt traversal
static void copies(const Node *n, Both &query) {
  if (!n)
    return;
  const Plain plain = query; // expected-error {{data of type 'Plain' cannot be copied to a device: 'static_cast<Plain &>(query)' [RTT2011]}}
  query.sum += plain.visited;
  const Named named = query; // the first one is
  query.sum += named.weight;
  copies(n->left, query);
  copies(n->right, query);
}
void copied(const Node *root, Both *queries, int count) {
#pragma regtt parallel
  for (int i = 0; i < count; ++i)
    copies(root, queries[i]);
}
