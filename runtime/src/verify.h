/// REGTT_VERIFY: keeps the parallel results beside the serial ones.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/deferred_list.h>
#include <regtt/rt/host/containers.h>
#include <regtt/rt/host/saved_elements.h>

#include <cstddef>
#include <string>
#include <vector>

namespace regtt::rt {

/// The written fields of one call. The parallel run works on the user's
/// objects; `restore` then puts back what was there, for the serial loop.
class Verification {
public:
  /// Copies what the written fields hold before the parallel run.
  explicit Verification(const regtt_call &call);

  /// Keeps the parallel results and puts back what was there before.
  void restore(const regtt_call &call);

  /// Compares the kept results with what the serial loop wrote, bit for bit.
  /// Returns an empty text, or the first iteration that differs and how many.
  std::string compare(const regtt_call &call) const;

  std::string target; ///< where the parallel results come from
  std::string variant;
  SavedElements elements; ///< of the arrays that queries have
  DeferredList deferred;  ///< what the serial loop leaves for later

private:
  SavedContainers containers;
  std::size_t bytesPerIteration = 0;
  std::vector<char> before;
  std::vector<char> parallel;
};

} // namespace regtt::rt
