/// The lines of the tuning file (host/tuner.h).
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/reorder.h>

#include <optional>
#include <string>

namespace regtt::rt {

struct TunedWay {
  std::string engine;
  Reorder::Kind reorder;
  double nsPerQuery;
};

/// What calls have in common that a line is for.
struct TunedCalls {
  std::string place; ///< placeOf()
  std::string device;
  int queries, nodes; ///< numbers of so many bits; no nodes: not known
};

/// `FILE:LINE<tab>TRAVERSAL` of a call.
std::string placeOf(const regtt_call &call);

/// The way of such calls; nothing where there is no such line, or no file.
/// Where nodes are not known it is that of the tree that was written last.
std::optional<TunedWay> readTuning(const std::string &file,
                                   const TunedCalls &calls);

/// Adds a line, or puts it in the place of an older one. A file that cannot be
/// written is told once on stderr.
void writeTuning(const std::string &file, const TunedCalls &calls,
                 const TunedWay &way);

} // namespace regtt::rt
