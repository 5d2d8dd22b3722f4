// Strings are only read; of what says an order only the sign is laid down; and
// how long text is has to be said where its first 0 does not say it.
// RUN: regtt-cc --verify-diagnostics -std=c++17 %s
#include <cstring>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

struct Node {
  std::string word;
  std::pmr::vector<int> pooled;
  const char *text;
  int limit;
  Node *left, *right;
};
struct Query {
  std::string word;
  const char *text;
  long sum;
};

#pragma regtt traversal
static void grows(Query &q, const Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the container 'q.word' is not taken: 'std::basic_string<char>' cannot be kept on a device; a std::priority_queue or a std::vector can [RTT2057]}}
  q.word += 'x';
  grows(q, n->left);
}

#pragma regtt traversal
static void copies(Query &q, const Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{data of type 'std::basic_string<char>' cannot be copied to a device: 'mine' [RTT2011]}}
  std::string mine = n->word;
  q.sum += mine.size();
  copies(q, n->left);
}

// The allocator lies in front of the pointers.
#pragma regtt traversal
static void pooled(Query &q, const Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{cannot be copied to a device: 'n->pooled' [RTT2011]}}
  q.sum += n->pooled.size();
  pooled(q, n->left);
}

#pragma regtt traversal
static void magnitude(Query &q, const Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{call of 'strcmp' is not taken inside a traversal: the standard lays down no more than the sign of what it returns; compare that with 0 [RTT2008]}}
  int c = std::strcmp(n->word.c_str(), q.word.c_str());
  if (c < 0)
    q.sum += c;
  magnitude(q, n->left);
}

#pragma regtt traversal
static void sign(Query &q, const Node *n) {
  if (!n)
    return;
  int c = std::strcmp(n->word.c_str(), q.word.c_str());
  q.sum += c < 0 ? 1 : c != 0;
  sign(q, n->left);
}

// Whether there is a 0 in front of the limit is not known.
#pragma regtt traversal
static void unended(Query &q, const Node *n, int limit) {
  if (!n)
    return;
  for (int k = 0; k < limit && n->text[k]; ++k)
    // expected-error@-1 {{the extent of 'n->text' cannot be inferred; add 'extent(n->text : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
    ++q.sum;
  unended(q, n->left, limit);
}

#pragma regtt traversal
static void second(Query &q, const Node *n) {
  if (!n)
    return;
  // expected-error@+1 {{the extent of 'n->text' cannot be inferred; add 'extent(n->text : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
  q.sum += n->text[1] + std::strlen(n->text);
  second(q, n->left);
}

#pragma regtt traversal
static void ended(Query &q, const Node *n) {
  if (!n)
    return;
  for (int k = 0; n->text[k]; ++k)
    q.sum += q.text[0];
  q.sum += n->text[0] + std::strlen(q.text);
  ended(q, n->left);
}

// What a character says, or the node, may be that no 0 follows.
#pragma regtt traversal
static void parts(Query &q, const Node *n) {
  if (!n)
    return;
  for (int k = 0; n->text[k] && n->text[k] != ';'; ++k)
    // expected-error@-1 {{the extent of 'n->text' cannot be inferred; add 'extent(n->text : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
    ++q.sum;
  parts(q, n->left);
}

#pragma regtt traversal
static void limited(Query &q, const Node *n) {
  if (!n)
    return;
  for (int k = 0;; ++k) {
    if (k >= n->limit)
      break;
    // expected-error@+1 {{the extent of 'n->text' cannot be inferred; add 'extent(n->text : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
    if (!n->text[k])
      break;
    ++q.sum;
  }
  limited(q, n->left);
}

#pragma regtt traversal
static void tagged(Query &q, const Node *n) {
  if (!n)
    return;
  // expected-error@+2 {{the extent of 'n->text' cannot be inferred; add 'extent(n->text : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
  q.sum += n->limit < 0 ? std::strlen(n->text)
                        : strnlen(n->text, std::size_t(n->limit));
  tagged(q, n->left);
}

// Behind its first element it is looked at from where another text ends.
#pragma regtt traversal
static void goesOn(Query &q, const Node *n) {
  if (!n)
    return;
  int k = 0;
  while (q.text[k])
    ++k;
  while (n->text[k]) {
    // expected-error@-1 {{the extent of 'n->text' cannot be inferred; add 'extent(n->text : COUNT)' to '#pragma regtt traversal' [RTT2015]}}
    ++q.sum;
    ++k;
  }
  goesOn(q, n->left);
}

#pragma regtt traversal
static void differs(Query &q, const Node *n) {
  if (!n)
    return;
  int k = 0;
  while (n->text[k] && n->text[k] == q.text[k] && n->text[k] != q.word[0])
    ++k;
  q.sum += n->text[k] < q.text[k];
  differs(q, n->left);
}

#pragma regtt traversal
// expected-error@+1 {{data of type 'std::basic_string<char>' cannot be copied to a device: 'key' [RTT2011]}}
static void byValue(std::string key, Query &q, const Node *n) {
  if (!n)
    return;
  q.sum += key.size();
  byValue(key, q, n->left);
}

#pragma regtt traversal
static void view(std::string_view key, long &sum, const Node *n) {
  if (!n)
    return;
  sum += key.size();
  view(key, sum, n->left);
}

static void all(std::vector<Query> &queries, const Node *root,
                const std::vector<std::string> &words,
                std::vector<long> &sums) {
#pragma regtt parallel
  for (std::size_t i = 0; i < queries.size(); ++i)
    byValue(words[i], queries[i], root);
#pragma regtt parallel
  for (std::size_t i = 0; i < sums.size(); ++i) {
    std::string_view key = words[i];
    if (i % 2)
      key = "b";
    // expected-error@+1 {{the loop's iterations are not independent queries: the query 'key' is not the element of an array at the loop variable [RTT1105]}}
    view(key, sums[i], root);
  }
#pragma regtt parallel
  for (std::size_t i = 0; i < sums.size(); ++i)
    view(words[i], sums[i], root);
#pragma regtt parallel
  for (Query &q : queries)
    grows(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    copies(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    pooled(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    magnitude(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    sign(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    unended(q, root, 9);
#pragma regtt parallel
  for (Query &q : queries)
    second(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    ended(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    parts(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    limited(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    tagged(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    goesOn(q, root);
#pragma regtt parallel
  for (Query &q : queries)
    differs(q, root);
}
