/* A traversal in the language that C89 and C++11 share. */
#include "tree.h"

struct Settings {
  float radius;
  unsigned char most;
};

static float bound = 3;

#pragma regtt traversal
static void visit(struct Query *q, struct Node *n, int depth,
                  const struct Settings *settings, float scale) {
  if (!n || n->x > settings->radius * scale)
    return;
  q->count += depth < settings->most;
  q->best += bound;
  visit(q, n->left, depth + 1, settings, scale);
  if (q->best > n->split)
    visit(q, n->right, depth + 2, settings, scale);
}

void runAll(struct Query *queries, struct Query **pointers, unsigned count,
            struct Node *root, const struct Settings *settings);

void runAll(struct Query *queries, struct Query **pointers, unsigned count,
            struct Node *root, const struct Settings *settings) {
  unsigned i;
  int k;
#pragma regtt parallel
  for (i = 0; i < count; ++i)
    visit(&queries[i], root, 0, settings, 0.5f);
  if (count > 10)
#pragma regtt parallel
    for (k = 2; k <= 9; k++)
      visit(pointers[k], root->left, 1, settings, settings->radius);
  else
    queries[0].count = k = 0;
}
