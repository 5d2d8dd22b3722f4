/// Containers of a query's that change their size, while traversals run. Their
/// functions are named as the library's.
///
/// Of what is read again (List) there is room for a number of elements that is
/// known when the slice is compiled. Of what is not (Appended) there may be any
/// number: they go to memory outside of the record, and where that has no more
/// room they are counted, so that a second run can have as much as it takes.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/target.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace regtt::rt {

/// What a List begins with, whatever its elements are.
struct ListHead {
  std::uint32_t count, most;
};

/// A std::vector of at most `Room` elements. Where more are added, the size
/// goes on as the vector's would, so that what counts comes to its end; what
/// the elements are is then not known, and the call is refused afterwards.
template <class T, int Room> struct List {
  std::uint32_t count; ///< as the user's container would have
  std::uint32_t most;  ///< that it has had; beyond the room, some are lost
  T items[Room];

  REGTT_OP operator ListHead() const { return {count, most}; }
  REGTT_OP bool isLost() const { return most > std::uint32_t(Room); }

  REGTT_OP std::size_t size() const { return count; }
  REGTT_OP bool empty() const { return count == 0; }
  REGTT_OP T &operator[](std::size_t i) {
    return items[i < std::size_t(Room) ? i : 0];
  }
  REGTT_OP const T &operator[](std::size_t i) const {
    return items[i < std::size_t(Room) ? i : 0];
  }
  REGTT_OP T &front() { return items[0]; }
  REGTT_OP const T &front() const { return items[0]; }
  REGTT_OP T &back() { return (*this)[std::size_t{count} - 1]; }
  REGTT_OP const T &back() const { return (*this)[std::size_t{count} - 1]; }

  REGTT_OP void push_back(const T &value) {
    if (count < std::uint32_t(Room))
      items[count] = value;
    ++count;
    if (count > most)
      most = count;
  }
  REGTT_OP void pop_back() {
    if (count != 0)
      --count;
  }
  REGTT_OP void clear() { count = 0; }
};

class ListMemory;

/// What an Appended is, whatever its elements are. Its container's first `kept`
/// elements are those that the user's has before the call.
struct AppendedHead {
  std::uint64_t count; ///< elements behind those
  std::uint64_t kept;
  std::uint64_t room; ///< elements that have room at `items`
  void *items;        ///< not the record's own
  /// Where the host finds more room; null: what has none is only counted.
  ListMemory *memory;
};

/// What is left of one when its query is done. With a count beyond the room,
/// some elements are lost.
struct AppendedResult {
  std::uint64_t count, kept;
  const void *items;

  AppendedResult() = default;
  REGTT_OP AppendedResult(const AppendedHead &list)
      : count(list.count), kept(list.kept), items(list.items) {}
};

/// Makes room for one more element at least, and keeps the others. False where
/// there is no memory: from then on elements are counted. For host code.
bool growList(AppendedHead &list, std::size_t element, std::size_t align);

/// A std::vector of any number of elements, none of which is looked at.
template <class T> struct Appended : AppendedHead {
  REGTT_OP std::size_t size() const { return kept + count; }
  REGTT_OP bool empty() const { return size() == 0; }

  REGTT_OP void push_back(const T &value) {
    if (count < room || grow())
      static_cast<T *>(items)[count] = value;
    ++count;
  }
  REGTT_OP void pop_back() {
    if (count != 0)
      --count;
    else if (kept != 0)
      --kept;
  }
  REGTT_OP void clear() { count = kept = 0; }

private:
  REGTT_OP bool grow() {
#ifdef __CUDA_ARCH__
    return false;
#else
    return memory && growList(*this, sizeof(T), alignof(T));
#endif
  }
};

/// The elements of a user's container, which lies at `place`.
struct ListElements {
  const char *first;
  std::size_t count;
};
REGTT_OP ListElements elementsOf(const regtt_container &container,
                                 const char *place) {
  const char *ends[2];
  std::memcpy(ends, place + container.begin, sizeof ends);
  return {ends[0], std::size_t(ends[1] - ends[0]) / container.element};
}

} // namespace regtt::rt
