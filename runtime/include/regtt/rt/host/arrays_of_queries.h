/// The arrays that queries have: where each lies, how many elements it has, and
/// which of them iterations write. Found once per call, before anything is
/// gathered; gathering lives in gather.h.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/array.h>
#include <regtt/rt/core/objects.h>
#include <regtt/rt/host/held.h>
#include <regtt/rt/host/linked_lists.h>
#include <regtt/rt/host/session.h>
#include <regtt/rt/host/written_bytes.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

namespace regtt::rt {

/// Whether a traversal writes arrays that queries have.
template <class Traversal>
inline constexpr bool writesArrays =
    requires { Traversal::writtenFields.size(); };

/// The uniforms of a call; zeros where the traversal has none.
template <class Traversal>
typename Traversal::Uniforms uniformsOf(const regtt_call &call) {
  typename Traversal::Uniforms u = {};
  if (call.uniforms)
    std::memcpy(static_cast<void *>(&u), call.uniforms, sizeof u);
  return u;
}

/// Why so many elements cannot be gathered; empty where memory suffices.
inline std::string refuseHuge(const ArrayForm &form, const char *whose,
                              std::size_t count) {
  if (form.record == 0 || count <= availableMemory() / form.record)
    return {};
  return "the " + std::string(whose) + "' arrays '" + form.name + "' have " +
         std::to_string(count) +
         " elements, more than the memory that is available can hold";
}

/// The arrays of one call's queries; borrows the call. No query object is a
/// null pointer.
template <class Traversal> class ArraysOfQueries {
  using Query = typename Traversal::Query;
  static constexpr int numArrays = detail::numQueryArrays<Traversal>();

public:
  explicit ArraysOfQueries(const regtt_call &call)
      : call(call), u(uniformsOf<Traversal>(call)) {}

  /// The number of array A among those of the queries; -1: it is none.
  template <int A> static constexpr int numberOf() {
    if constexpr (numArrays > 0)
      for (int k = 0; k < numArrays; ++k)
        if (Traversal::queryArrays[std::size_t(k)].array == A)
          return k;
    return -1;
  }

  /// Fills session.starts, tails included. Returns an empty text, or which
  /// extent is wrong.
  std::string count(Session &session) const {
    session.starts.resize(numArrays);
    std::string error;
    each([&]<int K>() {
      if (error.empty())
        error = countArray<K>(session);
    });
    return error;
  }

  /// Adds to `written` what iterations write; after count(). `used`: the
  /// objects' bytes that iterations read or write. Returns an empty text, or
  /// which iterations write the same.
  std::string addWritten(Session &session, WrittenBytes &written,
                         const WrittenBytes &used) const {
    std::string error;
    if constexpr (writesArrays<Traversal>)
      each([&]<int K>() {
        if (error.empty() && isWritten<K>())
          error = written.add(writtenElements<K>(session), used);
      });
    return error;
  }

  /// Where the array K of iteration `i` lies; of a list what it starts with.
  template <int K> char *start(std::size_t i) const {
    const auto held =
        Held<Query>::of([&] { return Objects<Traversal>(call).load(i); });
    const Query &query = held;
    char *result;
    std::memcpy(&result,
                reinterpret_cast<const char *>(&query) +
                    Traversal::queryArrays[K].start,
                sizeof result);
    return result;
  }

  /// The same, and how many elements it has.
  template <int K>
  std::pair<char *, std::int64_t> elements(std::size_t i) const {
    constexpr QueryArray array = Traversal::queryArrays[K];
    constexpr std::size_t stride = Traversal::arrayForms[array.array].stride;
    const Objects<Traversal> objects(call);
    const auto held = Held<Query>::of([&] { return objects.load(i); });
    const Query &query = held;
    const auto word = [&](std::size_t at) {
      std::uint64_t value;
      std::memcpy(&value, reinterpret_cast<const char *>(&query) + at,
                  sizeof value);
      return value;
    };
    const std::uint64_t start = word(array.start);
    std::int64_t count = 0;
    if constexpr (Traversal::arrayForms[array.array].isList())
      count = lengthOfList(Traversal::arrayForms[array.array].list, start);
    else if constexpr (array.size != noSize)
      count = std::int64_t(word(array.size) - start) / std::int64_t(stride);
    else if (start)
      count = Traversal::template queryExtent<array.array>(query, u);
    if constexpr (array.endsAtNull)
      if (start)
        count = upToNull(start, stride, count);
    return {reinterpret_cast<char *>(start), count};
  }

  /// How long the arrays K are.
  template <int K> ArrayLengths lengths() const {
    ArrayLengths result;
    const Objects<Traversal> objects(call);
    for (std::size_t i = 0; i < numCalls(call); ++i) {
      const auto held = Held<Query>::of([&] { return objects.load(i); });
      const Query &query = held;
      const std::int64_t said = std::max<std::int64_t>(
          Traversal::template queryExtent<Traversal::queryArrays[K].array>(
              query, u),
          0);
      result.least = std::min(result.least, elements<K>(i).first ? said : 0);
      result.most = std::max(result.most, said);
    }
    return result;
  }

  template <int K> static constexpr bool isWritten() {
    if constexpr (writesArrays<Traversal>)
      for (const ArrayField &field : Traversal::writtenFields)
        if (field.array == Traversal::queryArrays[K].array)
          return true;
    return false;
  }

private:
  static constexpr std::size_t grain = std::size_t{1} << 13;

  template <class Visit> static void each(const Visit &visit) {
    each(visit, std::make_integer_sequence<int, numArrays>());
  }
  template <class Visit, int... K>
  static void each([[maybe_unused]] const Visit &visit,
                   std::integer_sequence<int, K...>) {
    (visit.template operator()<K>(), ...);
  }

  template <int K> std::string countArray(Session &session) const {
    constexpr QueryArray array = Traversal::queryArrays[K];
    constexpr ArrayForm form = Traversal::arrayForms[array.array];
    constexpr std::size_t most = std::size_t(PTRDIFF_MAX) / form.stride;
    std::vector<std::size_t> &starts = session.starts[K];
    starts.assign(numCalls(call) + 1, 0);
    std::atomic<std::int64_t> wrong{0};
    session.pool.parallelFor(
        numCalls(call), grain, [&](int, std::size_t first, std::size_t last) {
          for (std::size_t i = first; i < last; ++i) {
            const std::int64_t count = elements<K>(i).second;
            if ((count < 0 && array.exact) || count == endlessList ||
                count > std::int64_t(most))
              wrong = count;
            else
              starts[i + 1] = std::size_t(count < 0 ? 0 : count) +
                              numTails<Traversal, array.array>();
          }
        });
    if (wrong == endlessList)
      return refuseEndless(form, "an iteration");
    if (wrong != 0)
      return "the extent of '" + std::string(form.name) + "' is " +
             std::to_string(wrong.load()) +
             " in a query; it must be the number of its elements";
    for (std::size_t i = 0; i < numCalls(call); ++i)
      starts[i + 1] += starts[i];
    return refuseHuge(form, "queries", starts.back());
  }

  template <int K> WrittenElements writtenElements(Session &session) const {
    constexpr int number = Traversal::queryArrays[K].array;
    constexpr ArrayForm form = Traversal::arrayForms[number];
    const std::vector<std::size_t> &starts = session.starts[K];
    WrittenElements result = {number, form.name, form.stride, {}, {}};
    for (const ArrayField &field : Traversal::writtenFields)
      if (field.array == number)
        result.fields.push_back(field);
    result.slices.resize(numCalls(call));
    session.pool.parallelFor(
        numCalls(call), grain, [&](int, std::size_t first, std::size_t last) {
          for (std::size_t i = first; i < last; ++i)
            result.slices[i] = {start<K>(i),
                                starts[i + 1] - starts[i] -
                                    numTails<Traversal, number>(),
                                iterationOf(call, i)};
        });
    return result;
  }

  const regtt_call &call;
  const typename Traversal::Uniforms u;
};

} // namespace regtt::rt
