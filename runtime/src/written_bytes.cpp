/// Ranges of memory against the objects that iterations write: by address
/// ranges first, then by the places of fields in objects side by side, or by
/// search among the sorted addresses of others.
#include <regtt/rt/host/written_bytes.h>

#include "operand_bytes.h"

#include <regtt/rt/host/gather.h>

#include <algorithm>
#include <cstdlib>

namespace regtt::rt {

WrittenBytes::WrittenBytes(const regtt_call &call, const FieldTables &fields)
    : count(call.count) {
  for (int o = 0; o < call.site->num_operands && count != 0; ++o) {
    const regtt_operand &from = call.operands[o];
    Operand operand{reinterpret_cast<std::uintptr_t>(from.base),
                    from.stride,
                    {},
                    ~std::uintptr_t{0},
                    0,
                    {}};
    Fields used;
    collect(used, fields.written, fields.numWritten, o);
    for (const Bytes &field : used) {
      operand.fields.push_back({field.offset, field.size});
      widest = std::max(widest, field.offset + field.size);
    }
    if (used.empty())
      continue;
    if (from.indirect) {
      for (std::size_t i = 0; i < count; ++i)
        operand.objects.push_back(objectOf(from, i));
      std::sort(operand.objects.begin(), operand.objects.end());
    }
    for (const std::uintptr_t object :
         {from.indirect ? operand.objects.front() : objectOf(from, 0),
          from.indirect ? operand.objects.back() : objectOf(from, count - 1)})
      for (const Bytes &field : used) {
        operand.first = std::min(operand.first, object + field.offset);
        operand.last =
            std::max(operand.last, object + field.offset + field.size);
      }
    operands.push_back(std::move(operand));
  }
}

bool WrittenBytes::meets(const Operand &operand, std::uintptr_t at,
                         std::size_t size) const {
  if (at >= operand.last || at + size <= operand.first)
    return false;
  const auto writes = [&](std::uintptr_t object) {
    for (const Field &field : operand.fields)
      if (at < object + field.offset + field.size &&
          object + field.offset < at + size)
        return true;
    return false;
  };
  const std::uintptr_t lowest = at < widest ? 0 : at - widest;
  if (!operand.objects.empty()) {
    for (auto object = std::lower_bound(operand.objects.begin(),
                                        operand.objects.end(), lowest);
         object != operand.objects.end() && *object < at + size; ++object)
      if (writes(*object))
        return true;
    return false;
  }
  // Iterations whose objects begin in [lowest, at + size).
  const std::size_t stride = std::size_t(std::abs(operand.stride));
  if (stride == 0)
    return writes(operand.base);
  const std::uintptr_t begin =
      operand.stride > 0 ? operand.base : operand.base - (count - 1) * stride;
  for (std::size_t i = lowest > begin ? (lowest - begin) / stride : 0;
       i < count && begin + i * stride < at + size; ++i)
    if (writes(begin + i * stride))
      return true;
  return false;
}

bool WrittenBytes::meets(const void *at, std::size_t size) const {
  return std::any_of(
      operands.begin(), operands.end(), [&](const Operand &operand) {
        return meets(operand, reinterpret_cast<std::uintptr_t>(at), size);
      });
}

bool readsWritten(const WrittenBytes &written, const ArrayTables &tables,
                  int number, const char *from, std::size_t count) {
  const ArrayForm &form = tables.forms[number];
  if (!form.indirect && !written.meets(from, count * form.stride))
    return false;
  for (std::size_t i = 0; i < count; ++i) {
    const char *object = from + i * form.stride;
    if (form.indirect)
      std::memcpy(&object, object, sizeof(void *));
    for (int f = 0; object && f < tables.numFields; ++f)
      if (const ArrayField &field = tables.fields[f];
          field.array == number && !field.address &&
          written.meets(object + field.offset, field.bytes))
        return true;
  }
  return false;
}

} // namespace regtt::rt
