/// Runs a call on CPU threads by vector instructions, or by scalar code where
/// that is chosen: as cpu/launch.h, with engines for lanes besides.
#pragma once

#include <regtt/rt/core/autoropes.h>
#include <regtt/rt/cpu/launch.h>
#include <regtt/rt/lanes/units.h>

#include <algorithm>
#include <cfenv>
#include <cstddef>
#include <limits>
#include <memory>

namespace regtt::rt {

namespace lanes {

/// Queries that are on their way at the same time. Those of programs take
/// memory besides, for what they hold between calls and for containers.
template <class Traversal>
inline constexpr std::size_t mostOpen =
    !hasProgram<Traversal>
        ? std::numeric_limits<std::size_t>::max()
        : std::max<std::size_t>(
              64, std::min<std::size_t>(1 << 14,
                                        (std::size_t{8} << 20) /
                                            sizeof(typename Traversal::Query)));

/// An engine for lanes as a launcher sees it: it takes pieces of the queries.
/// `Units`: the site's code for lanes, `Number`: the engine's there.
template <const LaneUnits &Units, int Number> struct Engine {
  static constexpr StackKind stackKind = StackKind::None;
  static constexpr bool needsWarp = false;
  static constexpr bool isForLanes = true;
  template <int NumSlots> using Children = Autoropes::Children<NumSlots>;

  template <class Op, class Queries, class Worker>
  static void run(const Op &op, const Queries &queries, const Worker &worker,
                  const NoStack &) {
    using Query = typename Op::Traversal::Query;
    const std::size_t most =
        std::min(worker.last - worker.first, mostOpen<typename Op::Traversal>);
    const std::unique_ptr<Query[]> block(new Query[most]);
    // Lanes compute where no query does, and raise what none does.
    std::fenv_t before;
    std::fegetenv(&before);
    for (std::size_t first = worker.first; first < worker.last; first += most) {
      const std::size_t count = std::min(most, worker.last - first);
      for (std::size_t k = 0; k < count; ++k)
        block[k] = queries.load(first + k);
      chosenUnit(Units)(Number, &op, block.get(), count);
      for (std::size_t k = 0; k < count; ++k)
        queries.store(first + k, block[k].result());
    }
    std::fesetenv(&before);
  }
};

/// packed.h: lists are the longer the more queries come along.
template <const LaneUnits &Units, int Number>
struct Packed : Engine<Units, Number> {
  static constexpr const char *name = "packed";
  /// Queries of a piece, if there are as many.
  static constexpr std::size_t mostTogether = 1 << 17;
};

/// lane_ropes.h
template <const LaneUnits &Units, int Number>
struct LaneRopes : Engine<Units, Number> {
  static constexpr const char *name = "lane_ropes";
};

/// lane_recursion.h
template <const LaneUnits &Units, int Number>
struct LaneRecursion : Engine<Units, Number> {
  static constexpr const char *name = "lane_recursion";
};

/// lane_lockstep.h
template <const LaneUnits &Units, int Number>
struct LaneLockstep : Engine<Units, Number> {
  static constexpr const char *name = "lane_lockstep";
};

namespace detail {
template <class Traversal> int launchScalar(const regtt_call &call) {
  return refuse(call, "floating-point exceptions end the program, which lanes "
                      "raise where no query does");
}
template <class Traversal, class First, class... Rest>
int launchScalar(const regtt_call &call) {
  if constexpr (requires { First::isForLanes; })
    return launchScalar<Traversal, Rest...>(call);
  else
    return cpu::launch<Traversal, First, Rest...>(call, "lanes");
}
} // namespace detail

/// As cpu::launch. Where exceptions are trapped (feenableexcept) by scalar
/// engines alone.
template <class Traversal, class... Engines>
int launch(const regtt_call &call) {
  if (fegetexcept() != 0)
    return detail::launchScalar<Traversal, Engines...>(call);
  return cpu::launch<Traversal, Engines...>(call, "lanes");
}

} // namespace lanes

} // namespace regtt::rt
