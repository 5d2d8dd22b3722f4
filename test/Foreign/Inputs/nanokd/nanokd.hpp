/* nanokd: a header-only kd-tree over the points of any container.
 * The index never copies the points: it asks a dataset adaptor for them. Metric and
 * result set are template parameters; leaves hold ranges of the permuted indices.
 */
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace nanokd {

/** Keeps the k nearest in arrays of the caller, sorted by distance. */
template <typename _DistanceType, typename _IndexType = size_t, typename _CountType = size_t>
class KNNResultSet {
   public:
    using DistanceType = _DistanceType;
    using IndexType    = _IndexType;
    using CountType    = _CountType;

   private:
    IndexType*    indices;
    DistanceType* dists;
    CountType     capacity;
    CountType     count;

   public:
    explicit KNNResultSet(CountType capacity_)
        : indices(nullptr), dists(nullptr), capacity(capacity_), count(0) {}

    void init(IndexType* indices_, DistanceType* dists_) {
        indices = indices_;
        dists   = dists_;
        count   = 0;
        if (capacity) dists[capacity - 1] = (std::numeric_limits<DistanceType>::max)();
    }

    CountType size() const { return count; }
    bool      full() const { return count == capacity; }

    bool addPoint(DistanceType dist, IndexType index) {
        CountType i = count;
        for (; i > 0 && dists[i - 1] > dist; --i) {
            if (i == capacity) continue;
            dists[i]   = dists[i - 1];
            indices[i] = indices[i - 1];
        }
        if (i < capacity) {
            dists[i]   = dist;
            indices[i] = index;
        }
        if (count < capacity) ++count;
        return true;
    }

    DistanceType worstDist() const { return dists[capacity - 1]; }
};

/** Squared Euclidean distance. */
template <class T, class DataSource, typename _DistanceType = T, typename IndexType = size_t>
struct L2_Simple_Adaptor {
    using ElementType  = T;
    using DistanceType = _DistanceType;

    const DataSource& data_source;
    explicit L2_Simple_Adaptor(const DataSource& ds) : data_source(ds) {}

    DistanceType evalMetric(const T* a, const IndexType b_idx, size_t size) const {
        DistanceType result = DistanceType();
        for (size_t i = 0; i < size; ++i) {
            const DistanceType diff = a[i] - data_source.kdtree_get_pt(b_idx, i);
            result += diff * diff;
        }
        return result;
    }
    template <typename U, typename V>
    DistanceType accum_dist(const U a, const V b, const size_t) const {
        return (a - b) * (a - b);
    }
};

struct SearchParameters {
    explicit SearchParameters(float eps_ = 0, bool sorted_ = true) : eps(eps_), sorted(sorted_) {}
    float eps;
    bool  sorted;
};

template <typename Distance, class DatasetAdaptor, int DIM, typename IndexType = size_t>
class KDTreeSingleIndexAdaptor {
   public:
    using ElementType  = typename Distance::ElementType;
    using DistanceType = typename Distance::DistanceType;
    using Offset       = size_t;
    using Size         = size_t;
    using Dimension    = int;

    struct Node {
        union {
            struct leaf {
                Offset left, right;
            } lr;
            struct nonleaf {
                Dimension    divfeat;
                DistanceType divlow, divhigh;
            } sub;
        } node_type;
        Node *child1 = nullptr, *child2 = nullptr;
    };
    using NodePtr      = Node*;
    using NodeConstPtr = const Node*;

    struct Interval {
        ElementType low, high;
    };
    using BoundingBox       = std::array<Interval, DIM>;
    using distance_vector_t = std::array<DistanceType, DIM>;

    KDTreeSingleIndexAdaptor(const DatasetAdaptor& inputData, Size leaf_max_size)
        : dataset_(inputData), distance_(inputData), leaf_max_size_(leaf_max_size) {
        const Size n = dataset_.kdtree_get_point_count();
        vAcc_.resize(n);
        for (Size i = 0; i < n; i++) vAcc_[i] = static_cast<IndexType>(i);
        if (n == 0) return;
        for (Dimension d = 0; d < DIM; ++d) {
            root_bbox_[d].low = root_bbox_[d].high = dataset_.kdtree_get_pt(0, d);
            for (Size i = 1; i < n; ++i) expand(root_bbox_[d], dataset_.kdtree_get_pt(i, d));
        }
        root_node_ = divideTree(0, n, root_bbox_);
    }
    KDTreeSingleIndexAdaptor(const KDTreeSingleIndexAdaptor&) = delete;
    ~KDTreeSingleIndexAdaptor() { freeNode(root_node_); }

    Size size() const { return vAcc_.size(); }

    /** Finds the neighbors of vec and puts them into result. */
    template <typename RESULTSET>
    bool findNeighbors(RESULTSET& result, const ElementType* vec,
                       const SearchParameters& searchParams = SearchParameters()) const {
        if (this->size() == 0) return false;
        if (!root_node_) throw std::runtime_error("[nanokd] findNeighbors() called before building the index.");
        float epsError = 1 + searchParams.eps;

        distance_vector_t dists;
        dists.fill(0);
        DistanceType dist = this->computeInitialDistances(vec, dists);
        searchLevel(result, vec, root_node_, dist, dists, epsError);
        return result.full();
    }

   private:
    const DatasetAdaptor&  dataset_;
    Distance               distance_;
    Size                   leaf_max_size_;
    std::vector<IndexType> vAcc_;
    NodePtr                root_node_ = nullptr;
    BoundingBox            root_bbox_;

    static void expand(Interval& iv, ElementType v) {
        if (v < iv.low) iv.low = v;
        if (v > iv.high) iv.high = v;
    }
    void freeNode(NodePtr n) {
        if (!n) return;
        freeNode(n->child1);
        freeNode(n->child2);
        delete n;
    }

    NodePtr divideTree(const Offset left, const Offset right, BoundingBox& bbox) {
        NodePtr node = new Node();
        if ((right - left) <= leaf_max_size_) {
            node->node_type.lr.left  = left;
            node->node_type.lr.right = right;
            for (Dimension d = 0; d < DIM; ++d) {
                bbox[d].low = bbox[d].high = dataset_.kdtree_get_pt(vAcc_[left], d);
                for (Offset k = left + 1; k < right; ++k) expand(bbox[d], dataset_.kdtree_get_pt(vAcc_[k], d));
            }
            return node;
        }
        Dimension cutfeat = 0;
        for (Dimension d = 1; d < DIM; ++d)
            if (bbox[d].high - bbox[d].low > bbox[cutfeat].high - bbox[cutfeat].low) cutfeat = d;
        const Offset mid = left + (right - left) / 2;
        std::sort(vAcc_.begin() + left, vAcc_.begin() + right, [&](IndexType a, IndexType b) {
            const ElementType x = dataset_.kdtree_get_pt(a, cutfeat), y = dataset_.kdtree_get_pt(b, cutfeat);
            return x < y || (x == y && a < b);
        });
        const ElementType cutval = dataset_.kdtree_get_pt(vAcc_[mid], cutfeat);

        node->node_type.sub.divfeat = cutfeat;
        BoundingBox left_bbox(bbox);
        left_bbox[cutfeat].high = cutval;
        node->child1 = this->divideTree(left, mid, left_bbox);
        BoundingBox right_bbox(bbox);
        right_bbox[cutfeat].low = cutval;
        node->child2 = this->divideTree(mid, right, right_bbox);
        node->node_type.sub.divlow  = left_bbox[cutfeat].high;
        node->node_type.sub.divhigh = right_bbox[cutfeat].low;
        for (Dimension d = 0; d < DIM; ++d) {
            bbox[d].low  = std::min(left_bbox[d].low, right_bbox[d].low);
            bbox[d].high = std::max(left_bbox[d].high, right_bbox[d].high);
        }
        return node;
    }

    DistanceType computeInitialDistances(const ElementType* vec, distance_vector_t& dists) const {
        DistanceType dist = DistanceType();
        for (Dimension i = 0; i < DIM; ++i) {
            if (vec[i] < root_bbox_[i].low) dists[i] = distance_.accum_dist(vec[i], root_bbox_[i].low, i);
            if (vec[i] > root_bbox_[i].high) dists[i] = distance_.accum_dist(vec[i], root_bbox_[i].high, i);
            dist += dists[i];
        }
        return dist;
    }

    /** Searches the subtree of a node; mindist is the distance to its box, and dists
     * its parts by dimension. Returns false as soon as the result set wants no more. */
#pragma regtt traversal
    template <class RESULTSET>
    bool searchLevel(RESULTSET& result, const ElementType* vec, const NodeConstPtr node, DistanceType mindist,
                     distance_vector_t& dists, const float epsError) const {
        if (node->child1 == nullptr && node->child2 == nullptr) {
            const auto& leaf = node->node_type.lr;
            for (Offset i = leaf.left; i < leaf.right; ++i) {
                const DistanceType d = distance_.evalMetric(vec, vAcc_[i], DIM);
                if (d < result.worstDist() && !result.addPoint(d, vAcc_[i])) return false;
            }
            return true;
        }

        const Dimension    feat    = node->node_type.sub.divfeat;
        const ElementType  val     = vec[feat];
        const DistanceType fromLow = val - node->node_type.sub.divlow, fromHigh = val - node->node_type.sub.divhigh;

        NodeConstPtr nearChild = node->child2, farChild = node->child1;
        DistanceType cut = distance_.accum_dist(val, node->node_type.sub.divlow, feat);
        if (fromLow + fromHigh < 0) {
            std::swap(nearChild, farChild);
            cut = distance_.accum_dist(val, node->node_type.sub.divhigh, feat);
        }

        if (!searchLevel(result, vec, nearChild, mindist, dists, epsError)) return false;

        const DistanceType saved = dists[feat];
        mindist += cut - saved;
        dists[feat] = cut;
        if (mindist * epsError <= result.worstDist())
            if (!searchLevel(result, vec, farChild, mindist, dists, epsError)) return false;
        dists[feat] = saved;
        return true;
    }
};

}  // namespace nanokd
