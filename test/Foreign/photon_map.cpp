// Photon map for global illumination: photons stored in a left-balanced kd-tree that is a
// heap-ordered array (children of i at 2 i and 2 i + 1), directions compressed to two
// bytes, and an irradiance estimate from the nearest photons around each hit point.
#include <alloca.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct Photon {
    float pos[3];
    short plane;
    unsigned char theta, phi;
    float power[3];
};

// Only used to locate the nearest photons
struct NearestPhotons {
    int max;
    int found;
    int got_heap;
    float pos[3];
    float *dist2;
    const Photon **index;
};

class Photon_map {
public:
    explicit Photon_map(int max_phot);
    ~Photon_map() { free(photons); }

    void store(const float power[3], const float pos[3], const float dir[3]);
    void balance();
    void irradiance_estimate(float irrad[3], const float pos[3], const float normal[3], float max_dist, int nphotons) const;
    void locate_photons(NearestPhotons *np, int index) const;
    int size() const { return stored_photons; }

private:
    void photon_dir(float *dir, const Photon *p) const;
    void balance_segment(Photon **pbal, Photon **porg, int index, int start, int end);

    Photon *photons; // from 1
    int stored_photons, half_stored_photons, max_photons;
    float costheta[256], sintheta[256], cosphi[256], sinphi[256];
    float bbox_min[3], bbox_max[3];
};

Photon_map::Photon_map(int max_phot) : stored_photons(0), half_stored_photons(0), max_photons(max_phot) {
    photons = (Photon *)calloc(max_photons + 1, sizeof(Photon));
    for (int k = 0; k < 3; k++) {
        bbox_min[k] = 1e8f;
        bbox_max[k] = -1e8f;
    }
    for (int i = 0; i < 256; i++) {
        double angle = i * M_PI / 256.0;
        costheta[i] = (float)cos(angle);
        sintheta[i] = (float)sin(angle);
        cosphi[i] = (float)cos(2.0 * angle);
        sinphi[i] = (float)sin(2.0 * angle);
    }
}

void Photon_map::photon_dir(float *dir, const Photon *p) const {
    dir[0] = sintheta[p->theta] * cosphi[p->phi];
    dir[1] = sintheta[p->theta] * sinphi[p->phi];
    dir[2] = costheta[p->theta];
}

void Photon_map::store(const float power[3], const float pos[3], const float dir[3]) {
    if (stored_photons >= max_photons)
        return;
    Photon *node = &photons[++stored_photons];
    for (int k = 0; k < 3; k++) {
        node->pos[k] = pos[k];
        node->power[k] = power[k];
        if (pos[k] < bbox_min[k]) bbox_min[k] = pos[k];
        if (pos[k] > bbox_max[k]) bbox_max[k] = pos[k];
    }
    int theta = (int)(acos(dir[2]) * (256.0 / M_PI));
    node->theta = (unsigned char)(theta > 255 ? 255 : theta);
    int phi = (int)(atan2(dir[1], dir[0]) * (256.0 / (2.0 * M_PI)));
    node->phi = (unsigned char)(phi < 0 ? phi + 256 : (phi > 255 ? 255 : phi));
}

static int sort_axis;
static int compare_photons(const void *a, const void *b) {
    const Photon *p = *(Photon *const *)a, *q = *(Photon *const *)b;
    float x = p->pos[sort_axis], y = q->pos[sort_axis];
    if (x != y) return x < y ? -1 : 1;
    return p < q ? -1 : p > q; // they are in one array
}

// Put the median of porg[start..end] at pbal[index], such that the left subtree is full
void Photon_map::balance_segment(Photon **pbal, Photon **porg, int index, int start, int end) {
    int n = end - start + 1, median = 1;
    while (4 * median <= n) median += median;
    if (3 * median <= n) {
        median += median;
        median += start - 1;
    } else {
        median = end - median + 1;
    }

    int axis = 2;
    if (bbox_max[0] - bbox_min[0] > bbox_max[1] - bbox_min[1] && bbox_max[0] - bbox_min[0] > bbox_max[2] - bbox_min[2])
        axis = 0;
    else if (bbox_max[1] - bbox_min[1] > bbox_max[2] - bbox_min[2])
        axis = 1;

    sort_axis = axis;
    qsort(porg + start, n, sizeof(Photon *), compare_photons);
    pbal[index] = porg[median];
    pbal[index]->plane = (short)axis;

    if (median > start) {
        const float tmp = bbox_max[axis];
        bbox_max[axis] = pbal[index]->pos[axis];
        balance_segment(pbal, porg, 2 * index, start, median - 1);
        bbox_max[axis] = tmp;
    }
    if (median < end) {
        const float tmp = bbox_min[axis];
        bbox_min[axis] = pbal[index]->pos[axis];
        balance_segment(pbal, porg, 2 * index + 1, median + 1, end);
        bbox_min[axis] = tmp;
    }
}

void Photon_map::balance() {
    if (stored_photons > 0) {
        Photon **pa1 = (Photon **)calloc(stored_photons + 1, sizeof(Photon *));
        Photon **pa2 = (Photon **)calloc(stored_photons + 1, sizeof(Photon *));
        for (int i = 1; i <= stored_photons; i++) pa2[i] = &photons[i];
        balance_segment(pa1, pa2, 1, 1, stored_photons);
        Photon *heap = (Photon *)calloc(max_photons + 1, sizeof(Photon));
        for (int i = 1; i <= stored_photons; i++) heap[i] = *pa1[i];
        free(photons);
        photons = heap;
        free(pa1);
        free(pa2);
    }
    half_stored_photons = stored_photons / 2 - 1;
}

static void heap_down(NearestPhotons *np, int parent, float dist2, const Photon *phot) {
    int j = parent << 1;
    while (j <= np->found) {
        if (j < np->found && np->dist2[j] < np->dist2[j + 1]) j++;
        if (dist2 >= np->dist2[j]) break;
        np->dist2[parent] = np->dist2[j];
        np->index[parent] = np->index[j];
        parent = j;
        j += j;
    }
    np->dist2[parent] = dist2;
    np->index[parent] = phot;
}

// Find the nearest photons in the map, given the position in np; dist2[0] is the radius
#pragma regtt traversal
void Photon_map::locate_photons(NearestPhotons *const np, const int index) const {
    const Photon *p = &photons[index];

    if (index <= half_stored_photons) {
        float dist1 = np->pos[p->plane] - p->pos[p->plane];
        if (dist1 > 0.0f) { // above the plane: right first
            locate_photons(np, 2 * index + 1);
            if (dist1 * dist1 < np->dist2[0]) locate_photons(np, 2 * index);
        } else {
            locate_photons(np, 2 * index);
            if (dist1 * dist1 < np->dist2[0]) locate_photons(np, 2 * index + 1);
        }
    }

    float d, dist2;
    d = p->pos[0] - np->pos[0];
    dist2 = d * d;
    d = p->pos[1] - np->pos[1];
    dist2 += d * d;
    d = p->pos[2] - np->pos[2];
    dist2 += d * d;
    if (dist2 >= np->dist2[0]) return;

    if (np->found < np->max) { // the array is not full yet
        np->found++;
        np->dist2[np->found] = dist2;
        np->index[np->found] = p;
    } else {
        if (np->got_heap == 0) {
            for (int k = np->found >> 1; k >= 1; k--) heap_down(np, k, np->dist2[k], np->index[k]);
            np->got_heap = 1;
        }
        // The farthest goes, and the search gets narrower
        heap_down(np, 1, dist2, p);
        np->dist2[0] = np->dist2[1];
    }
}

void Photon_map::irradiance_estimate(float irrad[3], const float pos[3], const float normal[3], const float max_dist,
                                     const int nphotons) const {
    irrad[0] = irrad[1] = irrad[2] = 0.0f;
    if (stored_photons == 0) return;

    NearestPhotons np;
    np.dist2 = (float *)alloca(sizeof(float) * (nphotons + 1));
    np.index = (const Photon **)alloca(sizeof(Photon *) * (nphotons + 1));
    np.pos[0] = pos[0];
    np.pos[1] = pos[1];
    np.pos[2] = pos[2];
    np.max = nphotons;
    np.found = 0;
    np.got_heap = 0;
    np.dist2[0] = max_dist * max_dist;

    locate_photons(&np, 1);
    if (np.found < 8) return;

    float pdir[3];
    for (int i = 1; i <= np.found; i++) {
        const Photon *p = np.index[i];
        photon_dir(pdir, p);
        if (pdir[0] * normal[0] + pdir[1] * normal[1] + pdir[2] * normal[2] < 0.0f) {
            irrad[0] += p->power[0];
            irrad[1] += p->power[1];
            irrad[2] += p->power[2];
        }
    }
    const float tmp = (1.0f / (float)M_PI) / np.dist2[0];
    irrad[0] *= tmp;
    irrad[1] *= tmp;
    irrad[2] *= tmp;
}

static uint32_t lcg = 1996;
static float frand() {
    lcg = lcg * 1664525u + 1013904223u;
    return (lcg >> 8) / 16777216.0f;
}

static void scene(int nphot, int nhits, int nestimate) {
    Photon_map map(nphot);
    float pos[3] = {0, 0, 0}, dir[3], power[3];
    for (int i = 0; i < nphot; i++) {
        if (i % 30 != 29) { // walls, and a caustic on the floor
            for (int k = 0; k < 3; k++) pos[k] = frand();
            pos[i % 3] = i % 6 < 3 ? 0.0f : 1.0f;
            if (i % 5 == 0) {
                pos[0] = 0.6f + 0.05f * (frand() + frand() - 1.0f);
                pos[1] = 0.0f;
                pos[2] = 0.4f + 0.05f * (frand() + frand() - 1.0f);
            }
        }
        dir[2] = 2.0f * frand() - 1.0f;
        float phi = 6.2831853f * frand(), s = sqrtf(1.0f - dir[2] * dir[2]);
        dir[0] = s * cosf(phi);
        dir[1] = s * sinf(phi);
        for (int k = 0; k < 3; k++) power[k] = (0.5f + 0.5f * frand()) / nphot;
        map.store(power, pos, dir);
    }
    map.balance();

    float (*hit)[3] = (float (*)[3])calloc(nhits + 1, sizeof *hit);
    float (*irrad)[3] = (float (*)[3])calloc(nhits + 1, sizeof *irrad);
    const float normal[3] = {0.0f, 1.0f, 0.0f};
    for (int i = 0; i < nhits; i++) {
        hit[i][0] = i % 4 ? frand() : 0.55f + 0.1f * frand();
        hit[i][2] = i % 4 ? frand() : 0.35f + 0.1f * frand();
    }

#pragma regtt parallel
    for (int i = 0; i < nhits; i++)
        map.irradiance_estimate(irrad[i], hit[i], normal, 0.15f, nestimate);

    double sum[3] = {0, 0, 0};
    uint32_t digest = 2166136261u;
    for (int i = 0; i < nhits; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t bits;
            memcpy(&bits, &irrad[i][k], 4);
            digest = (digest ^ bits) * 16777619u;
            sum[k] += irrad[i][k];
        }
    printf("%d photons, %d hits, %d per estimate: %08x %.17g %.17g %.17g\n", map.size(), nhits, nestimate, digest, sum[0], sum[1], sum[2]);
    for (int i = 0; i < nhits; i += 50)
        printf("%.9g %.9g: %.17g %.17g %.17g\n", hit[i][0], hit[i][2], irrad[i][0], irrad[i][1], irrad[i][2]);
    free(hit);
    free(irrad);
}

int main() {
    scene(6000, 1500, 50);
    scene(2000, 200, 12);
    scene(9, 20, 30);
    scene(0, 20, 30);
    scene(100, 0, 30);
    return 0;
}
// RUN: %as-written --with "copyin(map.photons[0 : map.max_photons + 1])" %s
