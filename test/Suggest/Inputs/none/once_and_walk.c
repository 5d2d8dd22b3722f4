#include <stdio.h>
#include <stdlib.h>
struct dir {
  char name[8];
  int size, kids;
  struct dir *kid[4];
};
static struct dir *make(int depth, int id) {
  struct dir *d = calloc(1, sizeof *d);
  snprintf(d->name, sizeof d->name, "d%d", id % 1000);
  d->size = id * 3;
  if (depth > 0)
    for (d->kids = 0; d->kids < 3; d->kids++)
      d->kid[d->kids] = make(depth - 1, id * 3 + d->kids);
  return d;
}
static int height(const struct dir *d) {
  int h = 0;
  for (int i = 0; i < d->kids; i++) {
    int k = height(d->kid[i]);
    if (k > h)
      h = k;
  }
  return h + 1;
}
static long total(struct dir *d) {
  long s = d->size;
  for (int i = 0; i < d->kids; i++)
    s += total(d->kid[i]);
  d->size = (int)s;
  return s;
}
static void list(const struct dir *d, int indent) {
  if (indent < 2)
    printf("%*s%s\n", indent * 2, "", d->name);
  for (int i = 0; i < d->kids; i++)
    list(d->kid[i], indent + 1);
}
static void release(struct dir *d) {
  while (d->kids > 0)
    release(d->kid[--d->kids]);
  free(d);
}
int main(void) {
  struct dir *root = make(4, 1);
  list(root, 0);
  printf("%d %ld\n", height(root), total(root));
  release(root);
  struct dir *many[5];
  for (int i = 0; i < 5; i++)
    many[i] = make(2, i);
  for (int i = 0; i < 5; i++)
    release(many[i]);
  return 0;
}
