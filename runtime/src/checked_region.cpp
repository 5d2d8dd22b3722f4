/// Hides what calls write, and compares what they find with what they left.
#include "checked_region.h"

#include <regtt/rt/host/log.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace regtt::rt {

CheckedRegion::Range CheckedRegion::Hidden::range() const {
  const std::ptrdiff_t length = std::ptrdiff_t(count - 1) * stride;
  const char *const from = length < 0 ? first + length : first;
  return {from + offset, std::size_t(length < 0 ? -length : length) + bytes};
}

void CheckedRegion::hide(Hidden &hidden) {
  constexpr int wrong = 0xA5;
  hidden.held.resize(hidden.count * hidden.bytes);
  for (std::size_t i = 0; i < hidden.count; ++i) {
    char *const at =
        hidden.first + std::ptrdiff_t(i) * hidden.stride + hidden.offset;
    std::memcpy(&hidden.held[i * hidden.bytes], at, hidden.bytes);
    std::memset(at, wrong, hidden.bytes);
  }
  hidden.isShown = false;
}

void CheckedRegion::show(Hidden &hidden) {
  if (std::exchange(hidden.isShown, true))
    return;
  for (std::size_t i = 0; i < hidden.count; ++i)
    std::memcpy(hidden.first + std::ptrdiff_t(i) * hidden.stride +
                    hidden.offset,
                &hidden.held[i * hidden.bytes], hidden.bytes);
}

void CheckedRegion::showAll() {
  // The last one hidden first, as of places that two of them have.
  for (auto each = hidden.rbegin(); each != hidden.rend(); ++each)
    show(*each);
}

void CheckedRegion::bringBack() {
  showAll();
  hidden.clear();
}

void CheckedRegion::forget() { kept.clear(); }

void CheckedRegion::touch(const void *at, std::size_t bytes, bool isWritten) {
  // What overlaps with it is shown first.
  const auto isMet = [&](const Hidden &each) {
    return each.range().meets(at, bytes);
  };
  if (std::any_of(hidden.begin(), hidden.end(), isMet)) {
    showAll();
    std::erase_if(hidden, isMet);
    for (Hidden &each : hidden)
      hide(each);
  }
  if (isWritten)
    std::erase_if(kept,
                  [&](const Range &each) { return each.meets(at, bytes); });
}

void CheckedRegion::begin(const regtt_call &call) {
  std::erase_if(hidden, [](const Hidden &each) { return each.isShown; });
  showAll();
  for (const Range &each : kept)
    if (std::memcmp(each.at, each.held.data(), each.bytes) != 0)
      fail(call, "REGTT_REGION: what lies on a device has been changed by the "
                 "host, which did not say so");
}

void CheckedRegion::keep(const void *at, std::size_t bytes) {
  const auto *const from = static_cast<const char *>(at);
  if (from && bytes != 0)
    kept.push_back({from, bytes, {from, from + bytes}});
}

void CheckedRegion::end(const regtt_call &call,
                        std::span<const WrittenElements> written,
                        std::span<const void *const> flags) {
  const auto isFlag = [&](const void *at) {
    return std::find(flags.begin(), flags.end(), at) != flags.end();
  };
  // What it had is newer now.
  for (Range &each : kept)
    each.held.assign(each.at, each.at + each.bytes);
  for (int a = 0; a < call.site->num_arrays; ++a)
    if (const regtt_array &array = call.arrays[a];
        !isFlag(array.base) && array.count != REGTT_UNKNOWN_COUNT)
      keep(array.base, array.count * array.stride);
  for (int o = 0; o < call.site->num_operands && !call.calls; ++o)
    if (const regtt_operand &own = call.operands[o];
        !own.indirect && own.stride == std::ptrdiff_t(own.bytes))
      keep(own.base, call.count * own.bytes);
  for (const WrittenElements &array : written)
    for (const WrittenSlice &slice : array.slices)
      for (const ArrayField &field : array.fields)
        if (slice.count != 0 && !isFlag(slice.first))
          hidden.push_back({slice.first, std::ptrdiff_t(array.stride),
                            slice.count, field.offset, field.bytes});
  for (int w = 0; w < call.site->num_written; ++w) {
    const regtt_written &field = call.site->written[w];
    const regtt_operand &own = call.operands[field.operand];
    if (!own.indirect && !call.calls && call.count != 0)
      hidden.push_back({static_cast<char *>(own.base), own.stride, call.count,
                        field.offset, field.bytes});
  }
  for (Hidden &each : hidden)
    hide(each);
}

} // namespace regtt::rt
