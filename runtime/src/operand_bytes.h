/// The bytes of an operand's objects that a traversal uses.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/objects.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace regtt::rt {

struct Bytes {
  std::size_t offset, size;
};

using Fields = std::vector<Bytes>;

/// Adds the fields of operand `operand` in `table`.
inline void collect(Fields &fields, const ObjectField *table, int count,
                    int operand) {
  for (int i = 0; i < count; ++i)
    if (table[i].operand == operand && !table[i].address)
      fields.push_back({table[i].offset, table[i].bytes});
}

/// The address of iteration `i`'s object.
inline std::uintptr_t objectOf(const regtt_operand &operand, std::size_t i) {
  const char *place = static_cast<const char *>(operand.base) +
                      std::ptrdiff_t(i) * operand.stride;
  if (operand.indirect)
    std::memcpy(&place, place, sizeof(void *));
  return reinterpret_cast<std::uintptr_t>(place);
}

/// Whether iteration `i` has an object there: where its address is stored, only
/// if it makes its call.
inline bool hasObject(const regtt_call &call, const regtt_operand &operand,
                      std::size_t i) {
  return !operand.indirect || makesCall(call, i);
}

} // namespace regtt::rt
