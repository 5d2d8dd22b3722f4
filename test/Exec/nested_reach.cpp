// Arrays behind plain pointers of which nothing says how long they are: how far
// iterations come is found out when the loop runs. What lies beside an array
// may not be touched, so each lies between pages that nobody may look at.
// --suggest does not look for such loops.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped "600 7" "40 3" "1 2" "0 1"
// RUN: env REGTT_REGION=check REGTT_THREADS=3 %t.parallel 600 7 > %t.checked
// RUN: %t.serial 600 7 | diff - %t.checked
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

static unsigned state;
static unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 9) % (below ? below : 1);
}

/// Room for `n` elements between pages that may not be touched; it begins, or
/// ends, where one of these does.
template <class T> static T *guarded(size_t n, bool atEnd = true) {
  const size_t page = size_t(sysconf(_SC_PAGESIZE)), bytes = n * sizeof(T);
  const size_t held = (bytes + page - 1) / page * page;
  char *const memory = static_cast<char *>(mmap(
      nullptr, held + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (held != 0)
    mprotect(memory + page, held, PROT_READ | PROT_WRITE);
  return reinterpret_cast<T *>(memory + page + (atEnd ? held - bytes : 0));
}

struct Edge {
  short to;
  char kind;
  double weight;
};

struct Graph {
  int n, m;
  int *row, *col;
  Edge *edges;
};

static void print(const char *name, const double *values, size_t n) {
  double sum = 0;
  for (size_t k = 0; k < n; ++k)
    sum += values[k] * double(k % 97 + 1);
  std::printf("%s %.17g\n", name, sum);
}

static Graph make(int n) {
  Graph g = {n, 0, guarded<int>(size_t(n) + 1), nullptr, nullptr};
  std::vector<int> col;
  for (int i = 0; i < n; ++i) {
    g.row[i] = int(col.size());
    for (unsigned k = draw(i % 50 == 0 ? 90 : 7); k > 0; --k)
      col.push_back(int(draw(unsigned(n))));
  }
  g.row[n] = g.m = int(col.size());
  g.col = guarded<int>(col.size());
  std::copy(col.begin(), col.end(), g.col);
  g.edges = guarded<Edge>(col.size());
  for (int e = 0; e < g.m; ++e)
    g.edges[e] = {short(e % 5 == 4 ? -1 : g.col[e]), char(draw(3)),
                  draw(1000) / 7.0};
  return g;
}

//===--- What is looked at ------------------------------------------------===//

static void multiply(int n, const int *row, const int *col, const double *val,
                     const double *x, double *y) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int e = row[i]; e < row[i + 1]; ++e)
      s += val[e] * x[col[e]];
    y[i] = s;
  }
}

// Where an edge leads nowhere there is no element to look at.
static void guard(const Graph *g, const double *x, double *y) {
#pragma regtt parallel
  for (int i = 0; i < g->n; ++i) {
    double s = 0;
    for (int e = g->row[i]; e < g->row[i + 1]; ++e) {
      const Edge &edge = g->edges[e];
      if (edge.kind == 2)
        continue;
      s += edge.to >= 0 && x[edge.to] > 0.25 ? edge.weight * x[edge.to] : 1;
    }
    y[i] += s;
  }
}

// Rows end at a number below 0; what follows is no index.
static void untilNone(int n, const int *rows, const double *x, double *y) {
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = 0; k < 8; ++k) {
      const int v = rows[i * 8 + k];
      if (v < 0)
        break;
      s += x[v] * k;
    }
    y[i] = s;
  }
}

static double at(const double *x, const int *col, int e) {
  return col[e] % 3 == 0 ? 0 : x[col[e]];
}
static void calls(const Graph *g, const double *x, double *y) {
  const int *row = g->row, *col = g->col;
#pragma regtt parallel
  for (int i = 0; i < g->n; ++i) {
    double s = 0;
    for (int e = row[i]; e < row[i + 1]; ++e)
      s += at(x, col, e);
    y[i] = s;
  }
}

// Elements that count from 1, and from far away, and below 0.
static void shifted(const Graph *g, const int *ids, const double *x,
                    const double *around, int *hits, double *sums, double *y) {
#pragma regtt parallel
  for (int i = 1; i <= g->n; ++i) {
    double s = 0;
    for (int e = g->row[i - 1]; e < g->row[i]; ++e) {
      s += x[ids[e]];
      hits[ids[e]] += 1;
      sums[g->col[e]] += s;
    }
    for (int k = -2; k <= 2; ++k)
      s += around[i + k];
    y[i] = s;
  }
}

//===--- What is changed --------------------------------------------------===//

static bool step(int n, int d, const int *row, const int *col, int *level) {
  bool changed = false;
#pragma regtt parallel
  for (int v = 0; v < n; ++v) {
    if (level[v] != d)
      continue;
    for (int e = row[v]; e < row[v + 1]; ++e)
      if (level[col[e]] == -1) {
        level[col[e]] = d + 1;
        changed = true;
      }
  }
  return changed;
}

static void shortest(const Graph *g, double *distance) {
  const int *row = g->row;
  const Edge *edges = g->edges;
  bool changed = true;
#pragma regtt fixpoint
  while (changed) {
    changed = false;
#pragma regtt parallel
    for (int v = 0; v < g->n; ++v)
      for (int e = row[v]; e < row[v + 1]; ++e)
        if (edges[e].to >= 0 &&
            distance[v] + edges[e].weight < distance[edges[e].to]) {
          distance[edges[e].to] = distance[v] + edges[e].weight;
          changed = true;
        }
  }
}

// The loops' arrays stay on a device, and one of them says where the next round
// looks; the host changes another.
static void rounds(const Graph *g, int *now, int *next, const double *x,
                   double *y) {
  const int n = g->n;
  const int *row = g->row;
  int *col = g->col;
#pragma regtt region
  for (int t = 0; t < 9; ++t) {
#pragma regtt parallel
    for (int i = 0; i < n; ++i) {
      double s = y[i];
      for (int e = row[now[i]]; e < row[now[i] + 1]; ++e)
        s = s * 0.5 + x[col[e]];
      y[i] = s;
    }
#pragma regtt parallel
    for (int i = 0; i < n; ++i)
      next[i] = (now[i] + 31 * t) % (n / 2 + 1 + t * n / 20);
    std::swap(now, next);
    if (t == 4 && g->m > 0)
      col[0] = n - 1;
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 40;
  state = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  const size_t size = size_t(n);
  const Graph g = make(n);
  double *const x = guarded<double>(size), *const y = guarded<double>(size),
                *const val = guarded<double>(size_t(g.m));
  for (size_t k = 0; k < size; ++k)
    x[k] = draw(1000) / 999.0;
  for (int e = 0; e < g.m; ++e)
    val[e] = draw(1000) / 7.0;
  multiply(n, g.row, g.col, val, x, y);
  print("product", y, size);
  multiply(n, g.row, g.m ? g.col : nullptr, g.m ? val : nullptr,
           n ? x : nullptr, n ? y : nullptr);
  guard(&g, x, y);
  print("guarded", y, size);
  int *const rows = guarded<int>(size * 8);
  for (int i = 0; i < n; ++i)
    for (int k = 0, end = int(draw(9)); k < 8; ++k)
      rows[i * 8 + k] = k < end    ? int(draw(unsigned(n)))
                        : k == end ? -1
                                   : 1900000000;
  untilNone(n, rows, x, y);
  print("until none", y, size);
  calls(&g, x, y);
  print("calls", y, size);

  const int far = 1 << 20;
  int *const ids = guarded<int>(size_t(g.m)), *const hits = guarded<int>(size);
  double *const around = guarded<double>(size + 4, false), *const sums =
                                                               guarded<double>(
                                                                   size);
  for (int e = 0; e < g.m; ++e)
    ids[e] = far + g.col[e];
  for (size_t k = 0; k < size + 4; ++k)
    around[k] = double(draw(50));
  if (n > 0)
    shifted(&g, ids, x - far, around + 1, hits - far, sums, y - 1);
  print("shifted", y, size);
  print("sums", sums, size);
  long sum = 0;
  for (int i = 0; i < n; ++i)
    sum += long(hits[i]) * i;
  std::printf("hits %ld\n", sum);

  int *const level = guarded<int>(size), depth = 0;
  std::fill_n(level, n, -1);
  if (n > 0)
    level[0] = 0;
  while (step(n, depth, g.row, g.col, level))
    ++depth;
  for (int i = 0; i < n; ++i)
    sum = (sum * 3 + level[i]) % 1000003;
  std::printf("levels %ld %d\n", sum, depth);
  double *const distance = guarded<double>(size);
  for (int i = 0; i < n; ++i)
    distance[i] = i == 0 ? 0 : 1e9;
  shortest(&g, distance);
  print("shortest", distance, size);
  int *const now = guarded<int>(size), *const next = guarded<int>(size);
  for (int i = 0; i < n; ++i)
    now[i] = int(draw(unsigned(n / 2 + 1))), y[i] = 0;
  rounds(&g, now, next, x, y);
  print("rounds", y, size);
}
