/// Results of calls whose iterations change the size of containers: kept until
/// all queries have been taken through the tree, and written to the user's
/// objects only if every container had the room it needed. Of other calls
/// nothing is staged.
#pragma once

#include <regtt/rt/core/objects.h>
#include <regtt/rt/host/containers.h>
#include <regtt/rt/host/session.h>

#include <atomic>
#include <cstddef>
#include <cstring>
#include <string>

namespace regtt::rt {

namespace detail {

/// Which iteration needs more room than `bound` in the container `name`, whose
/// ListHead lies at `at` in its result, and how much. Empty: none does.
template <class Result>
std::string findOverflow(Session &session, const regtt_call &call,
                         const Result *results, std::size_t at,
                         const char *name, std::size_t bound) {
  constexpr std::size_t grain = std::size_t{1} << 13;
  const auto most = [&](std::size_t i) {
    ListHead head;
    std::memcpy(&head, reinterpret_cast<const char *>(results + i) + at,
                sizeof head);
    return std::size_t{head.most};
  };
  std::atomic<std::size_t> lost{numCalls(call)};
  session.pool.parallelFor(
      numCalls(call), grain, [&](int, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i)
          if (most(i) > bound) {
            std::size_t known = lost;
            while (i < known && !lost.compare_exchange_weak(known, i))
              ;
            return;
          }
      });
  return lost == numCalls(call)
             ? std::string()
             : overflowText(name, bound, iterationOf(call, lost), most(lost));
}

/// The same of all containers.
template <class Traversal>
std::string findOverflow(Session &session, const regtt_call &call,
                         const typename Traversal::Query::Result *results) {
  std::string error;
  for (const ObjectField &field : Traversal::resultFields)
    if (field.container >= 0 && field.appended == 0 && error.empty()) {
      const regtt_container &container = call.site->containers[field.container];
      error = findOverflow(session, call, results, field.record, container.name,
                           container.bound);
    }
  if constexpr (numKeptContainers<Traversal>() > 0)
    for (const KeptContainer &kept : Traversal::keptContainers)
      if (error.empty())
        error = findOverflow(session, call, results, kept.result, kept.name,
                             kept.bound);
  return error;
}

/// What lists of any length have in the host's memory is gone when it ends.
struct ListsOfCall {
  Session &session;
  ~ListsOfCall() {
    for (ListMemory &memory : session.lists)
      memory.clear();
  }
};

/// Iterations to be stored at once; lists may be long.
template <class Traversal>
inline constexpr std::size_t storeGrain =
    appendsLists<Traversal> ? 16 : std::size_t{1} << 10;

/// Where there is no memory for what lists had added: in the lists, or in the
/// user's containers, which get room for it. Empty: there is.
template <class Traversal>
std::string findLack(Session &session, const regtt_call &call,
                     const Objects<Traversal> &objects,
                     const typename Traversal::Query::Result *results) {
  for (const ListMemory &memory : session.lists)
    if (memory.ranOut())
      return "out of memory for what iterations add to containers";
  std::atomic<std::size_t> lacked{numCalls(call)};
  session.pool.parallelFor(numCalls(call), storeGrain<Traversal>,
                           [&](int, std::size_t first, std::size_t last) {
                             for (std::size_t i = first; i < last; ++i)
                               if (!objects.makeRoom(i, results[i]))
                                 lacked = i;
                           });
  return lacked == numCalls(call)
             ? std::string()
             : "out of memory for what iteration " +
                   std::to_string(iterationOf(call, lacked)) +
                   " adds to its containers";
}

} // namespace detail

/// Has `objects` keep results, where that is needed.
template <class Traversal>
void stageResults([[maybe_unused]] Session &session,
                  [[maybe_unused]] const regtt_call &call,
                  [[maybe_unused]] Objects<Traversal> &objects) {
  using Result = typename Traversal::Query::Result;
  const detail::ListsOfCall last{session};
  if constexpr (writesContainers<Traversal>)
    objects.stage(reinterpret_cast<Result *>(
        session.results.reserve(numCalls(call) * sizeof(Result))));
}

/// Writes the results that `objects` has kept to the user's objects. Returns an
/// empty text, or which container had too little room; nothing is written then.
template <class Traversal>
std::string storeResults([[maybe_unused]] Session &session,
                         [[maybe_unused]] const regtt_call &call,
                         [[maybe_unused]] Objects<Traversal> &objects) {
  using Result = typename Traversal::Query::Result;
  if constexpr (writesContainers<Traversal>) {
    const detail::ListsOfCall lists{session};
    const auto *results =
        reinterpret_cast<const Result *>(session.results.data());
    if (std::string error =
            detail::findOverflow<Traversal>(session, call, results);
        !error.empty())
      return error;
    if constexpr (appendsLists<Traversal>)
      if (std::string error = detail::findLack(session, call, objects, results);
          !error.empty())
        return error;
    objects.stage(nullptr);
    session.pool.parallelFor(numCalls(call), detail::storeGrain<Traversal>,
                             [&](int, std::size_t first, std::size_t last) {
                               for (std::size_t i = first; i < last; ++i)
                                 objects.store(i, results[i]);
                             });
  }
  return {};
}

} // namespace regtt::rt
