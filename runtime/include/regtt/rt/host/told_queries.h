/// Queries that a device tells of while its kernel runs (core/stragglers.h),
/// and the threads that take them.
#pragma once

#include <regtt/rt/host/pool.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace regtt::rt {

/// Places of which a device fills the first ones, in any order, each with one
/// more than a query's number. Does not own them.
class ToldQueries {
public:
  ToldQueries(const std::uint32_t *places, std::uint32_t room)
      : places(places), room(room) {}

  /// Calls take(worker, place) for each place that is filled, on the pool's
  /// threads, until isOver() says that no more will be. isOver() is called by
  /// this thread alone. Returns how many were filled.
  template <class IsOver, class Take>
  std::size_t takeAll(Pool &pool, const IsOver &isOver, const Take &take) {
    // This thread waits alone for the first.
    bool over = false;
    while (!isTold(0))
      if (over)
        return 0;
      else
        over = isOver(); // and then look once more
    std::atomic<bool> allOver = over;
    std::atomic<std::uint32_t> next = 0, taken = 0;
    pool.parallelFor(std::size_t(pool.numWorkers()), 1,
                     [&](int worker, std::size_t, std::size_t) {
                       while (true) {
                         const std::uint32_t place = next.fetch_add(1);
                         if (!waitFor(place, worker == 0, isOver, allOver))
                           return;
                         take(worker, place);
                         taken.fetch_add(1);
                       }
                     });
    return taken;
  }

private:
  /// False where a place stays empty, and then only once it is all over: each
  /// worker, this thread among them, has one part of the job until then.
  template <class IsOver>
  bool waitFor(std::uint32_t place, bool asks, const IsOver &isOver,
               std::atomic<bool> &allOver) const {
    while (place < room) {
      const bool over = allOver; // before the last look
      if (isTold(place))
        return true;
      if (over)
        break;
      if (asks)
        allOver = isOver();
      else
        std::this_thread::yield();
    }
    while (!allOver)
      if (asks)
        allOver = isOver();
      else
        std::this_thread::yield();
    return false;
  }

  bool isTold(std::uint32_t place) const {
    return place < room &&
           *const_cast<const volatile std::uint32_t *>(places + place) != 0;
  }

  const std::uint32_t *places;
  std::uint32_t room;
};

} // namespace regtt::rt
