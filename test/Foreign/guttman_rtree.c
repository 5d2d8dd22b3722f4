/*
 * R-tree after Guttman, as used for the spatial index of a small database: nodes with
 * a fixed number of branches, quadratic split, search that returns the number of hits.
 * Rectangles are boundary arrays, low sides first.
 */
#include <stdio.h>
#include <stdlib.h>
#include <float.h>

#define NUMDIMS 2
#define NUMSIDES (2 * NUMDIMS)
#define MAXCARD 8
#define MINFILL (MAXCARD / 2)

typedef float RectReal;

struct Rect {
	RectReal boundary[NUMSIDES];	/* xmin,ymin,...,xmax,ymax,... */
};

struct Node;

struct Branch {
	struct Rect rect;
	struct Node *child;		/* on level 0 the tuple's id */
};

struct Node {
	int count;
	int level;			/* 0 is leaf, others positive */
	struct Branch branch[MAXCARD];
};

static struct Node *RTreeNewNode(int level)
{
	struct Node *n = (struct Node *)calloc(1, sizeof(struct Node));
	n->level = level;
	return n;
}

static struct Rect RTreeCombineRect(const struct Rect *r, const struct Rect *rr)
{
	int i, j;
	struct Rect new_rect;

	for (i = 0; i < NUMDIMS; i++) {
		j = i + NUMDIMS;
		new_rect.boundary[i] = r->boundary[i] < rr->boundary[i] ? r->boundary[i] : rr->boundary[i];
		new_rect.boundary[j] = r->boundary[j] > rr->boundary[j] ? r->boundary[j] : rr->boundary[j];
	}
	return new_rect;
}

static RectReal RTreeRectVolume(const struct Rect *R)
{
	int i;
	RectReal volume = 1;

	for (i = 0; i < NUMDIMS; i++)
		volume *= R->boundary[i + NUMDIMS] - R->boundary[i];
	return volume;
}

static RectReal Growth(const struct Rect *by, const struct Rect *r)
{
	struct Rect both = RTreeCombineRect(by, r);
	return RTreeRectVolume(&both) - RTreeRectVolume(r);
}

static int RTreeOverlap(struct Rect *r, struct Rect *s)
{
	register int i, j;

	for (i = 0; i < NUMDIMS; i++) {
		j = i + NUMDIMS;
		if (r->boundary[i] > s->boundary[j] || s->boundary[i] > r->boundary[j])
			return 0;
	}
	return 1;
}

static struct Rect RTreeNodeCover(struct Node *n)
{
	int i;
	struct Rect r = n->branch[0].rect;

	for (i = 1; i < n->count; i++)
		r = RTreeCombineRect(&r, &n->branch[i].rect);
	return r;
}

/* Returns 1 if the node had to be split; the other half is in *nn. */
static int RTreeAddBranch(struct Branch *b, struct Node *n, struct Node **nn)
{
	struct Branch buf[MAXCARD + 1];
	struct Rect cover[2];
	struct Node *grp[2];
	int i, j, g, seed0 = 0, seed1 = 1, taken[MAXCARD + 1] = { 0 };
	RectReal worst = -FLT_MAX;

	if (n->count < MAXCARD) {
		n->branch[n->count++] = *b;
		return 0;
	}
	for (i = 0; i < MAXCARD; i++)
		buf[i] = n->branch[i];
	buf[MAXCARD] = *b;
	for (i = 0; i < MAXCARD; i++)
		for (j = i + 1; j <= MAXCARD; j++) {
			RectReal waste = Growth(&buf[i].rect, &buf[j].rect) - RTreeRectVolume(&buf[i].rect);
			if (waste > worst) {
				worst = waste;
				seed0 = i;
				seed1 = j;
			}
		}
	*nn = RTreeNewNode(n->level);
	grp[0] = n;
	grp[1] = *nn;
	for (n->count = 0, i = 0; i < MAXCARD; i++)
		n->branch[i].child = NULL;
	n->branch[n->count++] = buf[seed0];
	(*nn)->branch[(*nn)->count++] = buf[seed1];
	cover[0] = buf[seed0].rect;
	cover[1] = buf[seed1].rect;
	taken[seed0] = taken[seed1] = 1;
	for (i = 0; i <= MAXCARD; i++) {
		if (taken[i])
			continue;
		g = Growth(&buf[i].rect, &cover[1]) < Growth(&buf[i].rect, &cover[0]);
		if (grp[g]->count > MAXCARD - MINFILL)
			g = 1 - g;
		grp[g]->branch[grp[g]->count++] = buf[i];
		cover[g] = RTreeCombineRect(&cover[g], &buf[i].rect);
	}
	return 1;
}

static int RTreeInsertRect2(struct Rect *r, long tid, struct Node *n, struct Node **new_node)
{
	int i, best = 0;
	struct Branch b;
	struct Node *n2 = NULL;

	if (n->level == 0) {
		b.rect = *r;
		b.child = (struct Node *)tid;
		return RTreeAddBranch(&b, n, new_node);
	}
	for (i = 1; i < n->count; i++)
		if (Growth(r, &n->branch[i].rect) < Growth(r, &n->branch[best].rect))
			best = i;
	if (!RTreeInsertRect2(r, tid, n->branch[best].child, &n2)) {
		n->branch[best].rect = RTreeCombineRect(r, &n->branch[best].rect);
		return 0;
	}
	n->branch[best].rect = RTreeNodeCover(n->branch[best].child);
	b.child = n2;
	b.rect = RTreeNodeCover(n2);
	return RTreeAddBranch(&b, n, new_node);
}

static void RTreeInsertRect(struct Rect *r, long tid, struct Node **root)
{
	struct Node *newnode = NULL, *newroot;

	if (RTreeInsertRect2(r, tid, *root, &newnode)) {
		newroot = RTreeNewNode((*root)->level + 1);
		newroot->count = 2;
		newroot->branch[0].child = *root;
		newroot->branch[0].rect = RTreeNodeCover(*root);
		newroot->branch[1].child = newnode;
		newroot->branch[1].rect = RTreeNodeCover(newnode);
		*root = newroot;
	}
}

/* Number of data rectangles below N that overlap R. */
#pragma regtt traversal
int RTreeSearch(struct Node *N, struct Rect *R)
{
	register struct Node *n = N;
	register struct Rect *r = R;
	register int hitCount = 0;
	register int i;

	if (n->level > 0) {
		for (i = 0; i < MAXCARD; i++)
			if (n->branch[i].child && RTreeOverlap(r, &n->branch[i].rect))
				hitCount += RTreeSearch(n->branch[i].child, R);
	} else {
		for (i = 0; i < MAXCARD; i++)
			if (n->branch[i].child && RTreeOverlap(r, &n->branch[i].rect))
				hitCount++;
	}
	return hitCount;
}

static unsigned long seed = 1984;
static RectReal rnd(void)
{
	seed = (seed * 1103515245UL + 12345UL) & 0x7fffffffUL;
	return (RectReal)(seed >> 7) / 16777216.0f;
}

static void random_rect(struct Rect *r, int i, RectReal side)
{
	RectReal x = 100 * rnd(), y = 100 * rnd(), w = side * rnd(), h = side * rnd();

	if (i % 3 == 0) {		/* a town */
		x = 20 + x / 20;
		y = 70 + y / 20;
	}
	r->boundary[0] = x;
	r->boundary[1] = y;
	r->boundary[NUMDIMS] = x + w;
	r->boundary[NUMDIMS + 1] = y + h;
}

static void windows(int nrects, int nwindows)
{
	struct Node *root = RTreeNewNode(0);
	struct Rect r = { { 0, 0, 0, 0 } };
	struct Rect *win = (struct Rect *)malloc((nwindows + 1) * sizeof(struct Rect));
	int *hits = (int *)calloc(nwindows + 1, sizeof(int));
	long total = 0, digest = 0;
	int i;

	for (i = 0; i < nrects; i++) {
		if (i % 23 != 22)	/* else the last one again */
			random_rect(&r, i, 1.5f);
		RTreeInsertRect(&r, i + 1L, &root);
	}
	for (i = 0; i < nwindows; i++)
		random_rect(&win[i], i, i % 10 ? 3.0f : 40.0f);

#pragma regtt parallel
	for (i = 0; i < nwindows; i++)
		hits[i] = RTreeSearch(root, &win[i]);

	for (i = 0; i < nwindows; i++) {
		total += hits[i];
		digest = (digest * 131 + hits[i]) % 1000000007L;
	}
	printf("%d rects, height %d, %d windows: %ld hits, digest %ld\n", nrects, root->level + 1, nwindows, total, digest);
	for (i = 0; i < nwindows; i += 40)
		printf("  (%.9g, %.9g, %.9g, %.9g) %d\n", win[i].boundary[0], win[i].boundary[1], win[i].boundary[2],
		       win[i].boundary[3], hits[i]);
	free(win);
	free(hits);
}

int main(void)
{
	windows(3000, 1500);
	windows(5, 50);
	windows(0, 50);
	windows(100, 0);
	return 0;
}
// RUN: %as-written %s
