/*
 * Matches measured positions with the stars of a catalogue: for each position the nearest
 * star from a small kd-tree library in C, and for a few of them the stars around.
 */
#include <stdio.h>
#include <stdlib.h>
#include "kdtree.c"

struct star {
	int id;
	double mag;
};

static unsigned int rseed = 20061;

static double rd(void)
{
	rseed = rseed * 1664525u + 1013904223u;
	return (double)(rseed >> 8) / 16777216.0;
}

static void random_pos(double *p, int i)
{
	int k;
	for(k=0; k<3; k++) {
		p[k] = (i & 1) ? rd() * 200.0 - 100.0 : 30.0 * (k - 1) + 4.0 * (rd() - rd());
	}
	if(i % 50 == 3) {		/* on a grid, so that some are the same */
		for(k=0; k<3; k++) p[k] = (double)((int)p[k] / 40 * 40);
	}
}

static void match(int nstars, int nobs)
{
	int i;
	double pos[3], sum = 0.0;
	unsigned long digest = 5381;
	struct kdtree *kd = kd_create(3);
	struct star *stars = malloc((nstars + 1) * sizeof *stars);
	double *obs = malloc((3 * nobs + 1) * sizeof *obs);
	struct kdres **presults = calloc(nobs + 1, sizeof *presults);

	for(i=0; i<nstars; i++) {
		random_pos(pos, i);
		stars[i].id = 1000 + i;
		stars[i].mag = 6.0 * rd();
		kd_insert3(kd, pos[0], pos[1], pos[2], stars + i);
	}
	for(i=0; i<nobs; i++) {
		random_pos(obs + 3 * i, i + 1);
	}

#pragma regtt parallel
	for(i=0; i<nobs; i++) {
		presults[i] = kd_nearest(kd, obs + 3 * i);
	}

	for(i=0; i<nobs; i++) {
		struct star *s;
		if(!presults[i]) {
			digest = (digest * 33) & 0xffffffffUL;
			continue;
		}
		s = kd_res_item(presults[i], pos);
		sum += kd_res_dist(presults[i]) + s->mag;
		digest = (digest * 33 + s->id) & 0xffffffffUL;
		if(i % 60 == 0) {
			printf("obs %d: star %d at (%.17g, %.17g, %.17g) %.17g away\n", i, s->id,
					pos[0], pos[1], pos[2], kd_res_dist(presults[i]));
		}
		kd_res_free(presults[i]);
	}
	for(i=0; i<nobs; i+=400) {
		struct kdres *r = kd_nearest_range(kd, obs + 3 * i, 6.0);
		if(r) {
			printf("obs %d: %d stars around", i, kd_res_size(r));
			if(!kd_res_end(r)) printf(", the first is %.17g away", kd_res_dist(r));
			printf("\n");
			kd_res_free(r);
		}
	}
	printf("%d stars, %d observations: digest %08lx sum %.17g\n", nstars, nobs, digest, sum);

	free(presults);
	free(obs);
	free(stars);
	kd_free(kd);
}

int main(void)
{
	match(5000, 2000);
	match(1, 10);
	match(0, 10);
	match(100, 0);
	return 0;
}
