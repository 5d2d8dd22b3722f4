/// The thread pool hands out every item exactly once.
#include <regtt/rt/host/pool.h>

#include <atomic>
#include <vector>

#include <gtest/gtest.h>

namespace {

TEST(PoolTest, CoversEveryItemOnce) {
  regtt::rt::Pool pool;
  for (int workers : {1, 2, 5, 3}) {
    pool.setWorkers(workers);
    for (std::size_t count : {0, 1, 7, 1000, 100003}) {
      std::vector<std::atomic<int>> taken(count);
      std::atomic<bool> outside = false;
      pool.parallelFor(count, 64,
                       [&](int worker, std::size_t first, std::size_t last) {
                         if (worker < 0 || worker >= workers)
                           outside = true;
                         for (std::size_t i = first; i < last; ++i)
                           ++taken[i];
                       });
      EXPECT_FALSE(outside);
      for (std::size_t i = 0; i < count; ++i)
        ASSERT_EQ(taken[i], 1) << i;
    }
  }
}

TEST(PoolTest, RunsManySmallJobs) {
  regtt::rt::Pool pool;
  pool.setWorkers(4);
  std::atomic<std::size_t> total = 0;
  for (int job = 0; job < 2000; ++job)
    pool.parallelFor(8, 1, [&](int, std::size_t first, std::size_t last) {
      total += last - first;
    });
  EXPECT_EQ(total, 16000u);
}

TEST(PoolTest, WorkersAreDistinctThreadsWithRoomOfTheirOwn) {
  regtt::rt::Pool pool;
  pool.setWorkers(3);
  std::vector<std::atomic<int>> inside(3);
  std::atomic<bool> clash = false;
  pool.parallelFor(3000, 1, [&](int worker, std::size_t, std::size_t) {
    if (inside[worker]++ != 0)
      clash = true;
    --inside[worker];
  });
  EXPECT_FALSE(clash);
}

} // namespace
