/// What is kept of how far iterations come.
#include <regtt/rt/host/known_reach.h>

#include "region.h"

#include <regtt/rt/host/session.h>

#include <algorithm>
#include <utility>

namespace regtt::rt {

/// Where a region's loops swap arrays there are a few of each loop.
static constexpr std::size_t mostKnown = 64;

const KnownReach *KnownReaches::find(const ReachKey &key) const {
  const auto found =
      std::find_if(known.begin(), known.end(),
                   [&](const KnownReach &each) { return each.key == key; });
  return found == known.end() ? nullptr : &*found;
}

void KnownReaches::add(KnownReach reach) {
  if (known.size() == mostKnown)
    known.erase(known.begin());
  known.push_back(std::move(reach));
}

void KnownReaches::forget(const void *at, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(at);
  std::erase_if(known, [&](const KnownReach &each) {
    return std::any_of(
        each.reads.begin(), each.reads.end(),
        [&](const KnownReach::Read &read) {
          const auto first = reinterpret_cast<std::uintptr_t>(read.at);
          return first < begin + bytes && begin < first + read.bytes;
        });
  });
}

void KnownReaches::forget(const WrittenBytes &written) {
  std::erase_if(known, [&](const KnownReach &each) {
    return std::any_of(each.reads.begin(), each.reads.end(),
                       [&](const KnownReach::Read &read) {
                         return written.meets(read.at, read.bytes);
                       });
  });
}

KnownReaches *knownReaches(const regtt_call &call, bool isOfStaying) {
  if (call.calls)
    return nullptr; // of other iterations each time
  if (Region *const region = regionOf(call))
    return &region->reached;
  return isOfStaying && call.resident ? &session().reached : nullptr;
}

void noteRegionChanges(const regtt_call &call, const WrittenBytes &written) {
  if (Region *const region = regionOf(call))
    region->reached.forget(written);
}

} // namespace regtt::rt
