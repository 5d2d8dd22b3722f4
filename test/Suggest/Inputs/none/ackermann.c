#include <stdio.h>
static int ack(int m, int n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ack(m - 1, 1);
  return ack(m - 1, ack(m, n - 1));
}
static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
static unsigned power(unsigned b, unsigned e) {
  if (!e)
    return 1;
  unsigned h = power(b, e / 2);
  return e & 1 ? h * h * b : h * h;
}
static int collatz(unsigned long n) {
  if (n == 1)
    return 0;
  return 1 + (n % 2 ? collatz(3 * n + 1) : collatz(n / 2));
}
int main(void) {
  int a[40];
  long s = 0;
  for (int i = 0; i < 40; i++)
    a[i] = ack(2, i);
  for (int i = 0; i < 40; i++)
    a[i] += gcd(i * 12, 90) + is_even(i);
  for (int i = 1; i < 40; i++)
    a[i] += collatz(i) + power(i, 3);
  for (int i = 0; i < 40; i++)
    s += a[i];
  printf("%ld\n", s);
  return 0;
}
