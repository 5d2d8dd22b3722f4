// Objects around the loop that something else than their names may change, or
// that an iteration changes itself; each beside what is taken in
// Exec/local_objects.cpp.
// RUN: regtt-cc --verify-diagnostics %s
struct Node {
  int x, left, right;
};
struct Tree {
  const Node *nodes;
  int half;
#pragma regtt traversal
  void walk(int k, int at, int *sum) const {
    if (k < 0)
      return;
    // expected-error@+1 {{the traversal writes to 'tree.half', which the queries share [RTT2006]}}
    *sum += nodes[k].x > at;
    walk(nodes[k].left, at, sum);
    walk(nodes[k].right, at, sum);
  }
  void above(int at, int *sum) const {
    *sum = 0;
    // expected-error@+1 6 {{code among the calls of an iteration is not taken: it uses 'tree' in a way that is not followed; move it behind the last call [RTT1124]}}
    if (half < 1)
      return;
    walk(0, at, sum);
  }
  void changing(int at, int *sum) {
    // expected-error@+1 {{code among the calls of an iteration is not taken: it uses 'tree' in a way that is not followed; move it behind the last call [RTT1124]}}
    half = at;
    if (half < 1)
      return;
    walk(0, at, sum);
  }
  int *where() { return &half; }
};

static Tree *remembered;
static void remember(Tree &tree) { remembered = &tree; }

void kept(const Node *nodes, int *out, int n) {
  Tree tree = {nodes, 1};
  remember(tree);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    tree.above(i, &out[i]);
}

void reached(const Node *nodes, int *out, int n) {
  Tree tree = {nodes, 1};
  int *half = tree.where();
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    tree.above(i, &out[i]);
  *half = 3;
}

void changed(const Node *nodes, int *out, int n) {
  Tree tree = {nodes, 1};
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    tree.changing(i, &out[i]);
}

void handed(const Node *nodes, int *out, int n) {
  Tree tree = {nodes, 1};
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    tree.above(i, &tree.half);
    out[i] = tree.half;
  }
}

// What makes an object may put its address away, too.
struct Noted : Tree {
  Noted() { remembered = this; }
};
void noted(const Node *nodes, int *out, int n) {
  Noted tree;
  tree.nodes = nodes;
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    tree.above(i, &out[i]);
}

struct Pointing : Tree {
  int *own = &half;
};
void pointing(const Node *nodes, int *out, int n) {
  Pointing tree;
  tree.nodes = nodes;
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    tree.above(i, &out[i]);
}

struct Part {
  template <class T> explicit Part(T) { last = &number; }
  int number;
  static int *last;
};
struct Holding : Tree {
  Part part{3};
};
void holding(const Node *nodes, int *out, int n) {
  Holding tree;
  tree.nodes = nodes;
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    tree.above(i, &out[i]);
}

static Tree make(const Node *nodes) {
  Tree made = {nodes, 1};
  remember(made);
  return made;
}
void made(const Node *nodes, int *out, int n) {
  Tree tree = make(nodes);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    tree.above(i, &out[i]);
}

void alone(const Node *nodes, int *out, int n) {
  Tree tree = {nodes, 1};
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    tree.above(i, &out[i]); // taken
}
