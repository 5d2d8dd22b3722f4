/// Saves, restores and compares the written fields of a call.
#include "verify.h"

#include "operand_bytes.h"
#include "room.h"

#include <cstdio>
#include <cstring>

namespace regtt::rt {

namespace {

/// Calls visit(iteration, field, place) for every written field; objects behind
/// null pointers have none.
template <class Visit>
void forEachWritten(const regtt_call &call, const Visit &visit) {
  const regtt_site &site = *call.site;
  for (std::size_t i = 0; i < call.count; ++i)
    for (int f = 0; f < site.num_written; ++f) {
      const regtt_operand &operand = call.operands[site.written[f].operand];
      char *object = static_cast<char *>(operand.base) +
                     std::ptrdiff_t(i) * operand.stride;
      if (!hasObject(call, operand, i))
        continue;
      if (operand.indirect)
        std::memcpy(&object, object, sizeof(void *));
      if (object)
        visit(i, f, object + site.written[f].offset);
    }
}

void copyOut(const regtt_call &call, char *to) {
  forEachWritten(call, [&](std::size_t, int field, const char *place) {
    const std::size_t bytes = call.site->written[field].bytes;
    std::memcpy(to, place, bytes);
    to += bytes;
  });
}

std::string hex(const char *data, std::size_t bytes) {
  std::string text = "0x";
  char digits[3];
  // Most significant byte first, as the value is read on this machine.
  for (std::size_t b = bytes; b-- > 0;) {
    std::snprintf(digits, sizeof digits, "%02x",
                  static_cast<unsigned char>(data[b]));
    text += digits;
  }
  return text;
}

} // namespace

Verification::Verification(const regtt_call &call) : containers(call) {
  for (int f = 0; f < call.site->num_written; ++f)
    bytesPerIteration += call.site->written[f].bytes;
  before.resize(call.count * bytesPerIteration);
  copyOut(call, before.data());
}

void Verification::restore(const regtt_call &call) {
  elements.restore();
  containers.restore(call);
  parallel.resize(before.size());
  copyOut(call, parallel.data());
  const char *from = before.data();
  forEachWritten(call, [&](std::size_t, int field, char *place) {
    const std::size_t bytes = call.site->written[field].bytes;
    std::memcpy(place, from, bytes);
    from += bytes;
  });
}

std::string Verification::compare(const regtt_call &call) const {
  if (deferred.bytes() != call.deferred_bytes ||
      (deferred.bytes() != 0 &&
       std::memcmp(deferred.first(), call.deferred, deferred.bytes()) != 0))
    return "what iterations leave to the host differs from the serial loop's";
  const char *ours = parallel.data();
  std::size_t differing = 0;
  std::size_t last = call.count;
  std::string first;
  std::vector<char> parts[2]; // of what iterations combine: ours, the serial
  for (std::vector<char> &each : parts)
    each.resize(bytesPerIteration, 0);
  std::vector<std::size_t> columns(1, 0);
  for (int f = 0; f < call.site->num_written; ++f)
    columns.push_back(columns.back() + call.site->written[f].bytes);
  forEachWritten(call, [&](std::size_t i, int field, const char *place) {
    const regtt_written &written = call.site->written[field];
    if (written.part != 0)
      for (std::size_t b = 0; b < written.bytes; ++b)
        for (int k = 0; k < 2; ++k) {
          const char byte = k == 0 ? ours[b] : place[b];
          // And as the or of what is missing.
          parts[k][columns[std::size_t(field)] + b] |=
              written.part == 1 ? byte : char(~byte);
        }
    // What lies where an optional has no value is nobody's.
    const bool isHeld =
        written.held == 0 || place[std::ptrdiff_t(written.held - 1) -
                                   std::ptrdiff_t(written.offset)] != 0;
    if (written.part == 0 && isHeld &&
        std::memcmp(ours, place, written.bytes) != 0) {
      if (differing == 0)
        first = "iteration " + std::to_string(i) + ", bytes " +
                std::to_string(written.offset) + " to " +
                std::to_string(written.offset + written.bytes - 1) +
                " of operand " + std::to_string(written.operand) +
                ": parallel " + hex(ours, written.bytes) + ", serial " +
                hex(place, written.bytes);
      if (i != last)
        ++differing;
      last = i;
    }
    ours += written.bytes;
  });
  if (differing == 0 && parts[0] != parts[1])
    return "what iterations combine differs from the serial loop's";
  if (differing == 0) {
    const std::string inArrays =
        elements.compare(static_cast<const Room *>(call.room));
    return inArrays.empty() ? containers.compare(call) : inArrays;
  }
  return "results differ from the serial loop in " + std::to_string(differing) +
         " of " + std::to_string(call.count) + " iterations; first: " + first;
}

} // namespace regtt::rt
