/// How far iterations of earlier calls came (reach.h), for as long as what was
/// looked at to find it out stays as it is.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/host/written_bytes.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace regtt::rt {

/// Calls of equal keys come equally far, unless what they look at has changed:
/// the loop, its iterations, where arrays lie, what all iterations see.
struct ReachKey {
  const regtt_site *site = nullptr;
  std::vector<std::uintptr_t> numbers;
  std::vector<std::byte> uniforms;

  bool operator==(const ReachKey &) const = default;
};

/// What one call has found out.
struct KnownReach {
  struct Read {
    const void *at;
    std::size_t bytes;
  };
  ReachKey key;
  std::vector<regtt_array> arrays; ///< the call's, with what was found
  std::vector<Read> reads;         ///< what it depends on
};

/// Those of several calls. Not used by several threads.
class KnownReaches {
public:
  /// Null: there is none.
  const KnownReach *find(const ReachKey &key) const;
  /// The oldest are given up where there are many.
  void add(KnownReach reach);
  void forget() { known.clear(); }
  /// Gives up what depends on bytes that are to change.
  void forget(const void *at, std::size_t bytes);
  void forget(const WrittenBytes &written);

private:
  std::vector<KnownReach> known;
};

/// Those of the call's region; where it has none, and arrays that stay
/// (`resident`) are all that it depends on, the session's. Null: nothing is
/// kept.
KnownReaches *knownReaches(const regtt_call &call, bool isOfStaying);

/// A call of a region is about to change what `written` says.
void noteRegionChanges(const regtt_call &call, const WrittenBytes &written);

} // namespace regtt::rt
