/* Compressed radix (patricia) tree from strings to counters, as routers and HTTP servers
 * keep them: every edge carries a label, children are sorted by their first byte.
 * Looks up a list of request paths exactly, and by the longest prefix that has a value. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rax_node {
	char *label;
	size_t len;
	long *value; /* NULL: inner node without a value */
	unsigned nchild;
	struct rax_node **child;
};

struct rax {
	struct rax_node *root;
	size_t nkeys;
	size_t nnodes;
};

static struct rax_node *node_new(struct rax *t, const char *label, size_t len)
{
	struct rax_node *n = calloc(1, sizeof(*n));

	if (!n)
		abort();
	n->label = malloc(len + 1);
	if (!n->label)
		abort();
	memcpy(n->label, label, len);
	n->label[len] = '\0';
	n->len = len;
	t->nnodes++;
	return n;
}

static void node_link(struct rax_node *parent, struct rax_node *n)
{
	unsigned i;

	parent->child = realloc(parent->child, (parent->nchild + 1) * sizeof(*parent->child));
	if (!parent->child)
		abort();
	for (i = parent->nchild; i > 0; i--) {
		if ((unsigned char)parent->child[i - 1]->label[0] < (unsigned char)n->label[0])
			break;
		parent->child[i] = parent->child[i - 1];
	}
	parent->child[i] = n;
	parent->nchild++;
}

static size_t common_prefix(const char *a, size_t alen, const char *b, size_t blen)
{
	size_t i = 0;

	while (i < alen && i < blen && a[i] == b[i])
		i++;
	return i;
}

static void rax_insert(struct rax *t, const char *key, long value)
{
	struct rax_node *n, *c, *upper;
	size_t len = strlen(key), p;
	unsigned i;

	if (!t->root)
		t->root = node_new(t, "", 0);
	n = t->root;
	while (len > 0) {
		for (i = 0; i < n->nchild; i++)
			if (n->child[i]->label[0] == key[0])
				break;
		if (i == n->nchild) {
			c = node_new(t, key, len);
			node_link(n, c);
			n = c;
			break;
		}
		c = n->child[i];
		p = common_prefix(c->label, c->len, key, len);
		if (p < c->len) { /* split the edge */
			upper = node_new(t, c->label, p);
			n->child[i] = upper;
			memmove(c->label, c->label + p, c->len - p + 1);
			c->len -= p;
			node_link(upper, c);
			c = upper;
		}
		n = c;
		key += p;
		len -= p;
	}
	if (!n->value) {
		n->value = malloc(sizeof(*n->value));
		if (!n->value)
			abort();
		t->nkeys++;
	}
	*n->value = value;
}

/* The value of a key, NULL if it is not there. */
#pragma regtt traversal
static const long *rax_find(const struct rax_node *n, const char *key, size_t len)
{
	unsigned i;

	if (len < n->len || memcmp(n->label, key, n->len) != 0)
		return NULL;
	key += n->len;
	len -= n->len;
	if (len == 0)
		return n->value;
	for (i = 0; i < n->nchild; i++)
		if (n->child[i]->label[0] == key[0])
			return rax_find(n->child[i], key, len);
	return NULL;
}

/* The same for the longest prefix of the key that has a value. */
#pragma regtt traversal
static const long *rax_match(const struct rax_node *n, const char *key, const long *best)
{
	if (strncmp(key, n->label, n->len))
		return best;
	key += n->len;
	if (n->value)
		best = n->value;
	if (*key == '\0')
		return best;
	for (unsigned i = 0; i < n->nchild; i++) {
		if (n->child[i]->label[0] == *key)
			return rax_match(n->child[i], key, best);
	}
	return best;
}

static uint32_t seed = 4711;

static uint32_t rnd(uint32_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return seed % n;
}

#define MAXKEY 64

static void make_path(char *out)
{
	static const char *const part[] = {"api", "static", "img", "user", "users", "item",
					   "items", "v1", "v2", "search", "s", "\xc3\xa9t\xc3\xa9"};
	int depth = 1 + (int)rnd(4), d;

	out[0] = '\0';
	for (d = 0; d < depth; d++) {
		strcat(out, "/");
		strcat(out, part[rnd(12)]);
	}
	if (rnd(2))
		sprintf(out + strlen(out), "/%u", rnd(60));
}

static void run(const char *name, const struct rax *t, char (*keys)[MAXKEY], int nkeys)
{
	long hits = 0, sum = 0, prefix_hits = 0, prefix_sum = 0, hash = 0;
	long *values = calloc((size_t)nkeys + 1, sizeof(*values));
	int i;

	if (!values)
		abort();
	if (t->root) {
#pragma regtt parallel
		for (i = 0; i < nkeys; i++) {
			const long *v = rax_find(t->root, keys[i], strlen(keys[i]));

			if (v) {
				hits++;
				sum += *v;
			}
		}

#pragma regtt parallel
		for (i = 0; i < nkeys; i++) {
			const long *v = rax_match(t->root, keys[i], NULL);

			values[i] = v ? *v : -1;
		}
	}
	for (i = 0; t->root && i < nkeys; i++) {
		prefix_hits += values[i] >= 0;
		prefix_sum += values[i];
		hash = (hash * 31 + values[i]) % 1000000007L;
	}
	printf("%s: %zu keys in %zu nodes, %d lookups: %ld hits sum %ld, %ld prefixes sum %ld hash %ld\n",
	       name, t->nkeys, t->nnodes, nkeys, hits, sum, prefix_hits, prefix_sum, hash);
	for (i = 0; i < nkeys; i += 1 + nkeys / 20)
		printf("  %-32s %ld\n", keys[i], values[i]);
	free(values);
}

int main(void)
{
	static char keys[4000][MAXKEY];
	struct rax routes = {NULL, 0, 0}, nothing = {NULL, 0, 0}, all = {NULL, 0, 0};
	char path[MAXKEY];
	int i;

	for (i = 0; i < 1200; i++) {
		make_path(path);
		rax_insert(&routes, path, (long)rnd(100000));
	}
	rax_insert(&all, "", 5); /* matches anything */
	rax_insert(&all, "/", 7);

	for (i = 0; i < 4000; i++) {
		make_path(keys[i]);
		if (i % 10 == 0 && i > 0)
			strcpy(keys[i], keys[i - 3]);
		if (i % 100 == 50)
			keys[i][strlen(keys[i]) / 2] = '\0';
		if (i % 500 == 7)
			keys[i][0] = '\0';
	}
	run("routes", &routes, keys, 4000);
	run("all", &all, keys, 60);
	run("nothing", &nothing, keys, 3);
	run("no requests", &routes, keys, 0);
	return 0;
}
// RUN: %as-written %s
