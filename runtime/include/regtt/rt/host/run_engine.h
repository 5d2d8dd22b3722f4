/// Runs an engine, or an inspector, on the session's threads.
#pragma once

#include <regtt/rt/core/segments.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/host/session.h>

#include <algorithm>
#include <cstddef>

namespace regtt::rt {

/// A piece of the queries, one after the other.
struct HostWorker {
  std::size_t first, last;
  static constexpr std::size_t step = 1;
};

/// Takes `count` queries through session.order, each thread `grain` at a time.
template <class Engine, class Op, class Queries>
void runOnThreads(Session &session, const Op &op, const Queries &queries,
                  std::size_t count, std::size_t grain) {
  using Traversal = typename Op::Traversal;
  if constexpr (Engine::stackKind == StackKind::PerQuery) {
    using Stack = LinearStack<StackValues<Traversal>>;
    // Rounded up, so that two threads' stacks share no cache line.
    constexpr std::size_t line = 64;
    const std::size_t bytes = (stackEntries<Traversal>(session.order) *
                                   sizeof(typename Stack::Entry) +
                               line - 1) /
                              line * line;
    std::byte *stacks =
        session.stacks.reserve(bytes * std::size_t(session.pool.numWorkers()));
    session.pool.parallelFor(
        count, grain, [&](int worker, std::size_t first, std::size_t last) {
          Stack stack(reinterpret_cast<typename Stack::Entry *>(
              stacks + bytes * std::size_t(worker)));
          Engine::run(op, queries, HostWorker{first, last}, stack);
        });
  } else {
    session.pool.parallelFor(
        count, grain, [&](int, std::size_t first, std::size_t last) {
          NoStack stack;
          Engine::run(op, queries, HostWorker{first, last}, stack);
        });
  }
}

/// The same, pieces as large as leave every thread several.
template <class Engine, class Op, class Queries>
void runOnThreads(Session &session, const Op &op, const Queries &queries,
                  std::size_t count) {
  const std::size_t threads = std::size_t(session.pool.numWorkers());
  runOnThreads<Engine>(
      session, op, queries, count,
      std::clamp<std::size_t>(count / (threads * 16), 16, 1024));
}

} // namespace regtt::rt
