/*
 * kdtree -- a small kd-tree library in C. Points with a pointer to the user's
 * data go in, the nearest one or all within a range come out, as a result set
 * that is iterated over and freed.
 */
#ifndef KDTREE_H_
#define KDTREE_H_

struct kdtree;
struct kdres;

struct kdtree *kd_create(int k);
void kd_free(struct kdtree *tree);
int kd_insert3(struct kdtree *tree, double x, double y, double z, void *data);

/* both return null where there is no memory or nothing in the tree */
struct kdres *kd_nearest(struct kdtree *tree, const double *pos);
struct kdres *kd_nearest_range(struct kdtree *tree, const double *pos, double range);

void kd_res_free(struct kdres *set);
int kd_res_size(struct kdres *set);
int kd_res_end(struct kdres *set);
int kd_res_next(struct kdres *set);
void *kd_res_item(struct kdres *set, double *pos);
double kd_res_dist(struct kdres *set);

#endif
