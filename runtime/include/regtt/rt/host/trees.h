/// The trees of a call whose iterations enter several, or one several times:
/// each is linearised once, whatever names it.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/nodes.h>
#include <regtt/rt/core/order.h>
#include <regtt/rt/core/tree.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace regtt::rt {

/// Trees by their roots.
class Trees {
public:
  void clear();
  /// The next group of names begins.
  void group() { first.push_back(std::uint32_t(trees.size())); }
  void add(NodeRef root);
  void addNull() { trees.push_back(none); }

  /// Distinct, in the order in which they are first named. [numTrees]
  std::span<const NodeRef> roots() const { return distinct; }

  /// Finds the root of each name. `rootLinks`: of roots(), in their order.
  void link(const std::vector<Link> &rootLinks);
  /// [numNames] none: a root that is null.
  const std::vector<Link> &links() const { return linked; }

  /// The table for an operator, with links() at `links`.
  template <int NumGroups> Roots<NumGroups> at(const Link *links) const {
    Roots<NumGroups> result;
    result.links = links;
    for (int g = 0; g < NumGroups; ++g)
      result.first[g] = first[std::size_t(g)];
    return result;
  }

private:
  std::vector<NodeRef> distinct;
  std::unordered_map<NodeRef, std::uint32_t> numbers; ///< for look-ups
  std::vector<std::uint32_t> trees;                   ///< of each name
  std::vector<std::uint32_t> first;                   ///< of each group
  std::vector<Link> linked;
};

/// The numbers of an order's roots.
std::vector<Link> rootLinks(const Order &order);

/// Collects the trees that `call` hands over.
template <class Traversal>
void collectTrees(Trees &trees, const regtt_call &call) {
  const NodeReader<Traversal> reader(UserTree{0, call.arrays, call.uniforms});
  trees.clear();
  for (int g = 0; g < Traversal::numRootGroups; ++g) {
    trees.group();
    const std::size_t count = g < call.num_roots ? call.roots[g].count : 0;
    for (std::size_t k = 0; k < count; ++k) {
      const regtt_root &named = call.roots[g].at[k];
      const NodeRef root = NodeReader<Traversal>::numbers
                               ? NodeRef(named.number)
                               : reinterpret_cast<NodeRef>(named.node);
      // A program that looks whether there are nodes enters no tree then.
      if (reader.hasNodes() && reader.isNode(root))
        trees.add(root);
      else
        trees.addNull();
    }
  }
}

} // namespace regtt::rt
