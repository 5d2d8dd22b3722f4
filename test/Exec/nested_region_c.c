/* Regions in C: pointers that are exchanged, counters from around, what only
 * the host can do. (--suggest does not look for loops that call no recursion.)
 *
 * RUN: gcc -O2 -ffp-contract=off -Wno-unknown-pragmas -std=gnu89 %s -o %t.serial
 * RUN: regtt-cc -O1 -std=gnu89 --target=cpu --variant=all -Wall -Wextra -Wshadow -Werror %s -o %t.parallel
 * RUN: %same %t.serial %t.parallel thread_mapped "40" "3" "2"
 * RUN: env REGTT_REGION=check REGTT_TARGET=cpu REGTT_THREADS=3 %t.parallel 40 > %t.checked
 * RUN: %t.serial 40 | diff - %t.checked
 */
#include <stdio.h>
#include <stdlib.h>

struct arc {
  int to;
  float length;
};

static float norm(const float *u, int n) {
  float sum = 0;
  int i;
  for (i = 0; i < n; ++i)
    sum += u[i];
  return sum;
}

static void spread(float *u, float *v, int width, int rounds) {
  const int n = width * width;
  int t;
#pragma regtt region
  for (t = 0; t < rounds; ++t) {
    float *last;
    int y;
#pragma regtt parallel copyin(u[0 : n]) copyout(v[0 : n])
    for (y = 1; y < width - 1; ++y) {
      int x;
      for (x = 1; x < width - 1; ++x)
        v[y * width + x] =
            0.25f * (u[y * width + x - 1] + u[y * width + x + 1] +
                     u[(y - 1) * width + x] + u[(y + 1) * width + x]);
    }
    last = u;
    u = v;
    v = last;
    if (t % 8 == 3)
      printf("%d %.9g\n", t, (double)norm(u, n));
    else if (t == 5)
      u[width + 1] = 1000;
  }
  printf("last %.9g\n", (double)norm(u, n));
}

static void weigh(int n, const int *row, const struct arc *arcs, float *mass,
                  float *moved) {
  register int t, rounds = 4;
  float most;
#pragma regtt region
  {
    float scale[2] = {0.5f, 0.25f};
    for (t = 0; t < rounds; t++) {
      register int i;
#pragma regtt parallel copyin(row[0 : n + 1], arcs[0 : row[n]], mass[0 : n])
      for (i = 0; i < n; ++i) {
        float sum = 0;
        int e;
        for (e = row[i]; e < row[i + 1]; ++e)
          sum += mass[arcs[e].to] * arcs[e].length;
        moved[i] = sum * scale[t % 2];
      }
#pragma regtt parallel
      for (i = 0; i < n; ++i)
        mass[i] = mass[i] * 0.5f + moved[i];
      most = mass[0];
      for (i = 1; i < n; ++i)
        most = mass[i] > most ? mass[i] : most;
      printf("most %.9g of %d\n", (double)most, i);
      scale[0] = most > 100 ? 0.125f : scale[0];
    }
  }
}

int main(int argc, char **argv) {
  const int width = argc > 1 ? atoi(argv[1]) : 20, n = width * width;
  float *u = malloc((size_t)n * sizeof *u), *v = malloc((size_t)n * sizeof *v);
  int *row = malloc(((size_t)n + 1) * sizeof *row);
  struct arc *arcs = malloc(4 * (size_t)n * sizeof *arcs);
  int i, k = 0;
  for (i = 0; i < n; ++i)
    u[i] = v[i] = (float)((i * 7919) % 100);
  spread(u, v, width, 21);
  for (i = 0; i < n; ++i) {
    const int first = k;
    row[i] = k;
    for (; k < first + i % 4; ++k) {
      arcs[k].to = (int)((unsigned)(k * 7919) % (unsigned)n);
      arcs[k].length = (float)(k % 13) / 8;
    }
  }
  row[n] = k;
  weigh(n, row, arcs, u, v);
  printf("mass %.9g %.9g\n", (double)norm(u, n), (double)norm(v, n));
  free(u);
  free(v);
  free(row);
  free(arcs);
  return 0;
}
