/// Gathers a call's arrays into records, in parallel, once per call: those that
/// all queries share, and those that nodes have, one node's after the other's.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/array.h>
#include <regtt/rt/core/objects.h>
#include <regtt/rt/core/records.h>
#include <regtt/rt/host/session.h>
#include <regtt/rt/host/written_bytes.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace regtt::rt {

/// Whether a traversal reads arrays.
template <class Traversal>
inline constexpr bool hasArrays = requires { typename Traversal::Arrays; };

/// Whether some of them lie in nodes.
template <class Traversal, class Children>
inline constexpr bool hasNodeArrays =
    requires { Traversal::template nodeArrays<Children>.size(); };

/// A traversal's tables of arrays.
struct ArrayTables {
  const ArrayForm *forms; ///< [numArrays]
  int numArrays;
  const ArrayField *fields; ///< [numFields]
  int numFields;
};

template <class Traversal> ArrayTables arrayTables() {
  return {Traversal::arrayForms.data(), int(Traversal::arrayForms.size()),
          Traversal::arrayFields.data(), int(Traversal::arrayFields.size())};
}

/// Whether the call's arrays are what the traversal was made for, and hold no
/// byte that an iteration writes and another reads. Returns an empty text, or
/// what is wrong with which array. Arrays in nodes are not looked at, nor are
/// node arrays of unknown length.
std::string checkArrays(const regtt_call &call, const ArrayTables &arrays,
                        const FieldTables &fields);

/// Whether no iteration writes what the host file read ahead for another.
/// Returns an empty text, or which iteration's value would be another.
std::string checkReads(const regtt_call &call, const FieldTables &fields);

/// checkObjects, checkReads, and checkArrays where the traversal reads any, be
/// they nodes.
template <class Traversal> std::string checkCall(const regtt_call &call) {
  const FieldTables fields = fieldTables<Traversal>();
  std::string error = checkObjects(call, fields);
  if (error.empty())
    error = checkReads(call, fields);
  if constexpr (requires { Traversal::arrayForms.size(); })
    if (error.empty())
      error = checkArrays(call, arrayTables<Traversal>(), fields);
  return error;
}

/// The records of a call's arrays. First count(), where nodes have arrays, then
/// gather(); at() tells where they lie.
template <class Traversal, class Children> class GatheredArrays {
  using Records = typename Traversal::template Records<Children>;
  using Uniforms = typename Traversal::Uniforms;
  static constexpr int numArrays = int(Traversal::arrayForms.size());
  static constexpr int numFields = int(Traversal::arrayFields.size());
  static constexpr std::size_t alignment = 256;
  static constexpr bool inNodes = hasNodeArrays<Traversal, Children>;
  static constexpr int numInQueries = detail::numQueryArrays<Traversal>();
  static constexpr auto allArrays =
      std::make_integer_sequence<int, numArrays>();
  static constexpr std::size_t blockSize = std::size_t{1} << 13;

public:
  /// records: of `numNodes` nodes, in memory that may be written. `copyAll`:
  /// whether arrays that are records as they lie are copied, too. Borrows all.
  GatheredArrays(const regtt_call &call, const Records &records,
                 std::size_t numNodes, const Uniforms &u, bool copyAll)
      : call(call), records(records), numNodes(numNodes), u(u),
        copyAll(copyAll) {
    for (int a = 0; a < numArrays; ++a)
      if (const ArrayForm &form = Traversal::arrayForms[a]; form.given >= 0)
        counts[a] = call.arrays[form.given].count;
  }

  /// Finds out how many elements nodes have. Returns an empty text, or why they
  /// cannot be gathered.
  std::string count(Session &session) {
    std::string error;
    if constexpr (inNodes || numInQueries > 0) {
      session.starts.resize(numInQueries);
      error = countAll(session, allArrays);
    }
    place(allArrays);
    return error;
  }

  /// Of all records that are copied; after count().
  std::size_t bytes() const { return total; }

  /// Writes them to `memory`, on the session's threads; nodes' records then
  /// hold numbers of elements. Returns an empty text, or which array an
  /// iteration writes.
  std::string gather(Session &session, void *memory) {
    return gatherAll(session, static_cast<char *>(memory), allArrays);
  }

  /// The arrays whose records lie at `memory`, which may be a device's.
  typename Traversal::Arrays at(const void *memory) const {
    return at(memory, allArrays);
  }

private:
  //===--- Shared arrays ----------------------------------------------------===

  /// Whether array A is its records, as it lies.
  template <int A> static constexpr bool isRecords() {
    constexpr ArrayForm form = Traversal::arrayForms[A];
    bool whole = false;
    for (int f = 0; f < numFields; ++f) {
      const ArrayField &field = Traversal::arrayFields[f];
      whole |= field.array == A && field.bytes == form.stride && !field.address;
    }
    return whole && !form.indirect && form.record == form.stride;
  }

  template <int A> bool isCopied() const {
    constexpr ArrayForm form = Traversal::arrayForms[A];
    return form.record != 0 && (copyAll || form.given < 0 || !isRecords<A>());
  }

  template <int... A> void place(std::integer_sequence<int, A...>) {
    total = 0;
    (placeArray<A>(), ...);
  }
  template <int A> void placeArray() {
    offsets[A] = total;
    if (isCopied<A>())
      total += counts[A] * Traversal::arrayForms[A].record;
    total = (total + alignment - 1) / alignment * alignment;
  }

  template <int A> const void *recordsOf(const void *memory) const {
    if (isCopied<A>())
      return static_cast<const char *>(memory) + offsets[A];
    constexpr int given = Traversal::arrayForms[A].given;
    if constexpr (given >= 0)
      return call.arrays[given].base;
    return nullptr; // none of it is read
  }
  template <int... A>
  typename Traversal::Arrays at(const void *memory,
                                std::integer_sequence<int, A...>) const {
    const void *const where[] = {recordsOf<A>(memory)...};
    return Traversal::Arrays::at(where);
  }

  template <int... A>
  std::string gatherAll(Session &session, char *memory,
                        std::integer_sequence<int, A...>) {
    std::string error;
    ((error =
          error.empty() ? gatherArray<A>(session, memory + offsets[A]) : error),
     ...);
    return error;
  }

  template <int A> std::string gatherArray(Session &session, char *to) {
    constexpr ArrayForm form = Traversal::arrayForms[A];
    if constexpr (inQuery<A>() >= 0)
      return gatherFromQueries<A>(session, to);
    else if constexpr (form.given < 0)
      return gatherFromNodes<A>(session, to);
    if (!isCopied<A>())
      return {};
    const char *const base = static_cast<const char *>(
        call.arrays[form.given < 0 ? 0 : form.given].base);
    session.pool.parallelFor(counts[A], std::size_t{1} << 14,
                             [&](int, std::size_t first, std::size_t last) {
                               copyElements<A>(base + first * form.stride,
                                               last - first,
                                               to + first * form.record);
                             });
    return {};
  }

  //===--- Elements ---------------------------------------------------------===

  template <int A>
  static void copyElements(const char *from, std::size_t count, char *to) {
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

  //===--- Arrays in nodes --------------------------------------------------===

  template <int A> static constexpr NodeArray findNodeArray() {
    for (const NodeArray &array : Traversal::template nodeArrays<Children>)
      if (array.array == A)
        return array;
    return {};
  }

  template <int A> static constexpr NodeArray nodeArray = findNodeArray<A>();

  char *recordAt(int group, std::size_t offset, std::size_t n) const {
    char *const base =
        const_cast<char *>(static_cast<const char *>(records.groups[group]));
    return base + n * GroupSizes<Records>::bytes[group] + offset;
  }
  std::uint64_t &startOf(const NodeArray &array, std::size_t n) const {
    return *reinterpret_cast<std::uint64_t *>(
        recordAt(array.group, array.start, n));
  }
  std::uint64_t &sizeOf(const NodeArray &array, std::size_t n) const {
    return *reinterpret_cast<std::uint64_t *>(
        recordAt(array.sizeGroup, array.size, n));
  }

  /// How many elements node n has, as its record was written.
  template <int A> std::int64_t elementsOf(std::size_t n) const {
    constexpr NodeArray array = nodeArray<A>;
    const auto &arrival = records.template load<0>(Link(n));
    const std::uint64_t start = startOf(array, n);
    if constexpr (array.size != noSize)
      return std::int64_t(sizeOf(array, n) - start) /
             std::int64_t(Traversal::arrayForms[A].stride);
    else if (!start || !detail::follows<Traversal, array.pointer>(arrival))
      return 0;
    else
      return Traversal::template extent<A>(arrival, u);
  }

  template <int... A>
  std::string countAll(Session &session, std::integer_sequence<int, A...>) {
    std::string error;
    ((error = error.empty() ? countArray<A>(session) : error), ...);
    return error;
  }

  /// Fills `firsts`: for every block of nodes, the number of its first element.
  template <int A> std::string countArray(Session &session) {
    if constexpr (inQuery<A>() >= 0) {
      return countInQueries<A>(session);
    } else if constexpr (Traversal::arrayForms[A].given < 0) {
      constexpr NodeArray array = nodeArray<A>;
      constexpr std::size_t most =
          std::size_t(PTRDIFF_MAX) / Traversal::arrayForms[A].stride;
      std::vector<std::size_t> &first = firsts[A];
      first.assign((numNodes + blockSize - 1) / blockSize + 1, 0);
      std::atomic<std::int64_t> wrong{0};
      session.pool.parallelFor(
          first.size() - 1, 1, [&](int, std::size_t begin, std::size_t end) {
            for (std::size_t b = begin; b < end; ++b)
              for (std::size_t n = b * blockSize;
                   n < std::min(numNodes, (b + 1) * blockSize); ++n) {
                const std::int64_t count = elementsOf<A>(n);
                if ((count < 0 && array.exact) || count > std::int64_t(most))
                  wrong = count;
                else
                  first[b + 1] += std::size_t(count < 0 ? 0 : count);
              }
          });
      if (wrong != 0)
        return "the extent of '" + std::string(Traversal::arrayForms[A].name) +
               "' is " + std::to_string(wrong.load()) +
               " in a node; it must be the number of its elements";
      for (std::size_t b = 1; b < first.size(); ++b)
        first[b] += first[b - 1];
      counts[A] = first.back();
      return refuseHuge(Traversal::arrayForms[A], counts[A]);
    }
    return {};
  }

  static std::string refuseHuge(const ArrayForm &form, std::size_t count) {
    if (form.record == 0 || count <= availableMemory() / form.record)
      return {};
    return "the nodes' arrays '" + std::string(form.name) + "' have " +
           std::to_string(count) +
           " elements, more than the memory that is available can hold";
  }

  template <int A> std::string gatherFromNodes(Session &session, char *to) {
    constexpr NodeArray array = nodeArray<A>;
    constexpr ArrayForm form = Traversal::arrayForms[A];
    const ArrayTables tables = arrayTables<Traversal>();
    const WrittenBytes written(call, fieldTables<Traversal>());
    const std::vector<std::size_t> &firsts = this->firsts[A];
    std::atomic<bool> isWritten{false};
    session.pool.parallelFor(
        firsts.size() - 1, 1, [&](int, std::size_t begin, std::size_t end) {
          for (std::size_t b = begin; b < end; ++b) {
            std::size_t next = firsts[b];
            for (std::size_t n = b * blockSize;
                 n < std::min(numNodes, (b + 1) * blockSize); ++n) {
              const std::int64_t found = elementsOf<A>(n);
              const std::size_t count = std::size_t(found < 0 ? 0 : found);
              std::uint64_t &start = startOf(array, n);
              const char *const from = reinterpret_cast<const char *>(start);
              if (form.record != 0 && count != 0) {
                if (readsWritten(written, tables, A, from, count))
                  isWritten = true;
                copyElements<A>(from, count, to + next * form.record);
              }
              start = next;
              if constexpr (nodeArray<A>.size != noSize)
                sizeOf(array, n) = count;
              next += count;
            }
          }
        });
    return isWritten ? "an iteration writes what is read through the nodes' "
                       "array '" +
                           std::string(form.name) + "'"
                     : std::string();
  }

  //===--- Arrays in queries ------------------------------------------------===

  /// The number of array A among those of the queries; -1: it is none.
  template <int A> static constexpr int inQuery() {
    if constexpr (numInQueries > 0)
      for (int k = 0; k < numInQueries; ++k)
        if (Traversal::queryArrays[std::size_t(k)].array == A)
          return k;
    return -1;
  }

  /// Where iteration i's array lies, and how many elements it has.
  template <int A>
  std::pair<const char *, std::int64_t> inQueryOf(std::size_t i) const {
    constexpr QueryArray array = Traversal::queryArrays[inQuery<A>()];
    const auto query = Objects<Traversal>(call).load(i);
    const auto word = [&](std::size_t at) {
      std::uint64_t value;
      std::memcpy(&value, reinterpret_cast<const char *>(&query) + at,
                  sizeof value);
      return value;
    };
    const std::uint64_t start = word(array.start);
    std::int64_t count = 0;
    if constexpr (array.size != noSize)
      count = std::int64_t(word(array.size) - start) /
              std::int64_t(Traversal::arrayForms[A].stride);
    else if (start)
      count = Traversal::template queryExtent<A>(query, u);
    return {reinterpret_cast<const char *>(start), count};
  }

  template <int A> std::string countInQueries(Session &session) {
    constexpr QueryArray array = Traversal::queryArrays[inQuery<A>()];
    constexpr std::size_t most =
        std::size_t(PTRDIFF_MAX) / Traversal::arrayForms[A].stride;
    std::vector<std::size_t> &starts = session.starts[inQuery<A>()];
    starts.assign(call.count + 1, 0);
    std::atomic<std::int64_t> wrong{0};
    session.pool.parallelFor(
        call.count, blockSize, [&](int, std::size_t first, std::size_t last) {
          for (std::size_t i = first; i < last; ++i) {
            const std::int64_t count = inQueryOf<A>(i).second;
            if ((count < 0 && array.exact) || count > std::int64_t(most))
              wrong = count;
            else
              starts[i + 1] = std::size_t(count < 0 ? 0 : count);
          }
        });
    if (wrong != 0)
      return "the extent of '" + std::string(Traversal::arrayForms[A].name) +
             "' is " + std::to_string(wrong.load()) +
             " in a query; it must be the number of its elements";
    for (std::size_t i = 0; i < call.count; ++i)
      starts[i + 1] += starts[i];
    counts[A] = starts.back();
    return refuseHuge(Traversal::arrayForms[A], counts[A]);
  }

  template <int A> std::string gatherFromQueries(Session &session, char *to) {
    constexpr ArrayForm form = Traversal::arrayForms[A];
    const ArrayTables tables = arrayTables<Traversal>();
    const WrittenBytes written(call, fieldTables<Traversal>());
    const std::vector<std::size_t> &starts = session.starts[inQuery<A>()];
    std::atomic<bool> isWritten{false};
    session.pool.parallelFor(
        call.count, blockSize, [&](int, std::size_t first, std::size_t last) {
          for (std::size_t i = first; i < last; ++i) {
            const std::size_t count = starts[i + 1] - starts[i];
            if (form.record == 0 || count == 0)
              continue;
            const char *const from = inQueryOf<A>(i).first;
            if (readsWritten(written, tables, A, from, count))
              isWritten = true;
            copyElements<A>(from, count, to + starts[i] * form.record);
          }
        });
    return isWritten ? "an iteration writes what is read through the queries' "
                       "array '" +
                           std::string(form.name) + "'"
                     : std::string();
  }

  const regtt_call &call;
  const Records records;
  const std::size_t numNodes;
  const Uniforms &u;
  const bool copyAll;
  std::array<std::size_t, numArrays> offsets{}, counts{};
  std::array<std::vector<std::size_t>, numArrays> firsts;
  std::size_t total = 0;
};

} // namespace regtt::rt
