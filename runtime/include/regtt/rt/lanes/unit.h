/// What the code for one instruction set exports of a loop: its engines for
/// lanes, by number.
#pragma once

#include <regtt/rt/lanes/visit_counters.h>

#include <cstddef>

namespace regtt::rt {
namespace {

/// Runs engine number `engine` of `Engines` as LaneUnit (units.h) says.
template <class Op, class... Engines>
void runUnit(int engine, const void *op, void *queries, std::size_t count) {
  int number = 0;
  const auto run = [&]<class Engine>(Engine *) {
    if (number++ == engine)
      Engine(*static_cast<const Launched<Op> *>(op))
          .run(static_cast<typename Op::Traversal::Query *>(queries), count);
  };
  (run(static_cast<LaunchedEngine<Engines> *>(nullptr)), ...);
}

} // namespace
} // namespace regtt::rt
