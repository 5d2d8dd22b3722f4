// Targeting and visibility in a top-down shooter. Entities live in a quadtree with a fixed
// number of slots per node; every frame each entity looks for the nearest enemy in
// range, and each camera gathers what its view cone can see.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

#define MAX_OBJS 8
#define MAX_DEPTH 10
#define MAX_ENTS 2048
#define MAX_NODES 4096
#define MAX_VISIBLE 64

typedef uint8_t u8;
typedef uint32_t u32;

struct Vec2 { float x, y; };
struct Rect { Vec2 min, max; };

enum Team : u8 { TEAM_RED, TEAM_BLUE, TEAM_NEUTRAL };

struct Entity {
    u32 id;
    Vec2 pos;
    float hp;
    Team team;
    bool alive;
    float targetDist;
    Entity *target;
};

struct QuadNode {
    Rect bounds;
    int depth;
    int numObjs;
    Entity *objs[MAX_OBJS];
    QuadNode *children[4];
};

// Everything is in one fixed block; no allocation while the game runs
struct World {
    Entity ents[MAX_ENTS];
    int numEnts;
    QuadNode nodePool[MAX_NODES];
    int numNodes;
    int numDropped;
    QuadNode *root;
};

struct TargetQuery {
    const Entity *self;
    float bestDistSq;
    Entity *best;
};

struct Camera {
    Vec2 pos, dir; // dir is normalised
    float cosHalfFov, range;
    int numVisible;
    u32 visible[MAX_VISIBLE];
};

static World g_World;
static u32 g_Seed = 0xC0FFEE;

static float RandFloat() {
    g_Seed ^= g_Seed << 13;
    g_Seed ^= g_Seed >> 17;
    g_Seed ^= g_Seed << 5;
    return (g_Seed & 0xFFFFFF) / 16777216.0f;
}

static QuadNode *QuadTree_AllocNode(World *w, Rect bounds, int depth) {
    if (w->numNodes >= MAX_NODES)
        return nullptr;
    QuadNode *n = &w->nodePool[w->numNodes++];
    memset(n, 0, sizeof(*n));
    n->bounds = bounds;
    n->depth = depth;
    return n;
}

static void QuadTree_Insert(World *w, QuadNode *node, Entity *e) {
    if (node->numObjs < MAX_OBJS) {
        node->objs[node->numObjs++] = e;
        return;
    }
    if (node->depth >= MAX_DEPTH) {
        w->numDropped++;
        return;
    }
    Vec2 mid = {(node->bounds.min.x + node->bounds.max.x) * 0.5f, (node->bounds.min.y + node->bounds.max.y) * 0.5f};
    int q = (e->pos.x >= mid.x ? 1 : 0) + (e->pos.y >= mid.y ? 2 : 0);
    if (!node->children[q]) {
        Rect r = node->bounds;
        (q & 1 ? r.min.x : r.max.x) = mid.x;
        (q & 2 ? r.min.y : r.max.y) = mid.y;
        node->children[q] = QuadTree_AllocNode(w, r, node->depth + 1);
    }
    if (node->children[q])
        QuadTree_Insert(w, node->children[q], e);
    else
        w->numDropped++;
}

static float Clamp(float v, float lo, float hi) { return v < lo ? lo : (v > hi ? hi : v); }

static float DistSqToRect(Vec2 p, const Rect &r) {
    float dx = p.x - Clamp(p.x, r.min.x, r.max.x);
    float dy = p.y - Clamp(p.y, r.min.y, r.max.y);
    return dx * dx + dy * dy;
}

#pragma regtt traversal
static void QuadTree_FindNearestEnemy(QuadNode *node, TargetQuery *query) {
    if (!node)
        return;
    if (DistSqToRect(query->self->pos, node->bounds) >= query->bestDistSq)
        return;
    for (int i = 0; i < node->numObjs; i++) {
        Entity *e = node->objs[i];
        if (!e->alive || e == query->self || e->team == query->self->team || e->team == TEAM_NEUTRAL)
            continue;
        float dx = e->pos.x - query->self->pos.x;
        float dy = e->pos.y - query->self->pos.y;
        float distSq = dx * dx + dy * dy;
        if (distSq < query->bestDistSq) {
            query->bestDistSq = distSq;
            query->best = e;
        }
    }
    for (int i = 0; i < 4; i++)
        QuadTree_FindNearestEnemy(node->children[i], query);
}

static bool CanSee(const Camera &cam, Vec2 p) {
    float dx = p.x - cam.pos.x, dy = p.y - cam.pos.y;
    float dist = sqrtf(dx * dx + dy * dy);
    if (dist > cam.range)
        return false;
    return dx * cam.dir.x + dy * cam.dir.y >= dist * cam.cosHalfFov;
}

#pragma regtt traversal
static void QuadTree_Cull(const QuadNode *node, Camera &cam) {
    if (DistSqToRect(cam.pos, node->bounds) > cam.range * cam.range)
        return;
    for (int i = 0; i < node->numObjs; i++) {
        const Entity *e = node->objs[i];
        if (e->alive && cam.numVisible < MAX_VISIBLE && CanSee(cam, e->pos))
            cam.visible[cam.numVisible++] = e->id;
    }
    for (int i = 0; i < 4; i++) {
        if (node->children[i])
            QuadTree_Cull(node->children[i], cam);
    }
}

static void World_Spawn(World *w, int count) {
    w->numEnts = count;
    for (int i = 0; i < count; i++) {
        Entity *e = &w->ents[i];
        memset((void *)e, 0, sizeof(*e));
        e->id = 100 + i;
        e->pos = {RandFloat() * 1000, RandFloat() * 1000};
        if (i % 3 == 0) { // a squad
            e->pos = {200 + 300 * (float)(i % 2) + RandFloat() * 30, 640 + RandFloat() * 30};
        }
        if (i % 33 == 32)
            e->pos = w->ents[i - 4].pos;
        e->hp = 50 + (float)(i % 50);
        e->team = (Team)(i % 7 == 0 ? TEAM_NEUTRAL : i % 2);
        e->alive = i % 11 != 5;
    }
}

static void World_Tick(World *w, Camera *cams, int numCams) {
    w->numNodes = 0;
    w->numDropped = 0;
    w->root = nullptr;
    if (w->numEnts > 0)
        w->root = QuadTree_AllocNode(w, Rect{{0, 0}, {1000, 1000}}, 0);
    for (int i = 0; i < w->numEnts; i++)
        QuadTree_Insert(w, w->root, &w->ents[i]);

    #pragma regtt parallel
    for (int i = 0; i < w->numEnts; i++) {
        Entity *e = &w->ents[i];
        TargetQuery query = {e, 80.0f * 80.0f, nullptr};
        if (e->team == TEAM_NEUTRAL)
            query.bestDistSq = 15.0f * 15.0f;
        QuadTree_FindNearestEnemy(w->root, &query);
        e->target = query.best;
        e->targetDist = query.best ? sqrtf(query.bestDistSq) : -1.0f;
    }

    if (w->root) {
        #pragma regtt parallel
        for (int c = 0; c < numCams; c++) {
            cams[c].numVisible = 0;
            QuadTree_Cull(w->root, cams[c]);
        }
    }
}

static void RunFrame(int numEnts, int numCams) {
    static Camera cams[128];
    memset((void *)cams, 0, sizeof(cams));
    World_Spawn(&g_World, numEnts);
    for (int c = 0; c < numCams; c++) {
        float a = RandFloat() * 6.2831853f;
        cams[c].pos = {RandFloat() * 1000, RandFloat() * 1000};
        cams[c].dir = {cosf(a), sinf(a)};
        cams[c].cosHalfFov = 0.7f;
        cams[c].range = 60 + RandFloat() * 140;
    }
    World_Tick(&g_World, cams, numCams);

    u32 hash = 0;
    double dist = 0;
    for (int i = 0; i < numEnts; i++) {
        const Entity &e = g_World.ents[i];
        hash = hash * 31 + (e.target ? e.target->id : 0);
        dist += e.targetDist;
        if (i % 97 == 0)
            printf("ent %u -> %d at %.9g\n", e.id, e.target ? (int)e.target->id : -1, e.targetDist);
    }
    for (int c = 0; c < numCams; c++) {
        for (int k = 0; k < cams[c].numVisible; k++)
            hash = hash * 31 + cams[c].visible[k];
        if (c % 8 == 0)
            printf("cam %d sees %d, first %u\n", c, cams[c].numVisible, cams[c].visible[0]);
    }
    printf("%d ents, %d nodes, %d dropped, hash %08x, dist %.17g\n", numEnts, g_World.numNodes, g_World.numDropped, hash, dist);
}

int main() {
    RunFrame(2000, 100);
    RunFrame(6, 4);
    RunFrame(0, 4);
    RunFrame(50, 0);
    return 0;
}
// RUN: %as-written %s
