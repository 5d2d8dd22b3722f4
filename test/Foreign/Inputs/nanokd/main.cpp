// Example of the header-only kd-tree: k nearest neighbors in a point cloud, for
// float and double, with k known at run time. Results go to plain arrays, one
// row per query, which are then summed up and partly printed.
#include "nanokd.hpp"

#include <cstdint>
#include <iomanip>
#include <iostream>

template <typename T>
struct PointCloud {
    struct Point {
        T x, y, z;
    };
    std::vector<Point> pts;

    inline size_t kdtree_get_point_count() const { return pts.size(); }
    inline T kdtree_get_pt(const size_t idx, const size_t dim) const {
        if (dim == 0)
            return pts[idx].x;
        else if (dim == 1)
            return pts[idx].y;
        else
            return pts[idx].z;
    }
};

struct Lcg {
    uint64_t s;
    double operator()() {
        s = s * 6364136223846793005ULL + 1442695040888963407ULL;
        return double(s >> 11) / 9007199254740992.0;
    }
};

template <typename T>
void generatePointCloud(PointCloud<T>& cloud, const size_t N, uint64_t seed) {
    Lcg rnd{seed};
    cloud.pts.resize(N);
    for (size_t i = 0; i < N; i++) {
        auto& p = cloud.pts[i];
        if (i % 4 == 0) {
            p.x = T(10 * rnd());
            p.y = T(10 * rnd());
            p.z = T(10 * rnd());
        } else if (i % 16 == 9) {
            p = cloud.pts[i / 2];
        } else {
            const double cx = 2.0 + (i % 3) * 3.0;
            p.x = T(cx + 0.3 * (rnd() - rnd()));
            p.y = T(10 - cx + 0.3 * (rnd() - rnd()));
            p.z = T(5 + 0.1 * (rnd() - rnd()));
        }
    }
}

template <typename num_t>
void kdtree_demo(const size_t N, const size_t nQueries, const size_t num_results, const float eps) {
    PointCloud<num_t> cloud, queries;
    generatePointCloud(cloud, N, 42);
    generatePointCloud(queries, nQueries, 4711);

    using my_kd_tree_t =
        nanokd::KDTreeSingleIndexAdaptor<nanokd::L2_Simple_Adaptor<num_t, PointCloud<num_t>>, PointCloud<num_t>, 3>;
    my_kd_tree_t index(cloud, 10 /* max leaf */);

    std::vector<size_t> ret_index(nQueries * num_results, size_t(0));
    std::vector<num_t>  out_dist_sqr(nQueries * num_results, num_t(-1));
    std::vector<int>    found(nQueries, -1);

#pragma regtt parallel
    for (size_t i = 0; i < nQueries; i++) {
        const num_t query_pt[3] = {queries.pts[i].x, queries.pts[i].y, queries.pts[i].z};
        nanokd::KNNResultSet<num_t> resultSet(num_results);
        resultSet.init(&ret_index[i * num_results], &out_dist_sqr[i * num_results]);
        index.findNeighbors(resultSet, &query_pt[0], nanokd::SearchParameters(eps));
        found[i] = static_cast<int>(resultSet.size());
    }

    uint64_t h = 1469598103934665603ULL;
    double   s = 0;
    for (size_t i = 0; i < nQueries; i++) {
        for (int j = 0; j < found[i]; j++) {
            h = (h ^ ret_index[i * num_results + j]) * 1099511628211ULL;
            s += out_dist_sqr[i * num_results + j];
        }
        h = (h ^ uint64_t(found[i])) * 1099511628211ULL;
    }
    std::cout << "N=" << N << " queries=" << nQueries << " k=" << num_results << " eps=" << eps << " hash=" << h
              << " sum=" << s << "\n";
    for (size_t i = 0; i < nQueries; i += 97) {
        std::cout << "  " << i << ":";
        for (int j = 0; j < found[i] && j < 3; j++)
            std::cout << " idx " << ret_index[i * num_results + j] << " d2 " << out_dist_sqr[i * num_results + j];
        std::cout << "\n";
    }
}

int main() {
    std::cout << std::setprecision(17);
    kdtree_demo<float>(4000, 1000, 5, 0.f);
    kdtree_demo<double>(4000, 1000, 8, 0.f);
    kdtree_demo<double>(3000, 500, 1, 0.25f);
    kdtree_demo<float>(3, 50, 6, 0.f);
    kdtree_demo<double>(0, 20, 4, 0.f);
    kdtree_demo<float>(100, 0, 4, 0.f);
    return 0;
}
