/// Programs of several calls (hasProgram, core/tree.h): each query's own runs
/// as scalar code to its next call, and lies still there while all that wait
/// for a call under one root go through the tree together.
///
///     rt::Program program(const Op &op, Point &q, rt::AwaitedCall<Args>
///                         &calls) {
///       co_await calls.visit(op.roots.at(0, 0)); // count(&q, root)
///       if (q.count > 20)
///         co_return;
///       q.r += 0.1f;
///       co_await calls.visit(op.roots.at(1, 0)); // count(&q, other)
///     }
///
/// So queries may make different calls, and different numbers of them.
#pragma once

#include <regtt/rt/core/tree.h>
#include <regtt/rt/lanes/waiting_memory.h>

#include <algorithm>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

namespace regtt::rt {
namespace {

/// Memory of a thread's for what programs hold while they lie still.
class ProgramMemory {
public:
  /// Programs are no more opened where those that are open hold as much.
  bool isFull() const { return held > std::size_t{8} << 20; }
  void *reserve(std::size_t bytes) {
    held += bytes;
    return pieces.reserve(bytes);
  }
  void release() {
    held = 0;
    pieces.release({});
  }

private:
  PieceMemory pieces;
  std::size_t held = 0;
};

/// The call that a query's program waits for.
template <class Args> class AwaitedCall {
public:
  AwaitedCall &visit(Link to) { return visit(to, Args{}); }
  AwaitedCall &visit(Link to, const Args &with) {
    root = to;
    args = with;
    return *this;
  }

  // What co_await asks. There is nothing to wait for under no root.
  bool await_ready() const { return root == none; }
  template <class Handle> void await_suspend(Handle) const {}
  void await_resume() const {}

  Link root = none;
  Args args{};
  ProgramMemory *memory = nullptr; ///< for the program's variables
};

/// One query's program, which lies still at a call or at its end. What the
/// library has for coroutines' ends is other units', too (isa.h).
class Program {
public:
  struct Runs {
    bool await_ready() const noexcept { return true; }
    template <class Handle> void await_suspend(Handle) const noexcept {}
    void await_resume() const noexcept {}
  };
  struct Stops : Runs {
    bool await_ready() const noexcept { return false; }
  };

  struct promise_type {
    template <class Op, class Query, class Call>
    static void *operator new(std::size_t bytes, const Op &, const Query &,
                              const Call &call) {
      return call.memory->reserve(bytes);
    }
    static void operator delete(void *) {} // with its block

    Program get_return_object() {
      return Program(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    Runs initial_suspend() const noexcept { return {}; }
    Stops final_suspend() const noexcept { return {}; }
    void return_void() const {}
    void unhandled_exception() const { std::terminate(); }
  };

  bool isDone() const { return rest.done(); }
  void goOn() const { rest.resume(); }
  void end() const { rest.destroy(); }

private:
  explicit Program(std::coroutine_handle<promise_type> rest) : rest(rest) {}

  std::coroutine_handle<promise_type> rest;
};

/// Calls under one root, one of each query that makes any: which queries, by
/// their numbers in the block, and with what. Those of a loop whose iterations
/// are one call.
template <class Op> class FirstCalls {
  using Query = typename Op::Traversal::Query;

public:
  FirstCalls(const Op &op, const Query *queries, std::size_t count)
      : op(op), queries(queries), all(count) {}

  Link root() const { return 0; }
  std::size_t count() const { return all; }
  std::size_t number(std::size_t k) const { return k; }
  auto args(std::size_t k) const { return op.start(queries[k]); }

private:
  const Op &op;
  const Query *queries;
  std::size_t all;
};

/// The programs of a block of queries. `Lanes`: the lane traversal.
template <class Op, class Lanes> class Programs {
  using Query = typename Op::Traversal::Query;
  using Args = typename Op::Traversal::Args;

  /// A query that waits for a call.
  struct Waiting {
    Link root;
    std::int32_t number;

    friend auto operator<=>(const Waiting &, const Waiting &) = default;
  };

public:
  /// As FirstCalls, of those that wait for a call under one root.
  class Calls {
  public:
    Calls(const Waiting *first, const Waiting *last,
          const AwaitedCall<Args> *awaited)
        : first(first), last(last), awaited(awaited) {}

    Link root() const { return first->root; }
    std::size_t count() const { return std::size_t(last - first); }
    std::size_t number(std::size_t k) const {
      return std::size_t(first[k].number);
    }
    const Args &args(std::size_t k) const { return awaited[number(k)].args; }

  private:
    const Waiting *first, *last;
    const AwaitedCall<Args> *awaited;
  };

  /// Runs the programs of queries[0] to queries[count - 1]. visit(calls) takes
  /// those that make `calls` through the tree.
  template <class Visit>
  void run(const Op &op, Query *queries, std::size_t count,
           const Visit &visit) {
    awaited.assign(count, {});
    for (std::size_t first = 0; first < count; first += programs.size()) {
      open(op, queries, first, count);
      while (findWaiting(first)) {
        makeCalls(visit);
        for (const Waiting &each : waiting)
          programs[std::size_t(each.number) - first].goOn();
      }
      for (const Program &program : programs)
        program.end();
      memory.release();
    }
  }

private:
  /// Lets programs run to their first calls, from that of queries[first] on.
  void open(const Op &op, Query *queries, std::size_t first,
            std::size_t count) {
    programs.clear();
    waiting.clear();
    for (std::size_t k = first; k < count && !memory.isFull(); ++k) {
      awaited[k].memory = &memory;
      programs.push_back(Lanes::program(op, queries[k], awaited[k]));
      waiting.push_back({none, std::int32_t(k)});
    }
  }

  template <class Visit> void makeCalls(const Visit &visit) {
    for (std::size_t first = 0, last = 0; first < waiting.size();
         first = last) {
      while (last < waiting.size() && waiting[last].root == waiting[first].root)
        ++last;
      visit(Calls(&waiting[first], waiting.data() + last, awaited.data()));
    }
  }

  /// Drops those that are done, and brings together those of one root. Returns
  /// whether any is left. `opened`: the first one's number.
  bool findWaiting(std::size_t opened) {
    std::erase_if(waiting, [&](const Waiting &each) {
      return programs[std::size_t(each.number) - opened].isDone();
    });
    for (Waiting &each : waiting)
      each.root = awaited[std::size_t(each.number)].root;
    if (!std::is_sorted(waiting.begin(), waiting.end()))
      std::sort(waiting.begin(), waiting.end());
    return !waiting.empty();
  }

  std::vector<AwaitedCall<Args>> awaited; ///< of each query
  std::vector<Program> programs;          ///< that are open
  std::vector<Waiting> waiting;
  ProgramMemory memory;
};

/// Makes all calls of a block of queries, by visit(calls) as many at once as
/// it can.
template <class Op, class Lanes, class Visit>
void makeCalls(const Op &op, Programs<Op, Lanes> &programs,
               typename Op::Traversal::Query *queries, std::size_t count,
               const Visit &visit) {
  if constexpr (hasProgram<typename Op::Traversal>)
    programs.run(op, queries, count, visit);
  else if (count != 0)
    visit(FirstCalls<Op>(op, queries, count));
}

} // namespace
} // namespace regtt::rt
