/// Memory for the elements of lists of any length (core/list.h, Appended),
/// while queries run on the host's threads: each takes from a piece of its own,
/// where the list that grows last can go on growing in its place.
#pragma once

#include <regtt/rt/core/list.h>
#include <regtt/rt/core/objects.h>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace regtt::rt {

/// One thread's. Lists may go on in another's; what they have stays where it is
/// until their call's results are stored.
class alignas(64) ListMemory {
public:
  ListMemory() = default;
  ListMemory(const ListMemory &) = delete;
  ListMemory &operator=(const ListMemory &) = delete;
  ~ListMemory();

  /// As growList(); `list` takes from here.
  bool grow(AppendedHead &list, std::size_t element, std::size_t align);

  /// Of the list that grew last, what it has no elements in can be another's.
  void trim(const AppendedResult &list, std::size_t element) {
    if (list.items && list.items == last)
      next = last + list.count * element;
  }

  /// Whether there was no memory for some element since the last clear().
  bool ranOut() const { return lacked; }

  /// Nobody needs the elements any more. A little memory is kept.
  void clear();

private:
  struct Block {
    Block *before;
    std::size_t bytes; ///< its own among them
  };

  char *begin() const { return reinterpret_cast<char *>(newest + 1); }
  char *end() const { return reinterpret_cast<char *>(newest) + newest->bytes; }
  bool extend(AppendedHead &list, std::size_t element);
  bool enlarge(AppendedHead &list, std::size_t element, std::size_t bytes);
  char *take(std::size_t bytes, std::size_t align);

  Block *newest = nullptr;
  char *next = nullptr; ///< free from here to the end of the newest block
  char *last = nullptr; ///< the piece that ends there
  bool lacked = false;
};

/// Calls visit(list, bytes of an element) for each Appended of a query, or
/// AppendedResult of a result, by these fields of a Traversal's.
template <class List, const auto &fields, class Record, class Visit>
void eachList(Record &record, const Visit &visit) {
  [&]<std::size_t... F>(std::index_sequence<F...>) {
    const auto each = [&]<std::size_t G>() {
      constexpr ObjectField field = fields[G];
      using Byte =
          std::conditional_t<std::is_const_v<Record>, const char, char>;
      if constexpr (field.appended != 0)
        visit(*reinterpret_cast<List *>(reinterpret_cast<Byte *>(&record) +
                                        field.record),
              field.appended);
    };
    (each.template operator()<F>(), ...);
  }(std::make_index_sequence<fields.size()>());
}

/// Queries as one thread's engine sees them, whose lists grow in its memory.
template <class Traversal, class Queries> struct GrowingQueries : Queries {
  ListMemory &memory;

  GrowingQueries(const Queries &queries, ListMemory &memory)
      : Queries(queries), memory(memory) {}

  auto load(std::size_t i) const {
    auto query = Queries::load(i);
    eachList<AppendedHead, Traversal::queryFields>(
        static_cast<typename Traversal::Query &>(query),
        [&](AppendedHead &list, std::size_t) { list.memory = &memory; });
    return query;
  }

  template <class Result>
  void store(std::size_t i, const Result &result) const {
    using Plain = typename Traversal::Query::Result;
    eachList<const AppendedResult, Traversal::resultFields>(
        static_cast<const Plain &>(result),
        [&](const AppendedResult &list, std::size_t element) {
          memory.trim(list, element);
        });
    Queries::store(i, result);
  }
};

} // namespace regtt::rt
