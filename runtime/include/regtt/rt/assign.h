/* How a host file gives its containers of the library their elements back.
 * C++11, for the host file's compiler, which alone knows their types; abi.h has
 * the rest of the boundary.
 */
#ifndef REGTT_RT_ASSIGN_H
#define REGTT_RT_ASSIGN_H

#include <regtt/rt/abi.h>

#include <memory>
#include <stdint.h>
#include <type_traits>
#include <vector>

/** The vector that a container keeps its elements in: itself, */
template <class Container> struct regtt_inside {
  static Container &of(Container &container) { return container; }
};

/** or the protected member of a queue. */
template <template <class, class, class> class Queue, class Element,
          class Vector, class Compare>
struct regtt_inside<Queue<Element, Vector, Compare>>
    : Queue<Element, Vector, Compare> {
  static Vector &of(Queue<Element, Vector, Compare> &queue) {
    return queue.*&regtt_inside::c;
  }
};

/** Adds elements to a vector that has room for them: all at once, */
template <class Element, bool isAssignable> struct regtt_adding {
  static void to(std::vector<Element> &elements, const Element *from,
                 const Element *last) {
    elements.insert(elements.end(), from, last);
  }
};
/** or one by one, where the library would move others by assignment. */
template <class Element> struct regtt_adding<Element, false> {
  static void to(std::vector<Element> &elements, const Element *from,
                 const Element *last) {
    for (; from != last; ++from)
      elements.push_back(*from);
  }
};

/** False: there is no memory for `count` elements. */
template <class Vector> bool regtt_make_room(Vector &elements, size_t count) {
  if (count <= elements.capacity())
    return true;
  const size_t twice = 2 * elements.size();
#ifdef __cpp_exceptions
  try {
#endif
    elements.reserve(count > twice ? count : twice);
    return true;
#ifdef __cpp_exceptions
  } catch (...) {
    return false;
  }
#endif
}

/** A regtt_assign for containers of that type. */
template <class Container>
int regtt_assign_elements(void *container, size_t kept, const void *first,
                          size_t count) {
  auto &elements =
      regtt_inside<Container>::of(*static_cast<Container *>(container));
  typedef typename Container::value_type Element;
  if (count > elements.max_size() - kept ||
      !regtt_make_room(elements, kept + count))
    return 0;
  if (!first)
    return 1;
  while (elements.size() > kept)
    elements.pop_back();
  const Element *const from = static_cast<const Element *>(first);
  regtt_adding<Element, std::is_copy_assignable<Element>::value>::to(
      elements, from, from + count);
  return 1;
}

/** That of a container's type. */
template <class Container> regtt_assign regtt_assigner(Container *) {
  return &regtt_assign_elements<Container>;
}

/** Containers that iterations declare, kept until the loop is done. */
class regtt_keeper {
  std::vector<std::shared_ptr<void>> kept;

public:
  /** A copy, which is the keeper's. */
  template <class Container> Container *operator()(const Container &container) {
    const std::shared_ptr<Container> copy(new Container(container));
    kept.push_back(copy);
    return copy.get();
  }
};

#endif
