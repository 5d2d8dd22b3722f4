/// A GPU takes a while to be started, and every call a while to get there: few
/// queries are done on the CPU before. Where the break-even lies is measured.
#include "target_choice.h"

#include <regtt/rt/host/session.h>

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace regtt::rt {

namespace {

/// What a process pays for its first call on a GPU, about (205 to 280 ms on an
/// H200). So much is spent on the CPU before it is.
constexpr double startMs = 250;
/// Up to so many queries for each CPU thread, and in all, a call is done there
/// at first sight: of the samples on 16 threads nearly all that have 100,000
/// are before a GPU has started (docs/results/break_even.md).
constexpr std::size_t fewForThread = 1 << 12, fewQueries = 1 << 16;
/// No more than this on a GPU lets few queries be tried on the CPU.
constexpr double shortMs = 5;
/// A call that takes less on the CPU is not worth a trial on a GPU: none of the
/// samples takes less there, with 100 queries (docs/results/break_even.md).
constexpr double leastMs = 0.05;

/// Total milliseconds of a call, of late; below 0: not measured.
struct Known {
  double cpuMs = -1, gpuMs = -1;
  bool wasOnGpu = false; ///< whose first call loads what it needs
};

struct Process {
  std::map<std::pair<const regtt_site *, int>, Known> known;
  double cpuMs = 0; ///< before a GPU was started
  bool started = false;
};

Process &process() {
  static auto *const only = new Process; // never destroyed, as the session is
  return *only;
}

Known &knownOf(const regtt_call &call) {
  const int size = int(std::bit_width(numCalls(call)));
  return process().known[{call.site, size}];
}

} // namespace

TargetChoice chooseTarget(const regtt_call &call) {
  const TargetChoice gpu = {Target::Cuda, "first choice"};
  const Process &p = process();
  const Known &known = knownOf(call);
  const bool few =
      numCalls(call) <=
      std::min(fewQueries,
               fewForThread * std::size_t(session().pool.numWorkers()));
  const Environment &asked = session().environment;
  const auto isAsked = [](const Reorder &order) {
    return order.kind != Reorder::Auto;
  };
  // An engine or an order may be had on a GPU alone.
  if (asked.tune == Tune::Off || !asked.variant.empty() ||
      std::ranges::any_of(reordersOf(call), isAsked))
    return gpu;
  if (!p.started) {
    const bool cheap = known.cpuMs < 0 ? few : p.cpuMs + known.cpuMs <= startMs;
    return cheap && p.cpuMs <= startMs
               ? TargetChoice{Target::Cpu,
                              "done before a GPU would have been started"}
               : gpu;
  }
  if (known.cpuMs < 0)
    return few && known.gpuMs >= 0 && known.gpuMs <= shortMs
               ? TargetChoice{Target::Cpu, "few queries, not measured yet"}
               : gpu;
  if (known.cpuMs <= (known.gpuMs < 0 ? leastMs : known.gpuMs))
    return {Target::Cpu, "faster than a GPU, as measured"};
  return known.gpuMs < 0 ? gpu : TargetChoice{Target::Cuda, "measured"};
}

void noteTarget(const regtt_call &call, Target target, double totalMs) {
  Process &p = process();
  Known &known = knownOf(call);
  double &ms = target == Target::Cuda ? known.gpuMs : known.cpuMs;
  bool counts = session().way.why != Way::Trial;
  if (target == Target::Cuda) {
    p.started = true;
    counts = counts && known.wasOnGpu;
    known.wasOnGpu = true;
  } else if (!p.started) {
    p.cpuMs += totalMs;
  }
  if (counts || (target == Target::Cpu && ms < 0))
    ms = ms < 0 ? totalMs : (ms + totalMs) / 2;
}

} // namespace regtt::rt
