/// Which processor each thread of the pool stays on (REGTT_AFFINITY).
#pragma once

#include <vector>

namespace regtt::rt {

/// None: the system moves threads as it likes. Compact: neighbours share cores
/// and packages, and with these their caches. Spread: they share as little as
/// possible, which leaves each the most of caches and memory's speed.
enum class Affinity { None, Compact, Spread };

/// A processor as the system counts them, and the core and package that it is
/// part of.
struct Processor {
  int number, core, package;
};

/// The processors that the calling thread may run on, by number. Where the
/// system does not tell, each is a core of its own, and all are one package.
std::vector<Processor> processorsHere();

/// Their numbers in the order in which workers are given them; empty: they are
/// not bound. Of more workers than processors, the next one begins anew.
std::vector<int> placesOf(Affinity affinity, std::vector<Processor> processors);

} // namespace regtt::rt
