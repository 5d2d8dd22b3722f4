/// Names of roots -> distinct trees, and back to the numbers of their roots.
#include <regtt/rt/host/trees.h>

#include <algorithm>

namespace regtt::rt {

void Trees::clear() {
  distinct.clear();
  numbers.clear();
  trees.clear();
  first.clear();
  linked.clear();
  arrays.clear();
  forestTrees.clear();
}

NodeRef Trees::treeWith(const regtt_array *of, int count) {
  std::vector<std::size_t> key;
  for (int a = 0; a < count; ++a) {
    key.push_back(reinterpret_cast<std::size_t>(of[a].base));
    key.push_back(of[a].count);
  }
  const NodeRef next = NodeRef(forestTrees.size());
  const auto [known, added] = forestTrees.try_emplace(std::move(key), next);
  if (added && next > ForestNode::mostTree)
    throw TreeFault{"the forest has more than " +
                    std::to_string(ForestNode::mostTree) +
                    " trees with arrays of their own"};
  if (added)
    arrays.insert(arrays.end(), of, of + count);
  return known->second;
}

void Trees::add(NodeRef root) {
  const auto [known, added] =
      numbers.try_emplace(root, std::uint32_t(distinct.size()));
  if (added)
    distinct.push_back(root);
  trees.push_back(known->second);
}

void Trees::link(const std::vector<Link> &rootLinks) {
  linked.resize(trees.size());
  std::transform(trees.begin(), trees.end(), linked.begin(),
                 [&](std::uint32_t tree) {
                   return tree == none ? none : rootLinks[tree];
                 });
}

std::vector<Link> rootLinks(const Order &order) {
  std::vector<Link> links(order.numTrees);
  for (std::size_t k = 0; k < links.size(); ++k)
    links[k] = order.root(k);
  return links;
}

} // namespace regtt::rt
