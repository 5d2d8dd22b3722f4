/* Pointers to data of nodes that calls hand on, set, compare and return: the
   value of the longest prefix, of the last node that has one. Lengths and
   comparisons of texts ahead of the calls, and behind them; characters that the
   children's pointers lead to.

   RUN: %serial -std=gnu11 -x c %s -x none -o %t.serial
   RUN: regtt-cc -std=gnu11 -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
   RUN: %same %t.serial %t.parallel autoropes "400 300 1" "1 40 2" "0 5 3" "30 0 4"
   RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 60 40 5 2>&1 | FileCheck %s
   CHECK-COUNT-5: verify=identical

   RUN: rm -rf %t.d && mkdir %t.d
   RUN: regtt-cc %s --emit=header -o %t.d/carried_pointers.regtt.h
   RUN: regtt-cc %s --emit=cuda -o %t.d/carried_pointers.regtt.cu
   RUN: %check_cuda -I%t.d %t.d/carried_pointers.regtt.cu -o %t.o
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct value {
  long weight;
  int kind;
};
struct node {
  char *label;
  size_t length;
  struct value *value; /* of some */
  const void *tag;
  unsigned count;
  struct node **child;
};
struct key {
  char text[16];
  int id;
};

/* The value of a key. */
#pragma regtt traversal
static const struct value *find(const struct node *n, const char *key,
                                size_t length) {
  if (length < n->length || memcmp(n->label, key, n->length) != 0)
    return NULL;
  key += n->length;
  length -= n->length;
  if (length == 0)
    return n->value;
  for (unsigned i = 0; i < n->count; i++)
    if (n->child[i]->label[0] == key[0])
      return find(n->child[i], key, length);
  return NULL;
}

/* That of the longest prefix. */
#pragma regtt traversal
static const struct value *match(const struct node *n, const char *key,
                                 const struct value *best) {
  if (strncmp(key, n->label, n->length))
    return best;
  key += n->length;
  if (n->value)
    best = n->value;
  if (*key == '\0')
    return best;
  for (unsigned i = 0; i < n->count; i++)
    if (n->child[i]->label[0] == *key)
      return match(n->child[i], key, best);
  return best;
}

/* Two of them, and locals; which way it went. */
#pragma regtt traversal
static const void *tags(const struct node *n, unsigned way, const void *last,
                        const struct value *seen) {
  const void *mine = last;
  if (n->tag && n->tag != last)
    mine = n->tag;
  if (seen && seen == n->value)
    return NULL;
  for (unsigned i = 0; i < n->count; i++)
    if (i == way % 4)
      return tags(n->child[i], way / 3, mine, n->value ? n->value : seen);
  return way & 1 ? mine : n->tag;
}

/* Where nothing is returned they say what is summed up. */
#pragma regtt traversal
static void changes(const struct node *n, const void *last, long *sum) {
  *sum = *sum * 3 + (n->tag != last) + 2 * (last == NULL);
  for (unsigned i = 0; i < n->count; i++)
    changes(n->child[i], n->tag, sum);
}

static const struct value *lookUp(const struct node *root,
                                  const struct key *key) {
  return match(root, key->text, NULL);
}

static unsigned seed;
static unsigned draw(unsigned n) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 16) % n;
}

static struct node *make(const char *label, size_t length) {
  static const int tag[5];
  struct node *n = calloc(1, sizeof *n);
  n->label = calloc(length + 1, 1);
  memcpy(n->label, label, length);
  n->length = length;
  n->tag = draw(2) ? &tag[draw(5)] : NULL;
  return n;
}

static void insert(struct node *n, const char *key, long weight) {
  while (*key) {
    struct node *next = NULL;
    for (unsigned i = 0; i < n->count && !next; i++)
      if (n->child[i]->label[0] == *key)
        next = n->child[i];
    if (!next || strncmp(next->label, key, next->length)) {
      if (next)
        return;
      size_t part = 1 + draw(3);
      if (part > strlen(key))
        part = strlen(key);
      next = make(key, part);
      n->child = realloc(n->child, (n->count + 1) * sizeof *n->child);
      n->child[n->count++] = next;
    }
    key += next->length;
    n = next;
  }
  if (!n->value)
    n->value = calloc(1, sizeof *n->value);
  n->value->weight = weight;
  n->value->kind = (int)(weight % 3);
}

int main(int argc, char **argv) {
  const unsigned words = argc > 1 ? (unsigned)atoi(argv[1]) : 20;
  const int n = argc > 2 ? atoi(argv[2]) : 30;
  seed = argc > 3 ? (unsigned)atoi(argv[3]) : 1;
  static struct key keys[400];
  static long found[400], best[400], sums[400];
  static int kinds[400];
  static const void *last[400];
  static struct value none = {-5, 7};
  char text[16];
  struct node *root = make("", 0);
  for (unsigned w = 0; w < words + 300; w++) {
    unsigned length = draw(9);
    for (unsigned k = 0; k < length; k++)
      text[k] = "abc"[draw(3)];
    text[length] = '\0';
    if (w < words)
      insert(root, text, (long)draw(100000));
    else
      strcpy(keys[w - words].text, text);
  }

#pragma regtt parallel
  for (int i = 0; i < n; i++) {
    const struct value *v =
        find(root, keys[i].text, strlen(keys[i].text));
    found[i] = v ? v->weight : -1;
  }

#pragma regtt parallel
  for (int i = 0; i < n; i++) {
    if (strcmp(keys[i].text, "abc") == 0 || strlen(keys[i].text) > 7)
      continue;
    const struct value *v = match(root, keys[i].text, &none);
    best[i] = v ? v->weight : -1;
    kinds[i] = v == &none ? 100 : v->kind + (int)strlen(keys[i].text);
  }

#pragma regtt parallel
  for (int i = 0; i < n; i++) {
    const struct value *v = lookUp(root, &keys[i]);
    if (v)
      sums[i] = v->weight;
  }

#pragma regtt parallel
  for (int i = 0; i < n; i++)
    last[i] = tags(root, (unsigned)i * 7, last[i], NULL);

#pragma regtt parallel
  for (int i = 0; i < n; i++)
    changes(root, last[i], &sums[i]);

  for (int i = 0; i < n; i++)
    printf("%s %ld %ld %d %ld %d\n", keys[i].text, found[i], best[i], kinds[i],
           sums[i], last[i] != NULL);
  return 0;
}
