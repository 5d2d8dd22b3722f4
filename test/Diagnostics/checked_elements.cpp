// `v.at(i)` is taken where an element is proved to be there: an exception has
// nobody to catch it on a device.
// RUN: regtt-cc --verify-diagnostics %s
#include <array>
#include <map>
#include <optional>
#include <vector>

struct Query {
  float x, sum;
  std::vector<int> open;
};
struct Node {
  std::vector<float> values;
  std::array<float, 4> four;
  std::optional<float> maybe;
  int count;
  Node *next;
};

#pragma regtt traversal
static void proved(const Node *n, Query &q) {
  if (!n)
    return;
  for (std::size_t i = 0; i < n->values.size(); ++i)
    q.sum += n->values.at(i);
  for (int i = 0, end = n->values.size(); end > i; i++)
    q.sum += n->values.at(i);
  const int end = int(n->values.size());
  for (int i = 0; i < end && q.sum < 5; i++)
    q.sum += n->values.at(i);
  for (int i = 0; i != 4; i++)
    q.sum += n->four.at(i);
  q.sum += n->four.at(3) + *n->maybe;
  proved(n->next, q);
}

static float helper(const std::vector<float> &v, int i) {
  // expected-error@+1 {{call of 'at' is not taken inside a traversal: it throws where no element is, and that one always is there is not proved; write '[]' if it is [RTT2008]}}
  return v.at(i);
}

static std::map<int, float> weights;

#pragma regtt traversal
static void notProved(const Node *n, Query &q) {
  if (!n)
    return;
  // Past the end.
  for (std::size_t i = 0, end = n->values.size(); i <= end; i++)
    q.sum += n->values.at(i); // expected-error {{call of 'at' is not taken}}
  for (int i = 0; i != 5; i++)
    q.sum += n->four.at(i); // expected-error {{call of 'at' is not taken}}
  for (std::size_t i = 0; i < n->values.size(); ++i)
    q.sum += n->values.at(i + 1); // expected-error {{call of 'at' is not taken}}
  q.sum += n->four.at(4); // expected-error {{call of 'at' is not taken}}
  // By what else changes the counter, or by its width.
  for (std::size_t i = 0; i < n->values.size(); i++) {
    i += std::size_t(q.x);
    q.sum += n->values.at(i); // expected-error {{call of 'at' is not taken}}
  }
  for (signed char i = 0; i < int(n->values.size()); i++)
    q.sum += n->values.at(i); // expected-error {{call of 'at' is not taken}}
  for (long i = 0; i != int(n->values.size()); i++)
    q.sum += n->values.at(i); // expected-error {{call of 'at' is not taken}}
  // Nothing says how many there are.
  for (int i = 0; i < n->count; i++)
    q.sum += n->values.at(i); // expected-error {{call of 'at' is not taken}}
  q.sum += helper(n->values, n->count);
  // expected-error@+1 {{call of 'at' is not taken inside a traversal: it throws where no element is [RTT2008]}}
  q.sum += weights.at(n->count);
  // expected-error@+1 {{call of 'value' is not taken inside a traversal: it throws where there is no value; write '*' if there always is [RTT2008]}}
  q.sum += n->maybe.value();
  notProved(n->next, q);
}

#pragma regtt traversal bound(q.open : 20)
static void changed(const Node *n, Query &q) {
  if (!n)
    return;
  for (std::size_t i = 0; i < q.open.size(); i++) {
    q.open.pop_back();
    q.sum += q.open.at(i); // expected-error {{'at' is none of the functions that are carried}}
  }
  const std::size_t end = q.open.size();
  q.open.pop_back();
  for (std::size_t i = 0; i < end; i++)
    q.sum += q.open.at(i); // expected-error {{'at' is none of the functions that are carried}}
  changed(n->next, q);
}

#pragma regtt traversal
static void plain(const Node *n, Query &q) {
  if (!n)
    return;
  q.sum += n->count;
  plain(n->next, q);
}

void run(Node *root, std::vector<Query> &q, const std::vector<Node *> &trees) {
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    proved(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    notProved(root, q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    changed(root, q[i]);
  // The host looks there.
#pragma regtt parallel
  for (int i = 0; i < 10; ++i) {
    q[i].sum = weights.at(i);
    plain(trees.at(1), q.at(i));
  }
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    for (std::size_t t = 0; t < trees.size(); ++t)
      plain(trees.at(t), q[i]);
#pragma regtt parallel
  for (int i = 0; i < 10; ++i)
    for (std::size_t t = 0; t < 3; ++t)
      plain(trees.at(t), q[i]); // expected-error {{call of 'at' is not taken}}
}
