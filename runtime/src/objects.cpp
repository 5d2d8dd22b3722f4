/// The check that no two iterations write the same query object.
#include "overlap.h"

#include <regtt/rt/core/objects.h>
#include <regtt/rt/host/address_set.h>

#include <cstdint>
#include <cstdlib>

namespace regtt::rt {

namespace {

/// The bytes of an object between the first and the last field in use.
struct Span {
  std::size_t begin = ~std::size_t{0}, end = 0;

  void add(const ObjectField *fields, int count, int operand) {
    for (int i = 0; i < count; ++i) {
      if (fields[i].operand != operand || fields[i].address)
        continue;
      begin = std::min(begin, fields[i].offset);
      end = std::max(end, fields[i].offset + fields[i].bytes);
    }
  }
};

const void *pointerOf(const regtt_operand &operand, std::size_t i) {
  const void *object;
  std::memcpy(&object,
              static_cast<const char *>(operand.base) +
                  std::ptrdiff_t(i) * operand.stride,
              sizeof object);
  return object;
}

std::string iterations(std::size_t first, std::size_t second) {
  return "iterations " + std::to_string(first) + " and " +
         std::to_string(second);
}

std::string checkDirect(const regtt_operand &operand, std::size_t count,
                        const Span &span) {
  const auto distance = static_cast<std::size_t>(std::abs(operand.stride));
  if (count < 2 || distance >= span.end - span.begin)
    return {};
  return iterations(0, 1) + " write overlapping query objects";
}

std::string checkIndirect(const regtt_call &call, const regtt_operand &operand,
                          const Span &span, bool written) {
  AddressSet seen;
  seen.reset(span.end);
  for (std::size_t i = 0; i < call.count; ++i) {
    if (!makesCall(call, i))
      continue;
    const void *object = pointerOf(operand, i);
    if (!object)
      return "the query object of iteration " + std::to_string(i) +
             " is a null pointer";
    if (!written || seen.insert(object))
      continue;
    std::size_t earlier = 0;
    while (!makesCall(call, earlier) || pointerOf(operand, earlier) != object)
      ++earlier;
    return iterations(earlier, i) + " write the same query object";
  }
  return {};
}

/// Whether in each iteration `part` lies in its object of `whole`.
bool isPartOf(const regtt_operand &part, const regtt_operand &whole) {
  const auto offset = reinterpret_cast<std::uintptr_t>(part.base) -
                      reinterpret_cast<std::uintptr_t>(whole.base);
  return part.stride == whole.stride && part.indirect == whole.indirect &&
         (part.indirect ? offset == 0 : offset + part.bytes <= whole.bytes);
}

/// Whether the code around the call writes what another iteration's call uses.
std::string checkLater(const regtt_call &call, const FieldTables &fields) {
  if (call.num_later == 0 || call.count == 0)
    return {};
  for (int l = 0; l < call.num_later; ++l)
    for (int o = 0; o < call.site->num_operands; ++o) {
      const regtt_operand &later = call.later[l], &used = call.operands[o];
      // Of an iteration's own object, before its call or when that is over.
      if (isPartOf(later, used)) {
        const Span whole{0, later.bytes};
        const std::string error = later.indirect
                                      ? checkIndirect(call, later, whole, true)
                                      : std::string();
        if (!error.empty())
          return error;
        continue;
      }
      if (const std::string error = findOverlap(call, fields, later, o);
          !error.empty())
        return error;
    }
  return {};
}

} // namespace

std::string checkObjects(const regtt_call &call, const FieldTables &fields) {
  for (int o = 0; o < call.site->num_operands; ++o) {
    const regtt_operand &operand = call.operands[o];
    Span writes;
    writes.add(fields.written, fields.numWritten, o);
    const bool written = writes.end > 0;
    Span uses = writes;
    uses.add(fields.read, fields.numRead, o);
    if (uses.end == 0)
      continue;
    std::string error;
    if (operand.indirect)
      error = checkIndirect(call, operand, uses, written);
    else if (written)
      error = checkDirect(operand, call.count, uses);
    if (!error.empty())
      return error;
  }
  for (int written = 0; written < call.site->num_operands; ++written)
    for (int other = 0; other < call.site->num_operands; ++other)
      if (other != written)
        if (std::string error = findOverlap(call, fields, written, other);
            !error.empty())
          return error;
  return checkLater(call, fields);
}

} // namespace regtt::rt
