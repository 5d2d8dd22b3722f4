/// What iterations leave to the host, which does it when all have run, in their
/// order:
///
///     arrays.deferred.make(Deferred{0, w});   // next.push_back(w)
///
/// A record begins with the number of the iteration, which is filled in here,
/// and holds values of the iteration's. Records have an order as changes of
/// elements have (in_order.h): threads of a CPU log them, those of a GPU put
/// them into rows of memory, iteration by iteration.
#pragma once

#include <regtt/rt/core/deferred_list.h>
#include <regtt/rt/core/in_order.h>

namespace regtt::rt {

template <class Record> struct Deferring {
  using Change = Record;
  static constexpr bool defers = true;

  /// Where the host finds them; set before iterations run.
  DeferredList *list = nullptr;
  /// The thread's own, in a copy of this.
  mutable ChangeSink<Record> sink = {};
  mutable std::uint64_t iteration = 0; ///< the one that runs

  REGTT_OP void make(Record record) const {
    record.iteration = iteration;
#ifndef __CUDA_ARCH__
    if (!sink.isOnDevice()) {
      if (sink.log)
        sink.log.push(0, record);
      else
        change(0, record);
      return;
    }
#endif
    sink.put(0, record);
  }

  /// In its turn.
  void change(std::uint64_t, const Record &record) const { list->push(record); }

  REGTT_OP void beginIteration(std::uint64_t turn) const {
    iteration = turn + sink.firstIteration;
    sink.beginIteration(turn);
  }
  REGTT_OP void endIteration(std::uint64_t turn) const {
    sink.endIteration(turn);
  }
  REGTT_OP void beginTerm(std::uint64_t turn, std::uint64_t k,
                          unsigned perTerm) const {
    iteration = turn + sink.firstIteration;
    sink.beginTerm(turn, k, perTerm);
  }
  REGTT_OP void endTerm(std::uint64_t turn, std::uint64_t k,
                        unsigned perTerm) const {
    sink.endTerm(turn, k, perTerm);
  }
};

namespace detail {
/// Has `op` put what iterations leave to the host into `list`.
template <class Op>
void deferTo([[maybe_unused]] Op &op, [[maybe_unused]] DeferredList &list) {
  if constexpr (requires { op.arrays.deferred.list; })
    op.arrays.deferred.list = &list;
}
} // namespace detail

} // namespace regtt::rt
