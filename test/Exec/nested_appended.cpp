// Loops without a traversal whose iterations add to containers that all have, at
// their end: that is done behind the loop, in the order of the iterations.
// --suggest does not look for such loops.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu --variant=all -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel thread_mapped,tiled "1000" "1" "0" "77"
// RUN: env REGTT_VERIFY=1 REGTT_TARGET=cpu %t.parallel 500 > %t.verified
// RUN: %t.serial 500 | diff - %t.verified
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <vector>

struct Hit {
  int id;
  double value;
};

static unsigned state = 5;
static unsigned draw(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 9) % below;
}

/// Behind references; and what stands behind the first of them stores, too.
static void select(const std::vector<int> &row, const std::vector<double> &val,
                   std::vector<double> &y, std::vector<int> &many,
                   std::vector<int> &few) {
  const int n = int(row.size()) - 1;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int e = row[i]; e < row[i + 1]; ++e)
      s += val[e];
    if (s > 20)
      many.push_back(i);
    else if (s < 3)
      few.push_back(i * 2);
    else if (!many.empty() && few.size() < 9)
      few.push_back(many.back());
    y[i] = s;
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
  std::vector<int> row{0}, col;
  std::vector<double> val, y(n);
  for (int i = 0; i < n; ++i) {
    const unsigned length = draw(9);
    for (unsigned k = 0; k < length; ++k) {
      col.push_back(int(draw(n)));
      val.push_back(draw(1000) * 0.01);
    }
    row.push_back(int(col.size()));
  }
  std::vector<int> many, few;
  select(row, val, y, many, few);

  // Structs, of several values.
  std::vector<Hit> hits;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    double least = 1e9;
    int best = -1;
    for (int e = row[i]; e < row[i + 1]; ++e)
      if (val[e] < least) {
        least = val[e];
        best = col[e];
      }
    y[i] -= least;
    if (best >= 0)
      hits.push_back({best, least});
  }

  // Of a list of vertices, each by its value, and a copy of its own.
  std::vector<int> all_of(many), next;
  std::vector<double> last(2 * n + 1);
#pragma regtt parallel
  for (int v : all_of) {
    double s = 0;
    for (int e = row[v]; e < row[v + 1]; ++e)
      s += val[e];
    last[2 * v + 1] = s;
    if (s > 30)
      next.push_back(v);
  }
#pragma regtt parallel
  for (const int &vertex : all_of) {
    const int v = vertex;
    double s = 0;
    for (int e = row[v]; e < row[v + 1]; ++e)
      s -= val[e];
    last[(v * 7) % n] = s;
    next.push_back(v);
  }

  // A queue, beside a sum that is rounded in the order of the iterations.
  std::priority_queue<int> order;
  double all = 0;
#pragma regtt parallel
  for (int i = 0; i < n; ++i) {
    int c = 0;
    for (int e = row[i]; e < row[i + 1]; ++e)
      c += col[e] & 7;
    if (c % 3 == 0)
      order.push(c);
    all = all * 0.5 + c;
  }

  std::printf("%zu %zu %zu %zu %a\n", many.size(), few.size(), hits.size(),
              order.size(), all);
  for (int each : many)
    std::printf("%d ", each);
  for (int each : few)
    std::printf("%d ", each);
  for (const Hit &hit : hits)
    std::printf("%d %a ", hit.id, hit.value);
  for (; !order.empty(); order.pop())
    std::printf("%d ", order.top());
  for (int each : next)
    std::printf("%d ", each);
  for (double each : last)
    std::printf("%a ", each);
  for (double each : y)
    std::printf("%a ", each);
  std::printf("\n");
}
