/* The C library's functions of characters: up to the first 0 behind pointers of
   nodes and queries, in arrays without one, at most so many; of what says an
   order the sign alone, also in a variable.

   RUN: %serial -std=gnu11 -x c %s -x none -o %t.serial
   RUN: regtt-cc -std=gnu11 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
   RUN: %same %t.serial %t.parallel autoropes 400 1 0
   RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 40 2>&1 | FileCheck %s
   CHECK-COUNT-3: verify=identical
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  const char *key; /* NULL: none */
  const char *raw; /* size bytes without a 0 */
  size_t size;
  char fixed[12]; /* with or without a 0 */
  struct node *left, *right;
};
struct query {
  const char *word;
  char fixed[12];
  unsigned char bytes[3];
  unsigned long sum;
  int found;
};

#pragma regtt traversal
static void find(const struct node *n, struct query *q) {
  int c;
  if (!n)
    return;
  q->sum = q->sum * 7 + strnlen(n->fixed, 12);
  if (strncmp(n->fixed, q->fixed, 12) <= 0)
    q->sum += 3;
  if (memcmp(n->fixed, q->bytes, 3) < 0)
    q->sum += 11;
  if (!memcmp(n->fixed, q->fixed, sizeof q->fixed))
    q->sum += 5;
  c = n->key ? strcmp(q->word, n->key) : 1;
  if (c == 0)
    q->found++;
  if (n->key && (q->sum % 2 || strncmp(n->key, q->word, 3) > 0))
    q->sum += strlen(n->key);
  if (c < 0)
    find(n->left, q);
  else
    find(n->right, q);
  if (n->key && n->key[0] == q->word[0] && c >= 0)
    find(n->left, q);
}

static int order(const char *a, const char *b) {
  int k = 0;
  while (a[k] && a[k] == b[k])
    ++k;
  return (unsigned char)a[k] - (unsigned char)b[k];
}

#pragma regtt traversal
static void walk(const struct node *n, struct query *q) {
  int k;
  if (!n)
    return;
  if (n->key) {
    q->sum = q->sum * 7 + (unsigned)order(q->word, n->key);
    for (k = 0; n->key[k] && n->key[k] != q->fixed[0]; ++k)
      q->sum += k;
    q->sum = q->sum * 3 + (unsigned char)n->key[k];
  }
  walk(n->left, q);
  walk(n->right, q);
}

#pragma regtt traversal
static void count(const struct node *n, struct query *q) {
  size_t k;
  if (!n)
    return;
  if (n->size <= 12 && memcmp(n->raw, q->fixed, n->size) < 0)
    q->found++;
  for (k = 0; q->word[k]; ++k)
    q->sum = q->sum * 5 + (unsigned char)q->word[k];
  count(n->left, q);
  count(n->right, q);
}

static unsigned seed = 3;
static unsigned drawn(unsigned n) {
  seed = seed * 1103515245u + 12345u;
  return (seed >> 16) % n;
}
static char character(void) {
  return (char)(drawn(9) ? 'a' + drawn(2) : 1 + drawn(255));
}
static char *text(void) {
  const unsigned length = drawn(12) ? drawn(6) : drawn(60);
  char *s = malloc(length + 1);
  for (unsigned k = 0; k < length; ++k)
    s[k] = character();
  s[length] = 0;
  return s;
}
static void fill(char *s) {
  const unsigned length = drawn(13);
  for (unsigned k = 0; k < 12; ++k)
    s[k] = k < length ? character() : 0;
}
static struct node *build(int n) {
  struct node *made = n > 0 ? calloc(1, sizeof *made) : NULL;
  if (!made)
    return NULL;
  made->key = drawn(8) ? text() : NULL;
  made->size = drawn(14);
  char *raw = made->size ? malloc(made->size) : NULL;
  for (size_t k = 0; k < made->size; ++k)
    raw[k] = character();
  made->raw = raw;
  fill(made->fixed);
  made->left = build((n - 1) / 2);
  made->right = build(n - 1 - (n - 1) / 2);
  return made;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  const struct node *root = build(n);
  static struct query queries[200];
  for (int i = 0; i < 200; ++i) {
    queries[i].word = i % 5 || !root || !root->key ? text() : root->key;
    fill(queries[i].fixed);
    memcpy(queries[i].bytes, queries[(i * 7) / 8].fixed, 3);
  }
#pragma regtt parallel
  for (int i = 0; i < 200; ++i)
    find(root, &queries[i]);
#pragma regtt parallel
  for (int i = 0; i < 200; ++i)
    walk(root, &queries[i]);
#pragma regtt parallel
  for (int i = 0; i < 200; ++i)
    count(root, &queries[i]);
  for (int i = 0; i < 200; ++i)
    printf("%lu %d\n", queries[i].sum, queries[i].found);
  return 0;
}
