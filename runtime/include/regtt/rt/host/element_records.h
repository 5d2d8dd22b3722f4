/// Records of arrays' elements, made of the user's: what gathering has in
/// common wherever an array lies.
#pragma once

#include <regtt/rt/core/array.h>
#include <regtt/rt/core/nodes.h>
#include <regtt/rt/core/objects.h>
#include <regtt/rt/core/records.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace regtt::rt {

/// A traversal's tables of arrays.
struct ArrayTables {
  const ArrayForm *forms; ///< [numArrays]
  int numArrays;
  const ArrayField *fields; ///< [numFields]
  int numFields;
  /// Node arrays that each tree of a forest has, which come first; 0 where all
  /// trees share them.
  int numForestArrays;
};

template <class Traversal> ArrayTables arrayTables() {
  return {Traversal::arrayForms.data(), int(Traversal::arrayForms.size()),
          Traversal::arrayFields.data(), int(Traversal::arrayFields.size()),
          detail::isForest<Traversal>() ? detail::numNodeArrays<Traversal>()
                                        : 0};
}

namespace detail {
template <class Traversal> constexpr int numElementArrays() {
  if constexpr (requires { Traversal::elementArrays.size(); })
    return int(Traversal::elementArrays.size());
  else
    return 0;
}
} // namespace detail

template <class Traversal> class ElementRecords {
  static constexpr int numFields = int(Traversal::arrayFields.size());

public:
  /// Whether elements of array A have arrays of their own.
  template <int A> static constexpr bool isParent() {
    if constexpr (detail::numElementArrays<Traversal>() > 0)
      for (const ElementArray &array : Traversal::elementArrays)
        if (array.parent == A)
          return true;
    return false;
  }

  /// Whether array A is its records, as it lies.
  template <int A> static constexpr bool isRecords() {
    constexpr ArrayForm form = Traversal::arrayForms[A];
    bool whole = false;
    for (int f = 0; f < numFields; ++f) {
      const ArrayField &field = Traversal::arrayFields[f];
      whole |= field.array == A && field.bytes == form.stride && !field.address;
    }
    return whole && !form.indirect && form.record == form.stride &&
           !isParent<A>();
  }

  template <int A>
  static void copy(const char *from, std::size_t count, char *to) {
    constexpr ArrayForm form = Traversal::arrayForms[A];
    if constexpr (isRecords<A>())
      std::memcpy(to, from, count * form.stride);
    else
      for (std::size_t i = 0; i < count; ++i)
        copyElement<A>(from + i * form.stride, to + i * form.record);
  }

  template <int A> static void copyElement(const char *from, char *to) {
    if constexpr (Traversal::arrayForms[A].indirect) {
      std::memcpy(&from, from, sizeof(void *));
      if (!from) {
        std::memset(to, 0, Traversal::arrayForms[A].record);
        return;
      }
    }
    copyFields<A>(from, to, std::make_integer_sequence<int, numFields>());
  }

  /// The record after the last of the `count` elements at `from`, if there is
  /// one: where they end.
  template <int A>
  static void writeTail([[maybe_unused]] const char *from,
                        [[maybe_unused]] std::size_t count,
                        [[maybe_unused]] char *to) {
    if constexpr (numTails<Traversal, A>() != 0) {
      constexpr ArrayForm form = Traversal::arrayForms[A];
      std::memset(to, 0, form.record);
      const char *const end =
          form.indirect ? nullptr : from + count * form.stride;
      for (const ArrayField &field : Traversal::arrayFields)
        if (field.array == A && field.address)
          std::memcpy(to + field.record, &end, sizeof end);
    }
  }

private:
  template <int A, int... F>
  static void copyFields(const char *from, char *to,
                         std::integer_sequence<int, F...>) {
    (copyField<A, F>(from, to), ...);
  }
  template <int A, int F> static void copyField(const char *from, char *to) {
    constexpr ArrayField field = Traversal::arrayFields[F];
    if constexpr (field.array == A && field.address)
      std::memcpy(to + field.record, &from, sizeof from);
    else if constexpr (field.array == A)
      copyIn(to + field.record, from + field.offset, field);
  }
};

} // namespace regtt::rt
