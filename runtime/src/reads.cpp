/// The check of what the host file read for iterations before any of them ran:
/// none of them writes it.
#include "operand_bytes.h"

#include <regtt/rt/host/gather.h>

#include <algorithm>

namespace regtt::rt {

std::string checkReads(const regtt_call &call, const WrittenBytes &written) {
  if (call.num_reads == 0 || call.count == 0)
    return {};
  const auto meets = [&](std::uintptr_t first, std::uintptr_t last) {
    return written.meets(reinterpret_cast<const void *>(first), last - first);
  };
  for (int r = 0; r < call.num_reads; ++r) {
    const regtt_operand &read = call.reads[r];
    const std::uintptr_t one = objectOf(read, 0);
    const std::uintptr_t other = objectOf(read, call.count - 1);
    if (!read.indirect &&
        !meets(std::min(one, other), std::max(one, other) + read.bytes))
      continue;
    for (std::size_t i = 0; i < call.count; ++i)
      if (hasObject(call, read, i) &&
          meets(objectOf(read, i), objectOf(read, i) + read.bytes))
        return "an iteration writes what the loop evaluates for iteration " +
               std::to_string(i) + " before the traversals run";
  }
  return {};
}

} // namespace regtt::rt
