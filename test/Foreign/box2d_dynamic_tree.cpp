// Broad phase of a 2D physics engine: a dynamic AABB tree with nodes in a pool and indices
// for children, fat boxes as leaves, and a query that calls back for each overlapping
// proxy, with an explicit growable stack instead of recursion.
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

typedef int32_t int32;
typedef uint32_t uint32;
typedef float float32;

#define p_nullNode (-1)
const float32 p_aabbExtension = 0.1f;

inline float32 pMin(float32 a, float32 b) { return a < b ? a : b; }
inline float32 pMax(float32 a, float32 b) { return a > b ? a : b; }

struct pVec2 {
    pVec2() {}
    pVec2(float32 x, float32 y) : x(x), y(y) {}
    float32 x, y;
};
inline pVec2 operator+(const pVec2& a, const pVec2& b) { return pVec2(a.x + b.x, a.y + b.y); }
inline pVec2 operator-(const pVec2& a, const pVec2& b) { return pVec2(a.x - b.x, a.y - b.y); }

struct pAABB {
    float32 GetPerimeter() const { return 2.0f * ((upperBound.x - lowerBound.x) + (upperBound.y - lowerBound.y)); }
    void Combine(const pAABB& a, const pAABB& b) {
        lowerBound = pVec2(pMin(a.lowerBound.x, b.lowerBound.x), pMin(a.lowerBound.y, b.lowerBound.y));
        upperBound = pVec2(pMax(a.upperBound.x, b.upperBound.x), pMax(a.upperBound.y, b.upperBound.y));
    }
    pVec2 lowerBound, upperBound;
};

inline bool pTestOverlap(const pAABB& a, const pAABB& b) {
    pVec2 d1 = b.lowerBound - a.upperBound;
    pVec2 d2 = a.lowerBound - b.upperBound;
    if (d1.x > 0.0f || d1.y > 0.0f)
        return false;
    if (d2.x > 0.0f || d2.y > 0.0f)
        return false;
    return true;
}

/// A stack that starts in place and moves to the heap when it has to.
template <typename T, int32 N>
class pGrowableStack {
public:
    pGrowableStack() : m_stack(m_array), m_count(0), m_capacity(N) {}
    ~pGrowableStack() {
        if (m_stack != m_array)
            free(m_stack);
    }
    void Push(const T& element) {
        if (m_count == m_capacity) {
            T* old = m_stack;
            m_capacity *= 2;
            m_stack = (T*)malloc(m_capacity * sizeof(T));
            memcpy(m_stack, old, m_count * sizeof(T));
            if (old != m_array)
                free(old);
        }
        m_stack[m_count++] = element;
    }
    T Pop() {
        assert(m_count > 0);
        return m_stack[--m_count];
    }
    int32 GetCount() const { return m_count; }

private:
    T* m_stack;
    T m_array[N];
    int32 m_count;
    int32 m_capacity;
};

struct pTreeNode {
    bool IsLeaf() const { return child1 == p_nullNode; }

    pAABB aabb; // enlarged in leaves
    void* userData;
    union {
        int32 parent;
        int32 next;
    };
    int32 child1, child2;
};

class pDynamicTree {
public:
    pDynamicTree() : m_root(p_nullNode), m_nodeCapacity(16), m_freeList(0) {
        m_nodes = (pTreeNode*)calloc(m_nodeCapacity, sizeof(pTreeNode));
        Link(0);
    }
    ~pDynamicTree() { free(m_nodes); }

    int32 CreateProxy(const pAABB& aabb, void* userData) {
        int32 id = AllocateNode();
        pVec2 r(p_aabbExtension, p_aabbExtension);
        m_nodes[id].aabb.lowerBound = aabb.lowerBound - r;
        m_nodes[id].aabb.upperBound = aabb.upperBound + r;
        m_nodes[id].userData = userData;
        InsertLeaf(id);
        return id;
    }
    void* GetUserData(int32 proxyId) const { return m_nodes[proxyId].userData; }
    const pAABB& GetFatAABB(int32 proxyId) const { return m_nodes[proxyId].aabb; }

    /// Query an AABB for overlapping proxies. The callback class
    /// is called for each proxy that overlaps; it returns false to stop.
    template <typename T>
    void Query(T* callback, const pAABB& aabb) const;

private:
    void Link(int32 from) {
        for (int32 i = from; i < m_nodeCapacity; ++i)
            m_nodes[i].next = i + 1 < m_nodeCapacity ? i + 1 : p_nullNode;
    }
    int32 AllocateNode() {
        if (m_freeList == p_nullNode) {
            int32 old = m_nodeCapacity;
            m_nodeCapacity *= 2;
            m_nodes = (pTreeNode*)realloc(m_nodes, m_nodeCapacity * sizeof(pTreeNode));
            Link(old);
            m_freeList = old;
        }
        int32 id = m_freeList;
        m_freeList = m_nodes[id].next;
        m_nodes[id].parent = m_nodes[id].child1 = m_nodes[id].child2 = p_nullNode;
        m_nodes[id].userData = NULL;
        return id;
    }
    float32 DescendCost(int32 child, const pAABB& leafAABB) const {
        pAABB aabb;
        aabb.Combine(leafAABB, m_nodes[child].aabb);
        if (m_nodes[child].IsLeaf())
            return aabb.GetPerimeter();
        return aabb.GetPerimeter() - m_nodes[child].aabb.GetPerimeter();
    }
    void InsertLeaf(int32 leaf) {
        if (m_root == p_nullNode) {
            m_root = leaf;
            return;
        }
        // Find the best sibling for this node
        pAABB leafAABB = m_nodes[leaf].aabb, combined;
        int32 index = m_root;
        while (!m_nodes[index].IsLeaf()) {
            combined.Combine(m_nodes[index].aabb, leafAABB);
            float32 cost = 2.0f * combined.GetPerimeter();
            float32 inherit = cost - 2.0f * m_nodes[index].aabb.GetPerimeter();
            float32 cost1 = DescendCost(m_nodes[index].child1, leafAABB) + inherit;
            float32 cost2 = DescendCost(m_nodes[index].child2, leafAABB) + inherit;
            if (cost < cost1 && cost < cost2)
                break;
            index = cost1 < cost2 ? m_nodes[index].child1 : m_nodes[index].child2;
        }
        int32 sibling = index, oldParent = m_nodes[sibling].parent, newParent = AllocateNode();
        m_nodes[newParent].parent = oldParent;
        m_nodes[newParent].child1 = sibling;
        m_nodes[newParent].child2 = leaf;
        m_nodes[sibling].parent = m_nodes[leaf].parent = newParent;
        if (oldParent == p_nullNode)
            m_root = newParent;
        else if (m_nodes[oldParent].child1 == sibling)
            m_nodes[oldParent].child1 = newParent;
        else
            m_nodes[oldParent].child2 = newParent;
        // Walk back up the tree fixing AABBs
        for (index = newParent; index != p_nullNode; index = m_nodes[index].parent)
            m_nodes[index].aabb.Combine(m_nodes[m_nodes[index].child1].aabb, m_nodes[m_nodes[index].child2].aabb);
    }

    int32 m_root;
    pTreeNode* m_nodes;
    int32 m_nodeCapacity;
    int32 m_freeList;
};

#pragma regtt traversal
template <typename T>
void pDynamicTree::Query(T* callback, const pAABB& aabb) const {
    pGrowableStack<int32, 256> stack;
    stack.Push(m_root);

    while (stack.GetCount() > 0) {
        int32 nodeId = stack.Pop();
        if (nodeId == p_nullNode)
            continue;

        const pTreeNode* node = m_nodes + nodeId;
        if (pTestOverlap(node->aabb, aabb)) {
            if (node->IsLeaf()) {
                bool proceed = callback->QueryCallback(nodeId);
                if (proceed == false)
                    return;
            } else {
                stack.Push(node->child1);
                stack.Push(node->child2);
            }
        }
    }
}

struct Body {
    int32 id, proxyId;
    pAABB box;
    int32 contacts[16], contactCount;
};

struct ContactCollector {
    bool QueryCallback(int32 proxyId) {
        const Body* other = (const Body*)tree->GetUserData(proxyId);
        if (other == body)
            return true;
        if (!pTestOverlap(other->box, body->box))
            return true;
        body->contacts[body->contactCount++] = other->id;
        return body->contactCount < 16;
    }
    const pDynamicTree* tree;
    Body* body;
};

static uint32 g_random = 7;
static float32 RandomFloat(float32 lo, float32 hi) {
    g_random = g_random * 214013u + 2531011u;
    return lo + (hi - lo) * ((g_random >> 9) / 8388608.0f);
}

static void Step(int32 count) {
    Body* bodies = (Body*)calloc(count + 1, sizeof(Body));
    pDynamicTree tree;
    for (int32 i = 0; i < count; ++i) {
        Body* b = bodies + i;
        pVec2 c = i % 2 ? pVec2{RandomFloat(-100, 100), RandomFloat(-100, 100)} : pVec2{RandomFloat(10, 30), RandomFloat(-5, 10)};
        pVec2 h{RandomFloat(0.1f, 1.0f), RandomFloat(0.1f, 1.0f)};
        b->id = i + 1;
        b->box.lowerBound = c - h;
        b->box.upperBound = c + h;
        if (i % 40 == 39)
            b->box = bodies[i - 6].box;
        b->proxyId = tree.CreateProxy(b->box, b);
    }

#pragma regtt parallel
    for (int32 i = 0; i < count; ++i) {
        ContactCollector collector;
        collector.tree = &tree;
        collector.body = bodies + i;
        tree.Query(&collector, tree.GetFatAABB(bodies[i].proxyId));
    }

    uint32 digest = 0;
    int32 total = 0;
    for (int32 i = 0; i < count; ++i) {
        for (int32 k = 0; k < bodies[i].contactCount; ++k)
            digest = digest * 31 + bodies[i].contacts[k];
        total += bodies[i].contactCount;
        if (i % 39 == 0)
            printf("  body %d (%.9g, %.9g): %d contacts, first %d\n", bodies[i].id, bodies[i].box.lowerBound.x,
                   bodies[i].box.lowerBound.y, bodies[i].contactCount, bodies[i].contacts[0]);
    }
    printf("%d bodies, %d contacts, digest %08x\n", count, total, digest);
    free(bodies);
}

int main() {
    Step(1600);
    Step(1);
    Step(0);
    Step(12);
    return 0;
}
// RUN: %as-written --refused "RTT2060" %s
