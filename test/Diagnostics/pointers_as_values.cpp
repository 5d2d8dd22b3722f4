// Pointers are compared, tested and kept as the numbers that they are on the
// host; what else is done with them is refused, beside what is taken.
// RUN: regtt-cc --verify-diagnostics %s
struct Part {
  int weight;
};
struct Base {
  int kind;
};
struct Query;
struct Node {
  float x;
  Query *point;
  Part part;
  Part *more;
  Node *left, *right;
};
struct Query : Base, Part {
  float x;
  int count;
  float *out;
  Part *mine;
  const Query *best;
  const Node *last;
};

static int id(const Node *n); // expected-note {{declared here}}

#pragma regtt traversal
static void visit(Query *q, const Node *n, Part *shared) {
  if (!n || !q)
    return;
  // Taken.
  if (q != n->point && n->point)
    q->count++;
  const Query *other = n->point;
  if (!other || other == q->best || n->more == shared || n == q->last)
    return;
  if (&n->part == q->mine)
    q->count++;
  q->best = n->point;
  q->last = n;
  q->mine = nullptr;
  Query *self = q;
  self->count++;

  // The record of another node does not say where its parts lie.
  // expected-error@+1 {{where '&n->left->part' lies is not known to a traversal; compare pointers that data holds, or to the node, the query and elements of arrays [RTT2042]}}
  if (&n->left->part == q->mine)
    q->count++;
  // expected-error@+1 {{'id' is called, but its body is not visible [RTT2007]}}
  q->count += id(n);
  // expected-error@+1 {{an assignment to a pointer is not taken inside a traversal [RTT2004]}}
  q->out++;
  // expected-error@+1 {{a pointer to what is not one object throughout is not taken inside a traversal [RTT2004]}}
  const Part *kept = nullptr;
  kept = n->more;
  q->count += n->more->weight;
  visit(q, n->left, shared);
  visit(q, n->right, shared);
}

#pragma regtt traversal
static void another(Query *q, const Node *n) {
  if (!n)
    return;
  // Another class of the same object lies elsewhere in it.
  // expected-error@+1 {{where 'q' lies is not known to a traversal; compare pointers that data holds, or to the node, the query and elements of arrays [RTT2042]}}
  if (n->more == q)
    q->count++;
  another(q, n->left);
}

#pragma regtt traversal
static void differs(Query *q, const Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the pointer 'n->point' is used for more than what it leads to, comparisons and null tests [RTT2041]}}
  q->count += n->point - q;
  differs(q, n->left);
}

void run(Query *queries, Node *root, Part *part) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    visit(&queries[i], root, part);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    another(&queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    differs(&queries[i], root);
}
