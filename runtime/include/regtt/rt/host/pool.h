/// A persistent pool of threads that share out ranges of work.
#pragma once

#include <regtt/rt/host/affinity.h>

#include <cstddef>
#include <pthread.h>
#include <sys/types.h>

namespace regtt::rt {

/// Threads start when first needed and wait between jobs, at first by looking
/// for the next one, then asleep; they live as long as the process. One job at
/// a time: calls come under the session's lock. After a fork the child starts
/// threads of its own. A pthread call that fails ends the program with a
/// message that names it.
class Pool {
public:
  /// Part of a job: [first, last), done by worker 0 to numWorkers - 1.
  using Body = void (*)(void *context, int worker, std::size_t first,
                        std::size_t last);

  Pool() = default;
  Pool(const Pool &) = delete;
  Pool &operator=(const Pool &) = delete;

  /// How many workers a job gets, the calling thread among them.
  void setWorkers(int count) { workers = count; }
  int numWorkers() const { return workers; }

  /// On which processors threads stay that start from now on: the first place
  /// is the calling thread's, which is left where it is.
  void setAffinity(Affinity to) { affinity = to; }

  /// Calls body(worker, first, last) on pieces of at most `grain` items that
  /// together cover [0, count); returns when all are done. The caller works as
  /// worker 0. Others work in the caller's floating-point mode, and what they
  /// raise there is raised in the caller (float_mode.h). A job of one piece
  /// stays on the calling thread, and a single worker takes everything as one
  /// piece.
  template <class Function>
  void parallelFor(std::size_t count, std::size_t grain,
                   const Function &function) {
    run(
        count, grain,
        [](void *context, int worker, std::size_t first, std::size_t last) {
          (*static_cast<const Function *>(context))(worker, first, last);
        },
        const_cast<void *>(static_cast<const void *>(&function)));
  }

private:
  struct State;

  void run(std::size_t count, std::size_t grain, Body body, void *context);
  void startThreads(int count);
  static void *threadMain(void *argument);

  State *state = nullptr;
  pid_t owner = 0;
  int workers = 1;
  Affinity affinity = Affinity::None;
};

} // namespace regtt::rt
