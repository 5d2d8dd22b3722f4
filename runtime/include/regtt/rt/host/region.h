/// What the calls of one regtt_region have in common: arrays that stay on a
/// device from one call to the next.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/host/written_bytes.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace regtt::rt {

/// A target's part of it, which its launcher makes.
class DeviceRegion {
public:
  DeviceRegion() = default;
  DeviceRegion(const DeviceRegion &) = delete;
  DeviceRegion &operator=(const DeviceRegion &) = delete;
  virtual ~DeviceRegion() = default;

  /// Brings what is newer on the device to the user's arrays. It stays valid
  /// there.
  virtual void bringBack() = 0;

  /// Others have changed the user's arrays: what is on the device counts no
  /// more. After bringBack().
  virtual void forget() = 0;

  /// The host is to look at these bytes, and to change them where `isWritten`
  /// says so: the same of the arrays that have some of them.
  virtual void touch(const void *at, std::size_t bytes, bool isWritten) = 0;
};

/// Of a call that has a region; empty before its first call on a device.
std::unique_ptr<DeviceRegion> &deviceRegionOf(const regtt_call &call);

/// Whether it is a round of a loop that ends at a fixed point.
bool areRounds(const regtt_call &call);

/// Whether elements are as the user's program left them ahead of its loop.
bool isFirstRound(const regtt_call &call);

/// Under REGTT_VERIFY: keeps what arrays hold ahead of the first round, but for
/// those of these numbers.
void keepStates(const std::vector<WrittenElements> &written,
                std::span<const int> flags);

/// With REGTT_REGION=check: notes what the call writes of arrays that its
/// iterations share, and which of these arrays the host is handed in any case.
void noteRegionWrites(const std::vector<WrittenElements> &written,
                      std::vector<const void *> flags);

} // namespace regtt::rt
