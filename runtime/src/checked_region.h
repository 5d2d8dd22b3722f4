/// Regions on CPU threads, with REGTT_REGION=check: what their calls write is
/// hidden from the host until it says that it looks at it, and what it changes
/// without a word is an error; as if it lay on a GPU.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/host/region.h>
#include <regtt/rt/host/written_bytes.h>

#include <cstddef>
#include <span>
#include <vector>

namespace regtt::rt {

class CheckedRegion final : public DeviceRegion {
public:
  ~CheckedRegion() override { bringBack(); }

  /// Ahead of a call: shows it all. Ends the program where the host has changed
  /// something without a word.
  void begin(const regtt_call &call);
  /// Behind it. `written`: of arrays that iterations share; `flags`: where
  /// arrays begin that the host is handed by every call.
  void end(const regtt_call &call, std::span<const WrittenElements> written,
           std::span<const void *const> flags);

  void bringBack() override;
  void forget() override;
  void touch(const void *at, std::size_t bytes, bool isWritten) override;

private:
  struct Range {
    const char *at = nullptr;
    std::size_t bytes = 0;
    std::vector<char> held = {}; ///< what was there
    bool meets(const void *place, std::size_t size) const {
      const auto *const from = static_cast<const char *>(place);
      return at < from + size && from < at + bytes;
    }
  };
  /// `bytes` bytes, `offset` into each element.
  struct Hidden {
    char *first;
    std::ptrdiff_t stride;
    std::size_t count, offset, bytes;
    std::vector<char> held = {};
    bool isShown = true;
    Range range() const;
  };
  void showAll();
  static void show(Hidden &hidden);
  static void hide(Hidden &hidden);
  void keep(const void *at, std::size_t bytes);

  std::vector<Range> kept; ///< what a device would have
  std::vector<Hidden> hidden;
};

} // namespace regtt::rt
