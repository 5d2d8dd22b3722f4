/// The thread pool: one job at a time, pieces handed out by an atomic counter.
#include <regtt/rt/host/float_mode.h>
#include <regtt/rt/host/pool.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

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

} // namespace

/// Shared with the threads, which outlive every scope: never freed.
struct Pool::State {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t started = PTHREAD_COND_INITIALIZER;
  pthread_cond_t finished = PTHREAD_COND_INITIALIZER;
  int numThreads = 0;
  unsigned long job = 0; ///< counts jobs; a thread waits for it to change
  int invited = 0;       ///< threads 1 to `invited` take part
  int busy = 0;

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
    {
      Locked lock(state.mutex);
      while (state.job == seen || worker > state.invited) {
        seen = state.job;
        REGTT_PTHREAD(pthread_cond_wait(&state.started, &state.mutex));
      }
      seen = state.job;
    }
    state.help(worker);
    Locked lock(state.mutex);
    if (--state.busy == 0)
      REGTT_PTHREAD(pthread_cond_signal(&state.finished));
  }
}

void Pool::startThreads(int count) {
  if (!state || owner != getpid()) {
    state = new State;
    owner = getpid();
  }
  while (state->numThreads < count) {
    const int worker = ++state->numThreads;
    pthread_t thread;
    REGTT_PTHREAD(pthread_create(&thread, nullptr, &Pool::threadMain,
                                 new ThreadStart{state, worker, state->job}));
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
  {
    Locked lock(state->mutex);
    state->body = body;
    state->context = context;
    state->count = count;
    state->grain = grain;
    state->taken.store(0, std::memory_order_relaxed);
    state->mode.capture();
    state->raised.store(0, std::memory_order_relaxed);
    state->invited = helpers;
    state->busy = helpers;
    ++state->job;
    REGTT_PTHREAD(pthread_cond_broadcast(&state->started));
  }
  state->work(0);
  {
    Locked lock(state->mutex);
    while (state->busy > 0)
      REGTT_PTHREAD(pthread_cond_wait(&state->finished, &state->mutex));
  }
  const int missing = state->raised.load(std::memory_order_relaxed) &
                      ~std::fetestexcept(FE_ALL_EXCEPT);
  if (missing)
    std::feraiseexcept(missing);
}

} // namespace regtt::rt
