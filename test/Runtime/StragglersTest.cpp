/// Queries that a kernel gives up, and when it is watched for them.
#include "WarpEmulator.h"
#include "linearised_tree.h"
#include "test_trees.h"

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/core/sibling_ropes.h>
#include <regtt/rt/core/split_ropes.h>
#include <regtt/rt/core/static_ropes.h>
#include <regtt/rt/cuda/kernel.h>
#include <regtt/rt/host/straggler_habit.h>
#include <regtt/rt/host/told_queries.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

using namespace pointtree;
namespace rt = regtt::rt;
namespace cuda = regtt::rt::cuda;

namespace {

/// One warp: its first lane says how far the others are, and is emulated first.
constexpr unsigned blockThreads = 32;
constexpr float radius = 0.05f;
using Query = correlate::Query;

/// Few of many points have so many neighbours: they lie far from the others,
/// and come last.
std::vector<UserPoint> pointsWithCrowd(std::size_t count, std::size_t crowd) {
  std::vector<UserPoint> points = uniformPoints(count, 1);
  for (std::size_t i = count - crowd; i < count; ++i)
    for (float &x : points[i].coord)
      x = 2 + 0.001f * x;
  return points;
}

/// One launch over the emulated grid, watched.
template <class Engine, class Stacks> struct Watched {
  using Children = typename Engine::template Children<2>;
  using Linearised = testtrees::LinearisedTree<correlate::Traversal, Children>;

  std::vector<Query::Result> results;
  std::vector<std::uint32_t> givenUp; ///< one more than the query's number
  rt::LaunchProgress progress{};

  Watched(const Linearised &tree, const std::vector<Query> &queries,
          const std::vector<std::uint32_t> &order, std::uint32_t room)
      : results(queries.size(), Query::Result{-1}), givenUp(room + 1) {
    const auto count = std::uint32_t(queries.size());
    const rt::StragglerWatch watch = {&progress, givenUp.data(), room,
                                      (count + 31) / 32};
    rt::WatchedOperator<typename Linearised::Operator> op{tree.op({radius}),
                                                          watch};
    const cuda::WatchedQueries<Query> arrays{
        {queries.data(), results.data(), order.data()}, watch};
    const std::size_t entries =
        rt::stackEntries<correlate::Traversal>(tree.order);
    const std::size_t sharedBytes =
        cuda::ThreadStacks<correlate::Traversal>::bytes(entries, blockThreads);
    warpemulator::runLaneByLane(
        1, blockThreads, sharedBytes,
        [&](const warpemulator::Context &context) {
          cuda::runThread<Engine, Stacks>(
              op, arrays, count, cuda::StackSpace{nullptr, unsigned(entries)},
              context);
        });
  }
};

template <class Engine, class Stacks> void expectFewAreGivenUp() {
  const std::size_t count = 2050, crowd = 600;
  std::vector<UserPoint> points = pointsWithCrowd(count, crowd);
  std::vector<UserPoint> inTree = points; // which puts them in its order
  const Tree tree(inTree);
  const typename Watched<Engine, Stacks>::Linearised linearised(
      rt::UserTree{reinterpret_cast<rt::NodeRef>(tree.root)});
  ASSERT_EQ(linearised.error, "");
  // Of the crowd, three are asked; read through an order that turns all round.
  std::vector<Query> queries;
  const std::size_t asked = count - crowd + 3;
  for (std::size_t i = 0; i < asked; ++i)
    queries.push_back(
        {{points[i].coord[0], points[i].coord[1], points[i].coord[2]}, 0});
  std::reverse(queries.begin(), queries.end());
  std::vector<std::uint32_t> order(asked);
  std::iota(order.rbegin(), order.rend(), 0u);

  const Watched<Engine, Stacks> run(linearised, queries, order, 4);
  EXPECT_EQ(run.givenUp, (std::vector<std::uint32_t>{3, 2, 1, 0, 0}));
  for (std::size_t i = 0; i < asked; ++i) {
    UserPoint &serial = points[asked - 1 - i];
    correlateSerially(&serial, tree.root, radius);
    ASSERT_EQ(run.results[i].corr, i < 3 ? -1 : serial.corr) << i;
  }

  // Where there is room for two, the third is finished where it was begun.
  const Watched<Engine, Stacks> two(linearised, queries, order, 2);
  EXPECT_EQ(two.givenUp, (std::vector<std::uint32_t>{3, 2, 0}));
  EXPECT_EQ(two.results[0].corr, points[asked - 1].corr);
  const Watched<Engine, Stacks> none(linearised, queries, order, 0);
  EXPECT_EQ(none.results[2].corr, points[asked - 3].corr);
}

TEST(StragglersTest, AreGivenUpByAutoropes) {
  expectFewAreGivenUp<rt::Autoropes, cuda::SharedStacks>();
}
TEST(StragglersTest, AreGivenUpByStaticRopes) {
  expectFewAreGivenUp<rt::StaticRopes, cuda::NoStacks>();
}

TEST(StragglersTest, AreGivenUpBySplitRopes) {
  expectFewAreGivenUp<rt::SplitRopes, cuda::NoStacks>();
}
TEST(StragglersTest, AreGivenUpBySiblingRopes) {
  expectFewAreGivenUp<rt::SiblingRopes, cuda::SharedStacks>();
}

TEST(StragglersTest, HaveManyVisitsBehindThemWhenFewTurnsAreLeft) {
  std::uint32_t givenUp[1] = {}, place = 7;
  rt::LaunchProgress progress{};
  const auto done = [&](unsigned long long turns, unsigned long long visits) {
    progress = {visits << rt::LaunchProgress::turnBits | turns, 0};
    return rt::StragglerWatch{&progress, givenUp, 1, 100};
  };
  EXPECT_FALSE(done(99, 99 * 10).givesUp(1023, place)); // done soon
  EXPECT_TRUE(done(99, 99 * 10).givesUp(1024, place));
  EXPECT_EQ(place, 0u);
  EXPECT_FALSE(done(98, 98 * 10).givesUp(1024, place));  // more than have room
  EXPECT_FALSE(done(99, 99 * 128).givesUp(1024, place)); // eight times the mean
  EXPECT_TRUE(done(99, 99 * 128).givesUp(1280, place));
}

/// Of a query with many visits that is given up at its first look from 1,024 on.
template <class Engine> void expectStackIsDropped() {
  using Linearised =
      testtrees::LinearisedTree<correlate::Traversal,
                                typename Engine::template Children<2>>;
  std::vector<UserPoint> points = uniformPoints(3000, 2);
  const Tree tree(points);
  const Linearised linearised(
      rt::UserTree{reinterpret_cast<rt::NodeRef>(tree.root)});
  std::uint32_t givenUp[1] = {};
  rt::LaunchProgress progress{};
  progress.done = 1; // the others have had no visit
  const rt::StragglerWatch watch = {&progress, givenUp, 1, 2};
  const rt::WatchedOperator<typename Linearised::Operator> op{
      linearised.op({9.f}), watch};
  using Stack = rt::LinearStack<rt::StackValues<correlate::Traversal>>;
  std::vector<typename Stack::Entry> entries(
      rt::stackEntries<correlate::Traversal>(linearised.order));
  Stack stack(entries.data());
  rt::WatchedQuery<Query> query{{{0, 0, 0}, 0}};
  Engine::traverse(op, query, stack);
  EXPECT_TRUE(query.isGivenUp());
  EXPECT_TRUE(stack.empty());
}
TEST(StragglersTest, LeaveNothingOnTheStack) {
  expectStackIsDropped<rt::Autoropes>();
  expectStackIsDropped<rt::SiblingRopes>();
}

TEST(StragglersTest, AreWatchedForWhileThereAreSome) {
  rt::StragglerHabit habit;
  EXPECT_TRUE(habit.watches());
  habit.note(1.0, 3, 64, 9.0);
  EXPECT_TRUE(habit.watches());
  habit.note(1.0, 0, 64, 9.0);
  EXPECT_FALSE(habit.watches());
  habit.note(0.9, 0, 64, 9.0);
  habit.note(1.3, 0, 64, 9.0);
  EXPECT_FALSE(habit.watches());
  habit.note(1.4, 0, 64, 9.0); // of 0.9
  EXPECT_TRUE(habit.watches());
  habit.note(1.5, 3, 64, 9.0); // it was faster without
  EXPECT_FALSE(habit.watches());
  habit.note(1.4, 0, 64, 9.0);
  EXPECT_FALSE(habit.watches());
}

TEST(StragglersTest, AreWatchedForWhereThatIsFaster) {
  rt::StragglerHabit habit;
  for (int call = 1; call < 16; ++call) {
    habit.note(1.0, 3, 64, 9.0);
    ASSERT_TRUE(habit.watches()) << call;
  }
  habit.note(1.0, 3, 64, 9.0);
  EXPECT_FALSE(habit.watches()); // once without, to compare
  habit.note(9.0, 0, 64, 9.0);
  for (int call = 0; call < 100; ++call) {
    ASSERT_TRUE(habit.watches());
    habit.note(1.0, 3, 64, 9.0);
  }
}

TEST(StragglersTest, AreNotTrustedWhereTheHostWasDoneAtOnce) {
  rt::StragglerHabit harms, helps;
  harms.note(1.3, 1, 64, 0.03); // on a device a quarter of a millisecond
  EXPECT_FALSE(harms.watches());
  harms.note(1.1, 0, 64, 0);
  EXPECT_FALSE(harms.watches());
  helps.note(1.3, 1, 64, 0.2);
  helps.note(1.5, 0, 64, 0);
  EXPECT_TRUE(helps.watches());
}

TEST(StragglersTest, AreWatchedForWhereThereAreManyIfThatIsFaster) {
  rt::StragglerHabit helps, harms;
  helps.note(1.0, 8, 8, 9.0); // as many as there is room for
  harms.note(1.0, 8, 8, 9.0);
  EXPECT_FALSE(helps.watches() || harms.watches());
  helps.note(5.0, 0, 8, 9.0);
  harms.note(0.9, 0, 8, 9.0);
  for (int call = 0; call < 5; ++call) {
    ASSERT_TRUE(helps.watches());
    ASSERT_FALSE(harms.watches());
    helps.note(1.0, 8, 8, 9.0);
    harms.note(0.9, 0, 8, 9.0);
  }
}

TEST(StragglersTest, AreNotWatchedForWhereAnotherWayFoundNone) {
  rt::StragglerHabits habits;
  EXPECT_TRUE(habits.of("stack", 0, 20).watches());
  EXPECT_TRUE(habits.of("stack", 1, 20).watches()); // nothing is known yet
  habits.of("stack", 0, 20).note(1.0, 0, 64, 9.0);
  EXPECT_FALSE(habits.of("stack", 0, 20).watches());
  EXPECT_FALSE(habits.of("greedy", 0, 20).watches());
  EXPECT_FALSE(habits.of("stack", 2, 20).watches());
  EXPECT_TRUE(habits.of("stack", 0, 21).watches()); // more queries
  habits.of("stack", 2, 20).note(1.0, 0, 64, 9.0);
  habits.of("stack", 2, 20).note(1.6, 0, 64, 9.0); // takes longer than it did
  EXPECT_TRUE(habits.of("stack", 2, 20).watches());

  rt::StragglerHabits others;
  others.of("stack", 0, 20).note(1.0, 3, 64, 9.0);
  EXPECT_TRUE(others.of("stack", 1, 20).watches());
}

/// Which places are taken, where the device's part is `tell(places, over)` on a
/// thread of its own.
template <class Tell>
std::vector<int> takenPlaces(int threads, std::uint32_t room,
                             const Tell &tell) {
  std::vector<std::uint32_t> places(room + 1);
  std::vector<std::atomic<int>> taken(room);
  std::atomic<bool> over = false;
  const std::thread::id caller = std::this_thread::get_id();
  rt::Pool pool;
  pool.setWorkers(threads);
  std::thread device([&] { tell(places.data(), over); });
  const std::size_t count =
      rt::ToldQueries(places.data(), room)
          .takeAll(
              pool,
              [&] {
                EXPECT_EQ(std::this_thread::get_id(), caller);
                return over.load();
              },
              [&](int, std::uint32_t place) { ++taken[place]; });
  EXPECT_TRUE(over); // else the kernel's results would be read too early
  device.join();
  EXPECT_EQ(count, std::size_t(std::count(taken.begin(), taken.end(), 1)));
  return {taken.begin(), taken.end()};
}

void put(std::uint32_t *place) { __atomic_store_n(place, 7, __ATOMIC_RELEASE); }

TEST(StragglersTest, AreTakenOnceEachInWhateverOrderTheyAreToldOf) {
  for (int threads : {1, 2, 5}) {
    const auto taken = takenPlaces(threads, 8, [](auto *places, auto &over) {
      for (int place : {1, 0, 4, 2, 3}) {
        put(places + place);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      over = true;
    });
    EXPECT_EQ(taken, (std::vector<int>{1, 1, 1, 1, 1, 0, 0, 0})) << threads;
  }
}
TEST(StragglersTest, AreTakenWhereTheyFillTheRoom) {
  for (int threads : {1, 3}) {
    const auto taken = takenPlaces(threads, 3, [](auto *places, auto &over) {
      for (int place : {0, 1, 2})
        put(places + place);
      over = true;
    });
    EXPECT_EQ(taken, (std::vector<int>{1, 1, 1})) << threads;
  }
}
/// This thread may find that others have taken all there is to take.
TEST(StragglersTest, MayBeTakenLongBeforeTheDeviceIsDone) {
  for (int round = 0; round < 50; ++round) {
    const auto taken = takenPlaces(16, 3, [](auto *places, auto &over) {
      for (int place : {0, 1, 2})
        put(places + place);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      over = true;
    });
    ASSERT_EQ(taken, (std::vector<int>{1, 1, 1}));
  }
}
TEST(StragglersTest, MayBeNone) {
  for (std::uint32_t room : {0u, 4u}) {
    const auto taken =
        takenPlaces(3, room, [](auto *, auto &over) { over = true; });
    EXPECT_EQ(taken, std::vector<int>(room, 0));
  }
}

} // namespace
