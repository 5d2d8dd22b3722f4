/// Arrays that all queries share, as an operator sees them, and what a slice
/// says about the user's. Gathering lives in host/gather.h.
#pragma once

#include <regtt/rt/core/bits.h>
#include <regtt/rt/core/target.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace regtt::rt {

/// The number of an element of an array, or the distance of two.
using Index = std::ptrdiff_t;

/// Elements are indexed where they lie, since parts of them are chosen at run
/// time or pointed at.
struct InPlace {};
/// Elements are loaded whole, by the widest loads that there are.
struct Loaded {};
/// Elements are changed where they lie; each is one query's alone, or all
/// change it by one operator (combine.h).
struct Written {};

/// The elements of one array, gathered into records; does not own them.
template <class Record, class How = Loaded> struct Array {
  const Record *records; ///< [count of the regtt_array]

  static Array at(void *records) {
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

template <class Record> struct Array<Record, Written> {
  Record *records; ///< [count of all queries' elements]

  static Array at(void *records) { return {static_cast<Record *>(records)}; }

  REGTT_OP Record &operator[](Index i) const { return records[i]; }
};

/// The `size` of an array in nodes whose Traversal's `extent` says it.
inline constexpr std::size_t noSize = ~std::size_t{0};

/// Of the elements of a list: where each has the pointer to the next, and at
/// which byte of an element what leads to it leads. The last pointer is null;
/// of a ring it leads to the head, which is no element. A node tells where the
/// first pointer lies, or the ring's head, and the null pointer is an element.
struct ListForm {
  std::size_t next = noSize; ///< noSize: it is none
  std::size_t head = 0;
  bool ring = false;
  /// Of an iteration's, or of an element's of another array: it tells the first
  /// pointer, and is told how many elements there are. Of a ring, which is a
  /// std::list, each element has the pointer to the one before it behind that
  /// to the next.
  bool counted = false;
};

/// One array of the user's: of elements of `stride` bytes, held in records of
/// `record` bytes (0: none of it is read).
struct ArrayForm {
  const char *name;
  std::size_t stride;
  std::size_t record;
  bool indirect; ///< the elements are pointers to the data; null ones have none
  int given = 0; ///< its number in a call's arrays; -1: nodes, queries or
                 ///< elements of another array have one
  /// Of a loop without a traversal: it stays on a device for later runs, as
  /// the records of a tree do (`resident`).
  bool stays = false;
  /// Its elements are pointers to those of a list; what is said to be its start
  /// is the list's.
  ListForm list = {};

  constexpr bool isList() const { return list.next != noSize; }
};

/// Array `array` lies in nodes. When a node's record is written it holds where
/// the array starts, `start` bytes into group `group`, and, unless `size` is
/// noSize, where it ends, `size` bytes into `sizeGroup`, as addresses;
/// gathering makes them the number of its first element and how many there are.
/// Without an end the Traversal's `extent` says how many. It is read where
/// pointer `pointer` is followed.
struct NodeArray {
  int array;
  int group;
  std::size_t start;
  int sizeGroup;
  std::size_t size;
  int pointer;
  bool exact; ///< a negative extent is a mistake, else it is none
  /// Its elements are pointers or numbers, of which none is looked at behind
  /// one that is null, or 0.
  bool endsAtNull = false;
};

/// How many of `most` elements of `stride` bytes each there are up to the first
/// one whose bytes are all 0, which is the last that is looked at.
inline std::int64_t upToNull(std::uint64_t start, std::size_t stride,
                             std::int64_t most) {
  const auto *const bytes = reinterpret_cast<const unsigned char *>(start);
  for (std::int64_t k = 0; k < most; ++k) {
    unsigned char any = 0;
    for (std::size_t b = 0; b < stride; ++b)
      any |= bytes[std::size_t(k) * stride + b];
    if (any == 0)
      return k + 1;
  }
  return most;
}

/// The same of an array that each query has: `start` and `size` are bytes into
/// a Query. Without an end the Traversal's `queryExtent` says how many.
struct QueryArray {
  int array;
  std::size_t start;
  std::size_t size;
  bool exact;
  bool endsAtNull = false;
};

/// The same of an array that each element of array `parent` has, which comes
/// before it: `start` and `size` are bytes into an element's record. Without an
/// end the Traversal's `elementExtent` says how many.
struct ElementArray {
  int array;
  int parent;
  std::size_t start;
  std::size_t size;
  bool exact;
  bool endsAtNull = false;
};

/// Array `array` of one object is looked at as far as array `covered` of
/// another goes: all of both have to be of one length. They are of queries or
/// of elements, and extents say how long they are.
struct CoveredArray {
  int array;
  int covered;
};

/// The fewest elements that arrays of one kind have, where one that is not
/// there has none, and the most that are said of any. There may be no such
/// array.
struct ArrayLengths {
  std::int64_t least = INT64_MAX, most = -1;
};

/// `bytes` bytes of the elements of array `array`, `offset` bytes into the
/// user's, `record` bytes into their records. `address`: held is where the
/// element lies, or what its pointer leads to.
struct ArrayField {
  int array;
  std::size_t record;
  std::size_t offset;
  std::size_t bytes;
  bool address = false;
  BitRange bits = {}; ///< of a bit-field, in these bytes
};

/// How many records follow the elements of array A: where an operator asks
/// where elements lie, one, which holds where they end; of a list that is
/// counted the null pointer.
template <class Traversal, int A> constexpr std::size_t numTails() {
  bool asked = false;
  for (const ArrayField &field : Traversal::arrayFields)
    asked |= field.array == A && field.address;
  const ArrayForm form = Traversal::arrayForms[A];
  return asked && (!form.indirect || form.list.counted) ? 1 : 0;
}

} // namespace regtt::rt
