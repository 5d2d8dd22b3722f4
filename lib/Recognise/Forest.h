// The arrays that nodes are the numbers of elements of: one for all iterations,
// or one that each tree of a forest has.
//
//     struct Tree { std::vector<Node> nodes; };
//     for (const Tree &tree : forest) sum += tree.predict(x, 0);
#pragma once

#include "HostPlace.h"
#include "Object.h"

namespace regtt::recognise {

class Recogniser;

/// An array whose elements nodes are, by their numbers.
struct NodeArray {
  HostPlace place;
  Object holder;
  const ir::Type *element = nullptr;
  std::string text; ///< as the traversal names it
};

/// The parameters of the traversal that lead to what each tree has of its own,
/// in the order of Recogniser::shared.
std::vector<unsigned> treeParams(const Recogniser &site);

/// Says of the object that each tree has another one, and that something else
/// than nodes is found by it. False.
bool refuseOfTree(Recogniser &site, unsigned shared);

} // namespace regtt::recognise
