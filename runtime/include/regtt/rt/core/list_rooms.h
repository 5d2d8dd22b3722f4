/// Lists of any length (core/list.h, Appended) whose elements go to memory that
/// is shared out before queries run, as on a device: what one query's thread
/// does to its lists before and after. The order of it all is in
/// cuda/result_lists.cuh.
#pragma once

#include <regtt/rt/core/list.h>
#include <regtt/rt/core/target.h>

#include <cstddef>
#include <cstdint>

namespace regtt::rt {

/// Where records have their lists, and how large elements are.
template <int Count> struct ListFields {
  std::uint32_t query[Count], result[Count], element[Count];
};

/// Of each list: memory for all queries' elements, by query; room for so many
/// of each query's.
template <int Count> struct ListRooms {
  std::byte *memory[Count];
  std::uint64_t room[Count];

  /// Where those of query `i` begin.
  REGTT_OP std::byte *at(int k, std::uint64_t i, std::size_t element) const {
    return memory[k] + room[k] * i * element;
  }
};

/// Of each list: [count + 1] the number of each query's first element among
/// all.
template <int Count> struct ListStarts {
  std::uint64_t *starts[Count];

  REGTT_OP std::uint64_t size(int k, std::uint32_t i) const {
    return starts[k][i + 1] - starts[k][i];
  }
};

/// Of each list: memory for the elements from number `first` on, side by side.
template <int Count> struct ListPlaces {
  std::byte *memory[Count];
  std::uint64_t first[Count];

  REGTT_OP std::byte *at(int k, std::uint64_t number,
                         std::size_t element) const {
    return memory[k] + (number - first[k]) * element;
  }
};

template <class List, class Record>
REGTT_OP List &listAt(Record &record, std::uint32_t offset) {
  return *reinterpret_cast<List *>(reinterpret_cast<char *>(&record) + offset);
}

/// Gives query `i` the rooms that all have.
template <class Query, int Count>
REGTT_OP void giveRooms(Query &query, std::uint32_t i,
                        const ListFields<Count> &fields,
                        const ListRooms<Count> &rooms) {
  for (int k = 0; k < Count; ++k) {
    auto &list = listAt<AppendedHead>(query, fields.query[k]);
    list.room = rooms.room[k];
    list.items = rooms.at(k, i, fields.element[k]);
  }
}

/// Gives query `i` room for what it is known to add.
template <class Query, int Count>
REGTT_OP void giveExactRooms(Query &query, std::uint32_t i,
                             const ListFields<Count> &fields,
                             const ListStarts<Count> &starts,
                             const ListPlaces<Count> &places) {
  for (int k = 0; k < Count; ++k) {
    auto &list = listAt<AppendedHead>(query, fields.query[k]);
    list.room = starts.size(k, i);
    list.items = places.at(k, starts.starts[k][i], fields.element[k]);
  }
}

/// Notes how many elements the result of query `i` has, to be summed up; behind
/// the last of `count` queries, 0.
template <class Result, int Count>
REGTT_OP void noteCounts(Result *results, std::uint32_t count, std::uint32_t i,
                         const ListFields<Count> &fields,
                         const ListStarts<Count> &starts) {
  for (int k = 0; k < Count; ++k)
    starts.starts[k][i] =
        i == count ? 0
                   : listAt<AppendedResult>(results[i], fields.result[k]).count;
}

/// Whether query `i` had room for all that it added.
template <int Count>
REGTT_OP bool hadRoom(std::uint32_t i, const ListStarts<Count> &starts,
                      const ListRooms<Count> &rooms) {
  bool result = true;
  for (int k = 0; k < Count; ++k)
    result &= starts.size(k, i) <= rooms.room[k];
  return result;
}

/// Copies the elements of query `i`, which had room for them, to where they lie
/// among all; lane `lane` of `lanes`. Elements are whole Units.
template <class Unit, int Count>
REGTT_OP void
packLists(std::uint32_t i, std::uint32_t lane, std::uint32_t lanes,
          const ListFields<Count> &fields, const ListStarts<Count> &starts,
          const ListRooms<Count> &rooms, const ListPlaces<Count> &places) {
  for (int k = 0; k < Count; ++k) {
    const std::size_t element = fields.element[k];
    const std::size_t units = starts.size(k, i) * element / sizeof(Unit);
    const auto *from = reinterpret_cast<const Unit *>(rooms.at(k, i, element));
    auto *to =
        reinterpret_cast<Unit *>(places.at(k, starts.starts[k][i], element));
    for (std::size_t u = lane; u < units; u += lanes)
      to[u] = from[u];
  }
}

} // namespace regtt::rt
