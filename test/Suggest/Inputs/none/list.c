#include <stdio.h>
#include <stdlib.h>
typedef struct item {
  int value;
  struct item *next;
} item;
static item *push(item *head, int v) {
  item *i = malloc(sizeof *i);
  i->value = v;
  i->next = head;
  return i;
}
static void print(const item *i) {
  if (!i) {
    puts("");
    return;
  }
  printf("%d ", i->value);
  print(i->next);
}
static void drop(item *i) {
  if (!i)
    return;
  drop(i->next);
  free(i);
}
static item *reverse(item *i, item *done) {
  if (!i)
    return done;
  item *next = i->next;
  i->next = done;
  return reverse(next, i);
}
int main(void) {
  item *bucket[8] = {0};
  for (int i = 0; i < 40; i++)
    bucket[i * 5 % 8] = push(bucket[i * 5 % 8], i);
  for (int b = 0; b < 8; b++)
    bucket[b] = reverse(bucket[b], NULL);
  print(bucket[1]);
  for (int b = 0; b < 8; b++)
    drop(bucket[b]);
  return 0;
}
