/* Adjacency lists as textbooks have them in C.
 * (--suggest does not look for loops that call no recursion.)
 *
 * RUN: gcc -O2 -ffp-contract=off -Wno-unknown-pragmas -std=gnu89 %s -o %t.serial
 * RUN: regtt-cc -O1 -std=gnu89 --target=cpu --variant=all -Wall -Wextra -Wshadow -Werror %s -o %t.parallel
 * RUN: %same %t.serial %t.parallel thread_mapped "0" "1" "200"
 */
#include <stdio.h>
#include <stdlib.h>

struct AdjListNode {
  int dest;
  float weight;
  struct AdjListNode *next;
};
struct AdjList {
  struct AdjListNode *head;
};
struct Graph {
  int V;
  struct AdjList *array;
};

static unsigned state = 1;
static unsigned draw(void) {
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}

static void addEdge(struct Graph *graph, int src, int dest) {
  struct AdjListNode *node = (struct AdjListNode *)malloc(sizeof *node);
  node->dest = dest;
  node->weight = draw() * 1e-6f;
  node->next = graph->array[src].head;
  graph->array[src].head = node;
}

static void inDegrees(const struct Graph *graph, int *deg) {
  int v;
#pragma regtt parallel copyin(deg[0 : graph->V])
  for (v = 0; v < graph->V; ++v) {
    struct AdjListNode *pCrawl = graph->array[v].head;
    while (pCrawl) {
      deg[pCrawl->dest] += 1;
      pCrawl = pCrawl->next;
    }
  }
}

/* One round of labels: the least one of a vertex and its neighbours. */
static void labels(const struct Graph *graph, const int *label, int *least) {
  int v;
#pragma regtt parallel copyin(label[0 : graph->V])
  for (v = 0; v < graph->V; v++) {
    const struct AdjListNode *p;
    int m = label[v];
    for (p = graph->array[v].head; p != NULL; p = p->next)
      if (label[p->dest] < m)
        m = label[p->dest];
    least[v] = m;
  }
}

/* The weight of the first edge to a vertex of that label, if there is one. */
static float weightTo(const struct AdjListNode *p, int to) {
  while (p != 0 && p->dest != to)
    p = p->next;
  return p ? p->weight : -1.0f;
}
static void weights(const struct Graph *graph, int to, float *w) {
  int v;
#pragma regtt parallel
  for (v = 0; v < graph->V; v++)
    w[v] = weightTo(graph->array[v].head, to);
}

int main(int argc, char **argv) {
  struct Graph graph;
  int v, k, *deg, *label, *least;
  float *w;
  (void)argc;
  graph.V = atoi(argv[1]);
  graph.array = (struct AdjList *)calloc(graph.V + 1, sizeof *graph.array);
  deg = (int *)calloc(graph.V + 1, sizeof *deg);
  label = (int *)calloc(graph.V + 1, sizeof *label);
  least = (int *)calloc(graph.V + 1, sizeof *least);
  w = (float *)calloc(graph.V + 1, sizeof *w);
  for (v = 0; v < graph.V; ++v) {
    label[v] = (int)draw();
    for (k = (int)(draw() % 6); k > 0; --k)
      addEdge(&graph, v, (int)(draw() % graph.V));
  }
  inDegrees(&graph, deg);
  labels(&graph, label, least);
  weights(&graph, graph.V / 3, w);
  for (v = 0; v < graph.V; ++v)
    printf("%d %d %.9g\n", deg[v], least[v], w[v]);
  return 0;
}
