/// The user's query objects as a launcher sees them: gathers a Query from an
/// iteration's objects and scatters its Result, by the traversal's tables.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/target.h>
#include <regtt/rt/core/tree.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

namespace regtt::rt {

/// The objects of one call; borrows the call. Only host code calls it, but the
/// engines it is handed to are compiled for both sides.
template <class Traversal> class Objects {
  using Query = typename Traversal::Query;
  using Result = typename Query::Result;
  static constexpr int numQueryFields = int(Traversal::queryFields.size());
  static constexpr int numResultFields = int(Traversal::resultFields.size());

public:
  explicit Objects(const regtt_call &call)
      : operands(call.operands), first(call.first), step(call.step) {}

  /// The query of iteration `i`, as the objects hold it now.
  REGTT_OP Query load(std::size_t i) const {
    Query query;
    load(query, i, std::make_integer_sequence<int, numQueryFields>());
    return query;
  }

  /// Writes iteration `i`'s result into its objects.
  REGTT_OP void store(std::size_t i, const Result &result) const {
    store(result, i, std::make_integer_sequence<int, numResultFields>());
  }

private:
  // Read out of the tables here, since std::array is host code to nvcc.
  template <int F>
  static constexpr ObjectField readField = Traversal::queryFields[F];
  template <int F>
  static constexpr ObjectField writtenField = Traversal::resultFields[F];

  REGTT_OP char *object(int operand, std::size_t i) const {
    const regtt_operand &from = operands[operand];
    char *place =
        static_cast<char *>(from.base) + std::ptrdiff_t(i) * from.stride;
    if (from.indirect)
      std::memcpy(&place, place, sizeof(void *));
    return place;
  }

  template <int... F>
  REGTT_OP void load(Query &query, std::size_t i,
                     std::integer_sequence<int, F...>) const {
    (loadField<F>(query, i), ...);
  }
  template <int F> REGTT_OP void loadField(Query &query, std::size_t i) const {
    constexpr ObjectField field = readField<F>;
    char *const to = reinterpret_cast<char *>(&query) + field.record;
    if constexpr (field.operand == iterationNumber) {
      // Little-endian, as all of the targets are: truncates as a cast does.
      const std::ptrdiff_t value = first + std::ptrdiff_t(i) * step;
      static_assert(field.bytes <= sizeof value);
      std::memcpy(to, &value, field.bytes);
    } else if constexpr (field.address) {
      const char *const where = object(field.operand, i) + field.offset;
      static_assert(field.bytes == sizeof where);
      std::memcpy(to, &where, field.bytes);
    } else {
      copyIn(to, object(field.operand, i) + field.offset, field);
    }
  }

  template <int... F>
  REGTT_OP void store(const Result &result, std::size_t i,
                      std::integer_sequence<int, F...>) const {
    (storeField<F>(result, i), ...);
  }
  template <int F>
  REGTT_OP void storeField(const Result &result, std::size_t i) const {
    constexpr ObjectField field = writtenField<F>;
    copyOut(object(field.operand, i) + field.offset,
            reinterpret_cast<const char *>(&result) + field.record, field);
  }

  const regtt_operand *operands;
  std::ptrdiff_t first;
  int step;
};

/// Which fields of the call's operands a traversal touches.
struct FieldTables {
  const ObjectField *read; ///< [numRead]
  int numRead;
  const ObjectField *written; ///< [numWritten]
  int numWritten;
};

template <class Traversal> FieldTables fieldTables() {
  return {Traversal::queryFields.data(), int(Traversal::queryFields.size()),
          Traversal::resultFields.data(), int(Traversal::resultFields.size())};
}

/// Whether every iteration has objects of its own to write. Returns an empty
/// text, or which iterations clash (or have a null object).
std::string checkObjects(const regtt_call &call, const FieldTables &fields);

} // namespace regtt::rt
