#include <stdbool.h>
#include <stdio.h>
#include <string.h>
typedef struct {
  char cell[16];
  long tries;
} Board;
static bool fits(const Board *b, int at, char v) {
  int r = at / 4, c = at % 4;
  for (int i = 0; i < 4; i++)
    if (b->cell[r * 4 + i] == v || b->cell[i * 4 + c] == v ||
        b->cell[(r / 2 * 2 + i / 2) * 4 + c / 2 * 2 + i % 2] == v)
      return false;
  return true;
}
static bool solve(Board *b, int at) {
  if (at == 16)
    return true;
  if (b->cell[at])
    return solve(b, at + 1);
  for (char v = 1; v <= 4; v++) {
    b->tries++;
    if (!fits(b, at, v))
      continue;
    b->cell[at] = v;
    if (solve(b, at + 1))
      return true;
    b->cell[at] = 0;
  }
  return false;
}
int main(void) {
  Board boards[8];
  memset(boards, 0, sizeof boards);
  for (int i = 0; i < 8; i++)
    boards[i].cell[i] = (char)(i % 4 + 1);
  long t = 0;
  for (int i = 0; i < 8; i++)
    if (solve(&boards[i], 0))
      t += boards[i].tries;
  printf("%ld\n", t);
  return 0;
}
