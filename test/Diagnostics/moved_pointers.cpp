// Pointers that calls move on, which come from elsewhere somewhere, or whose
// changes others see; each beside what is taken in Exec/moved_pointers.cpp.
// RUN: regtt-cc --verify-diagnostics %s

struct Node {
  const char *name;
  Node *left, *right;
};
struct Query {
  char text[20];
  int found;
};

// Another array.
#pragma regtt traversal
// expected-error@+1 {{argument 'text' has type 'char *', which a rope cannot carry [RTT2022]}}
static void elsewhere(const Node *n, const char *text, Query *q) {
  if (!n)
    return;
  q->found += *text;
  elsewhere(n->left, text + 1, q);
  elsewhere(n->right, n->name, q);
}

// Set in the body.
#pragma regtt traversal
// expected-error@+1 {{argument 'text' has type 'char *', which a rope cannot carry [RTT2022]}}
static void set(const Node *n, const char *text, Query *q) {
  if (!n)
    return;
  q->found += *text;
  if (!*text)
    text = n->name;
  set(n->left, text + 1, q);
}

// Moved by who is handed its address.
static void skip(const char **text) { ++*text; }
#pragma regtt traversal
static void byAddress(const Node *n, const char *text, Query *q) {
  if (!n)
    return;
  q->found += *text;
  // expected-error@+1 {{the pointer 'text' is used for more than what it leads to, comparisons and null tests [RTT2041]}}
  skip(&text);
  byAddress(n->left, text, q);
}

// One array, but of which none is the beginning.
#pragma regtt traversal
// expected-error@+1 {{argument 'last' has type 'char *', which a rope cannot carry [RTT2022]}}
static void halves(const Node *n, const char *first, const char *last,
                   Query *q) {
  if (!n || first == last)
    return;
  q->found += *first;
  const char *middle = first + (last - first) / 2;
  halves(n->left, first, middle, q);
  halves(n->right, middle, last, q);
}

void all(const Node *root, Query *queries, int m) {
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    elsewhere(root, queries[i].text, &queries[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    set(root, queries[i].text, &queries[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byAddress(root, queries[i].text, &queries[i]);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    halves(root, queries[i].text, queries[i].text + 20, &queries[i]);
}
