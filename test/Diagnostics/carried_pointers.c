/* Pointers that calls hand on are numbers as long as nothing reads through them;
   whose address they are has to be known, and what comes back is returned. Texts
   that are measured ahead of the calls are not written by them, nor behind them
   by other iterations.
   RUN: regtt-cc -std=gnu11 -w --verify-diagnostics %s
*/
#include <stddef.h>
#include <string.h>

struct value {
  long weight;
};
struct node {
  int key;
  struct value *value, own;
  struct node *left, *right;
};

#pragma regtt traversal
static const struct value *
reads(const struct node *n, int at,
      /* expected-error@+1 {{'best' is handed another query in the recursive call [RTT2020]}} */
      const struct value *best) {
  if (n->value && (!best || n->value->weight > best->weight))
    best = n->value;
  if (at < n->key && n->left)
    return reads(n->left, at, best);
  return best;
}

#pragma regtt traversal
static const struct value *inNode(const struct node *n, int at,
                                  const struct value *best) {
  if (n->key < at && n->left)
    /* expected-error@+1 {{where '&n->left->own' lies is not known to a traversal; compare pointers that data holds, or to the node, the query and elements of arrays [RTT2042]}} */
    best = &n->left->own;
  if (at < n->key && n->left)
    return inNode(n->left, at, best);
  return best;
}

#pragma regtt traversal
static const struct value *ofNone(const struct node *n, int at,
                                  const struct value *best) {
  if (!n)
    /* expected-error@+1 {{what is returned for a null node depends on more than constants and what all iterations share [RTT2051]}} */
    return best;
  return ofNone(at < n->key ? n->left : n->right, at,
                n->value ? n->value : best);
}

#pragma regtt traversal
static const struct value *twice(const struct node *n, int at,
                                 const struct value *best) {
  if (n->value)
    best = n->value;
  if (n->left) {
    const struct value *found = twice(n->left, at, best);
    if (found)
      best = found;
  }
  return n->right ? twice(n->right, at, best) : best;
}

/* Taken: nothing is asked of it but which it is. */
#pragma regtt traversal
static const struct value *last(const struct node *n, int at,
                                const struct value *best) {
  const struct value *mine = n->value;
  if (mine && mine != best)
    best = mine;
  const struct node *next = at < n->key ? n->left : n->right;
  return next ? last(next, at, best) : best;
}

#pragma regtt traversal
static void count(const struct node *n, size_t most, long *sum, char *text) {
  if (!n)
    return;
  *sum += n->key < (int)most;
  /* expected-note@+1 {{written here}} */
  text[0] = 'x';
  count(n->left, most, sum, text);
  count(n->right, most, sum, text);
}

static long between(const struct node *root, int at) {
  /* expected-error@+1 {{the value that 'last' returns is not kept: it is 'value *', neither a number nor a struct of numbers [RTT2050]}} */
  const struct value *v = last(root, at, NULL);
  return v ? v->weight : 0;
}

static char keys[100][8], texts[100][8];
void all(const struct node *root, long *out, int n) {
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    out[i] = reads(root, i, NULL) != 0;
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    out[i] = inNode(root, i, NULL) != 0;
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    out[i] = ofNone(root, i, NULL) != 0;
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    /* expected-error@+1 {{the value that 'twice' returns is not kept: it is 'value *', neither a number nor a struct of numbers [RTT2050]}} */
    out[i] = twice(root, i, NULL) != 0;
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    out[i] = last(root, i, NULL) != 0;
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    out[i] = between(root, i);

#pragma regtt parallel
  for (int i = 0; i < n; i++) {
    long sum = 0;
    /* expected-error@+1 {{'keys' is evaluated before the traversals run, but reads what they write [RTT1114]}} */
    count(root, strlen(keys[n - i]), &sum, keys[i]);
  }
#pragma regtt parallel
  for (int i = 0; i < n; i++) {
    long sum = 0;
    /* expected-note@+1 {{read here}} */
    count(root, strlen(keys[i]), &sum, texts[i]);
    /* expected-error@+1 {{'keys[i + 1][0]' is written after the call, where a later iteration may read it; write it in a loop of its own [RTT1117]}} */
    keys[i + 1][0] = 'y';
  }
#pragma regtt parallel
  for (int i = 0; i < n; i++) {
    long sum = 0;
    if (strcmp(keys[i], "none") != 0 && strlen(keys[i]) > 1)
      count(root, strlen(keys[i]) + 1, &sum, texts[i]);
  }
}
