/// The REGTT_* environment variables.
#pragma once

#include <regtt/rt/core/reorder.h>
#include <regtt/rt/host/affinity.h>
#include <regtt/rt/lanes/units.h>

#include <string>
#include <vector>

namespace regtt::rt {

enum class Target { Auto, Cuda, Simt, Lanes, Cpu, Serial };

/// Where stacks of ropes lie on a GPU.
enum class StackMemory { Auto, Shared, Global };

/// Whether ways to run a call are learned, and kept (host/tuner.h).
enum class Tune { Off, Read, Write };

/// Who finishes the queries that take longest.
enum class Finish { Auto, OnHost, OnDevice };

/// What the environment asks for.
///
///   REGTT_TARGET        auto | cuda | lanes | cpu | serial
///   REGTT_VARIANT       an engine's name; auto: chosen by what calls took
///   REGTT_REORDER       auto | none | inspect | curve | handover | history |
///                       hybrid: the order of queries; curve:N: by N bits of
///                       each number, the others with a colon and N: by N
///                       levels of the tree, 1 to 32; of several with commas
///                       the first that is possible
///   REGTT_TUNE          off | read | write: whether it is learned how calls
///                       run best, the tuning file read (default) and written
///   REGTT_STACKS        auto | shared | global: where a GPU's stacks of ropes
///                       lie; shared: as far as there is room
///   REGTT_STRAGGLERS    auto | host | device: who finishes a launch's last few
///                       queries (core/stragglers.h); auto: the host while
///                       there are some (host/straggler_habit.h)
///   REGTT_PENDING_LAUNCHES  how many grids that a GPU's threads launch may
///                       wait, 1 to 1048576; default: as the process has it
///   REGTT_THREADS       CPU threads, 1 to 4096; default: those this process
///                       may run on
///   REGTT_AFFINITY      none | compact | spread: which processors they stay on
///                       (host/affinity.h), the calling thread aside
///   REGTT_ISA           auto | avx512 | avx2 | none: the instruction set that
///                       the target lanes uses; auto: the best there is
///   REGTT_LOG           off | info
///   REGTT_VERIFY        0 | 1: compare with the serial loop
///   REGTT_REGION        off | check: whether the host's memory is kept as old
///                       between the calls of a region on CPU threads as it
///                       is where they run on a GPU
///   REGTT_ALLOW_SERIAL  0 | 1: run the serial loop where a check refuses
///
/// An empty value counts as not set.
struct Environment {
  Target target = Target::Auto;
  std::string variant;          ///< empty: chosen (host/tuner.h)
  std::vector<Reorder> reorder; ///< the first that is possible; empty: auto
  Tune tune = Tune::Read;
  StackMemory stacks = StackMemory::Auto;
  Finish stragglers = Finish::Auto;
  Isa isa = Isa::Avx512;   ///< at most; what the processor has of it is used
  int threads = 0;         ///< 0: the default
  int pendingLaunches = 0; ///< 0: the default
  Affinity affinity = Affinity::None;
  bool log = false;
  bool verify = false;
  bool checkRegions = false;
  bool allowSerial = false;
};

/// Reads the variables through `lookup` (as getenv does). Returns an empty
/// text, or which value is wrong and what is allowed.
std::string readEnvironment(Environment &environment,
                            const char *(*lookup)(const char *name));

/// How many processors this process may run on.
int defaultThreads();

const char *targetName(Target target);

/// `none`, `inspect:14`, as REGTT_REORDER spells it.
std::string toText(const Reorder &reorder);
/// Returns false where `text` is no such order.
bool readReorder(Reorder &reorder, const char *text);

} // namespace regtt::rt
