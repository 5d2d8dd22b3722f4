/// Runs a call on CPU threads by vector instructions, or by scalar code where
/// that is chosen: as cpu/launch.h, with engines for lanes besides.
#pragma once

#include <regtt/rt/cpu/launch.h>
#include <regtt/rt/lanes/units.h>

#include <cfenv>
#include <memory>

namespace regtt::rt {

/// The packed engine (packed.h) as a launcher sees it: it takes pieces of many
/// queries, since lists are the longer the more come along. `Units`: the site's
/// code for lanes.
template <const LaneUnits &Units> struct Packed {
  static constexpr const char *name = "packed";
  static constexpr StackKind stackKind = StackKind::None;
  static constexpr bool needsWarp = false;
  template <int NumSlots> using Children = Links<NumSlots>;
  /// Queries of a piece, if there are as many.
  static constexpr std::size_t mostTogether = 1 << 17;

  template <class Op, class Queries, class Worker>
  static void run(const Op &op, const Queries &queries, const Worker &worker,
                  const NoStack &) {
    using Query = typename Op::Traversal::Query;
    const std::size_t count = worker.last - worker.first;
    const std::unique_ptr<Query[]> block(new Query[count]);
    for (std::size_t k = 0; k < count; ++k)
      block[k] = queries.load(worker.first + k);
    // Lanes compute where no query does, and raise what none does.
    std::fenv_t before;
    std::fegetenv(&before);
    chosenUnit(Units)(&op, block.get(), count);
    std::fesetenv(&before);
    for (std::size_t k = 0; k < count; ++k)
      queries.store(worker.first + k, block[k].result());
  }
};

namespace lanes {

namespace detail {
template <class Traversal> int launchScalar(const regtt_call &call) {
  return refuse(call, "floating-point exceptions end the program, which lanes "
                      "raise where no query does");
}
template <class Traversal, class First, class... Rest>
int launchScalar(const regtt_call &call) {
  if constexpr (requires { First::mostTogether; })
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
