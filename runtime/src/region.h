/// Calls that have one regtt_region, from the first pass to the last.
#pragma once

#include "target_choice.h"

#include <regtt/rt/abi.h>
#include <regtt/rt/host/region.h>
#include <regtt/rt/host/saved_elements.h>

#include <cstddef>
#include <memory>
#include <string>

namespace regtt::rt {

struct Region {
  std::size_t calls = 0;        ///< that ran
  Target target = Target::Auto; ///< of the last of them
  std::unique_ptr<DeviceRegion> device;
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

/// Before the user's arrays are used in any other way than on a device.
void leaveDevice(const regtt_call &call);

} // namespace regtt::rt
