/// The elements of lists, one after the other: what gathering sees as an array
/// of pointers. Of a list in a node the last one is null; of others it is told
/// how many there are.
///
///     for (const Item *e = n->first; e; e = e->next) ...
#pragma once

#include <regtt/rt/core/array.h>
#include <regtt/rt/host/written_bytes.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace regtt::rt {

/// What lengthOfList() says of a list that comes back to one of its elements.
inline constexpr std::int64_t endlessList = INT64_MIN;

namespace detail {
/// Goes along the list that starts with `start`, as the form says.
class ListWalk {
public:
  ListWalk(const ListForm &form, std::uint64_t start) : form(form) {
    if (form.counted && start == 0)
      return;
    if (form.ring && form.counted) {
      // Ahead of the first element is the head, which is its own neighbour
      // where there is none.
      end = at(start + form.next + sizeof end);
      moveTo(start);
    } else if (form.ring) {
      // The head has the pointer to the first element where elements have that
      // to the next.
      end = start;
      moveTo(at(start + form.next - form.head));
    } else {
      moveTo(form.counted ? start : at(start));
    }
  }

  /// Null at the end.
  const char *element() const {
    return to ? reinterpret_cast<const char *>(to - form.head) : nullptr;
  }
  void step() { moveTo(at(to - form.head + form.next)); }

private:
  static std::uint64_t at(std::uint64_t address) {
    std::uint64_t result;
    std::memcpy(&result, reinterpret_cast<const void *>(address),
                sizeof result);
    return result;
  }
  void moveTo(std::uint64_t next) { to = next == end ? 0 : next; }

  const ListForm form;
  std::uint64_t end = 0;
  std::uint64_t to = 0;
};
} // namespace detail

/// How many pointers there are, the null one at the end among them where the
/// list is not counted.
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
  return form.counted ? count - 1 : count;
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
  if (!form.counted)
    elements.push_back(nullptr);
}

/// Whether an iteration writes where an element has its pointer to the next.
inline bool changesList(const WrittenBytes &written, const ListForm &form,
                        int array, const std::vector<const char *> &elements) {
  for (const char *element : elements)
    if (element && written.meets(element + form.next, sizeof(void *), array))
      return true;
  return false;
}

/// What is wrong with a list that has no end; `whose`: "an iteration".
inline std::string refuseEndless(const ArrayForm &form, const char *whose) {
  return "the list '" + std::string(form.name) + "' of " + whose +
         " has no end";
}

} // namespace regtt::rt
