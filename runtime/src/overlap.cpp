/// Compares the bytes that two operands reach: by their address ranges first,
/// then, for arrays of one stride, by their places within the stride, and only
/// where both meet, byte by byte.
#include "overlap.h"

#include "operand_bytes.h"

#include <regtt/rt/host/address_set.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace regtt::rt {

namespace {

/// Addresses [first, last) that hold all of an operand's fields in use.
struct Reach {
  std::uintptr_t first = ~std::uintptr_t{0}, last = 0;

  Reach(const regtt_call &call, const regtt_operand &operand,
        const Fields &fields) {
    auto add = [&](std::size_t i) {
      for (const Bytes &field : fields) {
        const std::uintptr_t at = objectOf(operand, i) + field.offset;
        first = std::min(first, at);
        last = std::max(last, at + field.size);
      }
    };
    for (std::size_t i = 0; operand.indirect && i < call.count; ++i)
      if (hasObject(call, operand, i))
        add(i);
    if (operand.indirect)
      return;
    add(0);
    add(call.count - 1);
  }
};

/// Whether two direct operands of one stride never meet, wherever they start.
bool apartInStride(const regtt_operand &a, const Fields &fieldsOfA,
                   const regtt_operand &b, const Fields &fieldsOfB) {
  if (a.indirect || b.indirect || a.stride != b.stride || a.stride == 0)
    return false;
  const auto stride = static_cast<std::size_t>(std::abs(a.stride));
  for (const Bytes &x : fieldsOfA)
    for (const Bytes &y : fieldsOfB) {
      const std::uintptr_t atX = (objectOf(a, 0) + x.offset) % stride;
      const std::uintptr_t atY = (objectOf(b, 0) + y.offset) % stride;
      if ((atY + stride - atX) % stride < x.size ||
          (atX + stride - atY) % stride < y.size)
        return false;
    }
  return true;
}

/// Calls visit(iteration, byte) until it returns false.
template <class Visit>
void forEachByte(const regtt_call &call, const regtt_operand &operand,
                 const Fields &fields, const Visit &visit) {
  for (std::size_t i = 0; i < call.count; ++i) {
    if (!hasObject(call, operand, i))
      continue;
    for (const Bytes &field : fields)
      for (std::size_t b = 0; b < field.size; ++b)
        if (!visit(i, reinterpret_cast<const void *>(objectOf(operand, i) +
                                                     field.offset + b)))
          return;
  }
}

/// Iterations that meet: one that writes `ofA` of `a`, and one that uses `ofB`
/// of `b`.
std::string meeting(const regtt_call &call, const regtt_operand &a,
                    const Fields &ofA, const regtt_operand &b,
                    const Fields &ofB) {
  if (call.count == 0 || ofA.empty() || ofB.empty())
    return {};
  const Reach reachOfA(call, a, ofA), reachOfB(call, b, ofB);
  if (reachOfA.last <= reachOfB.first || reachOfB.last <= reachOfA.first ||
      apartInStride(a, ofA, b, ofB))
    return {};

  AddressSet bytes;
  bytes.reset(1);
  forEachByte(call, a, ofA, [&](std::size_t, const void *byte) {
    bytes.insert(byte);
    return true;
  });
  std::string found;
  forEachByte(call, b, ofB, [&](std::size_t j, const void *met) {
    if (!bytes.contains(met))
      return true;
    forEachByte(call, a, ofA, [&](std::size_t i, const void *byte) {
      if (byte != met)
        return true;
      found = "iteration " + std::to_string(i) + " writes what iteration " +
              std::to_string(j) + " reaches through another argument";
      return false;
    });
    return false;
  });
  return found;
}

/// Whether what `a` has in an iteration is used of `b` in no other iteration:
/// the objects of `a` do not meet each other, and of those that `b` meets each
/// is of the same iteration.
bool meetOnlyThemselves(const regtt_call &call, const regtt_operand &a,
                        const regtt_operand &b, const Fields &ofB) {
  struct Object {
    std::uintptr_t first;
    std::size_t iteration;
  };
  std::vector<Object> objects;
  for (std::size_t i = 0; i < call.count; ++i)
    if (hasObject(call, a, i))
      objects.push_back({objectOf(a, i), i});
  const auto isBefore = [](const Object &x, const Object &y) {
    return x.first < y.first;
  };
  std::sort(objects.begin(), objects.end(), isBefore);
  for (std::size_t k = 1; k < objects.size(); ++k)
    if (objects[k].first - objects[k - 1].first < a.bytes)
      return false;
  for (std::size_t j = 0; j < call.count; ++j) {
    if (!hasObject(call, b, j))
      continue;
    for (const Bytes &field : ofB) {
      const std::uintptr_t first = objectOf(b, j) + field.offset;
      // From the last that begins ahead of the field's end, backwards.
      auto each = std::lower_bound(objects.begin(), objects.end(),
                                   Object{first + field.size, 0}, isBefore);
      while (each != objects.begin() && (--each)->first + a.bytes > first)
        if (each->iteration != j)
          return false;
    }
  }
  return true;
}

Fields fieldsInUse(const FieldTables &fields, int operand) {
  Fields result;
  collect(result, fields.read, fields.numRead, operand);
  collect(result, fields.written, fields.numWritten, operand);
  return result;
}

} // namespace

std::string findOverlap(const regtt_call &call, const FieldTables &fields,
                        int written, int other) {
  Fields ofWritten;
  collect(ofWritten, fields.written, fields.numWritten, written);
  return meeting(call, call.operands[written], ofWritten, call.operands[other],
                 fieldsInUse(fields, other));
}

std::string findOverlap(const regtt_call &call, const FieldTables &fields,
                        const regtt_operand &later, int other) {
  const Fields used = fieldsInUse(fields, other);
  const std::string found =
      meeting(call, later, {{0, later.bytes}}, call.operands[other], used);
  const bool isInOrder =
      !found.empty() &&
      meetOnlyThemselves(call, later, call.operands[other], used);
  return isInOrder ? std::string() : found;
}

} // namespace regtt::rt
