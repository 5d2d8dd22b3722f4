/// Arrays that all queries share, as an operator sees them, and what a slice
/// says about the user's. Gathering lives in host/gather.h.
#pragma once

#include <regtt/rt/core/target.h>

#include <cstddef>
#include <type_traits>

namespace regtt::rt {

/// The number of an element of an array, or the distance of two.
using Index = std::ptrdiff_t;

/// Elements are indexed where they lie, since parts of them are chosen at run
/// time or pointed at.
struct InPlace {};
/// Elements are loaded whole, by the widest loads that there are.
struct Loaded {};

/// The elements of one array, gathered into records; does not own them.
template <class Record, class How = Loaded> struct Array {
  const Record *records; ///< [count of the regtt_array]

  static Array at(const void *records) {
    return {static_cast<const Record *>(records)};
  }

  /// Element `i`: a reference, or on a GPU a copy of what is loaded whole.
  REGTT_OP decltype(auto) operator[](Index i) const {
    if constexpr (std::is_same_v<How, InPlace>)
      return static_cast<const Record &>(records[i]);
    else
      return loadRecord(records + i);
  }
};

/// One array of the user's: of elements of `stride` bytes, held in records of
/// `record` bytes (0: none of it is read).
struct ArrayForm {
  const char *name;
  std::size_t stride;
  std::size_t record;
  bool indirect; ///< the elements are pointers to the data; null ones have none
};

/// `bytes` bytes of the elements of array `array`, `offset` bytes into the
/// user's, `record` bytes into their records.
struct ArrayField {
  int array;
  std::size_t record;
  std::size_t offset;
  std::size_t bytes;
};

} // namespace regtt::rt
