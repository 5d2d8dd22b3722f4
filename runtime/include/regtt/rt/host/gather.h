/// Gathers the arrays of a call into records, in parallel, once per call.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/array.h>
#include <regtt/rt/core/objects.h>
#include <regtt/rt/host/session.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

namespace regtt::rt {

/// Whether a traversal reads arrays that its queries share.
template <class Traversal>
inline constexpr bool hasArrays = requires { typename Traversal::Arrays; };

/// A traversal's tables of arrays.
struct ArrayTables {
  const ArrayForm *forms; ///< [numArrays]
  int numArrays;
  const ArrayField *fields; ///< [numFields]
  int numFields;
};

/// Whether the call's arrays are what the traversal was made for, and hold no
/// byte that an iteration writes and another reads. Returns an empty text, or
/// what is wrong with which array.
std::string checkArrays(const regtt_call &call, const ArrayTables &arrays,
                        const FieldTables &fields);

/// Where the records of a call's arrays lie in one piece of memory.
template <class Traversal> class GatheredArrays {
  static constexpr int numArrays = int(Traversal::arrayForms.size());
  static constexpr int numFields = int(Traversal::arrayFields.size());
  static constexpr std::size_t alignment = 256;

public:
  /// `copyAll`: whether arrays that are records as they lie are copied, too.
  /// Borrows the call.
  GatheredArrays(const regtt_call &call, bool copyAll)
      : call(call), copyAll(copyAll) {
    place(std::make_integer_sequence<int, numArrays>());
  }

  std::size_t bytes() const { return total; }

  /// Writes all records to `memory`, on the session's threads.
  void gather(Session &session, void *memory) const {
    gather(session, static_cast<char *>(memory),
           std::make_integer_sequence<int, numArrays>());
  }

  /// The arrays whose records lie at `memory`, which may be a device's.
  typename Traversal::Arrays at(const void *memory) const {
    return at(memory, std::make_integer_sequence<int, numArrays>());
  }

private:
  /// The one field of array A that is all of it; none: -1.
  template <int A> static constexpr int onlyField() {
    int only = -1;
    for (int f = 0; f < numFields; ++f) {
      const ArrayField &field = Traversal::arrayFields[f];
      const ArrayForm &form = Traversal::arrayForms[A];
      if (field.array == A && !form.indirect && form.record == form.stride &&
          field.bytes == form.stride)
        only = f;
    }
    return only;
  }

  template <int A> bool isCopied() const {
    constexpr ArrayForm form = Traversal::arrayForms[A];
    return form.record != 0 && (copyAll || onlyField<A>() < 0);
  }

  template <int... A> void place(std::integer_sequence<int, A...>) {
    (placeArray<A>(), ...);
  }
  template <int A> void placeArray() {
    offsets[A] = total;
    if (isCopied<A>())
      total += call.arrays[A].count * Traversal::arrayForms[A].record;
    total = (total + alignment - 1) / alignment * alignment;
  }

  template <int... A>
  typename Traversal::Arrays at(const void *memory,
                                std::integer_sequence<int, A...>) const {
    const void *const records[] = {
        (isCopied<A>() ? static_cast<const char *>(memory) + offsets[A]
                       : call.arrays[A].base)...};
    return Traversal::Arrays::at(records);
  }

  template <int... A>
  void gather(Session &session, char *memory,
              std::integer_sequence<int, A...>) const {
    (gatherArray<A>(session, memory + offsets[A]), ...);
  }

  template <int A> void gatherArray(Session &session, char *to) const {
    if (!isCopied<A>())
      return;
    const regtt_array &array = call.arrays[A];
    const char *const base = static_cast<const char *>(array.base);
    session.pool.parallelFor(
        array.count, std::size_t{1} << 14,
        [&](int, std::size_t first, std::size_t last) {
          constexpr std::size_t stride = Traversal::arrayForms[A].stride;
          constexpr std::size_t record = Traversal::arrayForms[A].record;
          if constexpr (onlyField<A>() >= 0)
            std::memcpy(to + first * record, base + first * stride,
                        (last - first) * stride);
          else
            for (std::size_t i = first; i < last; ++i)
              copyElement<A>(base + i * stride, to + i * record);
        });
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
  template <int A, int... F>
  static void copyFields(const char *from, char *to,
                         std::integer_sequence<int, F...>) {
    (copyField<A, F>(from, to), ...);
  }
  template <int A, int F> static void copyField(const char *from, char *to) {
    constexpr ArrayField field = Traversal::arrayFields[F];
    if constexpr (field.array == A)
      std::memcpy(to + field.record, from + field.offset, field.bytes);
  }

  const regtt_call &call;
  bool copyAll;
  std::array<std::size_t, numArrays> offsets{};
  std::size_t total = 0;
};

/// checkObjects, and checkArrays where the traversal reads any.
template <class Traversal> std::string checkCall(const regtt_call &call) {
  const FieldTables fields = fieldTables<Traversal>();
  std::string error = checkObjects(call, fields);
  if constexpr (hasArrays<Traversal>)
    if (error.empty())
      error = checkArrays(
          call,
          {Traversal::arrayForms.data(), int(Traversal::arrayForms.size()),
           Traversal::arrayFields.data(), int(Traversal::arrayFields.size())},
          fields);
  return error;
}

} // namespace regtt::rt
