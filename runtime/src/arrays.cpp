/// The checks of a call's shared arrays: their elements have the size that the
/// slice was made for, there are as many as memory can hold, and no iteration
/// writes what another reads through them.
#include "operand_bytes.h"

#include <regtt/rt/host/address_set.h>
#include <regtt/rt/host/gather.h>

#include <cstdint>

namespace regtt::rt {

namespace {

std::string quoted(const ArrayForm &form) {
  return "array '" + std::string(form.name) + "'";
}

std::string checkForm(const regtt_array &array, const ArrayForm &form) {
  if (array.stride != form.stride)
    return quoted(form) + " has elements of " + std::to_string(array.stride) +
           " bytes in the host file and of " + std::to_string(form.stride) +
           " as regtt-cc lays them out; compile both with the same flags";
  if (array.count > static_cast<std::size_t>(PTRDIFF_MAX) / array.stride)
    return "the extent of " + quoted(form) + " is " +
           std::to_string(static_cast<std::ptrdiff_t>(array.count)) +
           "; it must be the number of its elements";
  if (!array.base && array.count != 0)
    return quoted(form) + " is a null pointer";
  return {};
}

/// What is read of one array, byte by byte.
class ReadBytes {
public:
  ReadBytes(const regtt_array &array, const ArrayTables &tables, int number)
      : base(reinterpret_cast<std::uintptr_t>(array.base)),
        stride(array.stride), count(array.count),
        indirect(tables.forms[number].indirect) {
    for (int f = 0; f < tables.numFields; ++f)
      if (tables.fields[f].array == number)
        fields.push_back({tables.fields[f].offset, tables.fields[f].bytes});
  }

  bool none() const { return count == 0 || fields.empty(); }

  /// The first element that is read in [at, at + size); count if none is. Only
  /// for arrays that hold their data themselves.
  std::size_t elementIn(std::uintptr_t at, std::size_t size) const {
    if (at + size <= base || at >= base + count * stride)
      return count;
    const std::uintptr_t from = at < base ? base : at;
    const std::size_t last = (at + size - 1 - base) / stride;
    for (std::size_t i = (from - base) / stride; i <= last && i < count; ++i)
      for (const Bytes &field : fields) {
        const std::uintptr_t begin = base + i * stride + field.offset;
        if (at < begin + field.size && begin < at + size)
          return i;
      }
    return count;
  }

  /// The first element that reads a byte of `written`; count if none does.
  std::size_t elementOf(AddressSet &written) const {
    for (std::size_t i = 0; i < count; ++i) {
      const char *object = reinterpret_cast<const char *>(base + i * stride);
      std::memcpy(&object, object, sizeof object);
      for (const Bytes &field : fields)
        for (std::size_t b = 0; object && b < field.size; ++b)
          if (written.contains(object + field.offset + b))
            return i;
    }
    return count;
  }

  std::uintptr_t base;
  std::size_t stride, count;
  bool indirect;
  Fields fields;
};

std::string meets(const ReadBytes &read, std::size_t element,
                  const ArrayForm &form) {
  return element == read.count
             ? std::string()
             : "an iteration writes what is read of element " +
                   std::to_string(element) + " of " + quoted(form);
}

std::string checkWrites(const regtt_call &call, const FieldTables &fields,
                        int o, const ReadBytes &read, const ArrayForm &form) {
  const regtt_operand &operand = call.operands[o];
  Fields written;
  collect(written, fields.written, fields.numWritten, o);
  if (written.empty() || read.none() || call.count == 0)
    return {};
  if (read.indirect) {
    AddressSet bytes;
    bytes.reset(1);
    for (std::size_t i = 0; i < call.count; ++i)
      for (const Bytes &field : written)
        for (std::size_t b = 0; b < field.size; ++b)
          bytes.insert(reinterpret_cast<const void *>(objectOf(operand, i) +
                                                      field.offset + b));
    return meets(read, read.elementOf(bytes), form);
  }
  // Objects side by side in the array's own stride all lie alike in elements,
  // unless the array ends among them.
  const bool alike = !operand.indirect &&
                     operand.stride == std::ptrdiff_t(read.stride) &&
                     objectOf(operand, 0) >= read.base &&
                     objectOf(operand, call.count - 1) + operand.stride <=
                         read.base + read.count * read.stride;
  const std::size_t tested = alike ? 1 : call.count;
  for (std::size_t i = 0; i < tested; ++i)
    for (const Bytes &field : written) {
      const std::size_t element =
          read.elementIn(objectOf(operand, i) + field.offset, field.size);
      if (element != read.count)
        return meets(read, element, form);
    }
  return {};
}

} // namespace

std::string checkArrays(const regtt_call &call, const ArrayTables &arrays,
                        const FieldTables &fields) {
  for (int a = 0; a < arrays.numArrays; ++a) {
    const ArrayForm &form = arrays.forms[a];
    std::string error = checkForm(call.arrays[a], form);
    const ReadBytes read(call.arrays[a], arrays, a);
    for (int o = 0; o < call.site->num_operands && error.empty(); ++o)
      error = checkWrites(call, fields, o, read, form);
    if (!error.empty())
      return error;
  }
  return {};
}

} // namespace regtt::rt
