/* Counters that wrap around, narrow ones, enums, and bounds of other types than
   the counter's, in C.
   RUN: gcc -O2 -std=c89 -ffp-contract=off -w %s -o %t.serial
   RUN: regtt-cc -O1 --target=cpu -std=c89 -pedantic -Wall -Wextra -Wno-sign-compare -Wno-unknown-pragmas -Werror %s -o %t.parallel
   RUN: %same %t.serial %t.parallel autoropes 0 1 2 150
 */
#include <stdio.h>
#include <stdlib.h>

struct node {
  float x;
  struct node *left, *right;
};
typedef struct {
  float x;
  int count;
} query;
enum color { RED, GREEN = 4, BLUE };
struct parts {
  unsigned five : 5;
};

static struct node pool[400];
static int used;
static query queries[600];

static struct node *build(int count) {
  struct node *n;
  if (count <= 0)
    return NULL;
  n = &pool[used++];
  n->x = (float)(used * 37 % 101) / 100.0f;
  n->left = build(count / 2);
  n->right = build(count - 1 - count / 2);
  return n;
}

#pragma regtt traversal
static void visit(query *q, const struct node *n, int by) {
  if (!n || n->x < q->x)
    return;
  q->count += by;
  visit(q, n->left, by);
  visit(q, n->right, by);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  const unsigned few = (unsigned)n;
  struct node *root = build(n + 1);
  struct parts parts;
  unsigned char byte;
  unsigned u;
  size_t size;
  short narrow;
  char letter;
  int i;
  enum color color;
  parts.five = few % 32u;
  for (i = 0; i < 600; ++i)
    queries[i].x = (float)(i * 13 % 67) / 66.0f;
#pragma regtt parallel
  for (u = few; u != ~0u; --u)
    visit(&queries[u], root, 1);
  printf("%u ", u);
#pragma regtt parallel
  for (size = few; size < 1000; --size)
    visit(&queries[size], root, 2);
  printf("%d ", size == (size_t)-1);
#pragma regtt parallel
  for (byte = 20; byte < 200; byte += 90)
    visit(&queries[byte], root, 3);
  printf("%d ", byte);
#pragma regtt parallel
  for (byte = 250; byte != 5; byte++)
    visit(&queries[(unsigned char)(byte + 6)], root, 4);
  printf("%d ", byte);
#pragma regtt parallel
  for (narrow = 0; narrow < n * 0.5; narrow++)
    visit(&queries[narrow], root, 5);
  printf("%d ", narrow);
#pragma regtt parallel
  for (i = -3; i < parts.five; i++)
    visit(&queries[i + 3], root, 6);
  printf("%d ", i);
#pragma regtt parallel
  for (i = -3; i < few; i++)
    visit(&queries[i + 3], root, 7);
  printf("%d ", i);
#pragma regtt parallel
  for (letter = 'z'; letter >= 'a'; letter--)
    visit(&queries[letter - 'a'], root, 8);
  printf("%d ", letter);
#pragma regtt parallel
  for (color = RED; color <= BLUE; color++)
    visit(&queries[color], root, 9);
  printf("%d ", (int)color);
#pragma regtt parallel
  for (byte = (unsigned char)(few % 100u); byte-- > 0;)
    visit(&queries[byte], root, 10);
  printf("%d\n", byte);
  for (i = 0; i < 600; ++i)
    printf("%d ", queries[i].count);
  return 0;
}
