/// How far a call's iterations come in arrays of which nothing says how long
/// they are, as those behind plain pointers: the part of each iteration that
/// tells is run ahead of all, on the session's threads. It looks at nothing
/// that the serial loop does not look at.
///
///     for (e = row[i]; e < row[i + 1]; ++e)      row: 0 to n, col: up to
///       s += x[col[e]];                          row[n], x: up to the
///                                                greatest number in col
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/array.h>
#include <regtt/rt/core/objects.h>
#include <regtt/rt/host/element_records.h>
#include <regtt/rt/host/known_reach.h>
#include <regtt/rt/host/region.h>
#include <regtt/rt/host/session.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace regtt::rt {

/// The numbers of the elements that iterations come to; none where least is
/// greater than most.
struct Reached {
  Index least = PTRDIFF_MAX, most = PTRDIFF_MIN;

  void add(const Reached &other) {
    least = std::min(least, other.least);
    most = std::max(most, other.most);
  }
};

/// A Traversal says which arrays these are. `fromZero`: its elements count from
/// 0, since tables are indexed by their numbers.
struct ReachedForm {
  int array;
  bool fromZero;
};

template <class Traversal>
inline constexpr bool hasReachedArrays =
    requires { Traversal::reachedArrays.size(); };

namespace detail {
template <class Traversal> constexpr bool isReached(int array) {
  for (const ReachedForm &reached : Traversal::reachedArrays)
    if (reached.array == array)
      return true;
  return false;
}

/// Where element 0 of an array lies, whichever are said to be there.
inline const char *firstOf(const regtt_array &array) {
  return static_cast<const char *>(array.base) -
         array.first * static_cast<std::ptrdiff_t>(array.stride);
}
} // namespace detail

/// Array A of the user's where it lies; notes which elements are looked at.
/// Borrows the user's memory.
template <class Traversal, int A, class Record> class ReachedArray {
public:
  explicit ReachedArray(const regtt_call &call)
      : base(detail::firstOf(call.arrays[Traversal::arrayForms[A].given])) {}

  /// An iteration comes to element `i`, and what it holds does not matter.
  void reach(Index i) const {
    if constexpr (detail::isReached<Traversal>(A))
      reached.add({i, i});
  }

  /// Element `i`. Functions ask that a device runs, too, but not of this.
#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
  REGTT_OP Record operator[](Index i) const {
    reach(i);
    Record record;
    ElementRecords<Traversal>::template copy<A>(
        base + i * Index(Traversal::arrayForms[A].stride), 1,
        reinterpret_cast<char *>(&record));
    return record;
  }

  /// Adds what has been noted to `all`, by the array's number.
  template <std::size_t N> void addTo(std::array<Reached, N> &all) const {
    all[A].add(reached);
  }

private:
  const char *base;
  mutable Reached reached;
};

/// What functions come to has been noted, and what they answer does not matter.
template <class T> void reach(const T &) {}

/// Sets `array` to the elements that iterations come to. Returns an empty text,
/// or why it cannot be.
inline std::string setReached(regtt_array &array, const ArrayForm &form,
                              const Reached &reached, bool fromZero) {
  const char *const base = detail::firstOf(array);
  const bool any = reached.least <= reached.most;
  array.first = any && !fromZero ? reached.least : 0;
  if (any && reached.least < array.first)
    return "an iteration comes to element " + std::to_string(reached.least) +
           " of the array '" + form.name +
           "', whose elements are changed in an order, and count from 0";
  array.count = any ? std::size_t(reached.most - array.first) + 1 : 0;
  array.base = base + array.first * Index(array.stride);
  return {};
}

/// Runs what tells how far iterations come. Returns an empty text, or what is
/// wrong.
template <class Traversal>
std::string askIterations(Session &session, const regtt_call &call) {
  using Arrays = typename Traversal::template ReachedArrays<Traversal>;
  constexpr std::size_t numArrays = Traversal::arrayForms.size();
  // What it looks at is the host's.
  if (call.region && deviceRegionOf(call))
    deviceRegionOf(call)->bringBack();
  std::array<Reached, numArrays> all;
  const Objects<Traversal> objects(call);
  const typename Traversal::Uniforms u = uniformsOf<Traversal>(call);
  std::mutex mutex;
  const std::size_t grain = std::clamp<std::size_t>(
      numCalls(call) / (std::size_t(session.pool.numWorkers()) * 16), 16, 4096);
  session.pool.parallelFor(
      numCalls(call), grain, [&](int, std::size_t first, std::size_t last) {
        const Arrays arrays(call);
        const typename Traversal::template Reach<Arrays> reach{u, arrays};
        for (std::size_t k = first; k < last; ++k) {
          typename Traversal::Query query = objects.load(k);
          reach.iteration(query);
        }
        const std::lock_guard lock(mutex);
        arrays.addTo(all);
      });
  std::string error;
  for (const ReachedForm &each : Traversal::reachedArrays)
    if (error.empty()) {
      const ArrayForm &form = Traversal::arrayForms[std::size_t(each.array)];
      error = setReached(call.arrays[form.given], form,
                         all[std::size_t(each.array)], each.fromZero);
    }
  return error;
}

template <class Traversal> ReachKey reachKeyOf(const regtt_call &call) {
  ReachKey key;
  key.site = call.site;
  const auto add = [&](auto number) {
    key.numbers.push_back(std::uintptr_t(number));
  };
  add(call.first);
  add(call.step);
  add(call.count);
  add(call.resident ? call.version : 0);
  for (int a = 0; a < call.site->num_arrays; ++a)
    add(detail::firstOf(call.arrays[a]));
  for (const ArrayForm &form : Traversal::arrayForms)
    if (form.given >= 0 &&
        !detail::isReached<Traversal>(int(&form - &Traversal::arrayForms[0])))
      add(call.arrays[form.given].count);
  for (int o = 0; o < call.site->num_operands; ++o) {
    add(reinterpret_cast<std::uintptr_t>(call.operands[o].base));
    add(call.operands[o].stride);
  }
  if (call.uniforms) {
    key.uniforms.resize(sizeof(typename Traversal::Uniforms));
    std::memcpy(key.uniforms.data(), call.uniforms, key.uniforms.size());
  }
  return key;
}

/// What was looked at to find it out. False: it lies who knows where.
template <class Traversal>
bool readsOf(const regtt_call &call, std::vector<KnownReach::Read> &reads) {
  for (const int array : Traversal::reachReads) {
    const ArrayForm &form = Traversal::arrayForms[std::size_t(array)];
    const regtt_array &given = call.arrays[form.given];
    if (form.indirect)
      return false;
    reads.push_back({given.base, given.count * given.stride});
  }
  if constexpr (Traversal::reachReadsOwn)
    for (int o = 0; o < call.site->num_operands; ++o) {
      const regtt_operand &own = call.operands[o];
      if (own.indirect || own.stride < 0)
        return false;
      reads.push_back(
          {own.base, call.count * std::size_t(own.stride) + own.bytes});
    }
  return true;
}

/// Whether arrays that stay are all that it depends on.
template <class Traversal> constexpr bool readsStaying() {
  bool result = !Traversal::reachReadsOwn;
  for (const int array : Traversal::reachReads)
    result = result && Traversal::arrayForms[std::size_t(array)].stays;
  return result;
}

/// Finds out how many elements the call's arrays have of which the host file
/// does not know it, and which is the first. Returns an empty text, or what is
/// wrong.
template <class Traversal>
std::string findReached(Session &session, const regtt_call &call) {
  KnownReaches *const known = knownReaches(call, readsStaying<Traversal>());
  KnownReach found;
  if (known) {
    found.key = reachKeyOf<Traversal>(call);
    if (const KnownReach *const earlier = known->find(found.key)) {
      std::copy(earlier->arrays.begin(), earlier->arrays.end(), call.arrays);
      return {};
    }
  }
  const std::string error = askIterations<Traversal>(session, call);
  if (known && error.empty() && readsOf<Traversal>(call, found.reads)) {
    found.arrays.assign(call.arrays, call.arrays + call.site->num_arrays);
    known->add(std::move(found));
  }
  return error;
}

} // namespace regtt::rt
