/// The check of what the host file reads for iterations before any of them ran:
/// none of them writes it; and of what it reads after all of them ran: no
/// traversal writes it.
#include "operand_bytes.h"

#include <regtt/rt/host/gather.h>

#include <algorithm>
#include <optional>

namespace regtt::rt {

namespace {

using Meets = bool (*)(const WrittenBytes &written, const void *at,
                       std::size_t size);

/// The first iteration for which a place of `read` is written.
std::optional<std::size_t> writtenFor(const regtt_call &call,
                                      const regtt_operand &read,
                                      const WrittenBytes &written,
                                      Meets meets) {
  const auto isWritten = [&](std::uintptr_t first, std::uintptr_t last) {
    return meets(written, reinterpret_cast<const void *>(first), last - first);
  };
  const std::uintptr_t one = objectOf(read, 0);
  const std::uintptr_t other = objectOf(read, call.count - 1);
  if (!read.indirect &&
      !isWritten(std::min(one, other), std::max(one, other) + read.bytes))
    return std::nullopt;
  for (std::size_t i = 0; i < call.count; ++i)
    if (hasObject(call, read, i) &&
        isWritten(objectOf(read, i), objectOf(read, i) + read.bytes))
      return i;
  return std::nullopt;
}

} // namespace

std::string checkReads(const regtt_call &call, const WrittenBytes &written) {
  if (call.count == 0)
    return {};
  for (int r = 0; r < call.num_reads; ++r)
    if (const auto i =
            writtenFor(call, call.reads[r], written,
                       [](const WrittenBytes &bytes, const void *at,
                          std::size_t size) { return bytes.meets(at, size); }))
      return "an iteration writes what the loop evaluates for iteration " +
             std::to_string(*i) + " before the traversals run";
  for (int r = 0; r < call.num_later_reads; ++r)
    if (const auto i = writtenFor(
            call, call.later_reads[r], written,
            [](const WrittenBytes &bytes, const void *at, std::size_t size) {
              return bytes.meetsTraversals(at, size);
            }))
      return "a traversal writes what the loop's body reads for iteration " +
             std::to_string(*i) + " after the traversals ran";
  return {};
}

} // namespace regtt::rt
