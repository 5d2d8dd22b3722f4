/*
 * kdtree -- a small kd-tree library in C: the implementation.
 * The search for the nearest point carries a hyperrectangle that is cut on the way
 * down and mended on the way up; what is found goes into a linked list.
 */
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include "kdtree.h"

#define SQ(x)	((x) * (x))

struct kdhyperrect {
	int dim;
	double *min, *max;
};

struct kdnode {
	double *pos;
	int dir;
	void *data;
	struct kdnode *left, *right;
};

struct res_node {
	struct kdnode *item;
	double dist_sq;
	struct res_node *next;
};

struct kdtree {
	int dim;
	struct kdnode *root;
	struct kdhyperrect *rect;
};

struct kdres {
	struct kdtree *tree;
	struct res_node *rlist, *riter;
	int size;
};

static void rect_free(struct kdhyperrect *r)
{
	if(r) {
		free(r->min);
		free(r->max);
		free(r);
	}
}

static struct kdhyperrect *rect_new(int dim, const double *lo, const double *hi)
{
	struct kdhyperrect *r = calloc(1, sizeof *r);

	if(!r) return 0;
	r->dim = dim;
	r->min = malloc(dim * sizeof *r->min);
	r->max = malloc(dim * sizeof *r->max);
	if(!r->min || !r->max) {
		rect_free(r);
		return 0;
	}
	memcpy(r->min, lo, dim * sizeof *lo);
	memcpy(r->max, hi, dim * sizeof *hi);
	return r;
}

/* squared distance from a point to the box, 0 if inside */
static double rect_dist_sq(const struct kdhyperrect *r, const double *pos)
{
	double d, sum = 0.0;
	int i;

	for(i=0; i<r->dim; i++) {
		d = 0.0;
		if(pos[i] < r->min[i]) d = r->min[i] - pos[i];
		if(pos[i] > r->max[i]) d = pos[i] - r->max[i];
		sum += SQ(d);
	}
	return sum;
}

static double pos_dist_sq(const double *a, const double *b, int dim)
{
	double sum = 0.0;
	while(dim-- > 0) {
		sum += SQ(*a - *b);
		a++;
		b++;
	}
	return sum;
}

struct kdtree *kd_create(int k)
{
	struct kdtree *tree = calloc(1, sizeof *tree);
	if(tree) tree->dim = k;
	return tree;
}

static void free_nodes(struct kdnode *n)
{
	if(n) {
		free_nodes(n->left);
		free_nodes(n->right);
		free(n->pos);
		free(n);
	}
}

void kd_free(struct kdtree *tree)
{
	free_nodes(tree->root);
	rect_free(tree->rect);
	free(tree);
}

int kd_insert3(struct kdtree *tree, double x, double y, double z, void *data)
{
	struct kdnode **link = &tree->root, *n;
	double pos[3] = {x, y, z};
	int i, dir = 0;

	while(*link) {
		dir = ((*link)->dir + 1) % tree->dim;
		link = pos[(*link)->dir] < (*link)->pos[(*link)->dir] ? &(*link)->left : &(*link)->right;
	}
	if(!(n = calloc(1, sizeof *n)) || !(n->pos = malloc(sizeof pos))) {
		free(n);
		return -1;
	}
	memcpy(n->pos, pos, sizeof pos);
	n->dir = dir;
	n->data = data;
	*link = n;

	if(!tree->rect) {
		return (tree->rect = rect_new(tree->dim, pos, pos)) ? 0 : -1;
	}
	for(i=0; i<tree->dim; i++) {
		if(pos[i] < tree->rect->min[i]) tree->rect->min[i] = pos[i];
		if(pos[i] > tree->rect->max[i]) tree->rect->max[i] = pos[i];
	}
	return 0;
}

static struct kdres *res_new(struct kdtree *tree)
{
	struct kdres *set = calloc(1, sizeof *set);

	if(!set) return 0;
	if(!(set->rlist = calloc(1, sizeof *set->rlist))) {	/* the list's head */
		free(set);
		return 0;
	}
	set->tree = tree;
	return set;
}

/* keeps the list in the order of the distances */
static int res_insert(struct kdres *set, struct kdnode *item, double dist_sq)
{
	struct res_node *at = set->rlist, *rn = malloc(sizeof *rn);

	if(!rn) return -1;
	while(at->next && at->next->dist_sq < dist_sq) at = at->next;
	rn->item = item;
	rn->dist_sq = dist_sq;
	rn->next = at->next;
	at->next = rn;
	set->size++;
	set->riter = set->rlist->next;
	return 0;
}

#pragma regtt traversal
static void nearest_i(struct kdnode *node, const double *pos, struct kdnode **best, double *best_sq, struct kdhyperrect *rect)
{
	int dir = node->dir;
	double save, d, off = pos[dir] - node->pos[dir];
	struct kdnode *near_side, *far_side;
	double *near_edge, *far_edge;

	if(off > 0.0) {
		near_side = node->right;
		near_edge = &rect->min[dir];
		far_side = node->left;
		far_edge = &rect->max[dir];
	} else {
		near_side = node->left;
		near_edge = &rect->max[dir];
		far_side = node->right;
		far_edge = &rect->min[dir];
	}

	if(near_side) {
		save = *near_edge;
		*near_edge = node->pos[dir];
		nearest_i(near_side, pos, best, best_sq, rect);
		*near_edge = save;
	}

	d = pos_dist_sq(node->pos, pos, rect->dim);
	if(d < *best_sq) {
		*best_sq = d;
		*best = node;
	}

	if(far_side) {
		save = *far_edge;
		*far_edge = node->pos[dir];
		if(rect_dist_sq(rect, pos) < *best_sq) {
			nearest_i(far_side, pos, best, best_sq, rect);
		}
		*far_edge = save;
	}
}

struct kdres *kd_nearest(struct kdtree *tree, const double *pos)
{
	struct kdres *set;
	struct kdhyperrect *rect;
	struct kdnode *best;
	double best_sq;

	if(!tree || !tree->rect) return 0;
	if(!(set = res_new(tree))) return 0;
	if(!(rect = rect_new(tree->dim, tree->rect->min, tree->rect->max))) {
		kd_res_free(set);
		return 0;
	}

	best = tree->root;
	best_sq = pos_dist_sq(best->pos, pos, tree->dim);
	nearest_i(tree->root, pos, &best, &best_sq, rect);
	rect_free(rect);

	if(res_insert(set, best, best_sq) == -1) {
		kd_res_free(set);
		return 0;
	}
	return set;
}

static int range_i(struct kdnode *node, const double *pos, double range, struct kdres *set)
{
	double d, off;

	if(!node) return 0;
	d = pos_dist_sq(node->pos, pos, set->tree->dim);
	if(d <= SQ(range) && res_insert(set, node, d) == -1) return -1;
	off = pos[node->dir] - node->pos[node->dir];
	if(off <= range && range_i(node->left, pos, range, set) == -1) return -1;
	if(-off <= range && range_i(node->right, pos, range, set) == -1) return -1;
	return 0;
}

struct kdres *kd_nearest_range(struct kdtree *tree, const double *pos, double range)
{
	struct kdres *set = res_new(tree);

	if(set && range_i(tree->root, pos, range, set) == -1) {
		kd_res_free(set);
		return 0;
	}
	return set;
}

void kd_res_free(struct kdres *set)
{
	while(set->rlist) {
		struct res_node *next = set->rlist->next;
		free(set->rlist);
		set->rlist = next;
	}
	free(set);
}

int kd_res_size(struct kdres *set)
{
	return set->size;
}

int kd_res_end(struct kdres *set)
{
	return !set->riter;
}

int kd_res_next(struct kdres *set)
{
	set->riter = set->riter->next;
	return set->riter != 0;
}

void *kd_res_item(struct kdres *set, double *pos)
{
	if(!set->riter) return 0;
	if(pos) memcpy(pos, set->riter->item->pos, set->tree->dim * sizeof *pos);
	return set->riter->item->data;
}

double kd_res_dist(struct kdres *set)
{
	return sqrt(set->riter->dist_sq);
}
