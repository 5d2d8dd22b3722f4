// What control.ir's functions give.
#include PRINTED

// The same in C++, by hand.
static int serialHeads(int n) {
  int sum = 0, next = 5;
  while (--next > 1)
    ++sum;
  next = n;
  for (int x = --next; x * x > 1; x = --next)
    if (x != 3)
      sum += x * x;
  int u;
  do {
    if (sum <= 100)
      sum += 7;
    u = --next;
  } while (u + sum > -50 && u > -9);
  for (int i = 0; i < 10; i = i == 4 ? 7 : i + 1)
    if (i != 2)
      sum += i;
  return sum;
}

static int serialLeaves(int n, unsigned char m) {
  int sum = 0;
  if (n >= 3) {
    ++sum;
    for (int i = 0; i < n && i < 5; ++i)
      sum += 10;
    if (n <= 5)
      sum += 100;
  }
  for (int i = 0; i < n; ++i) {
    if (i == 3 && n == 4)
      break;
    if (i == 1 || i == 2)
      sum += 1000 + i;
  }
  if (m == 7)
    return -1;
  if (m == 0 && sum <= 0)
    sum = 0;
  while (m == 200 && sum <= 5000)
    sum += 999;
  return sum;
}

int main() {
  for (int n = -3; n < 9; ++n) {
    left = 5;
    if (n > 1 && heads(n) != serialHeads(n))
      return 1;
    for (int m = 0; m < 256; ++m)
      if (leaves(n, m) != serialLeaves(n, m))
        return 2;
  }
  int numbers[] = {0, 9, 2, 3};
  // 1 + ... + 10, every second of those plus 1, 1 + 4 + 7, and two steps.
  return counted(4, numbers, numbers + 4) == 55 + 1 + 3 + 1 + 4 + 7 + 2 ? 0 : 3;
}
