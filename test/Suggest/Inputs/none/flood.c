#include <stdio.h>
enum { W = 24, H = 16 };
static int grid[H][W];
static int fill(int y, int x, int colour) {
  if (y < 0 || x < 0 || y >= H || x >= W || grid[y][x] != 0)
    return 0;
  grid[y][x] = colour;
  return 1 + fill(y - 1, x, colour) + fill(y + 1, x, colour) + fill(y, x - 1, colour) + fill(y, x + 1, colour);
}
static void spread(int (*g)[W], int y, int x, int from, int to) {
  if (y < 0 || x < 0 || y >= H || x >= W || g[y][x] != from || from == to)
    return;
  g[y][x] = to;
  spread(g, y + 1, x, from, to);
  spread(g, y, x + 1, from, to);
  spread(g, y - 1, x, from, to);
  spread(g, y, x - 1, from, to);
}
int main(void) {
  int best = 0, colour = 1;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      grid[y][x] = (y * x * 7 + y) % 3 == 0 ? -1 : 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      int n = fill(y, x, colour);
      if (n) {
        colour++;
        if (n > best)
          best = n;
      }
    }
  for (int c = 1; c < colour; c++)
    spread(grid, c % H, c % W, c, -c);
  printf("%d %d\n", best, colour);
  return 0;
}
