/// The user's query objects as a launcher sees them: gathers a Query from an
/// iteration's objects and scatters its Result, by the traversal's tables.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/array.h>
#include <regtt/rt/core/list.h>
#include <regtt/rt/core/target.h>
#include <regtt/rt/core/tree.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace regtt::rt {

/// For every array that queries have: [count + 1] numbers of elements.
using ElementStarts = std::vector<std::vector<std::size_t>>;

/// How many of the iterations make their call.
inline std::size_t numCalls(const regtt_call &call) {
  return call.calls ? call.num_calls : call.count;
}

/// The iteration that makes call `k`.
inline std::size_t iterationOf(const regtt_call &call, std::size_t k) {
  return call.calls ? call.calls[k] : k;
}

/// Whether iteration `i` makes its call.
inline bool makesCall(const regtt_call &call, std::size_t i) {
  return !call.runs || call.runs[i * call.runs_stride] != 0;
}

namespace detail {
template <class Traversal> constexpr int numQueryArrays() {
  if constexpr (requires { Traversal::queryArrays.size(); })
    return int(Traversal::queryArrays.size());
  else
    return 0;
}

template <class Traversal> constexpr int numKeptContainers() {
  if constexpr (requires { Traversal::keptContainers.size(); })
    return int(Traversal::keptContainers.size());
  else
    return 0;
}

/// Operands that the tables name: the last one's number, and one more.
template <class Traversal> constexpr int numOperands() {
  int result = 0;
  for (const ObjectField &field : Traversal::queryFields)
    result = std::max(result, field.operand + 1);
  for (const ObjectField &field : Traversal::resultFields)
    result = std::max(result, field.operand + 1);
  return result;
}

template <class Traversal> constexpr bool writesContainers() {
  bool result = numKeptContainers<Traversal>() > 0;
  for (const ObjectField &field : Traversal::resultFields)
    result = result || field.container >= 0;
  return result;
}
} // namespace detail

/// Whether iterations change the size of containers: results are then staged,
/// since more elements than there is room for are noticed only when a query has
/// been taken through the tree.
template <class Traversal>
inline constexpr bool writesContainers = detail::writesContainers<Traversal>();

/// The objects of the iterations that make their call, numbered in order;
/// borrows the call. Only host code calls it, but the engines it is handed to
/// are compiled for both sides.
///
/// Direct: objects lie side by side, and all iterations make their call; see
/// areDirect().
template <class Traversal, bool Direct = false> class Objects {
  using Query = typename Traversal::Query;
  using Result = typename Query::Result;
  static constexpr int numQueryFields = int(Traversal::queryFields.size());
  static constexpr int numResultFields = int(Traversal::resultFields.size());

  static constexpr int numOperands = detail::numOperands<Traversal>();
  static constexpr int numArrays = detail::numQueryArrays<Traversal>();
  static constexpr int numKept = detail::numKeptContainers<Traversal>();

public:
  /// `starts`: of each array that queries have, the number of every
  /// query's first element; null: queries hold addresses instead.
  explicit Objects(const regtt_call &call,
                   const ElementStarts *starts = nullptr)
      : calls(call.calls), site(call.site), assign(call.assign),
        first(call.first), step(call.step) {
    for (int k = 0; k < numOperands; ++k)
      operands[k] = call.operands[k];
    for (int k = 0; starts && k < numArrays; ++k)
      firstElements[k] = (*starts)[std::size_t(k)].data();
  }

  /// The query of call `k`, as the objects hold it now.
  REGTT_OP Query load(std::size_t k) const {
    Query query;
    load(query, iteration(k),
         std::make_integer_sequence<int, numQueryFields>());
    empty(query, std::make_integer_sequence<int, numKept>());
    if constexpr (numArrays > 0)
      if (firstElements[0])
        number(query, k, std::make_integer_sequence<int, numArrays>());
    return query;
  }

  /// From now on results are only kept at `results`, which has room for those
  /// of all calls; null: no longer.
  void stage(Result *results) { staged = results; }

  /// Writes the result of call `k` into its iteration's objects, or to where it
  /// is staged.
  REGTT_OP void store(std::size_t k, const Result &result) const {
    if constexpr (writesContainers<Traversal>)
      if (staged) {
        std::memcpy(static_cast<void *>(staged + k), &result, sizeof result);
        return;
      }
    store(result, iteration(k),
          std::make_integer_sequence<int, numResultFields>());
  }

  /// Has the containers of call `k` make room for what they are given by
  /// store(). False: there is no memory for it.
  bool makeRoom(std::size_t k, const Result &result) const {
    return makeRoom(result, iteration(k),
                    std::make_integer_sequence<int, numResultFields>());
  }

private:
  REGTT_OP std::size_t iteration(std::size_t k) const {
    if constexpr (Direct)
      return k;
    else
      return calls ? calls[k] : k;
  }

  // Read out of the tables here, since std::array is host code to nvcc.
  template <int F>
  static constexpr ObjectField readField = Traversal::queryFields[F];
  template <int F>
  static constexpr ObjectField writtenField = Traversal::resultFields[F];

  REGTT_OP char *object(int operand, std::size_t i) const {
    const regtt_operand &from = operands[operand];
    char *place =
        static_cast<char *>(from.base) + std::ptrdiff_t(i) * from.stride;
    if constexpr (!Direct)
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
    } else if constexpr (field.appended != 0) {
      const ListElements from = elementsOf(
          site->containers[field.container],
          static_cast<const char *>(object(field.operand, i)) + field.offset);
      const AppendedHead head = {0, from.count, 0, nullptr, nullptr};
      std::memcpy(to, &head, sizeof head);
    } else if constexpr (field.container >= 0) {
      const regtt_container &container = site->containers[field.container];
      const ListElements from =
          elementsOf(container, object(field.operand, i) + field.offset);
      const ListHead head = {std::uint32_t(from.count),
                             std::uint32_t(from.count)};
      std::memcpy(to, &head, sizeof head);
      if (from.count != 0)
        std::memcpy(to + container.items, from.first,
                    from.count * container.element);
    } else {
      copyIn(to, object(field.operand, i) + field.offset, field);
    }
  }

  template <int K>
  static constexpr KeptContainer keptContainer = Traversal::keptContainers[K];

  template <int... K>
  REGTT_OP void empty([[maybe_unused]] Query &query,
                      std::integer_sequence<int, K...>) const {
    [[maybe_unused]] const ListHead head = {0, 0};
    (std::memcpy(reinterpret_cast<char *>(&query) + keptContainer<K>.record,
                 &head, sizeof head),
     ...);
  }

  template <int... F>
  REGTT_OP void store([[maybe_unused]] const Result &result,
                      [[maybe_unused]] std::size_t i,
                      std::integer_sequence<int, F...>) const {
    (storeField<F>(result, i), ...);
  }
  template <int F>
  REGTT_OP void storeField(const Result &result, std::size_t i) const {
    constexpr ObjectField field = writtenField<F>;
    char *const to = object(field.operand, i) + field.offset;
    const char *const from =
        reinterpret_cast<const char *>(&result) + field.record;
    if constexpr (field.appended != 0) {
      AppendedResult list;
      std::memcpy(static_cast<void *>(&list), from, sizeof list);
      // A null pointer would only ask for room.
      assign[field.container](to, list.kept, list.count ? list.items : to,
                              list.count);
    } else if constexpr (field.container >= 0) {
      ListHead head;
      std::memcpy(&head, from, sizeof head);
      assign[field.container](
          to, 0, from + site->containers[field.container].items, head.count);
    } else {
      copyOut(to, from, field);
    }
  }

  template <int... F>
  bool makeRoom(const Result &result, std::size_t i,
                std::integer_sequence<int, F...>) const {
    return (makeRoomInField<F>(result, i) && ...);
  }
  template <int F>
  bool makeRoomInField(const Result &result, std::size_t i) const {
    constexpr ObjectField field = writtenField<F>;
    if constexpr (field.appended != 0) {
      AppendedResult list;
      std::memcpy(static_cast<void *>(&list),
                  reinterpret_cast<const char *>(&result) + field.record,
                  sizeof list);
      return assign[field.container](object(field.operand, i) + field.offset,
                                     list.kept, nullptr, list.count) != 0;
    }
    return true;
  }

  template <int K>
  static constexpr QueryArray queryArray = Traversal::queryArrays[K];

  template <int... K>
  REGTT_OP void number(Query &query, std::size_t k,
                       std::integer_sequence<int, K...>) const {
    (numberArray<K>(query, k), ...);
  }
  template <int K>
  REGTT_OP void numberArray(Query &query, std::size_t k) const {
    constexpr QueryArray array = queryArray<K>;
    char *const record = reinterpret_cast<char *>(&query);
    const std::size_t *const at = firstElements[K] + k;
    std::memcpy(record + array.start, at, sizeof *at);
    if constexpr (array.size != noSize) {
      constexpr std::size_t tails = numTails<Traversal, array.array>();
      const std::size_t count = at[1] - at[0] - tails;
      std::memcpy(record + array.size, &count, sizeof count);
    }
  }

  const std::size_t *firstElements[numArrays + 1] = {};
  const std::size_t *calls;
  /// By value: a copy of this whose address nobody has stays in registers,
  /// while the user's objects are written.
  regtt_operand operands[numOperands + 1];
  const regtt_site *site;
  const regtt_assign *assign;
  Result *staged = nullptr;
  std::ptrdiff_t first;
  int step;
};

/// Whether a call's objects may be taken as Objects<Traversal, true>, which ask
/// less of each iteration.
template <class Traversal> bool areDirect(const regtt_call &call) {
  if (call.calls)
    return false;
  for (int k = 0; k < detail::numOperands<Traversal>(); ++k)
    if (call.operands[k].indirect)
      return false;
  return true;
}

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
