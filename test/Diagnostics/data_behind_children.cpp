// What a pointer of a child leads to is followed in every node: where it is read
// under a condition on that child, or on the node where others have children
// looked for, it may lead nowhere elsewhere. Of arrays behind such pointers there
// is nothing; and where text may be empty, its first character is none.
// RUN: regtt-cc --verify-diagnostics %s
#include <cstring>

struct Data {
  float x;
  const int *more;
};
struct Node {
  int id, count, level;
  bool isLeaf;
  const Data *data;
  const char *text;
  const Node *child[4];
};
struct Query {
  float x;
  long sum;
  char word[8];
};

#pragma regtt traversal
static void byChild(Query *q, const Node *n) {
  for (int k = 0; k < n->count; ++k) {
    if (!n->child[k]->isLeaf)
      // expected-error@+1 {{'n->data->x' of another node is read under a condition on that node, or on this one; linearising follows such a pointer in every node: read it wherever children are looked for, or let each node read its own in its own visit [RTT2066]}}
      q->x += n->child[k]->data->x;
    byChild(q, n->child[k]);
  }
}

#pragma regtt traversal
static void early(Query *q, const Node *n) {
  for (int k = 0; k < n->count; ++k) {
    const int id = n->child[k]->id;
    const bool isOdd = id & 1;
    if (isOdd)
      continue;
    // expected-error@+1 {{of another node is read under a condition on that node, or on this one}}
    q->x += n->child[k]->data->x;
    early(q, n->child[k]);
  }
}

static float valueOf(const Node *n) {
  // expected-error@+1 {{of another node is read under a condition on that node, or on this one}}
  return n->isLeaf ? 0 : n->data->x;
}
#pragma regtt traversal
static void byHelper(Query *q, const Node *n) {
  for (int k = 0; k < n->count; ++k) {
    q->x += valueOf(n->child[k]);
    byHelper(q, n->child[k]);
  }
}

// Children of other nodes may have none.
#pragma regtt traversal
static void byNode(Query *q, const Node *n) {
  for (int k = 0; k < n->count; ++k) {
    if (n->level == 1)
      // expected-error@+1 {{of another node is read under a condition on that node, or on this one}}
      q->x += n->child[k]->data->x;
    byNode(q, n->child[k]);
  }
}

#pragma regtt traversal
static void furtherOn(Query *q, const Node *n) {
  for (int k = 0; k < n->count; ++k) {
    if (n->child[k]->data->x > q->x)
      // expected-error@+1 {{'*n->data->more' of another node is read under a condition on that node, or on this one}}
      q->sum += *n->child[k]->data->more;
    furtherOn(q, n->child[k]);
  }
}

// What has been followed is there.
#pragma regtt traversal
static void taken(Query *q, const Node *n) {
  if (n->isLeaf)
    return;
  for (int k = 0; k < n->count; ++k) {
    if (n->child[k]->data->x > q->x && n->child[k]->data->x < 10)
      q->x += n->child[k]->data->x;
    taken(q, n->child[k]);
  }
}

#pragma regtt traversal
static void elements(Query *q, const Node *n) {
  for (int k = 0; k < n->count; ++k) {
    // expected-error@+1 {{'n->child[k]->text[1]' reads through another node; that can be done where a field of the node leads to it, always the same one, and where it is a field of a child itself [RTT2012]}}
    q->sum += n->child[k]->text[1];
    elements(q, n->child[k]);
  }
}

// Of `count` characters there may be none, but of text there is a first one.
#pragma regtt traversal
static void prefix(Query *q, const Node *n) {
  if (!n)
    return;
  q->sum += std::strncmp(n->text, q->word, n->count) == 0;
  // expected-error@+1 {{the extent of 'n->text' cannot be inferred; add 'extent(n->text : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
  q->sum += n->text[0];
  prefix(q, n->child[0]);
  prefix(q, n->child[1]);
}
#pragma regtt traversal
static void whole(Query *q, const Node *n) {
  if (!n)
    return;
  q->sum += std::strcmp(n->text, q->word) == 0;
  q->sum += n->text[0];
  whole(q, n->child[0]);
  whole(q, n->child[1]);
}

void all(Query *qs, int m, const Node *root) {
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byChild(&qs[i], root);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    early(&qs[i], root);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byHelper(&qs[i], root);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    byNode(&qs[i], root);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    furtherOn(&qs[i], root);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    taken(&qs[i], root);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    elements(&qs[i], root);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    prefix(&qs[i], root);
#pragma regtt parallel
  for (int i = 0; i < m; ++i)
    whole(&qs[i], root);
}
