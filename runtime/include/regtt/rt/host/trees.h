/// The trees of a call whose iterations enter several, or one several times:
/// each is linearised once, whatever names it.
#pragma once

#include <regtt/rt/abi.h>
#include <regtt/rt/core/nodes.h>
#include <regtt/rt/core/order.h>
#include <regtt/rt/core/tree.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
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
  /// The number of the tree with these node arrays, `count` of them.
  NodeRef treeWith(const regtt_array *arrays, int count);
  void addNull() { trees.push_back(none); }

  /// Distinct, in the order in which they are first named. [numTrees]
  std::span<const NodeRef> roots() const { return distinct; }

  /// Of a forest: the arrays of each tree. [trees][count]
  const regtt_array *forest() const { return arrays.data(); }
  std::size_t numForestArrays() const { return arrays.size(); }

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
  std::vector<regtt_array> arrays; ///< of all trees of a forest
  std::map<std::vector<std::size_t>, NodeRef> forestTrees;
};

/// The numbers of an order's roots.
std::vector<Link> rootLinks(const Order &order);

/// Of a forest whose trees have node arrays of their own. Throws a TreeFault.
template <class Traversal>
void collectForest(Trees &trees, const regtt_call &call) {
  using Reader = NodeReader<Traversal>;
  const Reader reader(UserTree{0, call.arrays, call.uniforms});
  for (int g = 0; g < Traversal::numRootGroups; ++g) {
    trees.group();
    const std::size_t count = g < call.num_roots ? call.roots[g].count : 0;
    for (std::size_t k = 0; k < count; ++k) {
      const regtt_array *arrays = call.roots[g].arrays + k * Reader::numArrays;
      const NodeRef number = NodeRef(call.roots[g].at[k].number);
      const std::size_t numNodes = Reader::numNodesOf(arrays);
      if (numNodes == 0 || !reader.isNode(number)) {
        trees.addNull();
        continue;
      }
      Reader::check(number,
                    std::min(numNodes, std::size_t(ForestNode::mostNumber)));
      trees.add(
          ForestNode::join(trees.treeWith(arrays, Reader::numArrays), number));
    }
  }
}

/// Collects the trees that `call` hands over. Returns an empty text, or why
/// they are refused.
template <class Traversal>
std::string collectTrees(Trees &trees, const regtt_call &call) {
  if constexpr (detail::isForest<Traversal>()) {
    try {
      trees.clear();
      collectForest<Traversal>(trees, call);
      return {};
    } catch (const TreeFault &fault) {
      return fault.why;
    }
  }
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
  return {};
}

} // namespace regtt::rt
