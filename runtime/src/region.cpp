/// regtt_next_pass: what is compared, and what calls of a region share.
#include "region.h"

#include "call_lock.h"

#include <regtt/rt/host/fixpoint.h>
#include <regtt/rt/host/float_mode.h>
#include <regtt/rt/host/log.h>
#include <regtt/rt/host/session.h>

#include <algorithm>
#include <utility>

namespace regtt::rt {

Region *regionOf(const regtt_call &call) {
  if (!call.region)
    return nullptr;
  if (!call.region->kept)
    call.region->kept = new Region;
  return static_cast<Region *>(call.region->kept);
}

std::unique_ptr<DeviceRegion> &deviceRegionOf(const regtt_call &call) {
  return regionOf(call)->device;
}

bool isFirstRound(const regtt_call &call) {
  const Region *const region = regionOf(call);
  return !region || region->calls == 0;
}

void keepStates(const std::vector<WrittenElements> &written,
                std::span<const int> flags) {
  std::vector<WrittenElements> states = written;
  std::erase_if(states, [&](const WrittenElements &each) {
    return std::find(flags.begin(), flags.end(), each.array) != flags.end();
  });
  session().saved.keep(states);
}

std::string startModeFault() {
  const std::string mode = unusualFloatMode();
  return mode.empty()
             ? ""
             : "the calling thread " + mode +
                   ", so that a sum may be a negative zero, and which of two "
                   "equal numbers stays depends on the way to the fixed point";
}

void noteCall(const regtt_call &call, Target target) {
  Region *const region = regionOf(call);
  if (!region)
    return;
  region->target = target;
  if (region->calls++ != 0)
    return;
  region->first.site = call.site;
  region->first.count = call.count;
  region->isVerified = session().environment.verify;
  region->variant = session().report.variant;
  if (region->isVerified)
    region->states = std::move(session().saved);
}

void leaveDevice(const regtt_call &call) {
  Region *const region = regionOf(call);
  if (!region || !region->device)
    return;
  region->device->bringBack();
  region->device->forget();
}

} // namespace regtt::rt

extern "C" int regtt_next_pass(regtt_region *of) {
  using namespace regtt::rt;
  auto *const region = static_cast<Region *>(of->kept);
  if (of->passes++ == 0)
    return 1;
  if (!region)
    return 0;
  const std::lock_guard lock(callLock());
  if (region->device)
    region->device->bringBack();
  region->device.reset();
  if (region->isVerified && !region->isSerial) {
    region->isSerial = true;
    region->states.restore();
    return 1;
  }
  if (region->isSerial) {
    const std::string target = targetName(region->target);
    const std::string difference = region->states.compare(nullptr);
    if (!difference.empty())
      fail(region->first, "REGTT_VERIFY: " + target + " " + region->variant +
                              ": " + difference);
    logIdentical(region->first, target, region->variant);
  }
  delete region;
  of->kept = nullptr;
  return 0;
}
