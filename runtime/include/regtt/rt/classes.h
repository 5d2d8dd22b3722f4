/* Of which class a node is, by the functions that its object has. C++11, for
 * the host file's compiler, which alone knows the classes; abi.h has the rest
 * of the boundary.
 */
#ifndef REGTT_RT_CLASSES_H
#define REGTT_RT_CLASSES_H

#include <regtt/rt/abi.h>

#include <typeinfo>

/* Each file has its own. */
namespace {

/** `of` is a regtt_class_of for objects that begin with a Node; the classes'
 * numbers are their places. */
template <class Node, class... Classes> struct regtt_classes {
  static int of(const void *node, const char **name) {
    const std::type_info *const known[] = {&typeid(Classes)...};
    const std::type_info &type = typeid(*static_cast<const Node *>(node));
    const int count = sizeof...(Classes);
    for (int k = 0; k < count; ++k)
      if (known[k] == &type)
        return k;
    /* Shared libraries may have one more each. */
    for (int k = 0; k < count; ++k)
      if (*known[k] == type)
        return k;
    *name = type.name();
    return -1;
  }
};

/** Defines what a tag's friend returns, for classes that may not be named where
 * the loop stands: an explicit instantiation may name them (see regtt_reach).
 */
template <class Tag, class Node, class... Classes> struct regtt_reach_classes {
  friend regtt_class_of regtt_member(Tag) {
    return &regtt_classes<Node, Classes...>::of;
  }
};

} // namespace

#endif
