/* How a host file gives its containers of the library their elements back.
 * C++11, for the host file's compiler, which alone knows their types; abi.h has
 * the rest of the boundary.
 */
#ifndef REGTT_RT_ASSIGN_H
#define REGTT_RT_ASSIGN_H

#include <regtt/rt/abi.h>

#include <memory>
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

/** A regtt_assign for containers of that type. */
template <class Container>
void regtt_assign_elements(void *container, const void *first, size_t count) {
  auto &elements =
      regtt_inside<Container>::of(*static_cast<Container *>(container));
  typedef typename Container::value_type Element;
  const Element *const from = static_cast<const Element *>(first);
  elements.assign(from, from + count);
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
