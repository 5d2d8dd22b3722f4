#include <stdio.h>
#include <string.h>
static long merge_sort(int *a, int *tmp, int n) {
  if (n < 2)
    return 0;
  int h = n / 2;
  long inv = merge_sort(a, tmp, h) + merge_sort(a + h, tmp + h, n - h);
  int i = 0, j = h, k = 0;
  while (i < h && j < n) {
    if (a[i] <= a[j]) {
      tmp[k++] = a[i++];
    } else {
      inv += h - i;
      tmp[k++] = a[j++];
    }
  }
  while (i < h)
    tmp[k++] = a[i++];
  while (j < n)
    tmp[k++] = a[j++];
  memcpy(a, tmp, n * sizeof *a);
  return inv;
}
int main(void) {
  int m[10][64], tmp[64];
  long total = 0;
  for (int r = 0; r < 10; r++)
    for (int i = 0; i < 64; i++)
      m[r][i] = (i * 37 + r * 11) % 101;
  for (int r = 0; r < 10; r++)
    total += merge_sort(m[r], tmp, 64);
  printf("%ld %d\n", total, m[3][5]);
  return 0;
}
