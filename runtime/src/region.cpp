/// regtt_next_pass, regtt_sync: what calls of a region share, and what is
/// compared of rounds.
#include "region.h"

#include "call_lock.h"
#include "checked_region.h"

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

bool areRounds(const regtt_call &call) {
  return call.region && call.region->passes != 0;
}

bool isFirstRound(const regtt_call &call) {
  const Region *const region = regionOf(call);
  return !areRounds(call) || region->calls == 0;
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
  if (region->calls++ != 0 || !areRounds(call))
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

static Region *running = nullptr; ///< under the calls' lock

static bool isChecked(const regtt_call &call) {
  return session().environment.checkRegions && call.region && !areRounds(call);
}

void noteRegionWrites(const std::vector<WrittenElements> &written,
                      std::vector<const void *> flags) {
  if (!running)
    return;
  running->written = written;
  running->flags = std::move(flags);
}

static CheckedRegion *checkedOf(const regtt_call &call) {
  return dynamic_cast<CheckedRegion *>(regionOf(call)->device.get());
}

void enterTarget(const regtt_call &call, Target target) {
  running = nullptr;
  if (target == Target::Cuda)
    return;
  if (!isChecked(call))
    return leaveDevice(call);
  running = regionOf(call);
  running->written.clear();
  running->flags.clear();
  if (!checkedOf(call)) {
    leaveDevice(call);
    running->device = std::make_unique<CheckedRegion>();
  }
  checkedOf(call)->begin(call);
}

void leaveTarget(const regtt_call &call) {
  if (running)
    checkedOf(call)->end(call, running->written, running->flags);
  running = nullptr;
}

/// Calls `use` with what the region has on a device, if it has anything, and
/// `changed` with what is known of what the host is about to change.
template <class Use, class Changed>
static void useDevice(regtt_region *of, const Use &use,
                      const Changed &changed) {
  auto *const region = static_cast<Region *>(of->kept);
  if (!region)
    return;
  const std::lock_guard lock(callLock());
  changed(region->reached);
  if (region->device)
    use(*region->device);
}

/// The host changes nothing.
static void keepsAll(KnownReaches &) {}

} // namespace regtt::rt

extern "C" void regtt_sync(regtt_region *of) {
  regtt::rt::useDevice(
      of,
      [](regtt::rt::DeviceRegion &device) {
        device.bringBack();
        device.forget();
      },
      [](regtt::rt::KnownReaches &known) { known.forget(); });
}

extern "C" void regtt_fetch(regtt_region *of) {
  regtt::rt::useDevice(
      of, [](regtt::rt::DeviceRegion &device) { device.bringBack(); },
      regtt::rt::keepsAll);
}

extern "C" void regtt_read(regtt_region *of, const volatile void *at,
                           size_t bytes) {
  regtt::rt::useDevice(
      of,
      [=](regtt::rt::DeviceRegion &device) {
        device.touch(const_cast<const void *>(at), bytes, /*isWritten=*/false);
      },
      regtt::rt::keepsAll);
}

extern "C" void regtt_write(regtt_region *of, const volatile void *at,
                            size_t bytes) {
  regtt::rt::useDevice(
      of,
      [=](regtt::rt::DeviceRegion &device) {
        device.touch(const_cast<const void *>(at), bytes, /*isWritten=*/true);
      },
      [=](regtt::rt::KnownReaches &known) {
        known.forget(const_cast<const void *>(at), bytes);
      });
}

extern "C" void regtt_leave(regtt_region *of) {
  regtt_sync(of);
  auto *const region = static_cast<regtt::rt::Region *>(of->kept);
  if (!region)
    return;
  const std::lock_guard lock(regtt::rt::callLock());
  delete region;
  of->kept = nullptr;
}

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
