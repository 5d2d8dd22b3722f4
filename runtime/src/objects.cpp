/// The check that no iteration writes what another one uses of its query
/// object.
#include "operand_bytes.h"
#include "overlap.h"

#include <regtt/rt/core/objects.h>
#include <regtt/rt/host/places.h>
#include <regtt/rt/host/session.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>

namespace regtt::rt {

namespace {

std::string iterations(std::size_t first, std::size_t second) {
  return "iterations " + std::to_string(first) + " and " +
         std::to_string(second);
}

/// Whether one of two objects, the second one `distance` bytes behind the
/// first, is written where the other is used.
bool meet(const Fields &written, const Fields &used, std::size_t distance) {
  const auto overlap = [&](const Bytes &first, const Bytes &second) {
    const std::size_t at = distance + second.offset;
    return first.offset < at + second.size && at < first.offset + first.size;
  };
  for (const Bytes &write : written)
    for (const Bytes &use : used)
      if (overlap(write, use) || overlap(use, write))
        return true;
  return false;
}

std::size_t endOf(const Fields &fields) {
  std::size_t end = 0;
  for (const Bytes &field : fields)
    end = std::max(end, field.offset + field.size);
  return end;
}

std::string checkDirect(const regtt_operand &operand, std::size_t count,
                        const Fields &written, const Fields &used) {
  const auto distance = static_cast<std::size_t>(std::abs(operand.stride));
  for (std::size_t k = 1; k < count; ++k) {
    if (meet(written, used, k * distance))
      return iterations(0, k) + " write overlapping query objects";
    if (k * distance >= endOf(used))
      break;
  }
  return {};
}

/// Finds objects of iterations that write what another one uses.
class Neighbours {
public:
  Neighbours(const regtt_call &call, const regtt_operand &operand,
             const Fields &written, const Fields &used)
      : call(call), operand(operand), written(written), used(used) {
    std::size_t begin = ~std::size_t{0};
    for (const Bytes &use : used)
      begin = std::min(begin, use.offset);
    length = endOf(used) - begin;
  }

  std::string find() {
    if (!areInOrder() && !areApartInBits())
      sort();
    return found;
  }

private:
  template <class Visit> void forEach(const Visit &visit) const {
    for (std::size_t i = 0; i < call.count; ++i)
      if (makesCall(call, i))
        visit(i, objectOf(operand, i));
  }

  /// Whether each object lies behind that of the iteration before.
  bool areInOrder() {
    bool result = true;
    std::uintptr_t end = 0, start = 0;
    first = ~std::uintptr_t{0};
    forEach([&](std::size_t, std::uintptr_t object) {
      if (end == 0)
        start = object;
      result &= object >= end;
      end = object + length;
      first = std::min(first, object);
      last = std::max(last, object);
      places |= object - start;
    });
    return result;
  }

  /// Whether no object begins within another, by a bit for each place where
  /// one may begin: those around it say what is too near. Where there are too
  /// many places that is left open.
  bool areApartInBits() const {
    const int shift = std::countr_zero(places | (std::uintptr_t{1} << 63));
    const std::size_t near = (length - 1) >> shift; // places on either side
    const std::size_t numBits = ((last - first) >> shift) + 2 * near + 64;
    if (numBits / 512 > call.count || near > 2048)
      return false;
    std::vector<std::uint64_t> bits(numBits / 64 + 2);
    bool apart = true;
    forEach([&](std::size_t, std::uintptr_t object) {
      const std::size_t place = ((object - first) >> shift) + near;
      const std::size_t from = place - near, to = place + near;
      std::uint64_t met = 0;
      for (std::size_t word = from / 64; word <= to / 64; ++word) {
        std::uint64_t here = bits[word];
        if (word == from / 64)
          here &= ~std::uint64_t{0} << (from % 64);
        if (word == to / 64)
          here &= ~std::uint64_t{0} >> (63 - to % 64);
        met |= here;
      }
      apart &= met == 0;
      bits[place / 64] |= std::uint64_t{1} << (place % 64);
    });
    return apart;
  }

  void sort() {
    std::vector<Place> objects;
    forEach([&](std::size_t i, std::uintptr_t object) {
      objects.push_back({object, i});
    });
    sortPlaces(session().pool, objects);
    for (std::size_t a = 0; a < objects.size(); ++a)
      for (std::size_t b = a + 1;
           b < objects.size() && objects[b].key - objects[a].key < length; ++b)
        compare(objects[a].query, objects[a].key, objects[b].query,
                objects[b].key);
  }

  /// Notes two iterations whose objects meet; of several the first that does.
  void compare(std::size_t i, std::uintptr_t object, std::size_t j,
               std::uintptr_t other) {
    const std::size_t distance =
        object < other ? other - object : object - other;
    if (std::max(i, j) >= later || !meet(written, used, distance))
      return;
    later = std::max(i, j);
    found = iterations(std::min(i, j), later) +
            (distance == 0 ? " write the same query object"
                           : " write query objects that overlap in part");
  }

  const regtt_call &call;
  const regtt_operand &operand;
  const Fields &written, &used;
  std::size_t length; ///< from the first byte in use to the last
  std::uintptr_t first = 0, last = 0;
  std::uintptr_t places = 0; ///< the bits in which addresses differ
  std::size_t later = ~std::size_t{0};
  std::string found;
};

std::string checkIndirect(const regtt_call &call, const regtt_operand &operand,
                          const Fields &written, const Fields &used) {
  for (std::size_t i = 0; i < call.count; ++i)
    if (makesCall(call, i) && objectOf(operand, i) == 0)
      return "the query object of iteration " + std::to_string(i) +
             " is a null pointer";
  return written.empty() ? std::string()
                         : Neighbours(call, operand, written, used).find();
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
        const Fields whole = {{0, later.bytes}};
        const std::string error = later.indirect
                                      ? checkIndirect(call, later, whole, whole)
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
    Fields written;
    collect(written, fields.written, fields.numWritten, o);
    Fields used = written;
    collect(used, fields.read, fields.numRead, o);
    if (used.empty())
      continue;
    std::string error;
    if (operand.indirect)
      error = checkIndirect(call, operand, written, used);
    else if (!written.empty())
      error = checkDirect(operand, call.count, written, used);
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
