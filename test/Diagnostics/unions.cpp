// What is not taken of unions, beside what is: pointers that may be something
// else where they are followed, changes of what holds pointers, copies of it,
// and what one iteration writes as one member and another reads as another.
// RUN: regtt-cc --verify-diagnostics %s
#include <vector>

struct Data {
  float weight;
};
struct Node {
  bool leaf;
  float x;
  union {
    struct {
      Node *left, *right;
    } inner;
    struct {
      const Data *data;
      long count;
    } ends;
    long payload;
  };
  union {
    Node *more;
    Node *child[1];
  };
  Node *next;
};
union Word {
  float f;
  int i;
};
union Handle {
  const float *at;
  int number;
};
struct Query {
  float x, sum;
  int mode;
  long count;
  Word word;
  Handle handle;
};

//--- children
#pragma regtt traversal
static void childByQuery(Query &q, const Node *n) {
  if (!n)
    return;
  if (q.mode) {
    // expected-error@+1 {{'n->inner.left' shares its bytes with other data in a union, and nothing that the node holds says where it is a pointer; test that, by the node alone, before it is followed [RTT2062]}}
    childByQuery(q, n->inner.left);
  }
  q.count += n->payload;
  childByQuery(q, n->next);
}
#pragma regtt traversal
static void takenChild(Query &q, const Node *n) {
  if (!n)
    return;
  if (!n->leaf && q.mode)
    takenChild(q, n->inner.left);
  q.count += n->payload;
  takenChild(q, n->next);
}
/// A child, whatever it is called.
#pragma regtt traversal
static void takenNames(Query &q, const Node *n) {
  if (!n)
    return;
  q.count += n->more != nullptr;
  takenNames(q, n->child[0]);
}

//--- pointers
#pragma regtt traversal
static void pointerByQuery(Query &q, const Node *n) {
  if (!n)
    return;
  if (q.mode)
    // expected-error@+1 {{'n->ends.data' shares its bytes with other data in a union, and nothing that the node holds says where it is a pointer; test that, by the node alone, before it is followed [RTT2062]}}
    q.sum += n->ends.data->weight;
  pointerByQuery(q, n->next);
}
#pragma regtt traversal
static void takenPointer(Query &q, const Node *n) {
  if (!n)
    return;
  if (n->leaf && q.mode)
    for (int k = 0; k < n->ends.count; ++k)
      q.sum += n->ends.data[k].weight;
  takenPointer(q, n->next);
}

//--- containers
struct Many {
  bool leaf;
  union {
    std::vector<Many *> kids;
    long payload[3];
  };
  Many() : leaf(true), payload{} {}
  ~Many() {}
};
#pragma regtt traversal
static void vectorOfSome(Query &q, const Many *n) {
  if (n->leaf) {
    q.count += n->payload[1];
    return;
  }
  // expected-error@+1 {{'n->kids' shares its bytes with other data in a union, and nothing that the node holds says where it is a pointer; test that, by the node alone, before it is followed [RTT2062]}}
  for (Many *kid : n->kids)
    vectorOfSome(q, kid);
}

struct Few {
  bool leaf;
  std::vector<Few *> kids;
  union {
    long payload[3];
    double weights[3];
  };
};
#pragma regtt traversal
static void takenVector(Query &q, const Few *n) {
  if (n->leaf) {
    q.count += n->payload[1];
    q.sum += float(n->weights[2]);
    return;
  }
  for (Few *kid : n->kids)
    takenVector(q, kid);
}

//--- changes
#pragma regtt traversal
static void changesHandle(Query &q, const Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{an assignment to a member of a union that holds pointers is not taken inside a traversal [RTT2004]}}
  q.handle.number++;
  changesHandle(q, n->next);
}
#pragma regtt traversal
static void takenHandle(Query &q, const Node *n) {
  if (!n)
    return;
  if (q.mode)
    q.count += q.handle.number;
  q.word.f += n->x;
  q.word.i ^= 1;
  takenHandle(q, n->next);
}

//--- as a whole
#pragma regtt traversal
static void copiesHandle(Query &q, const Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{data of type 'Handle' cannot be copied to a device: 'q.handle' [RTT2011]}}
  Handle handle = q.handle;
  q.count += handle.number;
  copiesHandle(q, n->next);
}
#pragma regtt traversal
static void takenWord(Query &q, const Node *n) {
  if (!n)
    return;
  Word word = q.word;
  word.f += n->x;
  q.word = word;
  q.count += word.i;
  takenWord(q, n->next);
}

//--- read elsewhere
#pragma regtt traversal
static void readsShared(Query &q, const Node *n, const Word &word) {
  if (!n)
    return;
  // expected-note@+1 {{written here}}
  q.word.f += n->x;
  // expected-error@+1 {{query field 'q.word' is written through the query and read through an object that the queries share [RTT2029]}}
  q.count += word.i;
  readsShared(q, n->next, word);
}
union Setting {
  float f;
  int i;
};
#pragma regtt traversal
static void takenShared(Query &q, const Node *n, const Setting &setting) {
  if (!n)
    return;
  q.word.f += n->x * setting.f;
  q.count += setting.i;
  takenShared(q, n->next, setting);
}
#pragma regtt traversal
static void readsAt(Query &q, const Node *n, float at) {
  if (!n)
    return;
  q.sum += n->x * at;
  readsAt(q, n->next, at);
}

void run(std::vector<Query> &queries, const Node *root, const Many *many,
         const Few *few, const Word &word, const Setting &setting) {
  const int n = static_cast<int>(queries.size());
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    childByQuery(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    takenChild(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    takenNames(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    pointerByQuery(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    takenPointer(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    vectorOfSome(queries[i], many);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    changesHandle(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    takenHandle(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    copiesHandle(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    takenWord(queries[i], root);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    readsShared(queries[i], root, word);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    takenShared(queries[i], root, setting);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    takenVector(queries[i], few);

  Word state = word;
  // Taken: each sets it ahead of what it reads of it.
#pragma regtt parallel private(state)
  for (int i = 0; i < n; ++i) {
    state.i = 0x3f800000 + i;
    readsAt(queries[i], root, state.f);
  }
}
