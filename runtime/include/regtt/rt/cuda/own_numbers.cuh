/// What iterations have of their own, where a region keeps it on the device:
/// numbers that lie side by side, `y[i]`, from which a kernel makes queries,
/// and to which one brings their results. Only for nvcc.
#pragma once

#include <regtt/rt/core/objects.h>
#include <regtt/rt/cuda/region.cuh>

#include <array>
#include <cstddef>

namespace regtt::rt::cuda {

namespace detail {

constexpr bool isNumber(const ObjectField &field) {
  return field.operand == iterationNumber ||
         (!field.address && field.container < 0 && field.appended == 0 &&
          field.bits.width == 0 && field.offset == 0);
}

/// Whether all that an iteration has of its own is numbers.
template <class Traversal> constexpr bool hasOnlyNumbers() {
  for (const ObjectField &field : Traversal::queryFields)
    if (!isNumber(field))
      return false;
  for (const ObjectField &field : Traversal::resultFields)
    if (!isNumber(field))
      return false;
  return rt::detail::numQueryArrays<Traversal>() == 0 &&
         rt::detail::numKeptContainers<Traversal>() == 0;
}

template <class Traversal> constexpr std::size_t bytesOfOperand(int operand) {
  std::size_t result = 0;
  for (const ObjectField &field : Traversal::queryFields)
    if (field.operand == operand)
      result = field.bytes;
  for (const ObjectField &field : Traversal::resultFields)
    if (field.operand == operand)
      result = field.bytes;
  return result;
}

template <class Traversal> constexpr bool writesOperand(int operand) {
  for (const ObjectField &field : Traversal::resultFields)
    if (field.operand == operand)
      return true;
  return false;
}

} // namespace detail

/// Of one call, for its time.
template <class Traversal> class OwnNumbers {
  static constexpr int numOperands = rt::detail::numOperands<Traversal>();

public:
  /// Whether the call's are such.
  static bool arePossible(const regtt_call &call) {
    if constexpr (detail::hasOnlyNumbers<Traversal>()) {
      for (int k = 0; k < numOperands; ++k)
        if (call.operands[k].stride !=
            std::ptrdiff_t(detail::bytesOfOperand<Traversal>(k)))
          return false;
      return areDirect<Traversal>(call);
    }
    return false;
  }

  /// Has them on the device. Throws OutOfMemory. Borrows both.
  OwnNumbers(Region &region, const regtt_call &call)
      : region(region), changed(call) {
    for (int k = 0; k < numOperands; ++k) {
      const regtt_operand &own = call.operands[k];
      given[k] = {own.base, std::size_t(own.stride), call.count, 0};
      kept[k] = &region.numbers(given[k]);
      operands[k] = own;
      operands[k].base = kept[k]->memory->data() + kept[k]->offsetOf(own.base);
    }
    changed.operands = operands.data();
  }
  OwnNumbers(const OwnNumbers &) = delete;
  OwnNumbers &operator=(const OwnNumbers &) = delete;

  /// For kernels: the call, whose objects lie on the device.
  const regtt_call &call() const { return changed; }

  /// Once it has run.
  void done() {
    for (int k = 0; k < numOperands; ++k)
      if (detail::writesOperand<Traversal>(k))
        region.noteWritten(*kept[k], given[k]);
  }

private:
  Region &region;
  regtt_call changed;
  std::array<regtt_operand, numOperands + 1> operands{};
  std::array<regtt_array, numOperands + 1> given{};
  std::array<Region::Kept *, numOperands + 1> kept{};
};

/// The host is to read the objects of the call's iterations, or has written
/// them.
template <class Traversal>
void touchObjects(Region &region, const regtt_call &call, bool isWritten) {
  for (int k = 0; k < rt::detail::numOperands<Traversal>(); ++k) {
    if (isWritten && !detail::writesOperand<Traversal>(k))
      continue;
    const regtt_operand &own = call.operands[k];
    const char *first = static_cast<const char *>(own.base);
    const std::ptrdiff_t length =
        std::ptrdiff_t(call.count == 0 ? 0 : call.count - 1) * own.stride;
    if (length < 0)
      first += length;
    region.touch(first, std::size_t(length < 0 ? -length : length) + own.bytes,
                 isWritten);
    if (!own.indirect)
      continue;
    region.bringBack(); // objects lie anywhere
    if (isWritten)
      region.forget();
  }
}

template <class Traversal>
__global__ void storeResults(Objects<Traversal, true> objects,
                             std::size_t first, std::size_t count,
                             const typename Traversal::Query::Result *results) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count)
    objects.store(first + i, results[i]);
}

} // namespace regtt::rt::cuda
