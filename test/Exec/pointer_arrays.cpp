// Memory of functions between that holds pointers into one array, and what is done
// with these: helpers move them, visits and what follows look through them, by a name
// and by an offset; one is a result. The array is a member, or something that the
// struct beside it leads to; nodes are its elements, or others.
//
// RUN: %serial %s -o %t.serial
// RUN: regtt-cc -O1 --target=cpu -Wall -Wextra -Werror %s -o %t.parallel
// RUN: %same %t.serial %t.parallel autoropes "300 5" "1 1" "40 8" "0 3"
// RUN: env REGTT_TARGET=cpu REGTT_VERIFY=1 %t.parallel 30 4 2>&1 | FileCheck %s
// CHECK-COUNT-3: verify=identical
//
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: regtt-cc %s --emit=header -o %t.d/pointer_arrays.regtt.h
// RUN: regtt-cc %s --emit=cuda -o %t.d/pointer_arrays.regtt.cu
// RUN: %check_cuda -I%t.d %t.d/pointer_arrays.regtt.cu -o %t.o
#include <alloca.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Item {
  float x;
  int id;
};

struct Near {
  float x;
  int k, found;
  float *far;
  const Item **item;
};

class Heap {
public:
  explicit Heap(int n) : n(n), items((Item *)calloc(n + 1, sizeof(Item))) {
    for (int i = 1; i <= n; i++)
      items[i] = {float(i * 37 % 101), i};
  }
  void search(Near *q, int i) const;
  float sum(float x, int k) const;
  int nearest(float x, int k, const Item **out) const;
  int size() const { return n; }

private:
  int n;
  Item *items; // from 1
};

static void exchange(Near *q, int a, int b) {
  const Item *held = q->item[a];
  q->item[a] = q->item[b];
  q->item[b] = held;
  const float far = q->far[a];
  q->far[a] = q->far[b];
  q->far[b] = far;
}

static void put(Near *q, int at, float far, const Item *item) {
  q->far[at] = far;
  q->item[at] = item;
}

#pragma regtt traversal
void Heap::search(Near *q, int i) const {
  if (i > n)
    return;
  const Item *p = &items[i];
  search(q, 2 * i);
  search(q, 2 * i + 1);
  const float far = p->x < q->x ? q->x - p->x : p->x - q->x;
  if (q->found < q->k)
    put(q, q->found++, far, p);
  else if (far < q->far[q->k - 1])
    put(q, q->k - 1, far, q->found % 2 ? p : items + i);
  else
    return;
  for (int j = q->found - 1; j > 0 && q->far[j] < q->far[j - 1]; --j)
    exchange(q, j, j - 1);
}

float Heap::sum(float x, int k) const {
  Near q;
  q.x = x;
  q.k = k;
  q.found = 0;
  q.far = (float *)alloca(sizeof(float) * k);
  q.item = (const Item **)alloca(sizeof(Item *) * k);
  search(&q, 1);
  float result = q.found;
  for (int i = 0; i < q.found; i++) {
    const Item *p = q.item[i];
    result += q.far[i] * p->id + q.item[i]->x * (i + 1);
  }
  return result;
}

// The pointer itself is a result.
int Heap::nearest(float x, int k, const Item **out) const {
  Near q = {x, k, 0, (float *)malloc(k * sizeof(float)),
            (const Item **)malloc(k * sizeof(Item *))};
  search(&q, 1);
  *out = q.item[0];
  const int found = q.found;
  free(q.far);
  free(q.item);
  return found;
}

struct Node {
  int id;
  Node *left, *right;
};

struct Walk {
  float sum;
  const Item *items;
  const Item **at;
};

#pragma regtt traversal
static void walk(const Node *n, Walk *w) {
  if (!n)
    return;
  w->sum += (*w->at)->x + w->at[1][1].x;
  *w->at = &w->items[n->id % 20];
  w->at[1] = w->items + n->id % 7 + 1;
  walk(n->left, w);
  walk(n->right, w);
}

static float walked(const Node *root, const Item *items, int k) {
  Walk w = {0, items, (const Item **)malloc(2 * sizeof(Item *))};
  w.at[0] = items;
  w.at[1] = items + k;
  walk(root, &w);
  const float result = w.sum + w.at[0]->id;
  free(w.at);
  return result;
}

static Node *make(int from, int to) {
  if (from >= to)
    return nullptr;
  const int middle = (from + to) / 2;
  return new Node{middle, make(from, middle), make(middle + 1, to)};
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 20, k = argc > 2 ? atoi(argv[2]) : 3;
  const Heap heap(200);
  std::vector<Item> items(40);
  for (int i = 0; i < 40; i++)
    items[i] = {i * 0.3f, i};
  const Node *root = make(0, 60);
  std::vector<float> sums(n), walks(n);
  std::vector<int> found(n);
  std::vector<const Item *> best(n);

#pragma regtt parallel copyin(heap.items[0 : heap.n + 1])
  for (int i = 0; i < n; i++)
    sums[i] = heap.sum(i * 0.37f, 1 + i % k);
#pragma regtt parallel copyin(heap.items[0 : heap.n + 1])
  for (int i = 0; i < n; i++)
    found[i] = heap.nearest(i * 0.37f, 1 + i % k, &best[i]);
#pragma regtt parallel
  for (int i = 0; i < n; i++)
    walks[i] = walked(root, items.data(), i % 10);

  for (int i = 0; i < n; i++)
    printf("%a %d %d %a\n", sums[i], found[i], best[i]->id, walks[i]);
  return heap.size() != 200;
}
