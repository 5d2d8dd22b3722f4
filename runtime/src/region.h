/// Calls that have one regtt_region, from the first pass to the last.
#pragma once

#include "target_choice.h"

#include <regtt/rt/abi.h>
#include <regtt/rt/host/known_reach.h>
#include <regtt/rt/host/region.h>
#include <regtt/rt/host/saved_elements.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace regtt::rt {

struct Region {
  std::size_t calls = 0;        ///< that ran
  Target target = Target::Auto; ///< of the last of them
  std::unique_ptr<DeviceRegion> device;
  KnownReaches reached;
  // With REGTT_REGION=check: of the call that runs.
  std::vector<WrittenElements> written;
  std::vector<const void *> flags;
  // Under REGTT_VERIFY.
  bool isSerial = false; ///< this pass is for comparison only
  bool isVerified = false;
  SavedElements states;
  regtt_call first = {}; ///< for messages: its site is what counts
  std::string variant;   ///< of the first call
};

/// That of a call, which is made where there is none; null: it has none.
Region *regionOf(const regtt_call &call);

/// After a call that ran on `target`.
void noteCall(const regtt_call &call, Target target);

/// Around a call on a target: what others have on a device comes back, and what
/// REGTT_REGION=check hides.
void enterTarget(const regtt_call &call, Target target);
void leaveTarget(const regtt_call &call);

/// Before the user's arrays are used in any other way than on a device.
void leaveDevice(const regtt_call &call);

} // namespace regtt::rt
