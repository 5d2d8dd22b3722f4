/// The elements of lists in nodes, one after the other: what gathering sees as
/// an array of pointers, the last one null.
///
///     for (const Item *e = n->first; e; e = e->next) ...
#pragma once

#include <regtt/rt/core/array.h>
#include <regtt/rt/host/written_bytes.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace regtt::rt {

/// What lengthOfList() says of a list that comes back to one of its elements.
inline constexpr std::int64_t endlessList = INT64_MIN;

namespace detail {
/// Goes along the list at `start`, which is an address.
class ListWalk {
public:
  ListWalk(const ListForm &form, std::uint64_t start)
      : form(form), start(start) {
    // A ring's head has the pointer to the first element where elements have
    // that to the next.
    load(form.ring ? start + form.next - form.head : start);
  }

  /// Null at the end.
  const char *element() const {
    return to ? reinterpret_cast<const char *>(to - form.head) : nullptr;
  }
  void step() { load(to - form.head + form.next); }

private:
  void load(std::uint64_t from) {
    std::memcpy(&to, reinterpret_cast<const void *>(from), sizeof to);
    if (form.ring && to == start)
      to = 0;
  }

  const ListForm form;
  const std::uint64_t start;
  std::uint64_t to = 0;
};
} // namespace detail

/// How many pointers there are, the null one at the end among them.
inline std::int64_t lengthOfList(const ListForm &form, std::uint64_t start) {
  std::int64_t count = 1;
  // An element that is met again is found by the one that was met at the last
  // power of two (Brent 1980).
  const char *met = nullptr;
  for (detail::ListWalk walk(form, start); walk.element(); walk.step()) {
    if (walk.element() == met)
      return endlessList;
    if ((count & (count - 1)) == 0)
      met = walk.element();
    ++count;
  }
  return count;
}

/// Writes `count` of these pointers to `elements`.
inline void elementsOfList(const ListForm &form, std::uint64_t start,
                           std::size_t count,
                           std::vector<const char *> &elements) {
  elements.clear();
  if (count == 0)
    return;
  for (detail::ListWalk walk(form, start); walk.element(); walk.step())
    elements.push_back(walk.element());
  elements.push_back(nullptr);
}

/// Whether an iteration writes where an element has its pointer to the next.
inline bool changesList(const WrittenBytes &written, const NodeArray &array,
                        const std::vector<const char *> &elements) {
  for (const char *element : elements)
    if (element &&
        written.meets(element + array.list.next, sizeof(void *), array.array))
      return true;
  return false;
}

} // namespace regtt::rt
