/// Runs an engine, or an inspector, on the session's threads.
#pragma once

#include <regtt/rt/core/segments.h>
#include <regtt/rt/core/stack.h>
#include <regtt/rt/host/held.h>
#include <regtt/rt/host/session.h>

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace regtt::rt {

/// A piece of the queries, one after the other.
struct HostWorker {
  std::size_t first, last;
  static constexpr std::size_t step = 1;
};

/// The stacks of the session's threads for session.order, in memory that the
/// session keeps, and that of the last ones.
template <class Engine, class Traversal> class HostStacks {
  static constexpr bool keeps = Engine::stackKind == StackKind::PerQuery;
  using Stack =
      std::conditional_t<keeps, LinearStack<StackValues<Traversal>>, NoStack>;

public:
  explicit HostStacks(Session &session) {
    if constexpr (keeps) {
      // Rounded up, so that two threads' stacks share no cache line.
      constexpr std::size_t line =
          std::max<std::size_t>(64, alignof(typename Stack::Entry));
      bytes = (stackEntries<Traversal>(session.order) *
                   sizeof(typename Stack::Entry) +
               line - 1) /
              line * line;
      memory = session.stacks.reserve(bytes *
                                      std::size_t(session.pool.numWorkers()));
    }
  }

  Stack of(int worker) const {
    if constexpr (keeps)
      return Stack(reinterpret_cast<typename Stack::Entry *>(
          memory + bytes * std::size_t(worker)));
    else
      return {};
  }

private:
  std::byte *memory = nullptr;
  std::size_t bytes = 0;
};

/// Whether what an engine does to queries is lost: lists need no memory then.
template <class Engine> inline constexpr bool takesCopies = false;
template <class Engine>
  requires requires { Engine::takesCopies; }
inline constexpr bool takesCopies<Engine> = Engine::takesCopies;

/// Pieces of queries as an engine takes them on the session's threads, with
/// what is each thread's. Borrows everything.
template <class Engine, class Op, class Queries> class ThreadPieces {
  using Traversal = typename Op::Traversal;
  static constexpr bool grows = appendsLists<Traversal> && !takesCopies<Engine>;
  using Held = std::conditional_t<
      isHuge<std::remove_cvref_t<decltype(std::declval<const Queries &>().load(
          0))>>,
      HeldQueries<Queries>, const Queries &>;

public:
  ThreadPieces(Session &session, const Queries &queries)
      : session(session), stacks(session), held(queries) {
    if constexpr (grows)
      while (session.lists.size() < std::size_t(session.pool.numWorkers()))
        session.lists.emplace_back();
  }

  /// One of them, as worker `worker`.
  void run(const Op &op, int worker, const HostWorker &piece) const {
    auto stack = stacks.of(worker);
    if constexpr (grows)
      Engine::run(op,
                  GrowingQueries<Traversal, std::remove_cvref_t<Held>>(
                      held, session.lists[std::size_t(worker)]),
                  piece, stack);
    else
      Engine::run(op, held, piece, stack);
  }

private:
  Session &session;
  const HostStacks<Engine, Traversal> stacks;
  const Held held;
};

/// Takes `count` queries through session.order, in pieces that start at
/// multiples of `unit`.
template <class Engine, class Op, class Queries>
void runOnThreads(Session &session, const Op &op, const Queries &queries,
                  std::size_t count, std::size_t unit = 1) {
  const ThreadPieces<Engine, Op, Queries> pieces(session, queries);
  const std::size_t threads = std::size_t(session.pool.numWorkers());
  // Pieces as large as leave every thread several.
  std::size_t grain = std::clamp<std::size_t>(count / (threads * 16), 16, 1024);
  if constexpr (requires { Engine::mostTogether; })
    grain = std::clamp<std::size_t>(
        threads == 1 ? count : count / (threads * 2), 16, Engine::mostTogether);
  grain = (grain + unit - 1) / unit * unit;
  session.pool.parallelFor(
      count, grain, [&](int worker, std::size_t first, std::size_t last) {
        pieces.run(op, worker, HostWorker{first, last});
      });
}

} // namespace regtt::rt
