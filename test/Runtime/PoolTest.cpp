/// The thread pool hands out every item exactly once.
#include <regtt/rt/host/pool.h>

#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <cfenv>
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

/// Jobs one right after the other, and after pauses in which threads sleep; of
/// changing numbers of workers.
TEST(PoolTest, TakesJobsOneAfterTheOther) {
  regtt::rt::Pool pool;
  std::atomic<long> sum = 0;
  long expected = 0;
  for (int job = 0; job < 20000; ++job) {
    const int workers = 1 + job % 7;
    pool.setWorkers(workers);
    pool.parallelFor(std::size_t(workers), 1,
                     [&](int, std::size_t first, std::size_t last) {
                       for (std::size_t i = first; i < last; ++i)
                         sum += long(i) + 1;
                     });
    expected += long(workers) * (workers + 1) / 2;
    ASSERT_EQ(sum, expected) << job;
    if (job % 500 == 0)
      usleep(300);
  }
}

/// Where a machine of two packages with two cores of two threads puts workers.
/// Linux counts a core's second thread after all first ones.
TEST(PoolTest, PlacesWorkersOnProcessors) {
  using regtt::rt::Affinity;
  const std::vector<regtt::rt::Processor> machine = {
      {0, 0, 0}, {1, 1, 0}, {2, 0, 1}, {3, 1, 1},
      {4, 0, 0}, {5, 1, 0}, {6, 0, 1}, {7, 1, 1}};
  using Places = std::vector<int>;
  EXPECT_EQ(placesOf(Affinity::None, machine), Places());
  EXPECT_EQ(placesOf(Affinity::Compact, machine),
            (Places{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(placesOf(Affinity::Spread, machine),
            (Places{0, 2, 1, 3, 4, 6, 5, 7}));
  // What the process may not use is left out.
  EXPECT_EQ(placesOf(Affinity::Spread, {machine[4], machine[0], machine[6]}),
            (Places{0, 6, 4}));
  EXPECT_EQ(placesOf(Affinity::Compact, {}), Places());
}

TEST(PoolTest, ThreadsStayWhereTheyArePut) {
  const auto mayRunOn = [] {
    std::vector<int> result;
    for (const regtt::rt::Processor &each : regtt::rt::processorsHere())
      result.push_back(each.number);
    return result;
  };
  const std::vector<int> all = mayRunOn();
  ASSERT_FALSE(all.empty());
  const std::vector<int> places =
      placesOf(regtt::rt::Affinity::Compact, regtt::rt::processorsHere());
  ASSERT_EQ(places.size(), all.size());
  regtt::rt::Pool pool;
  pool.setWorkers(5);
  pool.setAffinity(regtt::rt::Affinity::Compact);
  std::vector<std::vector<int>> seen(5);
  std::atomic<int> arrived = 0;
  pool.parallelFor(5, 1, [&](int worker, std::size_t, std::size_t) {
    seen[std::size_t(worker)] = mayRunOn();
    for (++arrived; arrived < 5;) // each takes one piece
      sched_yield();
  });
  EXPECT_EQ(seen[0], all); // the calling thread's
  for (std::size_t worker = 1; worker < 5; ++worker)
    EXPECT_EQ(seen[worker], std::vector<int>{places[worker % places.size()]});
  EXPECT_EQ(mayRunOn(), all);
}

TEST(PoolTest, WorksInTheCallersFloatingPointMode) {
  regtt::rt::Pool pool;
  pool.setWorkers(4);
  const auto thirds = [&] {
    std::vector<float> results(64);
    std::atomic<int> started = 0;
    pool.parallelFor(64, 1, [&](int, std::size_t first, std::size_t last) {
      for (++started; started < 4;)
        ; // all workers take part
      volatile float one = 1, three = 3;
      for (std::size_t i = first; i < last; ++i)
        results[i] = one / three;
    });
    for (std::size_t i = 1; i < results.size(); ++i)
      EXPECT_EQ(results[i], results[0]) << i;
    return float(results[0]);
  };
  const float nearest = thirds();
  std::fesetround(FE_DOWNWARD);
  const float below = thirds();
  std::fesetround(FE_TONEAREST);
  EXPECT_LT(below, nearest);
  EXPECT_EQ(thirds(), nearest);
}

TEST(PoolTest, RaisesInTheCallerWhatWorkersRaise) {
  regtt::rt::Pool pool;
  pool.setWorkers(3);
  std::feclearexcept(FE_ALL_EXCEPT);
  std::atomic<int> started = 0;
  pool.parallelFor(3, 1, [&](int worker, std::size_t, std::size_t) {
    for (++started; started < 3;)
      ;
    volatile float zero = 0;
    if (worker == 2)
      zero = 1 / zero;
  });
  EXPECT_NE(std::fetestexcept(FE_DIVBYZERO), 0);
  std::feclearexcept(FE_ALL_EXCEPT);
  pool.parallelFor(3, 1, [](int, std::size_t, std::size_t) {});
  EXPECT_EQ(std::fetestexcept(FE_DIVBYZERO), 0);
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
