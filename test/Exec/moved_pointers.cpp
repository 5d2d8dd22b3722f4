// Pointers that calls move on through the array that the loop hands over: by
// one, by data, in a local, back and forth; compared, subtracted, written
// through; of an iteration's own array, of a row, and of one that all share.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "700" "1" "0"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 50 2>&1 | FileCheck %s
// CHECK-COUNT-6: verify=identical
#include <cstdio>
#include <cstdlib>

struct Node {
  Node *kids[3];
  char letter;
  int end, weight;
};

struct Query {
  char text[20];
  int trace[12];
  int found, rest;
};

static unsigned seed = 5;
static unsigned random(unsigned n) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 10) % n;
}

static Node *grow(int depth) {
  if (depth == 0 || random(8) == 0)
    return nullptr;
  Node *n = new Node;
  for (Node *&kid : n->kids)
    kid = grow(depth - 1);
  n->letter = static_cast<char>('a' + random(3));
  n->end = static_cast<int>(random(3));
  n->weight = static_cast<int>(random(100));
  return n;
}

#pragma regtt traversal
static void match(const Node *n, const char *text, Query *q) {
  if (!n)
    return;
  const char *s = text;
  while (*s == 'z')
    ++s;
  if (!*s) {
    q->found += n->end;
    q->rest += static_cast<int>(s - text);
    return;
  }
  if (s > text + 2)
    q->rest++;
  if (n->weight < 50) {
    match(n->kids[(*s - 'a') % 3], s + 1, q);
    return;
  }
  const int further = n->weight % 2 && text[0] && text[1];
  match(n->kids[0], text + further, q);
  text = s;
  match(n->kids[1], text + 1 - (n->weight == 77), q);
}

#pragma regtt traversal
static int sum(const Node *n, const double *w, int depth) {
  if (n == nullptr || w == nullptr)
    return 0;
  int result = *w > 0.5 ? n->weight : 1;
  if (depth == 0)
    return result;
  for (int k = 0; k < 3; ++k)
    result += sum(n->kids[k], k != 1 ? w + 1 : w, depth - 1);
  return result;
}

// Written where each call is: what lies behind is of other ways.
#pragma regtt traversal
static void trace(const Node *n, int *at, int left, Query *q) {
  if (!n || left == 0)
    return;
  *at += n->weight;
  q->found += at[0];
  trace(n->kids[0], at + 1, left - 1, q);
  trace(n->kids[2], at++, left - 1, q);
  at[0]--;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 300;
  Node *root = grow(9);
  Query *queries = new Query[n]();
  for (int i = 0; i < n; ++i) {
    const int length = static_cast<int>(random(18));
    for (int k = 0; k < length; ++k)
      queries[i].text[k] = static_cast<char>(random(3) ? 'a' + random(3) : 'z');
  }
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    match(root, queries[i].text, &queries[i]);
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    trace(root, queries[i].trace, 11, &queries[i]);

  const int width = 9 + n % 3;
  double *rows = new double[n * width + width];
  for (int i = 0; i < n * width + width; ++i)
    rows[i] = random(1000) / 1000.0;
  int *sums = new int[n], *more = new int[n], *shared = new int[n];
  double (*fixed)[10] = new double[n][10];
  for (int i = 0; i < n * 10; ++i)
    fixed[i / 10][i % 10] = random(1000) / 1000.0;
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    sums[i] = sum(root, fixed[i], 8);
#pragma regtt parallel copyin(rows[0 : n * width + width])
  for (int i = 0; i < n; ++i)
    more[i] = sum(root, &rows[i * width], i % 9);
  double few[10] = {0.2, 0.7, 0.9, 0.1, 0.6, 0.4, 0.8, 0.3, 0.5, 0.55};
#pragma regtt parallel
  for (int i = 0; i < n; ++i)
    shared[i] = sum(root, few, i % 9);

  for (int i = 0; i < n; ++i) {
    std::printf("%s %d %d %d %d %d", queries[i].text, queries[i].found,
                queries[i].rest, sums[i], more[i], shared[i]);
    for (int each : queries[i].trace)
      std::printf(" %d", each);
    std::printf("\n");
  }
#pragma regtt parallel copyin(rows[0 : n * width + width])
  for (int i = 0; i < n; ++i)
    sums[i] = sum(root, rows, i % 9);
  for (int i = 0; i < n; ++i)
    std::printf("%d\n", sums[i]);
}
