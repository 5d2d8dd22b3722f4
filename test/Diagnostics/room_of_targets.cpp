// What one iteration holds while it runs has to fit where a target's threads
// keep it.
// RUN: regtt-cc --verify-diagnostics --target=cuda,cpu %s
// RUN: regtt-cc --target=cpu --emit=cpu %s -o /dev/null
#include <vector>

struct Node {
  int id;
  Node *l, *r;
};
struct Hit {
  double at[8];
};
struct Query {
  std::vector<Hit> found, few;
};

#pragma regtt traversal bound(q.found : 2000, q.few : 7)
static void many(Query &q, const Node *n) {
  if (!n)
    return;
  q.found.push_back(Hit{{n->id + 0.5}});
  if (q.few.empty())
    q.few.push_back(Hit{{n->id + 1.5}});
  many(q, n->l);
  many(q, n->r);
}

#pragma regtt traversal bound(q.found : 500, q.few : 7)
static void some(Query &q, const Node *n) {
  if (!n)
    return;
  q.found.push_back(Hit{{n->id + 0.5}});
  if (q.few.empty())
    q.few.push_back(Hit{{n->id + 1.5}});
  some(q, n->l);
  some(q, n->r);
}

void run(std::vector<Query> &queries, const Node *root) {
#pragma regtt parallel
  // expected-error-re@+1 {{each iteration holds {{[0-9]+}} bytes, most of them for 'q.found', and target 'cuda' has room for 65536; lower the bound of what it holds, or leave that target out [RTT2106]}}
  for (Query &q : queries)
    many(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    some(q, root);
}
