/// Ranges of memory against what iterations write: objects by address ranges
/// first, then by the places of fields in objects side by side, or by search
/// among the sorted addresses of others; elements of queries' arrays by search
/// among their slices, which do not meet each other.
#include <regtt/rt/host/written_bytes.h>

#include "operand_bytes.h"

#include <regtt/rt/host/gather.h>

#include <algorithm>
#include <cstdlib>

namespace regtt::rt {

WrittenBytes::WrittenBytes(const regtt_call &call, const FieldTables &fields)
    : count(call.count) {
  for (int o = 0; o < call.site->num_operands; ++o) {
    Fields used;
    collect(used, fields.written, fields.numWritten, o);
    std::vector<Field> written;
    for (const Bytes &bytes : used)
      written.push_back({bytes.offset, bytes.size});
    add(call, call.operands[o], std::move(written));
  }
  addContainers(call);
  ofTraversals = operands.size();
  for (int l = 0; l < call.num_later; ++l)
    add(call, call.later[l], {{0, call.later[l].bytes}});
}

void WrittenBytes::addContainers(const regtt_call &call) {
  for (int k = 0; k < call.site->num_containers; ++k) {
    const regtt_container &container = call.site->containers[k];
    for (std::size_t i = 0; i < call.count; ++i) {
      if (!makesCall(call, i))
        continue;
      const std::uintptr_t object =
          objectOf(call.operands[container.operand], i);
      const ListElements elements = elementsOf(
          container, reinterpret_cast<const char *>(object) + container.offset);
      if (elements.count != 0)
        held.push_back({reinterpret_cast<std::uintptr_t>(elements.first),
                        elements.count * container.element});
    }
  }
  std::sort(held.begin(), held.end());
}

void WrittenBytes::add(const regtt_call &call, const regtt_operand &from,
                       std::vector<Field> fields) {
  if (fields.empty() || count == 0)
    return;
  Operand operand{reinterpret_cast<std::uintptr_t>(from.base),
                  from.stride,
                  std::move(fields),
                  ~std::uintptr_t{0},
                  0,
                  {}};
  if (from.indirect) {
    for (std::size_t i = 0; i < count; ++i)
      if (hasObject(call, from, i))
        operand.objects.push_back(objectOf(from, i));
    std::sort(operand.objects.begin(), operand.objects.end());
  }
  for (const std::uintptr_t object :
       {from.indirect ? operand.objects.front() : objectOf(from, 0),
        from.indirect ? operand.objects.back() : objectOf(from, count - 1)})
    for (const Field &field : operand.fields) {
      widest = std::max(widest, field.offset + field.size);
      operand.first = std::min(operand.first, object + field.offset);
      operand.last = std::max(operand.last, object + field.offset + field.size);
    }
  operands.push_back(std::move(operand));
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

namespace {

std::uintptr_t beginOf(const WrittenSlice &slice) {
  return reinterpret_cast<std::uintptr_t>(slice.first);
}

std::uintptr_t endOf(const WrittenSlice &slice, std::size_t stride) {
  return beginOf(slice) + slice.count * stride;
}

} // namespace

bool WrittenBytes::meets(const WrittenElements &elements, std::uintptr_t at,
                         std::size_t size) {
  const std::size_t stride = elements.stride;
  auto slice = std::partition_point(
      elements.slices.begin(), elements.slices.end(),
      [&](const WrittenSlice &one) { return endOf(one, stride) <= at; });
  for (; slice != elements.slices.end() && beginOf(*slice) < at + size;
       ++slice) {
    const std::uintptr_t begin = beginOf(*slice);
    for (std::size_t i = at > begin ? (at - begin) / stride : 0;
         i < slice->count && begin + i * stride < at + size; ++i)
      for (const ArrayField &field : elements.fields) {
        const std::uintptr_t place = begin + i * stride + field.offset;
        if (at < place + field.bytes && place < at + size)
          return true;
      }
  }
  return false;
}

bool WrittenBytes::meets(const void *at, std::size_t size, int except) const {
  return meetsAny(operands.size(), at, size, except);
}

bool WrittenBytes::meetsTraversals(const void *at, std::size_t size) const {
  return meetsAny(ofTraversals, at, size, noArray);
}

bool WrittenBytes::meetsAny(std::size_t numOperands, const void *at,
                            std::size_t size, int except) const {
  const std::uintptr_t place = reinterpret_cast<std::uintptr_t>(at);
  // Of different containers they do not meet each other.
  const auto behind =
      std::partition_point(held.begin(), held.end(), [&](const auto &elements) {
        return elements.first + elements.second <= place;
      });
  if (behind != held.end() && behind->first < place + size)
    return true;
  return std::any_of(operands.begin(), operands.begin() + numOperands,
                     [&](const Operand &operand) {
                       return meets(operand, place, size);
                     }) ||
         std::any_of(arrays.begin(), arrays.end(),
                     [&](const WrittenElements &elements) {
                       return elements.array != except &&
                              meets(elements, place, size);
                     });
}

std::string WrittenBytes::add(WrittenElements elements,
                              const WrittenBytes &used) {
  std::vector<WrittenSlice> &slices = elements.slices;
  std::erase_if(slices, [](const WrittenSlice &s) { return s.count == 0; });
  std::sort(slices.begin(), slices.end(),
            [](const WrittenSlice &a, const WrittenSlice &b) {
              return beginOf(a) < beginOf(b);
            });
  const std::string array = "the queries' array '" + std::string(elements.name);
  for (std::size_t s = 1; s < slices.size(); ++s)
    if (beginOf(slices[s]) < endOf(slices[s - 1], elements.stride)) {
      const auto [one, other] =
          std::minmax(slices[s - 1].iteration, slices[s].iteration);
      return "iterations " + std::to_string(one) + " and " +
             std::to_string(other) + " write the same elements of " + array +
             "'";
    }
  for (const WrittenSlice &slice : slices) {
    if (!used.meets(slice.first, slice.count * elements.stride))
      continue;
    for (std::size_t i = 0; i < slice.count; ++i)
      for (const ArrayField &field : elements.fields)
        if (used.meets(slice.first + i * elements.stride + field.offset,
                       field.bytes))
          return (slice.iteration == WrittenSlice::ofAll
                      ? "iterations write through the array '" +
                            std::string(elements.name)
                      : "iteration " + std::to_string(slice.iteration) +
                            " writes through " + array) +
                 "' what lies in a query object that an iteration uses";
  }
  arrays.push_back(std::move(elements));
  return {};
}

std::string WriteWatch::refusal() const {
  const char *const name = met;
  return name ? "an iteration writes '" + std::string(name) +
                    "', which is read through a node"
              : std::string();
}

namespace detail {
void look(WriteWatch &watch, const void *at, std::size_t size,
          const char *name) {
  watch.look(at, size, name);
}
} // namespace detail

bool readsWritten(const WrittenBytes &written, const ArrayTables &tables,
                  int number, const char *from, std::size_t count) {
  const ArrayForm &form = tables.forms[number];
  if (!form.indirect && !written.meets(from, count * form.stride, number))
    return false;
  for (std::size_t i = 0; i < count; ++i) {
    const char *object = from + i * form.stride;
    if (form.indirect)
      std::memcpy(&object, object, sizeof(void *));
    for (int f = 0; object && f < tables.numFields; ++f)
      if (const ArrayField &field = tables.fields[f];
          field.array == number && !field.address &&
          written.meets(object + field.offset, field.bytes, number))
        return true;
  }
  return false;
}

} // namespace regtt::rt
