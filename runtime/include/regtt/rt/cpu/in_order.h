/// Runs iterations that change elements in an order (core/in_order.h) on CPU
/// threads, in rounds: threads log what pieces of the iterations change, then
/// each makes what the logs hold for some of the elements, piece by piece. Or a
/// round is one thread's, which changes elements at once.
#pragma once

#include <regtt/rt/core/deferred.h>
#include <regtt/rt/host/run_engine.h>
#include <regtt/rt/host/session.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace regtt::rt::cpu {

/// The rounds of one call. Borrows everything.
template <class Engine, class Op, class Queries> class InOrderRounds {
  using Traversal = typename Op::Traversal;

public:
  InOrderRounds(Session &session, const regtt_call &call, const Op &op,
                const Queries &queries)
      : session(session), call(call), op(op), runner(session, queries),
        threads(std::size_t(session.pool.numWorkers())) {
    op.arrays.eachInOrder(
        [&]([[maybe_unused]] auto form, [[maybe_unused]] const auto &array) {
          using Elements = std::remove_cvref_t<decltype(array)>;
          if constexpr (rt::detail::defers<Elements>) {
            buckets.emplace_back("", 1, 1, threads);
          } else {
            const ArrayForm &of = Traversal::arrayForms[form.number];
            buckets.emplace_back(of.name,
                                 call.arrays[of.given].count * array.perRecord,
                                 sizeof(array[0]), threads);
          }
          perPiece += buckets.back().number();
        });
    while (session.changes.size() < threads)
      session.changes.emplace_back();
  }

  void run(std::size_t count) {
    ChangeHabit &habit = session.changeHabits[call.site];
    for (std::size_t first = 0; first < count;) {
      const bool isLogged = onlyDefers || habit.logsNext();
      std::size_t size = piecesInRound() * habit.grain;
      if (!isLogged && habit.triesIt())
        size = std::max<std::size_t>(size / threads, 1);
      const std::size_t last = std::min(count, first + size);
      Stopwatch watch;
      if (isLogged) {
        logs.resize(piecesInRound() * buckets.size());
        own.resize(piecesInRound() * perPiece);
        log(first, last, habit.grain);
        learn(habit, change((last - first + habit.grain - 1) / habit.grain),
              last - first);
      } else {
        runner.run(op, 0, HostWorker{first, last});
      }
      habit.note(watch.lap() / double(last - first));
      first = last;
    }
    for (ChangeMemory &memory : session.changes)
      memory.shrink();
  }

private:
  /// Of one thread's logs in a round, roughly: they are read again from its
  /// cache.
  static constexpr std::size_t roundBytes = std::size_t{2} << 20;
  static constexpr std::size_t mostGrain = std::size_t{1} << 20;
  static constexpr std::size_t piecesEach = 4; ///< of one thread, about

  /// Nothing else has an order: one thread alone is no faster.
  static constexpr bool onlyDefers = [] {
    if constexpr (requires { int{Traversal::Arrays::numChanged}; })
      return int{Traversal::Arrays::numChanged} == 0;
    else
      return false;
  }();

  std::size_t piecesInRound() const { return piecesEach * threads; }

  /// How much iterations change is known once some have run.
  static void learn(ChangeHabit &habit, std::size_t bytes,
                    std::size_t iterations) {
    const double each = std::max(double(bytes), 1.0) / double(iterations);
    const std::size_t wanted = std::clamp<std::size_t>(
        std::size_t(double(roundBytes / piecesEach) / each), 1, mostGrain);
    habit.isSettled = wanted <= 16 * habit.grain;
    habit.grain = std::min(16 * habit.grain, wanted);
  }

  void log(std::size_t first, std::size_t last, std::size_t grain) {
    session.pool.parallelFor(
        (last - first + grain - 1) / grain, 1,
        [&](int worker, std::size_t from, std::size_t to) {
          for (std::size_t piece = from; piece < to; ++piece) {
            const Op ownOp = op;
            start(ownOp, piece, session.changes[std::size_t(worker)]);
            const std::size_t begin = first + piece * grain;
            runner.run(ownOp, worker,
                       HostWorker{begin, std::min(last, begin + grain)});
          }
        });
  }

  /// The logs of one piece.
  void start(const Op &ownOp, std::size_t piece, ChangeMemory &memory) {
    ChangeLog *log = &logs[piece * buckets.size()];
    ChangeLog::Bucket *bucket = &own[piece * perPiece];
    std::size_t k = 0;
    ownOp.arrays.eachInOrder([&](auto, const auto &array) {
      *log = ChangeLog(buckets[k], bucket, memory);
      array.sink.log = *log++;
      bucket += buckets[k++].number();
    });
  }

  /// Makes what `pieces` logs hold. Returns how much that was.
  std::size_t change(std::size_t pieces) {
    std::size_t k = 0;
    op.arrays.eachInOrder([&](auto, const auto &array) {
      using Elements = std::remove_cvref_t<decltype(array)>;
      session.pool.parallelFor(
          buckets[k].number(), 1, [&](int, std::size_t from, std::size_t to) {
            for (std::size_t b = from; b < to; ++b)
              for (std::size_t piece = 0; piece < pieces; ++piece)
                logs[piece * buckets.size() + k]
                    .template each<typename Elements::Change>(
                        b, [&](std::uint64_t element, auto value) {
                          array.change(element, value);
                        });
          });
      ++k;
    });
    std::size_t bytes = 0;
    for (ChangeMemory &memory : session.changes) {
      bytes += memory.bytes();
      memory.clear();
    }
    return bytes;
  }

  Session &session;
  const regtt_call &call;
  const Op &op;
  const ThreadPieces<Engine, Op, Queries> runner;
  const std::size_t threads;
  std::vector<ChangeBuckets> buckets; ///< of each array
  std::size_t perPiece = 0;           ///< buckets of all arrays
  std::vector<ChangeLog> logs;        ///< [pieces][arrays]
  std::vector<ChangeLog::Bucket> own; ///< [pieces][perPiece]
};

/// Takes `count` queries. One thread alone changes elements as it comes to
/// them.
template <class Engine, class Op, class Queries>
void runInOrder(Session &session, const regtt_call &call, const Op &op,
                const Queries &queries, std::size_t count) {
  if (session.pool.numWorkers() == 1)
    runOnThreads<Engine>(session, op, queries, count);
  else
    InOrderRounds<Engine, Op, Queries>(session, call, op, queries).run(count);
}

} // namespace regtt::rt::cpu
