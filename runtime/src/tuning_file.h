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

/// `FILE:LINE<tab>TRAVERSAL` of a call.
std::string placeOf(const regtt_call &call);

/// The way of such a call; nothing where there is no such line, or no file.
std::optional<TunedWay> readTuning(const std::string &file,
                                   const std::string &place,
                                   const std::string &device, int sizeClass);

/// Adds a line, or puts it in the place of an older one. A file that cannot be
/// written is told once on stderr.
void writeTuning(const std::string &file, const std::string &place,
                 const std::string &device, int sizeClass, const TunedWay &way);

} // namespace regtt::rt
