/// The thread pool: one job at a time, pieces handed out by an atomic counter.
#include <regtt/rt/host/float_mode.h>
#include <regtt/rt/host/pool.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sched.h>
#include <unistd.h>
#include <vector>

namespace regtt::rt {

namespace {

[[noreturn]] void failed(const char *call, int error, int line) {
  std::fprintf(stderr, "regtt: error: %s failed: %s (%s:%d)\n", call,
               std::strerror(error), "pool.cpp", line);
  std::exit(1);
}

#define REGTT_PTHREAD(call)                                                    \
  do {                                                                         \
    if (const int error = call)                                                \
      failed(#call, error, __LINE__);                                          \
  } while (false)

class Locked {
public:
  explicit Locked(pthread_mutex_t &mutex) : mutex(mutex) {
    REGTT_PTHREAD(pthread_mutex_lock(&mutex));
  }
  ~Locked() { REGTT_PTHREAD(pthread_mutex_unlock(&mutex)); }

private:
  pthread_mutex_t &mutex;
};

/// So long who waits looks for what it waits for before it sleeps: waking a
/// thread takes as long.
constexpr std::chrono::microseconds patience(50);

/// Looks for `holds` until it is so, or until it is time to sleep. Returns
/// whether it is so.
template <class Condition> bool lookFor(const Condition &holds) {
  const auto end = std::chrono::steady_clock::now() + patience;
  do {
    for (int look = 0; look < 64; ++look) {
      if (holds())
        return true;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
  } while (std::chrono::steady_clock::now() < end);
  return holds();
}

void bind(pthread_t thread, int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  REGTT_PTHREAD(pthread_setaffinity_np(thread, sizeof set, &set));
}

} // namespace

/// Shared with the threads, which outlive every scope: never freed.
struct Pool::State {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t started = PTHREAD_COND_INITIALIZER;
  pthread_cond_t finished = PTHREAD_COND_INITIALIZER;
  int numThreads = 0;
  /// Counts jobs in all bits but the lowest; those say how many threads take
  /// part: 1 to so many. One number, so that no thread takes one job's for
  /// another's.
  std::atomic<unsigned long> job{0};
  static constexpr int partBits = 16;
  std::atomic<int> busy{0};     ///< of those who take part
  std::atomic<int> sleepers{0}; ///< threads that have to be woken
  std::atomic<bool> callerSleeps{false};

  Body body = nullptr;
  void *context = nullptr;
  std::size_t count = 0;
  std::size_t grain = 1;
  std::atomic<std::size_t> taken{0};
  FloatMode mode;             ///< of the calling thread
  std::atomic<int> raised{0}; ///< exceptions of others

  /// As a thread other than the calling one.
  void help(int worker) {
    mode.apply();
    work(worker);
    if (const int seen = std::fetestexcept(FE_ALL_EXCEPT))
      raised.fetch_or(seen, std::memory_order_relaxed);
  }

  void work(int worker) {
    while (true) {
      const std::size_t first =
          taken.fetch_add(grain, std::memory_order_relaxed);
      if (first >= count)
        return;
      body(context, worker, first, std::min(first + grain, count));
    }
  }
};

namespace {
struct ThreadStart {
  void *state;
  int worker;
  unsigned long seen;
};
} // namespace

void *Pool::threadMain(void *argument) {
  ThreadStart *start = static_cast<ThreadStart *>(argument);
  State &state = *static_cast<State *>(start->state);
  const int worker = start->worker;
  unsigned long seen = start->seen;
  delete start;
  while (true) {
    if (!lookFor([&] { return state.job.load() != seen; })) {
      Locked lock(state.mutex);
      ++state.sleepers;
      while (state.job.load() == seen)
        REGTT_PTHREAD(pthread_cond_wait(&state.started, &state.mutex));
      --state.sleepers;
    }
    seen = state.job.load();
    if (worker > int(seen & ((1ul << State::partBits) - 1)))
      continue;
    state.help(worker);
    if (--state.busy == 0 && state.callerSleeps.load()) {
      Locked lock(state.mutex);
      REGTT_PTHREAD(pthread_cond_signal(&state.finished));
    }
  }
}

void Pool::startThreads(int count) {
  if (!state || owner != getpid()) {
    state = new State;
    owner = getpid();
  }
  if (state->numThreads >= count)
    return;
  std::vector<int> places;
  if (affinity != Affinity::None) {
    places = placesOf(affinity, processorsHere());
    if (places.empty())
      failed("sched_getaffinity", errno, __LINE__);
  }
  while (state->numThreads < count) {
    const int worker = ++state->numThreads;
    pthread_t thread;
    REGTT_PTHREAD(
        pthread_create(&thread, nullptr, &Pool::threadMain,
                       new ThreadStart{state, worker, state->job.load()}));
    if (!places.empty())
      bind(thread, places[std::size_t(worker) % places.size()]);
    REGTT_PTHREAD(pthread_detach(thread));
  }
}

void Pool::run(std::size_t count, std::size_t grain, Body body, void *context) {
  if (count == 0)
    return;
  grain = std::max<std::size_t>(grain, 1);
  const std::size_t pieces = (count - 1) / grain + 1;
  const int helpers = int(std::min<std::size_t>(pieces, workers)) - 1;
  if (helpers == 0) {
    body(context, 0, 0, count);
    return;
  }
  startThreads(helpers);
  state->body = body;
  state->context = context;
  state->count = count;
  state->grain = grain;
  state->taken.store(0, std::memory_order_relaxed);
  state->mode.capture();
  state->raised.store(0, std::memory_order_relaxed);
  state->busy.store(helpers);
  const unsigned long jobs = state->job.load() >> State::partBits;
  state->job.store((jobs + 1) << State::partBits | (unsigned long)helpers);
  if (state->sleepers.load() != 0) {
    Locked lock(state->mutex);
    REGTT_PTHREAD(pthread_cond_broadcast(&state->started));
  }
  state->work(0);
  if (!lookFor([&] { return state->busy.load() == 0; })) {
    Locked lock(state->mutex);
    state->callerSleeps.store(true);
    while (state->busy.load() != 0)
      REGTT_PTHREAD(pthread_cond_wait(&state->finished, &state->mutex));
    state->callerSleeps.store(false);
  }
  const int missing = state->raised.load(std::memory_order_relaxed) &
                      ~std::fetestexcept(FE_ALL_EXCEPT);
  if (missing)
    std::feraiseexcept(missing);
}

} // namespace regtt::rt
