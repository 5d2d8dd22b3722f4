/// Calls that are rounds of a loop which ends at a fixed point (regtt_region):
/// what elements have to be ahead of the first one, for the proof that there is
/// one such point.
#pragma once

#include <regtt/rt/abi.h>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

namespace regtt::rt {

/// One datum: `offset` bytes into each element lies a T, called
/// `name`, which rounds only raise, or only lower.
struct FixpointDatum {
  int given; ///< of the call's arrays
  std::size_t offset;
  const char *name;
  bool rises;
};

/// Of numbers which way others come to them does not show but in the sign of a
/// zero, or by what the calling thread makes of sums.
std::string startModeFault();

struct NoBound {};

template <class T, class Bound>
bool isBeyond(const FixpointDatum &datum, T value, Bound bound) {
  if constexpr (std::is_same_v<T, bool>)
    return isBeyond(datum, int(value), bound);
  else if constexpr (std::is_integral_v<T> && std::is_integral_v<Bound>)
    return datum.rises ? std::cmp_less(value, bound)
                       : std::cmp_greater(value, bound);
  else
    return datum.rises ? Bound(value) < bound : Bound(value) > bound;
}

/// Empty, or why rounds may come to more than one state.
template <class T, class Bound = NoBound>
std::string startFault(const regtt_array *given, const FixpointDatum &datum,
                       Bound bound = {}) {
  const regtt_array &array = given[datum.given];
  if constexpr (std::is_floating_point_v<T>)
    if (std::string fault = startModeFault(); !fault.empty())
      return fault;
  for (std::size_t i = 0; i < array.count; ++i) {
    T value;
    std::memcpy(&value,
                static_cast<const char *>(array.base) + i * array.stride +
                    datum.offset,
                sizeof(T));
    if constexpr (std::is_floating_point_v<T>)
      if (value == 0 && std::signbit(value))
        return "element " + std::to_string(i) + " of '" + datum.name +
               "' is a negative zero ahead of the first round, and which of "
               "two equal numbers stays depends on the way to the fixed point";
    if constexpr (!std::is_same_v<Bound, NoBound>)
      if (isBeyond(datum, value, bound))
        return "element " + std::to_string(i) + " of '" + datum.name + "' is " +
               (datum.rises ? "less" : "greater") +
               " ahead of the first round than " + std::to_string(bound) +
               ", which iterations compare with to see that it has changed";
  }
  return "";
}

} // namespace regtt::rt
